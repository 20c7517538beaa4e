// Words of passwords in Spanish and English, without accents and endings. Compiled for this project.

/** Words that people type first when asked for a password, and runs of the keyboard. */
export const PRIMERAS = `
contrasenasegura miclavesegura clavesegura passwordseguro password passwort pass passwd passcode passw pwd word mypassword thepassword newpassword oldpassword password1234password contrasena contrasenia contrasenas micontrasena lacontrasena contra clave claves
miclave laclave clavesecreta clavenueva secreto secreta secretos secret secrets topsecret misecreto acceso access entrar entrada ingreso ingresar login logon signin signup abrir abrete open opensesame
letmein letmeinnow welcome welcomehome bienvenido bienvenida bienvenidos hello hellohello hola holahola holamundo holaquetal hi hey helloworld admin admins administrador administradora administrator root
toor superuser superadmin sysadmin user users usuario usuaria usuarios username guest invitado invitada default defecto predeterminado temporal temp temporary tmp cambiame cambiar cambio changeme change
nuevo nueva nuevos viejo vieja test tests testing tester prueba pruebas probando demo demos ejemplo example sample master maestro maestra server servidor system sistema sistemas oracle windows microsoft
google gmail hotmail outlook yahoo facebook instagram whatsapp twitter tiktok youtube netflix spotify amazon apple samsung iphone android huawei xiaomi nokia motorola internet web wifi modem router red
redes computer computador computadora laptop celular telefono movil tablet office oficina trabajo work empresa negocio negocios compania tienda local almacen bodega mercado mercadito ventas venta vender
vendedor vendedora compras compra comprador comprar factura facturas facturar facturacion facturador facturaelectronica contador contadora contabilidad conta contable cajero cajera caja cobros pagos gerente
gerencia gerencias jefe jefa director directora presidente presidencia secretaria recepcion asistente auxiliar empleado empleada cliente clientes proveedor proveedores servicio servicios soporte support
tecnico tecnica ingeniero ingeniera abogado abogada doctor doctora medico medica enfermera profesor profesora docente alumno alumna estudiante escuela colegio universidad school college student teacher
sri srienlinea impuestos iva ruc cedula banco bancos pichincha produbanco guayaquil pacifico tarjeta dinero plata money dollar dolar dolares euro rico rica millonario success exito
a1b2c3d a1b2c3 a1b2 ab aa qwerty qwertyuiop qwertyui qwert qwer qwe qazwsx qazwsxedc qaz wsx edc zxcvbn zxcvbnm zxcv zxc asdf asdfg asdfgh asdfghj asdfghjkl asd asdasd asdasdasd asdqwe qweasd qweasdzxc qwezxc poiuy poiuytrewq
lkjhgf lkjhgfdsa mnbvcxz mnbvc rewq ytrewq fdsa gfdsa hgfdsa qwerqwer asdfasdf zxczxc qweqwe qwertyqwerty asdfqwer qazxsw zaqwsx zaq zaqxsw xswqaz wsxqaz edcrfv rfvtgb abc abcd abcde abcdef abcdefg
abcdefgh abcabc abcdabcd aaa aaaa aaaaa aaaaaa aabb aabbcc bbb ccc xxx xxxx xxxxxx zzz zzzz qqq qqqq www wwww sss ddd fff ggg hhh jjj kkk lll mmm nnn ooo ppp rrr ttt uuu vvv yyy
`

/** Love, faith, family, animals, food, colours, sports, music, films, games and what else people love. */
export const GUSTOS = `
amor amorcito amores amoramor amoreterno amormio miamor teamo teamomucho tequiero tequieromucho teextrano teadoro teamare teamoamor siempre siempretuyo parasiempre forever love lovely lover loveme loveyou
iloveyou iloveu iloveme loveisblind truelove mylove babylove sweet sweetheart sweetie honey baby babygirl babyboy angel angels angelito angelita bebe bebes bebito bebita beso besos besitos kiss kisses
corazon corazones corazoncito micorazon heart hearts carino carinito cielo cielito cieloazul micielo vida mivida vidamia reina reyna reinita rey reyes princesa princesita principe princess prince queen king
kings queens hermosa hermoso bonita bonito linda lindo linduritas preciosa precioso guapa guapo bella bello beautiful pretty sexy hot cute feliz felicidad happy happiness smile sonrisa risas alegria paz
peace esperanza libertad freedom libre hope faith fe dios diosesamor diosmio diosesfiel diosteama diosconmigo mydios jesus jesucristo jesusteama jesuschrist cristo cristoviene cristovive christ god
godisgood godislove godbless bendicion bendiciones bendecida bendecido gloriadios aleluya amen angelguardian virgen virgencita virgenmaria divinonino sagradocorazon churonita familia family mifamilia hijo
hijos hija hijas mihijo mihija mishijos mama mami mamita mamamia madre papa papi papito papamama padre padres hermano hermana hermanos hermanas abuelo abuela abuelita abuelito nieto nieta primo prima tio
tia sobrino esposo esposa marido novio novia minovio minovia amigo amiga amigos amigas mejoramigo bestfriend friend friends friendship mother mommy father daddy brother sister sisters son daughter girl
girls boy boys man woman mujer hombre nino nina ninos ninas muneca munequita chiquita chiquito gordito gordita gorda gordo negrito negrita negro flaca flaco flaquita loca loco locos locura enana
perro perros perrito perrita gato gatos gatito gatita gata caballo caballos conejo conejito pajaro paloma aguila condor tigre tigres leon leona leones lobo lobos loba oso osito osa panda pandita delfin
delfines tortuga mariposa mariposas abeja elefante mono monito raton pez ballena tiburon serpiente vaca toro gallo gallina pollo pollito pato cocodrilo dragon dragons dragonball monkey tiger tigger lion
eagle eagles wolf bear bears panther bull bulls horse horses dog dogs doggy doggie puppy cat cats kitty kitten bird birds fish dolphin dolphins butterfly rabbit bunny snake shark spider falcon hawk phoenix
unicorn unicornio firulais firu rocky max luna toby lucky princesa bobby bruno coco lola pelusa canela chispa manchas duque rex rambo negra nena kira nala simba thor zeus apolo hercules
rojo azul verde amarillo blanco blanca negro morado violeta rosado rosada naranja celeste gris dorado plateado red blue green yellow black white purple orange pink silver golden gold diamond diamante perla
esmeralda rubi crystal cristal estrella estrellas estrellita star stars starlight sol soles solcito luna lunita lunallena sunshine sun sunny moon moonlight sky rainbow arcoiris nube lluvia nieve fuego agua
tierra aire viento mar oceano playa playita rio montana volcan bosque selva flor flores florecita rosa rosas rosita girasol girasoles margarita clavel orquidea jazmin tulipan flower flowers rose roses
summer winter spring autumn verano invierno primavera otono navidad feliznavidad christmas anonuevo cumpleanos birthday fiesta fiestas party viernes sabado domingo lunes martes miercoles jueves monday
tuesday wednesday thursday friday saturday sunday enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre january february march april may june july august september october
november december chocolate chocolates galleta galletas cookie cookies caramelo dulce dulces candy sugar azucar miel helado torta cake pizza hamburguesa papas arroz pollo sopa ceviche encebollado bolon
guatita fritada hornado seco cuy manzana apple banana banano platano guineo naranja pera uva fresa fresas sandia melon mango pina limon cereza cherry strawberry coffee cafe cafecito cerveza beer vodka
tequila whisky ron vino cocacola pepsi coke bacon cheese queso leche pan butter peanut pepper ginger cookie cupcake pancake
futbol football soccer baseball basketball basquet basket tenis tennis volley voley hockey golf boxing boxeo natacion ciclismo atletismo gol goles goleador campeon campeones campeona champion champions
championship ganador ganadora winner copa mundial seleccion latri tricolor ecuatoriano barcelona barcelonasc barcelonasporting toreros idolo idolodelastillero emelec bombillo millonario ldu ligadequito
liga ligacampeon ligadeportiva reydecopas albos nacional elnacional bipuchino deportivoquito delfin aucas independiente independientedelvalle macara catolica universidadcatolica mushucruna orense tecnico
olmedo espoli guayaquilcity libertad manta bocajuniors boca riverplate river flamengo palmeiras colocolo alianza alianzalima realmadrid madrid hala halamadrid barca fcbarcelona visca messi leomessi cristiano
cristianoronaldo ronaldo ronaldinho neymar maradona pele mbappe haaland zidane beckham kaka iniesta xavi ramos benzema modric valencia ennervalencia caicedo moisescaicedo hincapie piero estupinan chelsea
arsenal liverpool manchester manchesterunited manutd united juventus milan acmilan inter bayern borussia psg ajax lakers bulls celtics warriors heat spurs yankees redsox mets cowboys steelers packers
raiders patriots broncos dodgers jordan michaeljordan kobe kobebryant lebron lebronjames shaq curry tyson ferrari ferrari lamborghini porsche mustang camaro corvette toyota honda nissan mazda chevrolet chevy
ford kia hyundai suzuki yamaha kawasaki harley harleydavidson ducati bmw mercedes mercedesbenz audi volkswagen vw volvo jeep moto motocross racing driver formula rossi hamilton schumacher
rock rockandroll rocknroll metal metallica metallica ironmaiden nirvana acdc gunsnroses slipknot linkinpark greenday blink rammstein megadeth slayer pantera korn queen beatles rollingstones ledzeppelin
pinkfloyd thedoors u2 coldplay radiohead eminem drake rihanna beyonce shakira madonna britney justinbieber bieber onedirection bts blackpink kpop armybts taylorswift badbunny badbunnypr karolg daddyyankee
reggaeton salsa bachata cumbia vallenato musica music musical guitar guitarra piano bateria drummer drums bass bajo cantar bailar baile dance dancer dancing dj jazz blues hiphop rap rapper punk emo gotico
superman batman spiderman ironman hulk wolverine xmen avengers avenger captain capitanamerica thanos deadpool joker robin catwoman wonderwoman flash starwars starwar darthvader vader yoda jedi skywalker
chewbacca matrix neo trinity terminator rambo rocky godfather scarface gandalf frodo legolas sauron hobbit harrypotter potter hermione hogwarts gryffindor twilight vampire vampiro zombie zombies pirate
pirates piratas titanic avatar naruto narutouzumaki sasuke sakura kakashi itachi hinata goku vegeta gohan trunks freezer broly luffy onepiece zoro bleach ichigo deathnote pokemon pikachu charizard mewtwo
digimon inuyasha sailormoon evangelion doraemon mickey mickeymouse minnie donald goofy pluto disney disneyland tinkerbell campanita winnie winniethepooh pooh piglet snoopy garfield tweety piolin bugsbunny
tazmania scooby scoobydoo shrek fiona nemo dory woody buzz lightyear elsa frozen anna olaf moana rapunzel cenicienta blancanieves ariel sirenita barbie hellokitty kitty bambi dumbo simpson simpsons homero
bart bartsimpson lisa maggie spongebob bobesponja patricio calamardo minions minion peppa peppapig chavo chavodelocho chapulin chespirito quico condorito mafalda topogigio
mario mariobros supermario luigi zelda link sonic tails kirby pacman tetris minecraft roblox fortnite freefire pubg callofduty cod halo masterchief gta vicecity sanandreas warcraft worldofwarcraft starcraft
diablo lol leagueoflegends dota counterstrike cs valorant overwatch apex fifa pes playstation play xbox nintendo wii gamer gamers game games juego juegos player one killer hunter sniper shadow shadows ghost
ninja samurai soldier soldado warrior guerrero army marine navy airforce police policia bombero ranger commando assassin thunder lightning storm fire ice blaze chaos darkness dark night noche knight wizard
magic magia merlin demon demonio diablo diabla devil lucifer satan hell heaven angelofdeath angelcaido death muerte skull skeleton blood sangre vampira bruja brujo witch genius genio crazy cool coolman
awesome amazing fantastic super superstar power poder strong fuerte fuerza energy energia turbo maximus maximo titan gladiator spartan spartans apollo athena atlas orion odin loki viking vikings trojan
yankee cowboy outlaw bandit rebel rebelde pirata maverick rocket rockets cosmos galaxy galaxia universe universo planet planeta earth mars jupiter saturn neptune venus pluto space nasa apollo star trek
startrek enterprise spock android robot cyber cyborg hacker hackers hack matrix zero one cero uno dos tres cuatro cinco once doce trece cien mil million number numero
`

/** Other words at the top of leaked lists. */
export const OTRAS = `
trustno trustnoone trustme whatever nothing something anything everything nobody somebody anybody everybody please thanks thankyou gracias porfavor buenosdias buenasnoches adios chao bye goodbye goodluck
suerte lucky lucky7 luckyone fortune fortuna destino destiny karma dream dreams dreamer sueno suenos sonador imagine believe belief creer smart smartass clever idiot idiota stupid estupido tonto tonta bobo
loser perdedor asshole bastard bitch fuck fuckyou fucker fuckme fuckoff shit bullshit puta puto putita mierda cabron pendejo pendeja verga chucha carajo maldito maldita culo pito sexo sex sexsex porn porno
hardcore naked nude boobs tits pussy dick cock penis vagina pene viagra marihuana weed cannabis marijuana ganja droga legalize smoke smokey smoking cigar marlboro camel
master mastermind monster monsters beast bestia freak nerd geek hippie punk rasta jamaica bobmarley marley reggae mexico mexicano colombia colombiano peru peruano chile argentina brasil brazil bolivia uruguay
paraguay venezuela cuba cubano panama espana spain italia italy francia france germany alemania england inglaterra london londres paris roma rome tokyo japon japan china chinatown india russia rusia moscow
america usa canada texas california florida miami newyork nuevayork losangeles hollywood lasvegas vegas chicago boston dallas houston denver phoenix seattle atlanta detroit philly brooklyn africa egypt europa
europe asia australia sydney dublin ireland scotland berlin amsterdam lisboa portugal porto suiza sweden norway hawaii caribe cancun acapulco habana bogota medellin cali lima cusco caracas santiago buenosaires
rosario montevideo asuncion lapaz
abogacia academia accion acero actor actriz aguacate aguardiente ahora ajedrez alegre alfombra algodon alma almohada altar alto amable amanecer amargo amazonas ambulancia amistad anillo animal animales antena
arbol arboles arena arma armario arte artista asado asesino avion avioneta ayuda bailarina balon bandera barco bar barra barrio batalla beca biblia biblioteca bicicleta bigote billar billete boda bolsa bomba
bombon botella brazo brillo broma brujeria buenavida bueno buena burro caballero cabeza cadena caja calle calor cama camara camino camion campana campo cancion carcel carne carretera carro carros carta
cartera casa casas casita castillo cebolla cena centro cerebro cerro chica chicas chico chicos chispita cine circo ciudad clase clasico coche cocina cocinera codigo cohete cola colegiala collar color colores
comida comercio comercial construccion consultorio copa coraje coronel corona correo cosa cosas cosita costa cria crema cruz cuaderno cuadro cuarto cuchara cuchillo cuento cuerpo cueva cuidado danza dado
deporte deportes derecho desierto diario dibujo diente dignidad domino dulzura duende ecologia edificio ejercito elegante emperador emperatriz encanto enemigo energia enfermero equipo eternidad eterno
familiar fantasia fantasma farmacia favorito fiebre finanzas firma fisica flecha fortaleza foto fotos frontera fruta frutas fuente fuentes futuro galeria gallito ganar gasolina gemelos gemelas gigante gitana
gitano globo gloria gorra gota grande gratis guerra guerrera guitarrista hada helicoptero herencia heroe hielo hierro historia hogar hoja honda honor hormiga hospital hotel huevo humano iglesia iguana imagen
imperio imposible india indio infierno inocente instituto inteligente invencible isla islas jabon jaguar jardin jardinera jarabe joya joyas jugador jugo juguete justicia juventud karate laguna lampara lapiz
leche lector lengua lentes ley leyenda libro libros lima limonada lindura llama llave llaves lluvioso lobito logica loteria lucha luchador lugar luz madera madrina maestria magico maiz malo mala mandarina
manos manzanilla mapa maquina maquinaria maravilla marinero mascara matematica medicina melodia memoria mensaje mente mesa meta milagro militar mina mineria minuto misterio mochila modelo moda molino moneda
monstruo morena moreno morenita motocicleta motor movimiento muchacha muchacho muerto mundo murcielago musico naturaleza nave navegante negrita noticias novela nube obrero ojo ojos ola olas olvido orgullo oro
ortiga oscuridad oscuro padrino pais pajarito palabra palacio palma panaderia panadero pantera papel paraiso pared pareja parque pasaporte pasion pastel patria payaso peligro pelota peluche peluqueria
pensamiento pequena pequeno pera perdon perfecta perfecto perfume periodico pescado pescador petroleo piedra piel pierna pies piloto pimienta pintor pintura piramide piscina pistola placer plaza pluma pobre
poesia poeta policial politica polvo portal postre pregunta premio primera primero principal problema promesa puerta puerto pulpo punto pureza puro quimica radio raiz ratita razon realidad recuerdo recuerdos
refugio regalo reloj relampago remedio renacer reservado restaurante revista revolucion riqueza ritmo roble roca rodilla romance romantica romantico ropa ruido ruta sabor saborear sabio sagrado sal salon
salud salvaje salvacion sandalia sano santo santa sapo seda segura seguro seguridad semana senal senor senora senorita sensual sentimiento serpientes siempreviva silencio silla simpatia simpatica simple
sirena sistemas sobre sociedad sofa solitaria solitario sombra sombrero sonido sonrie sorpresa suave suelo superacion talento taller tambor tango taxi taxista teatro techo television templo terremoto tesoro
testigo tiempo tijera timon tinta toalla todopoderoso tormenta tornado torre trabajador traicion tranquila tranquilo transporte tren triangulo trigo triste tristeza trompeta trueno tunel turismo turista unica
unico unidad uniforme universal utopia valiente valor valores valle vampiros vaquero vecino vela velocidad veneno ventana verdad verdadero vestido viaje viajero viajes victorioso vidrio viejita viento
virtud vision vivir volar volcanes voluntad voz yate yoga zafiro zapato zapatos zona zorro zorra
access account action active adventure airplane alpha amateur america american anchor animal answer apples april archer arrow artist aspen assist baby back badboy badger bailey ball balls banana band bandit
bank banner barney basket beach beagle beaver bell berry best better bigboy bigdaddy bigdog bigman bike biker billy biscuit bishop blade blah blaster blazer block blonde bloody blossom bond bonnie booboo
boomer boss bottle bowling boxer brandy brave bravo bridge bright bronco brother brown bubba bubble bubbles buddy budlight buffalo buffy builder bullet bulldog burger buster butter button cable cactus cake
calvin camel camera campbell campus canada candle cannon canyon captain career carpet carrot carter casper cassie castle center chance change charger charlie chase cheese chelsea cherry chess chester chevy
chicken chief chip chopper church cigars circle city clancy classic cleaner clock cloud clover club coach cobra coconut coffee cold colors colt comet common connect contact control cooper copper cosmic
cotton country couple courage cowgirl coyote cracker crash cream creative cricket crimson cross crown cruise crusher curious custom cutie cyclone dakota dallas dancer danger danger dare dark data dead deer
delta denver desert desire detail dexter diamonds dillon director dirty discover doctor dodger dollars dolphin domain double dragonfly dream drive driver drum duck duke dusty eagle early earth easter easy
eclipse edward electric element elephant eleven elite empire energy engine england enjoy enter entry erotic escape escort espresso eternal eternity everest evil excalibur expert explorer express extreme
fairy faith falcon falcons family famous fancy farmer fast fatboy favorite fender fiction fighter film final finger fireball firebird fireman first fishing flame flash flipper florida flyers flying focus
forest forever fortune forward foster fountain fozzie freddie freedom freeman french fresh friday frog froggy front fuzzy galaxy gambit garden garlic gateway gator general genesis gentle giant giants girl
glass global goat gold golden goldfish golfer good goofy gordon grand granny grape grass gravity great green gremlin griffin group guard guardian guitar gunner hammer handsome happy harbor hardware harmony
harvest hawaii hawk hawkeye health heart heather heavy helpme hero heroes hidden high highland history hockey holiday holly home homer honest honor hope hornet hotdog hotrod house houston howard hummer
hunter hunting hurricane iceberg iceman icecream image impala indigo infinity insane inside insight iron island ivory jackass jackpot jaguar jasper jester jewel jobs joker journey joyful judge juice jungle
junior justice karate keeper kermit killer kingdom kingfish kitten knight kodiak lady ladybug laguna lake laker lance laser last later laugh leader legend legends lemon leopard letter level liberty light
lights lily lincoln little live living lizard local lock london lonely lone long lord lost lotus lucky lunch machine maddog madison magician magnet magnolia magnum mailman manager mango marble mariner
market marshall martini marvel mask matrix matter maximum meadow media medical mellow melody member memory mercury merlin message meteor michigan midnight mighty millenium miller million mimi mine miracle
mirror mission mistress mobile modern mohawk moment money monica monroe montana moose morning morris mountain mouse movie muffin murphy muscle mustang mystery mystic nascar nature nautica nebula network
newlife news nicholas night nightmare nimbus nine ninja noble normal north nothing nugget number nurse nutmeg oakland ocean october odyssey officer oliver olympus omega online open optimus orange orchid
oregon original orion oscar other outdoor outlaw oxford pacific packer painter palace panic panther paper paradise paradox parker passion password patches patience patriot peace peach peaches peanut
pebbles penguin people perfect perfume person phantom phone photo picard picture pilot pimpin pinky pioneer pirate planet platinum player playboy please pleasure plumber pocket poetry poison poker polaris
police pony popcorn poppy portal poseidon precious predator premier present preston pretty primus princess prince private promise property prophet purple puzzle python quality quest quick quiet rabbit
racer radar radio raider rain raindrop rainbow ranger raptor raven reality rebel record reddog redhead redskins redwing regina register remember republic rescue rhythm ripper river road robin rocket rocks
rocky roller romance romeo ronin rooster rosebud royal ruby runner running rusty sabbath saint salmon samson sandman sapphire saturn savage scooter score scorpio scorpion scout seabiscuit search season
second secure security senior sensei septembre sergeant seven shadow shalom shannon shark sharp shelter sheriff shiny shogun shooter shorty shotgun sierra silence silver simple single skater skinny skipper
skydive skyline slayer sleepy slick smile smiley smokey smooth sniper snow snowball snowman soccer soldier solution sophie soul southern spanky sparkle sparky speaker special speed speedy spencer sphinx
spider spirit spitfire splash sports spring sprite squirrel stallion standard stanley stargate start status steel stealth stella steven stinky stone storage storm story stranger strawberry stream street
strike stripes studio sublime success sugar summer sunday sundance sunflower sunlight sunrise sunset super supernova superman support surfer surfing survivor swimmer sword sydney symbol system taurus teacher
teddy teddybear temple tennis texas theater theman thinker thirteen thumper thunder thunderbird ticket tiger timber time tinker tomato tomcat toronto total tower toyota tractor trader trailer training
transam travel traveler treasure trick trigger triple triumph trooper trophy trouble truck trumpet truth tucker turbo turkey turtle twins twister ultimate umbrella undertaker unicorn union unique united
unity universe valley vampire vegas velvet vertigo victor victory viking village viper virgin vision visitor volcano volley voyager waffle walker wall warlock warrior warriors water watermelon weasel weather
webmaster welcome western whale whiskey white wicked wildcat wildcats wild willow window winger winner winston winter wisdom wizard wolfgang wolfman wolverine wonder wonderful wood worker world wrangler
wrestling writer yellow yoyo zebra zeppelin zenith zombie
`

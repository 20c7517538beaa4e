// Given names and surnames that people take for passwords, without accents. Compiled for this project.

export const NOMBRES = `
aaron abel abigail abraham ada adan adela adelaida adolfo adrian adriana agustin aida alan alba albert alberto aldo alejandra alejandro alex alexa alexander alexandra alexis alfonso alfredo alicia alison
alisson alma alonso alvaro amalia amanda amelia amparo ana anabel anahi anais andrea andres andrew angel angela angeles angelica angelina angelo angie anita anna annie anthony antonella antonia antonio
antony araceli ariana ariel arlette armando arturo ashley astrid augusto aurelio aurora axel azucena barbara beatriz belen benito benjamin bernarda bernardo berta betsabe betty bianca blanca bolivar boris
brandon brayan brenda brian brigitte britany bruno bryan byron camila camilo candy carina carla carlita carlitos carlo carlos carlota carmela carmelo carmen carmita carol carolina caroline cathy catalina
cecilia celeste celia celso cesar charles charlotte chris christian christina christopher cindy claudia claudio clara clemencia clemente concepcion consuelo corina cristian cristina cristobal cristopher
cynthia daisy damaris damian dana daniel daniela daniella danilo danna danny dario darwin dave david dayana dayanna debora deborah delia denis denise dennis diana diego dina domenica domingo dominic
dominique doris dorothy dulce dylan eddie eddy edgar edison edith edmundo eduarda eduardo edward edwin efrain elba elena eleonor eli elian eliana elias elisa elizabeth ella ellen elsa elvia elvira elvis
emanuel emilia emiliana emiliano emilio emily emma emmanuel enrique eric erica erick erik erika ernesto esperanza esteban estefania estefany estela ester esther estrella etelvina eugenia eugenio eunice eva
evelin evelyn ezequiel fabian fabiana fabiola fabricio fanny fatima fausto federico felicia felipe felix fermin fernanda fernando fidel filomena flavia flavio flor florencia fran francesca francis francisca
francisco franco frank franklin freddy frida gabriel gabriela gabriella galo geovanna geovanny george gerald gerardo german germania gilberto gilda gina ginger giovanna giovanni gisela giselle gissela gladys
gloria gonzalo grace graciela greta gregorio guadalupe guido guillermo gustavo hannah harold harry hector helen helena henry herman hernan hilda homero horacio hugo humberto ian ignacio iliana ines ingrid
irene iris irma isaac isabel isabela isabella isaias isidro ismael israel italo ivan ivana ivette ivonne jack jackson jacob jacqueline jaime jairo jair james jamie jane janet janeth jasmin jason javier
jazmin jean jefferson jeffrey jenifer jennifer jenny jeremias jeremy jerome jessica jessie jesus jhon jhonny jimena jimmy joan joanna joaquin joel joey johana johanna john johnny jonas jonathan jordan jordy
jorge jose josefa josefina joselyn joseph joshua josue juan juana juanita juancarlos juandiego juanpablo juanjose julia julian juliana juliana juliet julieta julio julissa justin karen karin karina karla
karol katherin katherine kathy katiuska katy kelly kenneth kerly kerry kevin kiara kim kimberly kristel kristina kyle lady larry laura lauren lady leandro leidy leila lenin leo leon leonardo leonela leonor
leonora leopoldo leslie leticia lia lidia lili lilia lilian liliana lily lina linda lisa lisbeth lissette lizbeth lizeth lola lolita lorena lorenzo loreta louis lourdes luana lucas lucero lucho lucia
luciana luciano lucila lucrecia lucy luigi luis luisa luisito luisana luisfernando lupe lupita luz lyn mabel madeleine magali magaly maite malena manolo manuel manuela manuelita marc marcela marcelo marcia
marco marcos margarita margoth maria mariabelen mariafernanda mariajose mariana marianela mariano maribel maricela marie marilu marilyn marina mario marisol maritza mariuxi mark marlene marlon marta martha
martin martina mary maryuri mateo matias matilde matthew mauricio mauro max maximiliano maximo mayra medardo melany melba melina melinda melissa mercedes merly mia micaela michael michel michelle miguel
miguelangel mike mila milagros milena milton mireya miriam mirian misael mishel moises molly monica monserrat monserrath moreno myriam nadia nancy naomi narcisa nataly natalia natalie nathaly nathan
nathalia nayeli nelly nelson nestor nicol nicolas nicole nidia nieves nilda noe noelia noemi nora norma nube nuria octavio odalys ofelia olga oliver olivia olmedo omar orlando oscar osvaldo oswaldo pablo
paloma pamela paola paolo pascual patricia patricio patrick patty paul paula paulina paulo pedrito pedro penelope pepe pepito peter petrona piedad pilar pierina pierre priscila rachel rafael rafaela raisa
ramiro ramon randy raquel raul rebeca rebecca regina reina renata rene reynaldo ricardo richard rigoberto rita robert roberta roberto robin rocio rodolfo rodrigo rogelio roger roland rolando romina romulo
ronald ronny roque rosa rosalia rosana rosario rosaura rose rosita roxana roy ruben rubi rudy ruth ryan sabina sabrina salome salvador samanta samantha samuel sandra sandy santiago santos sara sarah sarita
saul scarlett scott sebastian segundo selena serena sergio sheila sheyla shirley silvana silvia silvio simon simona sofia soledad sonia sophia stalin stefan stefania stefano stephanie stephany steven stiven
stuart susan susana susy sylvia tamara tania tatiana telmo teodoro teofilo teresa teresita thalia thiago thomas tiffany tito tobias tomas tony trinidad tyler ulises ursula valentin valentina valentino
valeria valerie valery vanesa vanessa vera veronica vicente victor victoria vilma vinicio violeta virginia viviana vladimir walter washington wellington wendy wilfrido william wilmer wilson wladimir ximena
xavier xiomara yadira yajaira yamila yanina yasmin yesenia yolanda yomaira yuliana yuri zaida zoe zoila zulema zully
`

export const APELLIDOS = `
abad acosta aguilar aguirre alarcon alava alcivar aldaz alvarado alvarez alvear amaya andrade anderson angulo aragon araujo arboleda arce arellano arevalo arguello arias armas armijos arroyo arteaga astudillo
avila aviles ayala azuay baez balda balseca banegas barba barragan barreiro barrera barreto barros basantes bastidas bautista bazurto becerra bedoya bejarano beltran benalcazar benavides benitez bermeo
bermudez bernal betancourt bonilla borja bravo briones brown bueno burgos bustamante bustos caballero cabezas cabrera caceres caicedo calderon calero calle camacho campos campoverde cantos carbo cardenas
cardona carpio carranza carrasco carrera carrillo carrion carvajal castaneda castellanos castillo castro cedeno celi cevallos chacon chamba chango chavez chica chicaiza chiriboga choez clark coello cobo
coloma contreras cordero cordova coronel corral correa correia cortes cortez costales crespo cruz cueva cuenca cueva davalos davis davila delgado diaz diez dominguez donoso duarte duenas duque duran eche
echeverria egas endara enriquez escobar escudero espin espinel espinosa espinoza estevez estrada falconi farias fernandez ferrin fierro figueroa flores fonseca franco freire fuentes galarza galindo gallardo
gallegos galvez gamboa garaycoa garces garcia garrido garzon gavilanes gaibor gil giler godoy gomez gonzales gonzalez granda granizo grijalva guaman guamani guano guerra guerrero guevara guillen gutierrez
guzman haro heredia hernandez herrera hidalgo hinojosa holguin hurtado ibarra iglesias iniguez intriago izquierdo jacome jara jaramillo jarrin jimenez johnson jones jurado laines lara larrea lasso leal
ledesma leiva leon lima linares llerena lluminquinga loaiza loayza loor lopez lozada lozano lucas lucero luna luzuriaga macas macias maldonado manosalvas mantilla manzano marin marquez martin martinez
mata medina meza mejia melo mena mendez mendieta mendoza menendez merchan merino miller mina miranda mite molina moncada moncayo montalvo montano montero montenegro montesdeoca montoya mora moran moreira
morales morejon moreno morillo morocho moreta mosquera moya munoz murillo naranjo narvaez nava navarrete navarro navas neira nieto noboa nolivos noriega novillo nunez obando ocampo ocana ochoa ojeda olivo
olvera onofre ordonez orellana orozco orrala ortega ortiz ortuno osorio otavalo oviedo pacheco padilla paez palacios palma pallo paredes parra parrales pastor patino paucar paz pazmino pena penafiel
peralta perez pesantez pico pilco pilla pillajo pinargote pincay pineda pino pinto plaza polo ponce portilla posso pozo prado proano puente puga quevedo quezada quilumba quimbiulco quimi quinde quinonez
quintana quintero quishpe quispe quiroga quiroz ramirez ramon ramos rea recalde rendon restrepo revelo reyes ricaurte rios riofrio rivadeneira rivas rivera robalino robinson robles roca rocha rodas
rodriguez rojas roldan roman romero romo ron rosado rosales rosas rosero rubio rueda ruiz saavedra saenz salas salazar salcedo saldana salgado salinas saltos samaniego samaniego sanchez sandoval sanmartin
santacruz santamaria santana santander santillan santos sarmiento segovia serrano sevilla sierra sigcha silva simbana sinchi smith solano solis solorzano soria soriano sosa soto sotomayor suarez suntaxi
tapia tapuy taylor tello teran thomas tigre tipan tipantuna toapanta tobar toledo tomala toro torres tovar trujillo tumbaco ubidia ulloa urgiles uribe urquizo vaca valarezo valdez valdivieso valencia
valenzuela valladares vallejo valle valverde vargas varela vasconez vasquez vazquez veintimilla vega vela velasco velasquez velastegui velez vera vergara verdezoto vicuna vilchez villa villacis villacres
villagomez villalba villamar villamarin villao villavicencio villegas villena vinueza vivanco vizcaino white williams wilson yagual yanez yepez yugcha yumbo yanza zabala zambrano zamora zapata zavala zuniga
zurita
`

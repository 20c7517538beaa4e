// Ecuador: its provinces, cantons and places, and what its people are called, without accents. Compiled for this project.

export const LUGARES = `
ecuador miecuador ecuadorminacionalidad ecuadormipais vivaecuador quito quitoecuador guayaquil guayaquilecuador cuenca cuencaecuador santodomingo machala manta mantaecuador portoviejo duran loja lojaecuador
ambato riobamba esmeraldas quevedo milagro ibarra latacunga babahoyo tulcan sangolqui pasaje chone montecristi daule huaquillas jipijapa elcarmen otavalo santarosa naranjal naranjito puyo tena macas zamora
nuevaloja lagoagrio orellana coca elcoca puertofranciscodeorellana shushufindi lajoyadelossachas guaranda azogues cayambe cotacachi atuntaqui pelileo banos banosdeaguasanta salinas lalibertad santaelena
playas generalvillamil villamil pedernales bahia bahiadecaraquez sucre rocafuerte calceta tosagua jaramijo puertolopez montanita olon ayampe atacames tonsupa sua muisne quininde laconcordia rosazarate
sanlorenzo vinces ventanas buenafe valencia mocache palenque baba montalvo elempalme balzar colimes elguabo balsas arenillas zaruma pinas portovelo atahualpa catamayo macara cariamanga catacocha alamor
celica saraguro vilcabamba gualaceo paute chordeleg sigsig giron santaisabel nabon canar latroncal biblian suscal deleg alausi chunchi guano chambo colta guamote cumanda penipe pillaro patate quero cevallos
mocha tisaleo salcedo pujili saquisili sigchos lamana pangua machachi mejia ruminahui tumbaco cumbaya conocoto calderon carapungo sangolqui pomasqui elvalle losvalles elquinche pifo puembo nayon tababela
pedrovicentemaldonado puertoquito sanmiguel losbancos mindo nanegalito pimampiro urcuqui antonioante elangel mira bolivar sanisidro montufar sangabriel huaca archidona baeza quijos elchaco tena misahualli
mera santaclara arajuno palora gualaquiza sucua limon mendez logrono taisha yantzaza elpangui centinela chinchipe zumba galapagos santacruz sancristobal isabela puertoayora baquerizo samborondon
ladaule nobol lomas lomasdesargentillo palestina pedrocarbo santalucia salitre yaguachi simonbolivar bucay coronelmarcelino eltriunfo isidroayora azuay bolivar canar carchi chimborazo cotopaxi eloro
guayas imbabura losrios manabi moronasantiago morona napo pastaza pichincha sucumbios tungurahua zamorachinchipe santodomingodelostsachilas tsachilas cotopaxinevado chimboracito cayambeandes antisana
illiniza iliniza pasochoa reventador sangay altar cajas elcajas cuicocha quilotoa yasuni cuyabeno amazonia oriente sierra costa andes andino andina laperla perladelpacifico caritadedios guayaco guayaca
guayaquileno guayaquilena quiteno quitena cuencano cuencana manabita manaba esmeraldeno esmeraldena lojano lojana ambateno ambatena riobambeno riobambena orense orensita machaleno machalena carchense
imbabureno otavaleno ibarreno serrano costeno mono chulla chullaquiteno longo morlaco ecuatoriana ecuatorianos monoculo malecon lasolas laspenas elpanecillo panecillo mitaddelmundo larolda lamariscal
ejido carolina lacarolina alborada urdesa sauces guasmo kennedy ceibos floresta solanda chillogallo quitumbe cotocollao elinca inaquito
`

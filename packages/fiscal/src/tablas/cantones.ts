/** Provincias and cantones of 2025 by INEC code: two digits for a provincia, two more for a cantón. */
export const CANTONES: Readonly<Record<string, readonly [provincia: string, cantones: string]>> = {
  '01': [
    'Azuay',
    '01 Cuenca|02 Girón|03 Gualaceo|04 Nabón|05 Paute|06 Pucará|07 San Fernando|08 Santa Isabel|09 Sígsig|10 Oña|11 Chordeleg|12 El Pan|13 Sevilla de Oro|14 Guachapala|15 Camilo Ponce Enríquez',
  ],
  '02': ['Bolívar', '01 Guaranda|02 Chillanes|03 Chimbo|04 Echeandía|05 San Miguel|06 Caluma|07 Las Naves'],
  '03': ['Cañar', '01 Azogues|02 Biblián|03 Cañar|04 La Troncal|05 El Tambo|06 Déleg|07 Suscal'],
  '04': ['Carchi', '01 Tulcán|02 Bolívar|03 Espejo|04 Mira|05 Montúfar|06 San Pedro de Huaca'],
  '05': ['Cotopaxi', '01 Latacunga|02 La Maná|03 Pangua|04 Pujilí|05 Salcedo|06 Saquisilí|07 Sigchos'],
  '06': ['Chimborazo', '01 Riobamba|02 Alausí|03 Colta|04 Chambo|05 Chunchi|06 Guamote|07 Guano|08 Pallatanga|09 Penipe|10 Cumandá'],
  '07': [
    'El Oro',
    '01 Machala|02 Arenillas|03 Atahualpa|04 Balsas|05 Chilla|06 El Guabo|07 Huaquillas|08 Marcabelí|09 Pasaje|10 Piñas|11 Portovelo|12 Santa Rosa|13 Zaruma|14 Las Lajas',
  ],
  '08': ['Esmeraldas', '01 Esmeraldas|02 Eloy Alfaro|03 Muisne|04 Quinindé|05 San Lorenzo|06 Atacames|07 Rioverde'],
  '09': [
    'Guayas',
    '01 Guayaquil|02 Alfredo Baquerizo Moreno (Juján)|03 Balao|04 Balzar|05 Colimes|06 Daule|07 Durán|08 El Empalme|09 El Triunfo|10 Milagro|11 Naranjal|12 Naranjito|13 Palestina|14 Pedro Carbo|16 Samborondón|18 Santa Lucía|19 Salitre|20 San Jacinto de Yaguachi|21 Playas|22 Simón Bolívar|23 Coronel Marcelino Maridueña|24 Lomas de Sargentillo|25 Nobol|27 General  Antonio Elizalde|28 Isidro Ayora',
  ],
  '10': ['Imbabura', '01 Ibarra|02 Antonio Ante|03 Cotacachi|04 Otavalo|05 Pimampiro|06 San Miguel de Urcuquí'],
  '11': [
    'Loja',
    '01 Loja|02 Calvas|03 Catamayo|04 Celica|05 Chaguarpamba|06 Espíndola|07 Gonzanamá|08 Macará|09 Paltas|10 Puyango|11 Saraguro|12 Sozoranga|13 Zapotillo|14 Pindal|15 Quilanga|16 Olmedo',
  ],
  '12': [
    'Los Ríos',
    '01 Babahoyo|02 Baba|03 Montalvo|04 Puebloviejo|05 Quevedo|06 Urdaneta|07 Ventanas|08 Vinces|09 Palenque|10 Buena Fe|11 Valencia|12 Mocache|13 Quinsaloma',
  ],
  '13': [
    'Manabí',
    '01 Portoviejo|02 Bolívar|03 Chone|04 El Carmen|05 Flavio Alfaro|06 Jipijapa|07 Junín|08 Manta|09 Montecristi|10 Paján|11 Pichincha|12 Rocafuerte|13 Santa Ana|14 Sucre|15 Tosagua|16 24 de Mayo|17 Pedernales|18 Olmedo|19 Puerto López|20 Jama|21 Jaramijó|22 San Vicente',
  ],
  '14': [
    'Morona Santiago',
    '01 Morona|02 Gualaquiza|03 Limón Indanza|04 Palora|05 Santiago|06 Sucúa|07 Huamboya|08 San Juan Bosco|09 Taisha|10 Logroño|11 Pablo Sexto|12 Tiwintza|13 Sevilla Don Bosco',
  ],
  '15': ['Napo', '01 Tena|03 Archidona|04 El Chaco|07 Quijos|09 Carlos Julio Arosemena Tola'],
  '16': ['Pastaza', '01 Pastaza|02 Mera|03 Santa Clara|04 Arajuno'],
  '17': [
    'Pichincha',
    '01 Quito|02 Cayambe|03 Mejía|04 Pedro Moncayo|05 Rumiñahui|07 San Miguel de los Bancos|08 Pedro Vicente Maldonado|09 Puerto Quito',
  ],
  '18': [
    'Tungurahua',
    '01 Ambato|02 Baños de Agua Santa|03 Cevallos|04 Mocha|05 Patate|06 Quero|07 San Pedro de Pelileo|08 Santiago de Píllaro|09 Tisaleo',
  ],
  '19': [
    'Zamora Chinchipe',
    '01 Zamora|02 Chinchipe|03 Nangaritza|04 Yacuambi|05 Yantzaza|06 El Pangui|07 Centinela del Cóndor|08 Palanda|09 Paquisha',
  ],
  '20': ['Galápagos', '01 San Cristóbal|02 Isabela|03 Santa Cruz'],
  '21': ['Sucumbíos', '01 Lago Agrio|02 Gonzalo Pizarro|03 Putumayo|04 Shushufindi|05 Sucumbíos|06 Cascales|07 Cuyabeno'],
  '22': ['Orellana', '01 Francisco de Orellana|02 Aguarico|03 La Joya de los Sachas|04 Loreto'],
  '23': ['Santo Domingo de los Tsáchilas', '01 Santo Domingo|02 La Concordia'],
  '24': ['Santa Elena', '01 Santa Elena|02 La Libertad|03 Salinas'],
}

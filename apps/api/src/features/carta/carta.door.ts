// Letters of the installation: posted, sent, and whom one about a document reaches.
export { EntregaCartas, postCarta, searchCartas, type Adjuntar, type Carta } from './carta-cuenta.service.ts'
export { correoDePersona } from './carta-cuenta.sql.ts'
export { countNuevos } from './destinatarios.service.ts'
export { cartaOf, destinosOf, medioSiSale, type CartaNueva, type MedioCorreo } from './destinos.sql.ts'
export { sinEnlaces } from './sin-enlaces.ts'
export { esperaMs, MAX_INTENTOS, negativaOf, Transporte } from './transporte.ts'

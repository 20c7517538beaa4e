// Letters of the installation and of companies: writing, queueing, sending, and the receivers of a letter about a document.
export { readAjuste, readEmisor, type Ajuste } from './ajuste.sql.ts'
export { cartaDeEmpresa } from './carta-empresa.ts'
export { htmlOf } from './carta-html.ts'
export { enLinea, remitenteOf } from './remitente.ts'
export { EntregaCartas, postCarta, searchCartas, type Adjuntar, type Carta, type Retirada } from './carta-cuenta.service.ts'
export {
  cartasDePago,
  claimPaquete,
  correoDePersona,
  estadoDePaquete,
  saveEntregada,
  saveNegativa,
  type CartaDePaquete,
} from './carta-cuenta.sql.ts'
export { countCartas, countDeEmpresa, countDestinatarios, countNuevos, countSolas, turnoDe } from './destinatarios.service.ts'
export { cartaOf, destinosOf, medioDe, medioSiSale, type CartaNueva, type MedioCorreo } from './destinos.sql.ts'
export { sinEnlaces } from './sin-enlaces.ts'
export { esperaMs, MAX_INTENTOS, negativaOf, Transporte } from './transporte.ts'

// Whom a mail reaches.
export { destinosOf, medioSiSale, type MedioCorreo } from './destinos.sql.ts'

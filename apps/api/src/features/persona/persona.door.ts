// The people of a company, found and made by whoever names one.
export { cargaPersonas } from './carga-personas.ts'
export { calificacionesOf, isSociedad, withRegimen } from './persona-condicion.service.ts'
export { autorPersonaBy } from './persona-credito.ts'
export { altaContada, create, edit, ensurePersona, read, reviewForm, type Alta } from './persona.service.ts'
export { findByIdentificacion, findIds as findPersonas } from './persona.sql.ts'
export { avisoUnida } from './persona-union.service.ts'
export { isDePersona, withUnidas } from './persona-vigente.sql.ts'
// What lists ask the database, for its measurement.
export { searchPersonas } from './persona.sql.ts'

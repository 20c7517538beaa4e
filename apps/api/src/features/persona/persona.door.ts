// The people of a company, found and created by other features.
export { cargaPersonas } from './carga-personas.ts'
export { calificacionesOf, isSociedad, withRegimen } from './persona-condicion.service.ts'
export { autorPersonaBy } from './persona-credito.ts'
export { altaContada, create, edit, ensurePersona, read, reviewForm, type Alta } from './persona.service.ts'
export { findByIdentificacion, findIds as findPersonas } from './persona.sql.ts'
export { avisoUnida } from './persona-union.service.ts'
export { isDePersona, withUnidas } from './persona-vigente.sql.ts'
// Queries of the lists, for their measurement.
export { searchPersonas } from './persona.sql.ts'

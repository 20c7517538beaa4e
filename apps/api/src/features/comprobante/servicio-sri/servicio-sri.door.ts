// The authority as its callers see it: how fast it may be called, and whether it answers.
export { calladoEn, isCallado } from './callado.sql.ts'
export { desfaseOf, Desfases, isNotable, isTooFar } from './desfase.ts'
export { Disyuntores, type Alcance, type Callado, type Servicio } from './disyuntores.ts'
export { Ritmo, type ServiciosSri } from './servicios-sri.ts'

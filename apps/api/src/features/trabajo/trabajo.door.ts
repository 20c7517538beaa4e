// Large files that a worker makes: each kind belongs to its concept, and none is known here.
export { Trabajos } from './trabajo-obra.service.ts'
export { sendTrabajo } from './trabajo-archivo.service.ts'
export { registerTrabajo } from './trabajo.routes.ts'
export { start } from './trabajo.service.ts'
export type { EncargoTrabajo, TipoDeTrabajo, TrabajoNuevo } from './tipo.ts'

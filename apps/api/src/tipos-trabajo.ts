import { trabajoArchivos, trabajoReporte } from './features/reporte/reporte.door.ts'
import type { TipoDeTrabajo } from './features/trabajo/trabajo.door.ts'

/** Every kind of file that a worker makes for somebody. */
export const TIPOS_DE_TRABAJO: readonly TipoDeTrabajo[] = [trabajoArchivos, trabajoReporte]

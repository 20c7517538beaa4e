import type { TipoDeCarga } from './features/carga/carga.door.ts'
import { cargaExistencias } from './features/movimiento/movimiento.door.ts'
import { cargaPersonas } from './features/persona/persona.door.ts'
import { cargaPrecios, cargaProductos } from './features/producto/producto.door.ts'

/** Every kind of sheet that a company uploads, for the calls and for the worker. */
export const TIPOS_DE_CARGA: readonly TipoDeCarga[] = [cargaProductos, cargaPrecios, cargaExistencias, cargaPersonas]

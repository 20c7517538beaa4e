import type { Fuentes } from '../fuentes/fuentes.ts'
import type { Autorizacion } from './marco.ts'
import type { Marca } from './marcas.ts'

/** Data of a layout besides the content. */
export interface Presentacion {
  readonly fuentes: Fuentes
  readonly marcas: readonly Marca[]
  readonly autorizacion: Autorizacion
  /** Bars of the clave de acceso; undefined without a clave. */
  readonly modulos: readonly number[] | undefined
  readonly logo: Uint8Array | undefined
  /** Name of the printing product, at the foot and in the properties; empty for none. */
  readonly producto: string
}

import type { Fuentes } from '../fuentes/fuentes.ts'
import type { Autorizacion } from './marco.ts'
import type { Marca } from './marcas.ts'

/** All a layout needs besides the content. */
export interface Presentacion {
  readonly fuentes: Fuentes
  readonly marcas: readonly Marca[]
  readonly autorizacion: Autorizacion
  /** Bars of the clave de acceso; undefined without a clave. */
  readonly modulos: readonly number[] | undefined
  readonly logo: Uint8Array | undefined
  /** Who prints, named at the foot and in the properties; nobody is when empty. */
  readonly producto: string
}

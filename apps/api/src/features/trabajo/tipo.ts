import type { Collection, PedidoTrabajo, TipoTrabajo } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema-columna.ts'
import type { Deps } from '../../deps.ts'
import type { ArchivoEscrito } from '../../http/exportacion.ts'

/** A file that somebody asks a worker for. */
export interface TrabajoNuevo {
  tipo: TipoTrabajo
  pedido: PedidoTrabajo
  /** Right that a person needs to download the file. */
  derecho?: Collection | undefined
  /** Name of the file. */
  archivo: string
  /** Total that progress is counted against. */
  total: number
  /** Name of the action in the audit. */
  accion: string
}

/** What a worker makes, and for which user. */
export interface EncargoTrabajo {
  empresaId: EmpresaId
  ambiente: Ambiente
  pedido: PedidoTrabajo
}

/** A kind of job; the concept that generates the file provides it. */
export interface TipoDeTrabajo {
  readonly id: TipoTrabajo
  /** Starts from the first byte at each call; reports `hechos` as it goes. */
  make(deps: Deps, encargo: EncargoTrabajo, tell: (hechos: number) => void): Promise<Pick<ArchivoEscrito, 'mime' | 'contenido'>>
}

import type { Collection, PedidoTrabajo, TipoTrabajo } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema-columna.ts'
import type { Deps } from '../../deps.ts'
import type { ArchivoEscrito } from '../../http/exportacion.ts'

/** A file that somebody asks a worker for. */
export interface TrabajoNuevo {
  tipo: TipoTrabajo
  pedido: PedidoTrabajo
  /** The right that whoever takes the file must have. */
  derecho?: Collection | undefined
  /** Name of the file. */
  archivo: string
  /** What progress is counted against. */
  total: number
  /** How the audit calls it. */
  accion: string
}

/** What a worker makes, and for whom. */
export interface EncargoTrabajo {
  empresaId: EmpresaId
  ambiente: Ambiente
  pedido: PedidoTrabajo
}

/** A kind of job, of the concept that has its generator. */
export interface TipoDeTrabajo {
  readonly id: TipoTrabajo
  /** Begins from the first byte whenever it is called; `hechos` is told as it goes. */
  make(deps: Deps, encargo: EncargoTrabajo, tell: (hechos: number) => void): Promise<Pick<ArchivoEscrito, 'mime' | 'contenido'>>
}

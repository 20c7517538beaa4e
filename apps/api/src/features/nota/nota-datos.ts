import type { NotaForm } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'

import type { ContextoEmision } from '../comprobante/armado/armado.door.ts'

/** The data of a note besides its totals. */
export interface NotaDatos<Form extends NotaForm = NotaForm> {
  form: Form
  fecha: Fecha
  contexto: ContextoEmision
  /** RUC of the provider of the system, compulsory in every document when the installation has one (O-89). */
  rucProveedor: string | undefined
}

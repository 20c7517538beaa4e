import type { NotaForm } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Problem } from '../../errors.ts'
import { mayDo, type SesionAbierta } from '../../plugins/session.ts'
import { readEntrada } from './nota.sql.ts'

const MENSAJE = 'Su usuario no puede dar descuentos: devuelva unidades, o pida la nota a quien pueda darlos.'

/**
 * A credit note that gives back money and no goods is a discount after the sale (O-100): without it, who may not give one in the factura
 * would give it here. A price nobody sets: units go back at the factura's own, a debit note adds what is owed, and a liquidación pays
 * what the supplier asks, for which the list of sale prices says nothing. A correction keeps what was issued, whoever issued it.
 */
export async function checkPermisoNota(tx: Tx, session: SesionAbierta, id: string | undefined, form: NotaForm): Promise<Problem[]> {
  if (form.tipo !== COD_DOC.NOTA_CREDITO || mayDo(session, 'documento:descuento')) return []
  const emitida = id === undefined ? undefined : await readEntrada(tx, session.empresaId, id)
  const before = emitida?.tipo === COD_DOC.NOTA_CREDITO ? emitida : undefined
  const clase = form.clase === 'DESCUENTO' && before?.clase !== 'DESCUENTO' ? [{ campo: 'clase', message: MENSAJE }] : []
  const montos = form.creditos.flatMap(({ linea, monto }, at) =>
    monto === undefined || before?.creditos.some((one) => one.linea === linea && one.monto === monto) ? [] : [{ campo: `creditos.${at}.monto`, message: MENSAJE }])
  return [...clase, ...montos]
}

import type { NotaCreditoForm, NotaDebitoForm, NotaForm } from '@yupana/contract'
import { COD_DOC } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Problem } from '../../errors.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { issuedBefore, lineaKey } from '../comprobante/armado/armado.door.ts'
import { readEntrada } from './nota.sql.ts'

const DEVOLUCION = 'Su usuario no puede dar descuentos: devuelva unidades, o pida la nota a quien pueda darlos.'
const DESCUENTO = 'Su usuario no puede dar descuentos: déjelo en 0, o pida la nota a quien pueda darlos.'
const PRECIO = {
  campo: 'modificado.numero',
  message: 'Esa factura no está en el sistema y su usuario no puede poner precios: pida la nota a quien pueda, o que registre la factura.',
}

interface Permisos {
  cambia: boolean
  descuenta: boolean
}

/** Whether both change the same document: notes issued over another one do not count. */
function isSameModificado({ modificado: one }: NotaForm, { modificado: other }: NotaForm): boolean {
  return one.documento_id === other.documento_id && one.cod_doc === other.cod_doc && one.numero === other.numero
}

/** Money returned without goods is a discount after the sale; units are returned at the price of their factura. */
function checkCreditos({ clase, creditos }: NotaCreditoForm, before: NotaCreditoForm | undefined): Problem[] {
  const montos = creditos.flatMap(({ linea, monto }, at) =>
    monto === undefined || before?.creditos.some((one) => one.linea === linea && one.monto === monto)
      ? []
      : [{ campo: `creditos.${at}.monto`, message: DEVOLUCION }],
  )
  return clase === 'DESCUENTO' && before?.clase !== 'DESCUENTO' ? [{ campo: 'clase', message: DEVOLUCION }, ...montos] : montos
}

/** Lines of a factura issued elsewhere: the user types their prices. */
function checkLineas({ lineas, modo }: NotaCreditoForm, before: NotaCreditoForm | undefined, { cambia, descuenta }: Permisos): Problem[] {
  const wasIssued = issuedBefore((before?.lineas ?? []).map((linea) => lineaKey(linea, before?.modo ?? modo)))
  const nuevas = lineas.map((linea) => !wasIssued(lineaKey(linea, modo)))
  return [
    ...(!cambia && nuevas.includes(true) ? [PRECIO] : []),
    ...lineas.flatMap(({ descuento }, at) =>
      !descuenta && nuevas[at] && descuento > 0 ? [{ campo: `lineas.${at}.descuento`, message: DESCUENTO }] : [],
    ),
  ]
}

/** Charges added to a factura of ours are owed on it; to one from elsewhere, any charge could be added. */
function checkMotivos({ motivos }: NotaDebitoForm, before: NotaDebitoForm | undefined): Problem[] {
  const keyOf = ({ valor, iva, razon }: NotaDebitoForm['motivos'][number]): string => JSON.stringify([valor, iva, razon])
  const wasIssued = issuedBefore((before?.motivos ?? []).map(keyOf))
  return motivos.every((motivo) => wasIssued(keyOf(motivo))) ? [] : [PRECIO]
}

/**
 * Checks prices and discounts of a note for a user without the right to them (O-100). `form` names a factura of ours by id. A correction
 * keeps the parts issued over the same document, by any user.
 */
export async function checkPermisoNota(tx: Tx, session: SesionAbierta, id: string | undefined, form: NotaForm): Promise<Problem[]> {
  const permisos: Permisos = { cambia: mayDo(session, 'documento:cambiar_precio'), descuenta: mayDo(session, 'documento:descuento') }
  const { cambia, descuenta } = permisos
  if (cambia && descuenta) return []
  const issued = id === undefined ? undefined : await readEntrada(tx, session.empresaId, id)
  const before = issued && isSameModificado(issued, form) ? issued : undefined
  const isOurs = form.modificado.documento_id !== undefined
  if (form.tipo === COD_DOC.NOTA_DEBITO) return isOurs || cambia ? [] : checkMotivos(form, before?.tipo === form.tipo ? before : undefined)
  const credito = before?.tipo === form.tipo ? before : undefined
  return [...(descuenta ? [] : checkCreditos(form, credito)), ...(isOurs ? [] : checkLineas(form, credito, permisos))]
}

import type { NotaForm } from '@yupana/contract'
import { COD_DOC, displayFecha, MODO_EMISION } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Problem } from '../../errors.ts'
import { impedimentoOf, isSameReceptor, readOrigen, type FacturaOrigen } from './factura-origen.ts'
import { findFacturas, lockNotasOf, puntoExists } from './nota.sql.ts'

// Which document a note changes: the same factura of ours by its id or by its number, or one that was issued elsewhere.

interface Lugar {
  empresaId: string
  ambiente: string
}

const NOTA_VENTA = '02'
/** What facturas are called: 18 is the ATS's word for those sold, and a paper one may be a nota de venta. */
const NOMBRES_FACTURA: readonly string[] = [COD_DOC.FACTURA, NOTA_VENTA, '18']

/** The id of our factura that bears this number; of several under their own authorisations the one of that day. */
async function findByNumero(tx: Tx, { empresaId, ambiente }: Lugar, { numero, fecha }: NotaForm['modificado']): Promise<string | undefined> {
  const found = await findFacturas(tx, { empresaId, ambiente, numero })
  const ofDay = found.filter(({ fecha_emision }) => fecha_emision === fecha)
  return (ofDay.find(({ estado }) => estado === 'AUTORIZADO') ?? ofDay[0] ?? found[0])?.id
}

/** The form with the id of the factura it names by number, where that is ours; and what forbids to name it so. */
async function resolveModificado<Form extends NotaForm>(tx: Tx, lugar: Lugar, form: Form): Promise<{ form: Form; problemas: Problem[] }> {
  const { modificado } = form
  if (modificado.documento_id !== undefined) return { form, problemas: [] }
  const id = await findByNumero(tx, lugar, modificado)
  const [establecimiento = '', punto = ''] = modificado.numero.split('-')
  if (id === undefined && !(await puntoExists(tx, { empresaId: lugar.empresaId, establecimiento, punto }))) return { form, problemas: [] }
  if (!NOMBRES_FACTURA.includes(modificado.cod_doc))
    return { form, problemas: [{ campo: 'modificado.cod_doc', message: `Lo que se emite en ${establecimiento}-${punto} se modifica con una nota sobre su factura.` }] }
  if (id === undefined)
    return { form, problemas: [{ campo: 'modificado.numero', message: `En ${establecimiento}-${punto} no hay una factura con ese número. Revíselo; si se emitió fuera del sistema, regístrela primero.` }] }
  return { form: { ...form, modificado: { ...modificado, documento_id: id } }, problemas: [] }
}

/** The note and its factura as they are now, with what forbids it. `lock`: until the end of this transaction no other note of it is looked at. */
export async function readModificado<Form extends NotaForm>(
  tx: Tx, lugar: Lugar, typed: Form, { except, lock = false }: { except?: string; lock?: boolean } = {},
): Promise<{ form: Form; origen?: FacturaOrigen; problemas: Problem[] }> {
  const { form: named, problemas: unknown } = await resolveModificado(tx, lugar, typed)
  const { documento_id: id, cod_doc: codDoc, numero, fecha } = named.modificado
  if (id === undefined) return { form: named, problemas: unknown }
  if (lock) await lockNotasOf(tx, lugar.empresaId, id)
  const campo = typed.modificado.documento_id === undefined ? 'modificado.numero' : 'modificado.documento_id'
  const origen = await readOrigen(tx, lugar.empresaId, id, except)
  if (!origen) return { form: named, problemas: [{ campo, message: 'La factura no existe.' }] }
  const { fila } = origen
  // A pre-printed one may be a nota de venta; whatever else it is called, it is a factura.
  const isNotaVenta = fila.modo_emision === MODO_EMISION.FISICA && codDoc === NOTA_VENTA
  const form = { ...named, modificado: { ...named.modificado, cod_doc: isNotaVenta ? codDoc : COD_DOC.FACTURA } }
  const impedimento = impedimentoOf(origen, lugar.ambiente, form.tipo)
  const problemas = impedimento ? [{ campo, message: impedimento }] : []
  if (fila.numero !== numero || fila.fecha_emision !== fecha) problemas.push({ campo: 'modificado.numero', message: `La factura es la ${fila.numero} del ${displayFecha(fila.fecha_emision)}.` })
  if (!isSameReceptor(fila, form)) problemas.push({ campo: 'comprador.identificacion', message: 'La nota se emite al mismo comprador de la factura.' })
  return { form, origen, problemas }
}

import { randomUUID } from 'node:crypto'
import {
  CompraForm,
  RetencionRecibidaForm,
  type Listing,
  type PropuestaRecibido,
  type Recibido,
  type RecibidoBusqueda,
  type RecibidoFila,
} from '@yupana/contract'
import { displayFecha, receptorKey, sustentosCompra } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { proposeLineas, registerCompraOf, rememberedForm } from '../compra/compra.door.ts'
import { withRegimen } from '../persona/persona.door.ts'
import { registerRetencionOf } from '../retencion-recibida/retencion-recibida.door.ts'
import * as sql from './recibido.sql.ts'

/** What would be booked of a new document, and why so. */
function propuestaOf({ estado, tipo, fecha_emision: fecha, usual, ultima }: sql.RecibidoRow): PropuestaRecibido | null {
  if (estado !== 'NUEVO' || tipo === '07' || usual === null) return null
  if (ultima && sustentosCompra(tipo, fecha).some(({ codigo }) => codigo === ultima.sustento))
    return {
      sustento: ultima.sustento,
      motivo:
        ultima.modificada === true
          ? `Como la compra que modifica, ${ultima.numero}.`
          : `Como la última compra de este proveedor: ${ultima.numero}, del ${displayFecha(ultima.fecha)}.`,
    }
  const motivo = usual === '01' ? 'Tiene IVA: da crédito tributario.' : 'No tiene IVA: es costo o gasto.'
  return { sustento: usual, motivo: `${motivo} Es la primera compra de este proveedor.` }
}

const filaOf = (row: sql.RecibidoRow): RecibidoFila => {
  const { usual: _usual, ultima: _ultima, ...fila } = row
  return { ...fila, propuesta: propuestaOf(row) }
}

/** As a list shows it, without what it was read from. */
const shortOf = ({ formulario: _formulario, xml: _xml, ambiente: _ambiente, ...row }: sql.RecibidoEntero): RecibidoFila => filaOf(row)

async function requireRecibido(tx: Tx, empresaId: EmpresaId, id: string): Promise<sql.RecibidoEntero> {
  const row = await sql.readRecibido(tx, { empresaId, id })
  if (!row) throw errors.notFound()
  return row
}

const proveedorOf = (empresaId: EmpresaId, { proveedor }: CompraForm) => ({
  empresaId,
  proveedorClave: receptorKey(proveedor.tipo_identificacion, proveedor.identificacion),
})

/** @throws 404 */
export async function read(tx: Tx, empresaId: EmpresaId, id: string): Promise<Recibido> {
  const { formulario, xml: _xml, ambiente: _ambiente, ...row } = await requireRecibido(tx, empresaId, id)
  const fila = filaOf(row)
  if (row.tipo === '07') return { ...fila, compra: null, lineas: [], retencion: RetencionRecibidaForm.parse(formulario) }
  const compra = await withRegimen(tx, empresaId, CompraForm.parse(formulario))
  const lineas = row.estado === 'REGISTRADO' ? [] : await proposeLineas(tx, proveedorOf(empresaId, compra), compra.lineas)
  return { ...fila, compra: { ...compra, sustento: fila.propuesta?.sustento ?? compra.sustento }, lineas, retencion: null }
}

/** Its bytes as they came, as far as text tells. @throws 404 */
export async function readXml(tx: Tx, empresaId: EmpresaId, id: string): Promise<{ clave: string; xml: string }> {
  const { clave, xml } = await requireRecibido(tx, empresaId, id)
  return { clave, xml }
}

export async function search(tx: Tx, session: SesionAbierta, query: RecibidoBusqueda): Promise<Listing<RecibidoFila>> {
  const listing = await sql.searchRecibidos(tx, session, query)
  return { ...listing, content: listing.content.map(filaOf) }
}

interface Aceptacion {
  sustento?: string | undefined
  compra?: CompraForm | undefined
  retencion?: RetencionRecibidaForm | undefined
}

/**
 * Registers a document, once whoever asks: the second gets what the first made.
 * @throws 404, 422 with what its purchase or withholding breaks
 */
export async function accept(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  session: SesionAbierta,
  id: string,
  { sustento, compra, retencion }: Aceptacion,
): Promise<RecibidoFila> {
  const { empresaId } = session
  await sql.lockRecibido(tx, { empresaId, id })
  const row = await requireRecibido(tx, empresaId, id)
  if (row.estado === 'REGISTRADO') return shortOf(row)
  if (row.anulado)
    throw errors.field('WRONG_STATE', 'estado', 'El proveedor anuló este comprobante en el SRI: no se registra. Puede ignorarlo.')
  const nuevo = { id: randomUUID(), en: deps.clock.now() }
  const { formulario } = row
  if (row.tipo === '07') {
    const form = retencion ?? RetencionRecibidaForm.parse(formulario)
    if (form.autorizacion !== row.clave)
      throw errors.field('CONFIRM', 'autorizacion', 'La autorización es la del comprobante recibido: no se cambia.')
    await registerRetencionOf(deps, tx, session, nuevo, form)
    await sql.updateRecibido(tx, { empresaId, id }, { retencion_id: nuevo.id })
  } else {
    const propuesto = sustento ?? propuestaOf({ ...row, estado: 'NUEVO' })?.sustento
    const leido = await withRegimen(tx, empresaId, CompraForm.parse(formulario))
    const asBefore = async () => ({
      ...(await rememberedForm(tx, proveedorOf(empresaId, leido), leido)),
      ...(propuesto !== undefined && { sustento: propuesto }),
    })
    const form = compra ?? (await asBefore())
    if (form.autorizacion !== row.clave)
      throw errors.field('CONFIRM', 'autorizacion', 'La autorización es la del comprobante recibido: no se cambia.')
    await registerCompraOf(deps, tx, session, nuevo, form)
    await sql.updateRecibido(tx, { empresaId, id }, { compra_id: nuevo.id })
  }
  return shortOf(await requireRecibido(tx, empresaId, id))
}

/** Puts a document aside, or back. @throws 404, 422 for one that is registered */
export async function ignore(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  id: string,
  ignorado: boolean,
): Promise<RecibidoFila> {
  await sql.lockRecibido(tx, { empresaId, id })
  const row = await requireRecibido(tx, empresaId, id)
  if (row.estado === 'REGISTRADO')
    throw errors.field('WRONG_STATE', 'estado', 'Este comprobante ya está registrado: elimine antes su registro.')
  if ((row.estado === 'IGNORADO') !== ignorado) {
    await sql.updateRecibido(tx, { empresaId, id }, { ignorado })
    const detalle = { numero: row.numero, emisor: row.emisor_nombre, ignorado }
    await recordAuditoria(tx, { empresaId, usuarioId, en: clock.now(), accion: 'recibido.ignorar', objeto: id, detalle })
  }
  return shortOf(await requireRecibido(tx, empresaId, id))
}

import { randomUUID } from 'node:crypto'
import {
  CompraForm,
  GastoPersonalForm,
  RetencionRecibidaForm,
  type CorreccionRecibido,
  type Listing,
  type PropuestaRecibido,
  type Recibido,
  type RecibidoBusqueda,
  type RecibidoFila,
} from '@yupana/contract'
import { COD_DOC, CODIGO_IMPUESTO, negate, receptorKey, sum, sustentosCompra, type CategoriaGasto, type Monto } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { correctProveedor, proposeLineas, registerCompraOf, rememberedForm } from '../compra/compra.door.ts'
import { asUsuario, createGasto } from '../gasto-personal/gasto-personal.door.ts'
import { withRegimen } from '../persona/persona.door.ts'
import { registerRetencionOf } from '../retencion-recibida/retencion-recibida.door.ts'
import { proponer } from './propuesta.ts'
import { isBodegaActiva } from './propuesta.sql.ts'
import * as sql from './recibido.sql.ts'

type Clocked = Pick<Deps, 'clock'>

/** Rows of a list, without their stored source. */
async function filasOf(deps: Clocked, tx: Tx, session: SesionAbierta, rows: readonly sql.RecibidoRow[]): Promise<RecibidoFila[]> {
  const registrables = rows.flatMap((row) => (row.por_registrar ? [{ ...row, formulario: row.por_registrar }] : []))
  const propuestas = await proponer(deps, tx, session, registrables)
  return rows.map(({ por_registrar: _form, ...fila }) => ({ ...fila, propuesta: propuestas.get(fila.id) ?? null }))
}

/** The same for one row. @throws 404 */
async function shortOf(deps: Clocked, tx: Tx, session: SesionAbierta, id: string): Promise<RecibidoFila> {
  const { formulario: _formulario, xml: _xml, ambiente: _ambiente, ...row } = await requireRecibido(tx, session.empresaId, id)
  return (await filasOf(deps, tx, session, [row]))[0]!
}

async function requireRecibido(tx: Tx, empresaId: EmpresaId, id: string): Promise<sql.RecibidoEntero> {
  const row = await sql.readRecibido(tx, { empresaId, id })
  if (!row) throw errors.notFound()
  return row
}

const proveedorOf = (empresaId: EmpresaId, { proveedor }: Pick<CompraForm, 'proveedor'>) => ({
  empresaId,
  proveedorClave: receptorKey(proveedor.tipo_identificacion, proveedor.identificacion),
})

/** @throws 404 */
export async function read(deps: Clocked, tx: Tx, session: SesionAbierta, id: string): Promise<Recibido> {
  const { empresaId } = session
  const { formulario } = await requireRecibido(tx, empresaId, id)
  const fila = await shortOf(deps, tx, session, id)
  if (fila.tipo === COD_DOC.RETENCION) return { ...fila, compra: null, lineas: [], retencion: RetencionRecibidaForm.parse(formulario) }
  const compra = await withRegimen(tx, empresaId, CompraForm.parse(formulario))
  const lineas = fila.estado === 'REGISTRADO' ? [] : await proposeLineas(tx, proveedorOf(empresaId, compra), compra.lineas)
  return { ...fila, compra: { ...compra, ...propuestoDe(fila.propuesta) }, lineas, retencion: null }
}

/** The part of a form that a proposal decides. */
const propuestoDe = (propuesta: PropuestaRecibido | null | undefined): Pick<CompraForm, 'bodega_id'> & { sustento?: string } => ({
  ...(propuesta && { sustento: propuesta.sustento }),
  ...(propuesta?.bodega?.id && { bodega_id: propuesta.bodega.id }),
})

/** Its original bytes, as far as text keeps them. @throws 404 */
export async function readXml(tx: Tx, empresaId: EmpresaId, id: string): Promise<{ clave: string; xml: string }> {
  const { clave, xml } = await requireRecibido(tx, empresaId, id)
  return { clave, xml }
}

export async function search(deps: Clocked, tx: Tx, session: SesionAbierta, query: RecibidoBusqueda): Promise<Listing<RecibidoFila>> {
  const listing = await sql.searchRecibidos(tx, session, query)
  return { ...listing, content: await filasOf(deps, tx, session, listing.content) }
}

interface Aceptacion {
  sustento?: string | undefined
  bodega_id?: string | null | undefined
  compra?: CompraForm | undefined
  retencion?: RetencionRecibidaForm | undefined
}

/**
 * Registers a document, once for all callers: the second gets the result of the first.
 * @throws 404, 422 with the rules that its purchase or withholding breaks
 */
export async function accept(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  session: SesionAbierta,
  id: string,
  { sustento, bodega_id: bodega, compra, retencion }: Aceptacion,
): Promise<RecibidoFila> {
  const { empresaId } = session
  await sql.lockRecibido(tx, { empresaId, id })
  const row = await requireRecibido(tx, empresaId, id)
  if (row.estado === 'REGISTRADO') return shortOf(deps, tx, session, id)
  if (row.anulado)
    throw errors.field('WRONG_STATE', 'estado', 'El proveedor anuló este comprobante en el SRI: no se registra. Puede ignorarlo.')
  const nuevo = { id: randomUUID(), en: deps.clock.now() }
  const { formulario } = row
  if (row.tipo === COD_DOC.RETENCION) {
    const form = retencion ?? RetencionRecibidaForm.parse(formulario)
    if (form.autorizacion !== row.clave)
      throw errors.field('CONFIRM', 'autorizacion', 'La autorización es la del comprobante recibido: no se cambia.')
    await registerRetencionOf(deps, tx, session, nuevo, form)
    await sql.updateRecibido(tx, { empresaId, id }, { retencion_id: nuevo.id })
  } else {
    const leido = await withRegimen(tx, empresaId, CompraForm.parse(formulario))
    const asBefore = async () => {
      const propuesta = (await proponer(deps, tx, session, [{ ...row, formulario: leido }])).get(id)
      return {
        ...(await rememberedForm(tx, proveedorOf(empresaId, leido), leido)),
        ...propuestoDe(propuesta),
        ...(sustento !== undefined && { sustento }),
        ...(bodega !== undefined && { bodega_id: bodega }),
      }
    }
    const form = compra ?? (await asBefore())
    if (form.autorizacion !== row.clave)
      throw errors.field('CONFIRM', 'autorizacion', 'La autorización es la del comprobante recibido: no se cambia.')
    await registerCompraOf(deps, tx, session, nuevo, form)
    await sql.updateRecibido(tx, { empresaId, id }, { compra_id: nuevo.id })
  }
  return shortOf(deps, tx, session, id)
}

/** Puts a document aside, or back. @throws 404, 422 for one that is registered */
export async function ignore(deps: Clocked, tx: Tx, session: SesionAbierta, id: string, ignorado: boolean): Promise<RecibidoFila> {
  const { empresaId, usuarioId } = session
  await sql.lockRecibido(tx, { empresaId, id })
  const row = await requireRecibido(tx, empresaId, id)
  if (row.estado === 'REGISTRADO')
    throw errors.field('WRONG_STATE', 'estado', 'Este comprobante ya está registrado: elimine antes su registro.')
  if ((row.estado === 'IGNORADO') !== ignorado) {
    await sql.updateRecibido(tx, { empresaId, id }, { ignorado })
    const detalle = { numero: row.numero, emisor: row.emisor_nombre, ignorado }
    await recordAuditoria(tx, { empresaId, usuarioId, en: deps.clock.now(), accion: 'recibido.ignorar', objeto: id, detalle })
  }
  return shortOf(deps, tx, session, id)
}

/** ICE is in the base of the IVA. */
const sinImpuestos = ({ impuestos }: CompraForm): Monto =>
  sum(
    impuestos.map(({ codigo, base, valor }) =>
      codigo === CODIGO_IMPUESTO.IVA ? base : codigo === CODIGO_IMPUESTO.ICE ? negate(valor) : 0,
    ),
  )

/**
 * Takes a document as a personal expense of the user, and as no purchase of the company. The company's audit does not have the category,
 * which is private.
 * @throws 404, 422 for one that is registered, voided, or no expense of this user
 */
export async function takeGasto(
  deps: Clocked,
  tx: Tx,
  session: SesionAbierta,
  { id, idempotencyKey }: { id: string; idempotencyKey: string },
  categoria: CategoriaGasto,
): Promise<RecibidoFila> {
  const { empresaId, usuarioId, ruc } = session
  await sql.lockRecibido(tx, { empresaId, id })
  const row = await requireRecibido(tx, empresaId, id)
  if (row.estado === 'REGISTRADO' || row.anulado || (row.tipo !== COD_DOC.FACTURA && row.tipo !== COD_DOC.NOTA_CREDITO))
    throw errors.field('WRONG_STATE', 'estado', 'Solo una factura o nota de crédito que nadie registró ni anuló puede ser gasto personal.')
  const partes = [{ categoria, monto: sinImpuestos(CompraForm.parse(row.formulario)) }]
  const form = GastoPersonalForm.safeParse({
    fecha: row.fecha_emision,
    proveedor_ruc: row.emisor_ruc,
    proveedor: row.emisor_nombre,
    tipo: row.tipo,
    numero: row.numero,
    clave_acceso: row.clave,
    a_nombre: ruc,
    partes,
  })
  if (!form.success) throw errors.field('GASTO_XML', 'categoria', form.error.issues[0]?.message ?? 'No puede ser un gasto personal.')
  await asUsuario(tx, usuarioId)
  await createGasto(deps, tx, session, idempotencyKey, form.data)
  return row.estado === 'IGNORADO' ? shortOf(deps, tx, session, id) : ignore(deps, tx, session, id, true)
}

/** Corrects the proposal for a supplier's documents. @throws 404, 422 */
export async function correct(
  deps: Clocked,
  tx: Tx,
  session: SesionAbierta,
  id: string,
  cambio: CorreccionRecibido,
): Promise<RecibidoFila> {
  const { empresaId, usuarioId } = session
  const { tipo, fecha_emision: fecha, formulario } = await requireRecibido(tx, empresaId, id)
  if (tipo === COD_DOC.RETENCION)
    throw errors.field('WRONG_STATE', 'estado', 'Una retención recibida no tiene sustento ni bodega: revísela y regístrela.')
  if (Object.values(cambio).every((valor) => valor === undefined))
    throw errors.field('WRONG_STATE', 'sustento', 'Indique qué se corrige: sustento, bodega, qué se compra o si se retiene.')
  const { sustento, bodega_id: bodega } = cambio
  if (sustento !== undefined && !sustentosCompra(tipo, fecha).some(({ codigo }) => codigo === sustento))
    throw errors.field('UNKNOWN_REF', 'sustento', 'Ese sustento no se admite en este tipo de comprobante.')
  if (bodega !== undefined && !(await isBodegaActiva(tx, empresaId, bodega)))
    throw errors.field('UNKNOWN_REF', 'bodega_id', 'Elija una bodega activa de la empresa.')
  const { proveedor } = CompraForm.parse(formulario)
  const en = deps.clock.now()
  await correctProveedor(tx, { ...proveedorOf(empresaId, { proveedor }), usuarioId, en }, proveedor, cambio)
  return shortOf(deps, tx, session, id)
}

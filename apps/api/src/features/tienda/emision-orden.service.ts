import type { DocumentoOrden, FacturaForm, NotaCreditoForm } from '@yupana/contract'
import { COD_DOC, formatNumero, fromUnits, numeroOrden, TIPO_IDENTIFICACION } from '@yupana/fiscal'
import type { FastifyReply } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, errors } from '../../errors.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import type { Sesion, SesionAbierta } from '../../plugins/sesion/session.ts'
import { correoDePersona } from '../carta/carta.door.ts'
import { downloadableRide, readDocumento, requireArchivos, xmlFile } from '../comprobante/lectura/lectura.door.ts'
import { emitFactura } from '../documento/documento.door.ts'
import { emitNota, saldoOfFactura } from '../nota/nota.door.ts'
import { readAjuste } from './catalogo-tienda.sql.ts'
import * as sql from './orden.sql.ts'

// The installation's company issues the factura of a store sale like any other, and a nota de crédito when money goes back.

interface Lugar {
  empresa_id: EmpresaId
  id: string
}

const OTROS_CON_SISTEMA_FINANCIERO = '20'

/** Documents of an order that are still to be issued. */
export function porEmitirOf({ factura_id, factura_numero, nota_id, nota_numero }: sql.OrdenGuardada): DocumentoOrden | null {
  if (factura_id !== null && factura_numero === null) return 'FACTURA'
  return nota_id !== null && nota_numero === null ? 'NOTA_CREDITO' : null
}

interface Venta {
  orden: sql.OrdenGuardada
  documento: DocumentoOrden
  vendeId: EmpresaId
  documentoId: string
  serie: { establecimiento: string; punto: string }
  comprador: FacturaForm['comprador']
  motivo: string
}

/** Contents and receiver of the documents to issue. @throws 404 */
async function readVenta(tx: Tx, { empresa_id: empresaId, id }: Lugar): Promise<Venta | undefined> {
  const orden = await sql.findOrden(tx, empresaId, id)
  if (!orden) throw errors.notFound()
  const documento = porEmitirOf(orden)
  const documentoId = documento === 'FACTURA' ? orden.factura_id : orden.nota_id
  const [{ establecimiento, punto }, empresa] = [await readAjuste(tx), await sql.findEmpresa(tx, empresaId)]
  if (documento === null || documentoId === null || orden.vende_id === null || !empresa) return undefined
  const correo = await correoDePersona(tx, orden.usuario_id)
  const historia = await sql.readHistoria(tx, empresaId, id)
  return {
    orden,
    documento,
    vendeId: orden.vende_id,
    documentoId,
    serie: { establecimiento: establecimiento ?? '001', punto: punto ?? '001' },
    comprador: {
      tipo_identificacion: TIPO_IDENTIFICACION.RUC,
      identificacion: empresa.ruc,
      razon_social: empresa.razon_social,
      direccion: empresa.dir_matriz,
      correos: correo === undefined ? [] : [correo],
    },
    motivo: historia.findLast(({ estado }) => estado === 'DEVUELTA')?.motivo ?? 'Devolución',
  }
}

const facturaOf = ({ orden, serie, comprador }: Venta): FacturaForm => ({
  ...serie,
  modo: 'NETO',
  comprador,
  lineas: orden.lineas.map(({ tipo, nombre, cantidad, precio, descuento, iva }) => ({
    codigo: tipo,
    descripcion: nombre,
    cantidad: fromUnits(cantidad),
    precio_unitario: precio,
    descuento,
    iva,
    detalles_adicionales: [],
  })),
  pagos: [{ forma_pago: OTROS_CON_SISTEMA_FINANCIERO, total: orden.total }],
  propina: 0,
  info_adicional: [{ nombre: 'Orden', valor: numeroOrden(orden.numero) }],
  rubros_terceros: [],
})

/** A nota de crédito over the whole factura. */
async function notaOf({ db }: Deps, here: SesionAbierta, { orden, serie, motivo }: Venta): Promise<NotaCreditoForm> {
  const saldo = await inEmpresa(db, here.empresaId, (tx) => saldoOfFactura(tx, here, orden.factura_id ?? '', COD_DOC.NOTA_CREDITO))
  return {
    tipo: COD_DOC.NOTA_CREDITO,
    ...serie,
    comprador: saldo.comprador,
    modificado: saldo.modificado,
    clase: 'ANULACION',
    motivo,
    modo: saldo.modo,
    creditos: saldo.lineas.map(({ linea, cantidad }) => ({ linea, cantidad })),
    lineas: [],
    info_adicional: [{ nombre: 'Orden', valor: numeroOrden(orden.numero) }],
  }
}

/** The desk's session in the company that sells. @throws 404 */
async function sessionIn({ db }: Deps, session: Sesion, empresaId: EmpresaId): Promise<SesionAbierta> {
  const empresa = await inEmpresa(db, empresaId, (tx) => sql.findEmpresa(tx, empresaId))
  if (!empresa) throw errors.notFound()
  const { ruc, razon_social: razonSocial, nombre_comercial: nombreComercial, ambiente } = empresa
  return { ...session, empresaId, ruc, razonSocial, nombreComercial, ambiente }
}

/** Number of the document, issued now or before a crash: its id is known beforehand. */
async function emitir(deps: Deps, session: Sesion, venta: Venta): Promise<string> {
  const { documento, vendeId, documentoId } = venta
  const before = await inEmpresa(deps.db, vendeId, (tx) => readDocumento(tx, vendeId, documentoId))
  if (before) return formatNumero({ estab: before.establecimiento, ptoEmi: before.punto, secuencial: before.secuencial })
  const here = await sessionIn(deps, session, vendeId)
  const key = `tienda-${documentoId}`
  const emitido =
    documento === 'FACTURA'
      ? await emitFactura(deps, here, documentoId, key, facturaOf(venta))
      : await emitNota(deps, here, documentoId, key, await notaOf(deps, here, venta))
  return emitido.numero
}

/** Issues the missing documents of an order. A failure is noted with the order, whose decision stands. @throws 404 */
export async function emitirDeOrden(deps: Deps, session: Sesion, lugar: Lugar): Promise<void> {
  const { db } = deps
  const venta = await inEmpresa(db, lugar.empresa_id, (tx) => readVenta(tx, lugar))
  if (!venta) return
  const note = (cambio: Parameters<typeof sql.noteEmision>[3]) =>
    inEmpresa(db, lugar.empresa_id, (tx) => sql.noteEmision(tx, lugar.empresa_id, lugar.id, cambio))
  try {
    const numero = await emitir(deps, session, venta)
    const cambio = venta.documento === 'FACTURA' ? { factura_numero: numero } : { nota_numero: numero }
    await note({ ...cambio, emision_problema: null })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await note({ emision_problema: error.problems[0]?.message ?? error.message })
  }
}

/** Time until a document that could not be issued is tried again. */
const REINTENTO_MS = 60_000

/** The desk's session without a person at it: in the name of the user who decided the order or paid it by card. */
export const mesaDe = (usuarioId: string): Sesion => ({
  tokenHash: Buffer.alloc(0),
  usuarioId,
  empresaId: null,
  actorId: null,
  rol: ROL.SUPER_ADMIN,
  superAdmin: true,
  collections: [],
  venceEn: '',
  username: '',
  name: '',
  surname: '',
  mail: '',
  ruc: null,
  razonSocial: null,
  nombreComercial: null,
  ambiente: null,
  aviso: '',
  usadaEn: '',
  inactividadMs: null,
})

/** Issues the missing documents of all companies' orders, each order in one process. */
export async function emitirPendientes(deps: Deps): Promise<void> {
  const ahora = deps.clock.now()
  for (const { decidida_por, ...lugar } of await sql.reclamarOrdenes(deps.db, ahora, new Date(ahora.getTime() - REINTENTO_MS)))
    await emitirDeOrden(deps, mesaDe(decidida_por), lugar)
}

/** Sends a document of an order to its buyer. @throws 404 */
export async function showDocumento(
  deps: Deps,
  reply: FastifyReply,
  { empresa_id: empresaId, id }: Lugar,
  { documento, formato }: { documento: DocumentoOrden; formato: 'RIDE' | 'XML' },
): Promise<FastifyReply> {
  const orden = await inEmpresa(deps.db, empresaId, (tx) => sql.findOrden(tx, empresaId, id))
  const [documentoId, numero] = documento === 'FACTURA' ? [orden?.factura_id, orden?.factura_numero] : [orden?.nota_id, orden?.nota_numero]
  const vendeId = orden?.vende_id
  if (!documentoId || !numero || !vendeId) throw errors.notFound()
  const archivos = await inEmpresa(deps.db, vendeId, (tx) => requireArchivos(tx, vendeId, documentoId))
  const isXml = formato === 'XML'
  const bytes = isXml
    ? Buffer.from(xmlFile(archivos))
    : Buffer.from(await downloadableRide(deps, vendeId, { id: documentoId, archivos }, 'A4'))
  return reply
    .type(isXml ? 'application/xml; charset=utf-8' : 'application/pdf')
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${archivos.clave}.${isXml ? 'xml' : 'pdf'}"`)
    .send(bytes)
}

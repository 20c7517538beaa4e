import { randomUUID } from 'node:crypto'
import {
  CompraForm,
  RetencionRecibidaForm,
  type ArchivoRecibido,
  type Importacion,
  type Listing,
  type PropuestaRecibido,
  type Recibido,
  type RecibidoBusqueda,
  type RecibidoFila,
} from '@yupana/contract'
import { displayFecha, nombreComprobanteAts, sustentosCompra } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/session.ts'
import { RecibidoError, type LineaRecibidos, type RecibidoLeido } from '../../recibidos/recibidos.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { saveWords, wordsOfRow } from '../busqueda/busqueda.door.ts'
import { registerCompraOf } from '../compra/compra.door.ts'
import { registerRetencionOf } from '../retencion-recibida/retencion-recibida.door.ts'
import * as sql from './recibido.sql.ts'

/** Rows of one transaction: what was stored stays, whatever happens to the rest. */
const POR_VEZ = 50

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

/** @throws 404 */
export async function read(tx: Tx, empresaId: EmpresaId, id: string): Promise<Recibido> {
  const { formulario, xml: _xml, ambiente: _ambiente, ...row } = await requireRecibido(tx, empresaId, id)
  const fila = filaOf(row)
  if (row.tipo === '07') return { ...fila, compra: null, retencion: RetencionRecibidaForm.parse(formulario) }
  const compra = CompraForm.parse(formulario)
  return { ...fila, compra: { ...compra, sustento: fila.propuesta?.sustento ?? compra.sustento }, retencion: null }
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

type Importan = Pick<Deps, 'clock' | 'db' | 'imprenta'>

/** Brings the documents of a file into the inbox, each once. @throws 422 where the file as a whole is refused */
export async function importar(
  deps: Importan,
  session: SesionAbierta,
  { filename, bytes }: { filename: string; bytes: Uint8Array },
): Promise<Importacion> {
  const { empresaId, ambiente } = session
  const ruc = await inEmpresa(deps.db, empresaId, (tx) => sql.readRuc(tx, empresaId))
  const read = await deps.imprenta
    .recibidos(empresaId, filename, bytes, { ruc, isProduccion: ambiente === 'PRODUCCION' })
    .catch((error: unknown) => {
      throw error instanceof RecibidoError ? errors.field('FILE_MISSING', 'file', error.message) : error
    })
  const lineas = Buffer.from(read)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LineaRecibidos)
  const archivos: ArchivoRecibido[] = []
  for (let at = 0; at < lineas.length; at += POR_VEZ)
    archivos.push(...(await inEmpresa(deps.db, empresaId, (tx) => guardar(deps, tx, session, lineas.slice(at, at + POR_VEZ)))))
  const count = (resultado: ArchivoRecibido['resultado']) => archivos.filter((one) => one.resultado === resultado).length
  return { nuevos: count('NUEVO'), repetidos: count('REPETIDO'), rechazados: count('RECHAZADO'), archivos }
}

async function guardar(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { empresaId, ambiente, usuarioId }: SesionAbierta,
  lineas: readonly LineaRecibidos[],
): Promise<ArchivoRecibido[]> {
  const en = clock.now()
  const leidos = new Map<string, RecibidoLeido>()
  for (const { leido } of lineas) if (leido && !leidos.has(leido.clave)) leidos.set(leido.clave, leido)
  const claves = [...leidos.keys()].sort()
  const nuevos =
    claves.length === 0
      ? []
      : await sql.insertRecibidos(
          tx,
          { empresaId, ambiente, usuarioId, en },
          claves.map((one) => leidos.get(one)!),
        )
  for (const { id, clave } of nuevos) {
    const { numero, emisor_ruc: ruc, emisor_nombre: nombre } = leidos.get(clave)!
    await saveWords(tx, { empresaId, tipo: 'recibido', id }, wordsOfRow(String(Number(numero.slice(8))), ruc, numero, nombre))
  }
  const known = claves.length === 0 ? [] : await sql.findByClaves(tx, { empresaId, ambiente }, claves)
  if (nuevos.length > 0)
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'recibido.importar', detalle: { documentos: nuevos.length } })
  const pending = new Map(nuevos.map((one) => [one.clave, one]))
  return lineas.map(({ archivo, leido, problema }): ArchivoRecibido => {
    if (!leido) return { archivo, resultado: 'RECHAZADO', motivo: problema, id: null }
    const nuevo = pending.get(leido.clave)
    pending.delete(leido.clave)
    if (nuevo)
      return {
        archivo,
        resultado: 'NUEVO',
        motivo: nuevo.estado === 'REGISTRADO' ? 'Ya estaba registrado: queda enlazado.' : null,
        id: nuevo.id,
      }
    const before = known.find(({ clave }) => clave === leido.clave)
    return {
      archivo,
      resultado: 'REPETIDO',
      motivo: `${nombreComprobanteAts(leido.tipo) ?? ''} ${leido.numero}: ya está en la bandeja.`,
      id: before?.id ?? null,
    }
  })
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
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  session: SesionAbierta,
  id: string,
  { sustento, compra, retencion }: Aceptacion,
): Promise<RecibidoFila> {
  const { empresaId } = session
  await sql.lockRecibido(tx, { empresaId, id })
  const row = await requireRecibido(tx, empresaId, id)
  if (row.estado === 'REGISTRADO') return shortOf(row)
  const nuevo = { id: randomUUID(), en: clock.now() }
  const { formulario } = row
  if (row.tipo === '07') {
    const form = retencion ?? RetencionRecibidaForm.parse(formulario)
    if (form.autorizacion !== row.clave)
      throw errors.field('CONFIRM', 'autorizacion', 'La autorización es la del comprobante recibido: no se cambia.')
    await registerRetencionOf(tx, session, nuevo, form)
    await sql.updateRecibido(tx, { empresaId, id }, { retencion_id: nuevo.id })
  } else {
    const propuesto = sustento ?? propuestaOf({ ...row, estado: 'NUEVO' })?.sustento
    const form = compra ?? { ...CompraForm.parse(formulario), ...(propuesto !== undefined && { sustento: propuesto }) }
    if (form.autorizacion !== row.clave)
      throw errors.field('CONFIRM', 'autorizacion', 'La autorización es la del comprobante recibido: no se cambia.')
    await registerCompraOf(tx, session, nuevo, form)
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

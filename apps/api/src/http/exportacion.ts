import { Readable } from 'node:stream'
import type { Endpoint, FormatoExportacion } from '@yupana/contract'
import { fechaIn, plainMonto } from '@yupana/fiscal'
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'

import type { EmpresaId } from '../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import type { AlcanceSoporte } from '../plugins/sesion/impersonacion.ts'
import { LIMITES } from '../plugins/limites/limites.ts'
import type { Rol } from '../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../plugins/sesion/session.ts'
import { csvHead, csvLine } from './csv.ts'
import type { Router } from './route.ts'
import { xlsxOf, type Celda, type TipoCelda } from './xlsx.ts'

// The one way to write a list as a file: page after page in the order of the list, each in a transaction of its own, written as it is read.
// No connection is held during the download, and memory has one page at a time.

/** Rows of one page. */
export const TRAMO = 1_000

/** Start of the next page: the order values of the last row, as text. */
export type Desde = readonly string[]

export interface Tramo<Row> {
  rows: readonly Row[]
  /** Undefined after the last page. */
  desde: Desde | undefined
}

/** The page of a query for TRAMO rows, each with its place. */
export const tramoOf = <Row extends { desde: Desde }>(rows: readonly Row[]): Tramo<Row> => ({
  rows,
  desde: rows.length < TRAMO ? undefined : rows.at(-1)?.desde,
})

export interface ColumnaExportada<Row> {
  /** Text by default; amounts ×10⁶, days `yyyy-MM-dd`, instants ISO. */
  tipo?: TipoCelda
  /** Width on a sheet, in letters. */
  ancho?: number
  valor: (row: Row) => string | number | null
}

interface Hecho {
  empresaId: EmpresaId
  usuarioId: string
  en: Date
  accion: string
  detalle: Record<string, unknown>
}

type Pedido<E extends Endpoint> = Exclude<E['query'], undefined> extends infer S extends z.ZodMiniType ? z.output<S> : never

interface Exportada<E extends Endpoint, Columna extends string, Row> {
  endpoint: E
  roles: readonly Rol[]
  soporte?: AlcanceSoporte
  /** Name of the file and of its sheet. */
  nombre: string
  headers: Readonly<Record<Columna, string>>
  columnas: Readonly<Record<Columna, ColumnaExportada<Row>>>
  /** The rows after these values of the order, or the first ones. */
  next: (tx: Tx, session: SesionAbierta, query: Pedido<E>, desde: Desde | undefined) => Promise<Tramo<Row>>
}

/** The audit entry of an export, with the rows taken (`persona.exportar`); null for personal data, which belongs to no company. */
type Anotada = { accion: string; anota: (tx: Tx, hecho: Hecho) => Promise<void> } | { accion: null }

const MIME: Readonly<Record<FormatoExportacion, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const LOT = 64_000
const ANCHO: Readonly<Record<TipoCelda, number>> = { texto: 24, numero: 12, monto: 16, fecha: 12, momento: 18 }

const ECUADOR_MS = -5 * 3_600_000
const DAY_MS = 86_400_000
const EPOCH = Date.UTC(1899, 11, 30)
const daysOf = (ms: number) => String(Number(((ms - EPOCH) / DAY_MS).toFixed(6)))

/** Day and time in Ecuador: «2026-11-23 17:46:33». */
const localText = (instant: Date) => `${fechaIn(instant)} ${new Date(instant.getTime() + ECUADOR_MS).toISOString().slice(11, 19)}`

function celdaOf(tipo: TipoCelda, valor: string | number | null, isSheet: boolean): Celda {
  if (valor === null || valor === '') return { tipo, texto: '' }
  if (tipo === 'monto') return { tipo, texto: plainMonto(Number(valor), 2) }
  if (tipo === 'fecha') return { tipo, texto: isSheet ? daysOf(Date.parse(`${valor}T00:00:00Z`)) : String(valor) }
  if (tipo !== 'momento') return { tipo, texto: String(valor) }
  const instant = new Date(valor)
  return { tipo, texto: isSheet ? daysOf(instant.getTime() + ECUADOR_MS) : localText(instant) }
}

async function* csvOf(headers: readonly string[], filas: AsyncIterable<readonly Celda[]>): AsyncGenerator<string> {
  let lot = csvHead(headers)
  for await (const celdas of filas) {
    lot += csvLine(celdas.map(({ texto }) => texto))
    if (lot.length < LOT) continue
    yield lot
    lot = ''
  }
  yield lot
}

/** The first page is read before the answer begins: a wrong query is still a refusal. */
async function filasOf<Row>(read: (desde: Desde | undefined) => Promise<Tramo<Row>>): Promise<AsyncGenerator<Row>> {
  const first = await read(undefined)
  return (async function* () {
    for (let tramo = first; ; tramo = await read(tramo.desde)) {
      yield* tramo.rows
      if (tramo.desde === undefined) return
    }
  })()
}

async function* celdasOf<Row>(
  filas: AsyncIterable<Row>,
  columnas: readonly ColumnaExportada<Row>[],
  isSheet: boolean,
): AsyncGenerator<readonly Celda[]> {
  for await (const row of filas) yield columnas.map(({ tipo = 'texto', valor }) => celdaOf(tipo, valor(row), isSheet))
}

export const sendFile = (reply: FastifyReply, mime: string, nombre: string, content: AsyncIterable<string | Buffer>): FastifyReply =>
  reply
    .type(mime)
    .header('content-disposition', `attachment; filename="${nombre}"`)
    .send(Readable.from(content, { objectMode: false }))

export const sendPdf = (reply: FastifyReply, nombre: string, pdf: Uint8Array): FastifyReply =>
  reply.type('application/pdf').header('content-disposition', `attachment; filename="${nombre}"`).send(Buffer.from(pdf))

interface Tabla<Row> {
  /** File name without its ending. */
  nombre: string
  hoja: string
  formato: FormatoExportacion
  columnas: readonly (ColumnaExportada<Row> & { header: string })[]
  filas: AsyncIterable<Row>
}

/** A file written during its download. */
export interface ArchivoEscrito {
  mime: string
  /** File name with its ending. */
  nombre: string
  contenido: AsyncIterable<string | Buffer>
}

/** Rows as a file, written as they are read. */
export function tablaOf<Row>({ nombre, hoja, formato, columnas, filas }: Tabla<Row>): ArchivoEscrito {
  const celdas = celdasOf(filas, columnas, formato === 'xlsx')
  const anchos = columnas.map(({ header, tipo = 'texto', ancho = ANCHO[tipo] }) => ({ header, ancho }))
  const texts = columnas.map(({ header }) => header)
  const contenido = formato === 'csv' ? csvOf(texts, celdas) : xlsxOf({ nombre: hoja, columnas: anchos, filas: celdas })
  return { mime: MIME[formato], nombre: `${nombre}.${formato}`, contenido }
}

/** Sends rows as a file, as they are read. */
export function sendTabla<Row>(reply: FastifyReply, tabla: Tabla<Row>): FastifyReply {
  const { mime, nombre, contenido } = tablaOf(tabla)
  return sendFile(reply, mime, nombre, contenido)
}

/** Registers the export of a list: its filters and its order, the named columns, or all. */
export function exportLista<E extends Endpoint, Columna extends string, Row>(
  router: Router,
  deps: Deps,
  { endpoint, roles, soporte, nombre, headers, columnas, next, ...anotada }: Exportada<E, Columna, Row> & Anotada,
): void {
  const policy = { roles, limite: LIMITES.exportacion, ...(soporte && { soporte }) }
  router.onSession(endpoint, policy, async ({ empresaId, session, query, reply }) => {
    const asked = query as Pedido<E> & { formato: FormatoExportacion; columnas?: readonly Columna[] | undefined }
    const { formato, columnas: named = Object.keys(columnas) as Columna[], ...detalle } = asked
    const filas = await filasOf((desde) => inEmpresa(deps.db, empresaId, (tx) => next(tx, session, query as Pedido<E>, desde)))
    if (anotada.accion !== null) {
      const { accion, anota } = anotada
      const hecho = { empresaId, usuarioId: session.usuarioId, en: deps.clock.now(), accion, detalle: { formato, ...detalle } }
      await inEmpresa(deps.db, empresaId, (tx) => anota(tx, hecho))
    }
    const chosen = named.map((id) => columnas[id])
    const texts = named.map((id) => headers[id])
    const tabla = chosen.map((columna, at) => ({ ...columna, header: texts[at]! }))
    return sendTabla(reply, { nombre: nombre.toLowerCase(), hoja: nombre, formato, columnas: tabla, filas })
  })
}

import { createHash, randomUUID } from 'node:crypto'
import {
  createFirma,
  createOrden,
  decideOrden,
  editCarrito,
  payOrden,
  readOrdenEnCola,
  uploadDocumentoFirma,
  type Orden,
  type OrdenRevisada,
  type SolicitudFirma,
  type Tienda,
} from '@yupana/contract'
import type pg from 'pg'

import type { EmpresaId } from '../../src/db/empresa-id.ts'
import type { Random } from '../../src/testing/random.ts'
import { newAdjunto, type AdjuntoDicho } from './adjuntos.ts'
import { Asker, type Account, type Server } from './asker.ts'

/** The store of a run: buyer, product, reviewer, and documents of a plan. */
export interface TiendaDePrueba {
  empresaId: EmpresaId
  compradora: Account
  mesa: Account
  productoId: string
  documentos: number
  /** Limit of the buying company before its first purchase. */
  limite: number
}

/** An order acknowledged as paid. */
export interface OrdenDicha {
  id: string
  total: number
  comprobante: string
}

/** A document of a signature request whose storage was acknowledged. */
export interface DocumentoDicho {
  solicitud: string
  sha256: string
}

const THINK_MS = [200, 600] as const
/** Limits within those of the API: sixty uploads an hour and twenty begun requests per person. */
const [COMPRAS, SOLICITUDES] = [30, 15] as const

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Buys, sends receipts, has them approved, and begins signature requests, each with one key until it is answered. */
export class Comprador {
  readonly ordenes: OrdenDicha[] = []
  readonly documentos: DocumentoDicho[] = []
  readonly #tienda: TiendaDePrueba
  readonly #random: Random
  readonly #compradora: Asker
  readonly #mesa: Asker

  constructor(server: Server, tienda: TiendaDePrueba, random: Random) {
    this.#tienda = tienda
    this.#random = random
    this.#compradora = new Asker(server, tienda.compradora, random)
    this.#mesa = new Asker(server, tienda.mesa, random)
  }

  /** No request of the buyer may be refused; at the desk, where two decide at once, one may. */
  get odd(): readonly string[] {
    return [...this.#compradora.odd, ...this.#compradora.refused, ...this.#mesa.odd]
  }

  /** Works until the signal, but at least for one order and one request; finishes what it began. */
  async run(stop: AbortSignal, abort: AbortSignal): Promise<void> {
    await this.#compradora.signIn(abort)
    await this.#mesa.signIn(abort)
    do {
      if (this.ordenes.length < COMPRAS) await this.#buy(abort)
      if (this.documentos.length < SOLICITUDES) await this.#request(abort)
      await this.#compradora.pause(THINK_MS)
    } while (!stop.aborted && !abort.aborted)
  }

  #file(): { sha256: string; form: FormData } {
    const { nombre, bytes } = newAdjunto(this.#random)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), nombre)
    return { sha256: sha256(bytes), form }
  }

  async #buy(abort: AbortSignal): Promise<void> {
    const linea = { producto_id: this.#tienda.productoId, cantidad: 1 }
    const tienda = await this.#compradora.untilAnswered<Tienda>(abort, editCarrito, {}, linea)
    const orden = tienda && (await this.#compradora.untilAnswered<Orden>(abort, createOrden, {}, { total: tienda.carrito.total }))
    if (!orden) return
    const { sha256: comprobante, form } = this.#file()
    form.append('referencia', '123')
    const sent = await this.#compradora.untilAnswered<Orden>(abort, payOrden, { id: orden.id }, form)
    if (sent && (await this.#approve(sent, abort))) this.ordenes.push({ id: orden.id, total: orden.total, comprobante })
  }

  /** Approves, sometimes by two users at once. After a refusal it checks whether it was done. True once the order is paid. */
  async #approve({ id, version }: Orden, abort: AbortSignal): Promise<boolean> {
    const lugar = { empresa_id: this.#tienda.empresaId, id }
    for (let present = version; !abort.aborted;) {
      const decide = () => this.#mesa.untilAnswered<OrdenRevisada>(abort, decideOrden, {}, { ...lugar, version: present, estado: 'PAGADA' })
      await Promise.all(Array.from({ length: this.#random.chance(0.3) ? 2 : 1 }, decide))
      const orden = await this.#mesa.untilAnswered<OrdenRevisada>(abort, readOrdenEnCola, lugar)
      if (orden?.estado === 'PAGADA') return true
      if (orden) present = orden.version
    }
    return false
  }

  async #request(abort: AbortSignal): Promise<void> {
    const nueva = { tipo: 'NATURAL', anios: 1 }
    const solicitud = await this.#compradora.untilAnswered<SolicitudFirma>(abort, createFirma, {}, nueva, randomUUID())
    if (!solicitud) return
    const { sha256: sum, form } = this.#file()
    form.append('clase', 'RUC')
    const kept = await this.#compradora.untilAnswered(abort, uploadDocumentoFirma, { id: solicitud.id }, form)
    if (kept) this.documentos.push({ solicitud: solicitud.id, sha256: sum })
  }
}

/** Facturas issued by the store, which no till client requested. */
export async function facturasDeOrdenes(owner: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await owner.query<{ id: string }>('select factura_id as id from orden where factura_id is not null')
  return new Set(rows.map(({ id }) => id))
}

interface Fila {
  id: string
  total: string
  estado: string
  comprobante_id: string | null
  factura_numero: string | null
  emision_problema: string | null
  pagos: number
  autorizada: boolean
}

const ORDENES = `
  select o.id, o.total::text, o.estado, o.comprobante_id, o.factura_numero, o.emision_problema,
         (select count(*)::int from orden_historia h where h.empresa_id = o.empresa_id and h.orden_id = o.id and h.estado = 'PAGADA') as pagos,
         exists (select from documento d where d.empresa_id = o.vende_id and d.id = o.factura_id and d.estado = 'AUTORIZADO' and d.total = o.total) as autorizada
    from orden o`

interface Comprado {
  tienda: TiendaDePrueba
  ordenes: readonly OrdenDicha[]
  documentos: readonly DocumentoDicho[]
}

/** Orders and requests that differ from their acknowledged state, in Spanish, and their files for reading back. */
export async function comprasOf(
  owner: pg.Pool,
  { tienda, ordenes, documentos }: Comprado,
): Promise<{ wrong: string[]; archivos: AdjuntoDicho[] }> {
  const { rows } = await owner.query<Fila>(ORDENES)
  const there = new Map(rows.map((row) => [row.id, row]))
  const told = new Set(ordenes.map(({ id }) => id))
  const wrong = rows.filter(({ id }) => !told.has(id)).map(({ id, estado }) => `orden ${id}: nadie la pidió, y está ${estado}`)
  const archivos: AdjuntoDicho[] = []
  for (const { id, total, comprobante } of ordenes) {
    const row = there.get(id)
    const isRight =
      row?.estado === 'PAGADA' && row.total === String(total) && row.pagos === 1 && row.factura_numero !== null && row.autorizada
    if (!isRight || row.comprobante_id === null) wrong.push(`orden ${id}: se dio por pagada y está así: ${JSON.stringify(row)}`)
    else archivos.push({ empresaId: tienda.empresaId, id: row.comprobante_id, sha256: comprobante })
  }
  const { rows: limites } = await owner.query<{ limite: number }>('select limite_documentos as limite from empresa where id = $1', [
    tienda.empresaId,
  ])
  const due = tienda.limite + rows.filter(({ estado }) => estado === 'PAGADA').length * tienda.documentos
  if (limites[0]?.limite !== due) wrong.push(`el plan quedó en ${limites[0]?.limite} documentos y debía quedar en ${due}`)
  const { rows: guardados } = await owner.query<{ solicitud_id: string; archivo_id: string }>(
    `select solicitud_id, archivo_id from firma_documento where clase = 'RUC'`,
  )
  const archivoDe = new Map(guardados.map(({ solicitud_id, archivo_id }) => [solicitud_id, archivo_id]))
  for (const { solicitud, sha256: sum } of documentos) {
    const id = archivoDe.get(solicitud)
    if (id === undefined) wrong.push(`solicitud ${solicitud}: no tiene el documento que se dio por guardado`)
    else archivos.push({ empresaId: tienda.empresaId, id, sha256: sum })
  }
  return { wrong, archivos }
}

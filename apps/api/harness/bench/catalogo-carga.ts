import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  applyCarga,
  CARGA_MAX_FILAS,
  exportProducto,
  MAX_ACTUALIZACION,
  pathOf,
  readCarga,
  updateProductos,
  uploadProductos,
  type Carga,
} from '@yupana/contract'
import pg from 'pg'

import { hasProc, rssOf } from './cpu.ts'
import { PRODUCTOS } from './catalogo-datos.ts'
import { figuraOf, median, type FiguraDescrita } from './figura.ts'
import type { Installation } from './installation.ts'

const RONDAS = 5
const SAMPLE_MS = 100
const POLL_MS = 250
const MAX_MS = 300_000

type Send = (method: string, path: string, body?: string | FormData, type?: string) => Promise<Response>

const senderOf =
  (baseUrl: string, token: string): Send =>
  async (method, path, body, type) => {
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID(), ...(type && { 'content-type': type }) }
    const answer = await fetch(baseUrl + path, { method, headers, ...(body !== undefined && { body }) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`)
    return answer
  }

/** Runs `run`; answers its time, and the memory in MB by which these processes grew. */
async function growthDuring(pids: readonly number[], run: () => Promise<void>): Promise<{ ms: number; mb: number }> {
  const resident = () => pids.reduce((sum, pid) => sum + rssOf(pid), 0)
  const before = resident()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, resident())), SAMPLE_MS)
  const began = performance.now()
  try {
    await run()
    return { ms: performance.now() - began, mb: most - before }
  } finally {
    clearInterval(timer)
  }
}

/** Prices of 5,000 products at once, compared with a bare update of as many rows, which is rolled back. */
async function massUpdate({ database }: Installation, send: Send): Promise<FiguraDescrita> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from producto order by orden limit $1', [MAX_ACTUALIZACION])
    const ids = rows.map(({ id }) => id)
    const times = { api: [] as number[], sql: [] as number[] }
    for (let n = 0; n < RONDAS; n++) {
      const body = JSON.stringify(ids.map((id, at) => ({ id, price: (1 + at + n) * 10_000 })))
      let began = performance.now()
      await send(updateProductos.method, pathOf(updateProductos), body, 'application/json')
      times.api.push(performance.now() - began)
      await client.query('begin')
      began = performance.now()
      await client.query('update producto set price = price + 10000, version = version + 1 where id = any($1)', [ids])
      times.sql.push(performance.now() - began)
      await client.query('rollback')
    }
    return figuraOf({
      name: 'catalogo.actualizacion',
      what: `Price of ${MAX_ACTUALIZACION} products changed at once, median`,
      value: median(times.api),
      unit: 'ms',
      reference: { value: median(times.sql), what: 'the bare update of these rows, with its history' },
      target: { sign: '<=', limit: 3_000 },
    })
  } finally {
    await client.end()
  }
}

/** Deletes the products of the sheet with this mark, and their dependent rows. */
async function dropBroughtIn(client: pg.Client, mark: string): Promise<void> {
  await client.query('alter table producto_precio disable trigger user')
  for (const text of [
    `delete from busqueda b using producto p where b.empresa_id = p.empresa_id and b.tipo = 'producto' and b.id = p.id and p.code like 'I${mark}%'`,
    `delete from producto_precio r using producto p where r.empresa_id = p.empresa_id and r.producto_id = p.id and p.code like 'I${mark}%'`,
    `delete from producto where code like 'I${mark}%'`,
    'alter table producto_precio enable trigger user',
    'vacuum (analyze) producto',
    'vacuum (analyze) busqueda',
  ])
    await client.query(text)
}

/** Sends a sheet with the highest number of new products, and waits until it is checked and applied. */
async function bringSheet(send: Send, mark: string): Promise<void> {
  const cargaOf = async (answer: Response) => ((await answer.json()) as { data: Carga }).data
  const until = async (id: string, estado: Carga['estado']) => {
    for (const end = Date.now() + MAX_MS; Date.now() < end; await sleep(POLL_MS)) {
      const carga = await cargaOf(await send('GET', pathOf(readCarga, { id })))
      if (carga.estado === 'RECHAZADA' || carga.errores > 0) throw new Error(`the sheet was refused: ${JSON.stringify(carga)}`)
      if (carga.estado === estado) return
    }
    throw new Error(`the sheet did not become ${estado} in time`)
  }
  const rows = Array.from({ length: CARGA_MAX_FILAS }, (_, n) => `I${mark}${n},PRODUCTO CARGADO ${mark} ${n},${1 + (n % 90)}.50,15 %,Sí`)
  const form = new FormData()
  form.append('file', new Blob([['Código,Nombre,Precio sin IVA,IVA,Lleva inventario', ...rows].join('\r\n')]), 'productos.csv')
  const { id } = await cargaOf(await send('POST', `${pathOf(uploadProductos)}?type_upload_id=1`, form))
  await until(id, 'REVISADA')
  await send('POST', pathOf(applyCarga, { id }))
  await until(id, 'APLICADA')
}

/** Two sheets of 50,000 new products, one after the other: the second shows whether memory grows with each import. */
async function bringIn({ api, worker, database }: Installation, send: Send): Promise<FiguraDescrita[]> {
  const marks = [0, 1].map((n) => `${Date.now().toString(36)}${n}`)
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    const sheets: { ms: number; mb: number }[] = []
    for (const mark of marks) sheets.push(await growthDuring([api.pid ?? 0, worker?.pid ?? 0], () => bringSheet(send, mark)))
    const [first, second] = sheets
    await client.query('begin')
    const began = performance.now()
    await client.query(
      `insert into producto (empresa_id, id, code, name, type_product, iva, price, manage_inventory, orden, creado_en, editado_en)
       select empresa_id, gen_random_uuid(), 'X' || code, name, type_product, iva, price, manage_inventory, orden, creado_en, editado_en
         from producto where code like $1`,
      [`I${marks[0]}%`],
    )
    const bare = performance.now() - began
    await client.query('rollback')
    return [
      figuraOf({
        name: 'catalogo.carga',
        what: `A sheet of ${CARGA_MAX_FILAS} new products, from its upload to applied`,
        value: (first?.ms ?? 0) / 1000,
        unit: 's',
        reference: { value: bare / 1000, what: 'the bare insert of these rows' },
        target: { sign: '<=', limit: 60 },
      }),
      figuraOf({
        name: 'catalogo.carga-memoria-primera',
        what: '… by which API and worker grew meanwhile at most, which had read no sheet before',
        value: first?.mb ?? 0,
        unit: 'MB',
      }),
      figuraOf({
        name: 'catalogo.carga-memoria',
        what: '… by which a second sheet of as many made them grow further',
        value: second?.mb ?? 0,
        unit: 'MB',
        target: hasProc ? { sign: '<=', limit: 100 } : undefined,
      }),
    ]
  } finally {
    // Imported products are not part of the measured catalogue.
    for (const mark of marks) await dropBroughtIn(client, mark)
    await client.end()
  }
}

/** All products as a file, streamed. */
async function takeOut({ api, database }: Installation, send: Send, formato: 'csv' | 'xlsx'): Promise<FiguraDescrita[]> {
  let bytes = 0
  const { ms, mb } = await growthDuring([api.pid ?? 0], async () => {
    const { body } = await send('GET', `${pathOf(exportProducto)}?formato=${formato}`)
    for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).length
  })
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  const began = performance.now()
  await client.query('select * from producto order by orden').finally(() => client.end())
  const bare = performance.now() - began
  return [
    figuraOf({
      name: `catalogo.exportar-${formato}`,
      what: `${PRODUCTOS} products as .${formato}, ${(bytes / 1e6).toFixed(1)} MB`,
      value: ms / 1000,
      unit: 's',
      reference: { value: bare / 1000, what: 'reading these rows in one statement' },
    }),
    figuraOf({
      name: `catalogo.exportar-${formato}-memoria`,
      what: '… by which the API grew meanwhile at most',
      value: mb,
      unit: 'MB',
      target: hasProc ? { sign: '<=', limit: 100 } : undefined,
    }),
  ]
}

/** Figures of changing, importing and exporting many rows at once. */
export async function cargaFiguras(installation: Installation, token: string, say: (line: string) => void): Promise<FiguraDescrita[]> {
  const send = senderOf(installation.baseUrl, token)
  const figuras: FiguraDescrita[] = []
  for (const formato of ['csv', 'xlsx'] as const) figuras.push(...(await takeOut(installation, send, formato)))
  say('  exportar')
  figuras.push(await massUpdate(installation, send))
  say('  actualizacion')
  figuras.push(...(await bringIn(installation, send)))
  return figuras
}

import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  beginVideoFirma,
  createFirma,
  FIRMA_VIDEO_MAX_BYTES,
  FIRMA_VIDEO_PARTE_BYTES,
  MAX_PRODUCTOS_TIENDA,
  pathOf,
  readTienda,
  searchOrden,
  uploadParteVideo,
  type Endpoint,
  type Envelope,
} from '@yupana/contract'
import pg from 'pg'

import type { Bench } from './bench.ts'
import { hasProc, rssOf } from './cpu.ts'
import { figuraOf, percentile } from './figura.ts'
import { COLLECT, startInstallation, type Installation } from './installation.ts'
import { prepareEmisores, type Emisor } from './prepare.ts'
import { timedGet } from './timed-get.ts'

const LECTURAS = 300
const ORDENES = 5_000
const SOLAS = 1_000
const SAMPLE_MS = 50
const REPOSO_MS = 3_000
const TIMES = 3

/** A full catalogue, a cart and an order in it, and the history of a company that has bought for years. */
async function fillTienda({ database }: Installation, { empresaId }: Emisor): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    await client.query('set role yupana_owner')
    await client.query(
      `insert into tienda_producto
       select gen_random_uuid(), 'PLAN', 'Plan ' || n, 'De la medición', 1000000 * n, 6, null, null, 10 * n, '2020-01-01', null, true, 1, now(), now()
         from generate_series(1, $1::int) n`,
      [MAX_PRODUCTOS_TIENDA],
    )
    await client.query(
      `insert into orden (empresa_id, id, usuario_id, comprador, lineas, subtotal, iva, total, vence, creada_en, editada_en)
       select $1, gen_random_uuid(), $1, 'Persona de Medición', jsonb_build_array(jsonb_build_object('nombre', 'Plan ' || n, 'cantidad', 1)), 1000000, 150000, 1150000,
              '2020-01-16', '2020-01-01'::timestamptz + n * interval '1 hour', now()
         from generate_series(1, $2::int) n`,
      [empresaId, ORDENES],
    )
    await client.query('analyze orden')
  } finally {
    await client.end()
  }
}

async function ask<T>(url: string, token: string, endpoint: Endpoint, body: object | FormData): Promise<T> {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method: endpoint.method,
    body: isForm ? body : JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID(), ...(!isForm && { 'content-type': 'application/json' }) },
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`)
  return (JSON.parse(text) as Envelope<T>).data
}

/** Uploads the largest accepted video, part by part like the page. */
async function uploadVideo(baseUrl: string, token: string): Promise<void> {
  const { id } = await ask<{ id: string }>(baseUrl + pathOf(createFirma), token, createFirma, { tipo: 'NATURAL', anios: 1 })
  const nuevo = { nombre: `${id}.mp4`, tamano: FIRMA_VIDEO_MAX_BYTES }
  const begun = await ask<{ archivo: string; partes: number }>(baseUrl + pathOf(beginVideoFirma, { id }), token, beginVideoFirma, nuevo)
  for (let n = 0; n < begun.partes; n++) {
    const bytes = Buffer.alloc(FIRMA_VIDEO_PARTE_BYTES, n)
    if (n === 0) bytes.write('    ftypisom', 0, 'latin1')
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'parte')
    await ask(`${baseUrl}${pathOf(uploadParteVideo, { id })}?archivo=${begun.archivo}&n=${n}`, token, uploadParteVideo, form)
  }
}

/** Runs `run`; answers the times of a light call repeated beside it, and the highest resident memory of the API. */
async function beside(read: () => Promise<number>, pid: number, run: () => Promise<void>): Promise<{ ms: number[]; most: number }> {
  const ms: number[] = []
  let most = rssOf(pid)
  let isOver = false
  const timer = setInterval(() => (most = Math.max(most, rssOf(pid))), SAMPLE_MS)
  const reading = (async () => {
    while (!isOver) ms.push(await read())
  })()
  try {
    await run()
  } finally {
    isOver = true
    await reading
    clearInterval(timer)
  }
  return { ms, most }
}

/** Memory of the API after a full collection. */
async function restOf({ api }: Installation): Promise<number> {
  api.kill(COLLECT)
  await sleep(REPOSO_MS)
  return rssOf(api.pid ?? 0)
}

/** Catalogue and history on request, and a video of 50 MB beside other calls. */
export const tienda: Bench = async ({ say }) => {
  const installation = await startInstallation({ apiOnly: true, collects: true })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  try {
    const [emisor] = await prepareEmisores(installation, { cuantas: 1, conFirma: false })
    if (!emisor) throw new Error('no company was founded')
    const { token } = emisor
    const { baseUrl, api } = installation
    await fillTienda(installation, emisor)
    const catalogo = () => timedGet(agent, baseUrl + pathOf(readTienda), token)
    const historial = () => timedGet(agent, `${baseUrl}${pathOf(searchOrden)}?page=0&size=20`, token)
    const p95Of = async (read: () => Promise<number>) => {
      for (let n = 0; n < LECTURAS / 3; n++) await read()
      const ms: number[] = []
      for (let n = 0; n < LECTURAS; n++) ms.push(await read())
      return percentile(ms, 0.95)
    }
    const p95 = { catalogo: await p95Of(catalogo), historial: await p95Of(historial) }
    // One upload before, because the first of a process also loads code.
    await uploadVideo(baseUrl, token)
    const solas: number[] = []
    for (let n = 0; n < SOLAS; n++) solas.push(await historial())
    const rest = await restOf(installation)
    const subida = await beside(historial, api.pid ?? 0, async () => {
      for (let n = 0; n < TIMES; n++) await uploadVideo(baseUrl, token)
    })
    say(
      `  API, MB: ${rest.toFixed(0)} en reposo, ${subida.most.toFixed(0)} lo más mientras llegan ${TIMES} videos; otras ${subida.ms.length} llamadas: p50 ${percentile(subida.ms, 0.5).toFixed(1)} p99 ${percentile(subida.ms, 0.99).toFixed(1)} ms, solas p99 ${percentile(solas, 0.99).toFixed(1)} ms`,
    )
    const limit = { sign: '<=', limit: 20 } as const
    return [
      figuraOf({
        name: 'tienda.catalogo-p95',
        what: `The store of ${MAX_PRODUCTOS_TIENDA} products with the cart, one at a time, p95`,
        value: p95.catalogo,
        unit: 'ms',
        target: limit,
      }),
      figuraOf({
        name: 'tienda.historial-p95',
        what: `A page of the history of ${ORDENES.toLocaleString('en')} orders, one at a time, p95`,
        value: p95.historial,
        unit: 'ms',
        target: limit,
      }),
      ...(hasProc
        ? [
            figuraOf({
              name: 'tienda.video-memoria',
              what: 'What the API has resident beyond its rest while videos of 50 MB are stored, the most',
              value: subida.most - rest,
              unit: 'MB',
              target: { sign: '<=', limit: 64 },
            }),
          ]
        : []),
      figuraOf({
        name: 'tienda.video-otras-p99',
        what: 'Other calls while videos of 50 MB are stored, p99',
        value: percentile(subida.ms, 0.99),
        unit: 'ms',
        reference: { value: percentile(solas, 0.99), what: 'the same calls alone, p99' },
        target: { sign: '<=', limit: 500 },
      }),
    ]
  } finally {
    agent.destroy()
    await installation.stop()
  }
}

import pg from 'pg'

import type { Bench } from './bench.ts'
import { untilSettled } from './emision.ts'
import { figuraOf, percentile } from './figura.ts'
import { startGenerator } from './generator.ts'
import { startInstallation, type Installation } from './installation.ts'
import { prepareEmisores } from './prepare.ts'

const EMPRESAS = 20
const POR_SEGUNDO = 30
const SEGUNDOS = 60
const CALENTAMIENTO = 300
const SOLOS = 150
const CONEXIONES = 128
const SETTLE_MS = 120_000

/** Arrivals at a fixed pace, independent of the answers: each wait counts from the due time. */
export const latencia: Bench = async ({ say, lineas }) => {
  const installation = await startInstallation()
  const generator = await startGenerator()
  try {
    const emisores = await prepareEmisores(installation, { cuantas: EMPRESAS })
    const base = { baseUrl: installation.baseUrl, emisores, lineas, maxMs: 180_000 }
    const total = POR_SEGUNDO * SEGUNDOS
    await generator.run({ ...base, desde: 0, total: CALENTAMIENTO, conexiones: 8 })
    await untilSettled(installation, CALENTAMIENTO, SETTLE_MS)
    const solo = await generator.run({ ...base, desde: CALENTAMIENTO, total: SOLOS, conexiones: 1 })
    let emitted = CALENTAMIENTO + SOLOS
    await untilSettled(installation, emitted, SETTLE_MS)

    const since = new Date()
    const healthy = await generator.run({ ...base, desde: emitted, total, conexiones: CONEXIONES, porSegundo: POR_SEGUNDO })
    emitted += total
    await untilSettled(installation, emitted, SETTLE_MS)
    const sends = await secondsToFirstSend(installation, since)

    await hang(installation)
    const hanging = await generator.run({ ...base, desde: emitted, total, conexiones: CONEXIONES, porSegundo: POR_SEGUNDO })
    const p95 = (values: readonly number[]) => percentile(values, 0.95)
    const line = (name: string, values: readonly number[], unit: string) =>
      say(
        `  ${name}: p50 ${percentile(values, 0.5).toFixed(2)} p95 ${p95(values).toFixed(2)} p99 ${percentile(values, 0.99).toFixed(2)} máx ${Math.max(...values).toFixed(2)} ${unit}`,
      )
    line('respuesta', healthy.latencias, 'ms')
    line('hasta el primer envío', sends, 's')
    line('respuesta con el SRI colgado', hanging.latencias, 'ms')
    const alone = { value: p95(solo.latencias), what: 'p95 one at a time, nothing else going on' }
    return [
      figuraOf({
        name: 'latencia.respuesta-p95',
        what: 'Answer to «emitir», p95 at 30/s, open loop',
        value: p95(healthy.latencias),
        unit: 'ms',
        reference: alone,
        target: { sign: '<=', limit: 300 },
      }),
      figuraOf({
        name: 'latencia.primer-envio-p95',
        what: 'From emission to the first send, p95',
        value: p95(sends),
        unit: 's',
        target: { sign: '<=', limit: 2 },
      }),
      figuraOf({
        name: 'latencia.respuesta-colgado-p95',
        what: 'Answer to «emitir» while the SRI accepts and never answers, p95',
        value: p95(hanging.latencias),
        unit: 'ms',
        reference: alone,
        target: { sign: '<=', limit: 300 },
      }),
    ]
  } finally {
    await generator.stop()
    await installation.stop()
  }
}

/** The authority accepts every call and never answers. */
async function hang({ config }: Installation): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${config.simuladorPort}/control/fallas`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tipo: 'silencio', fase: 'todas', veces: null }),
  })
  if (!response.ok) throw new Error(`the simulator refused the fault: ${response.status} ${await response.text()}`)
}

async function secondsToFirstSend({ database }: Installation, since: Date): Promise<number[]> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ seconds: number }>(
      `select extract(epoch from min(i.iniciado_en) - d.creado_en)::float as seconds
         from documento d join documento_intento i on i.empresa_id = d.empresa_id and i.documento_id = d.id
        where d.creado_en >= $1 group by d.empresa_id, d.id, d.creado_en`,
      [since],
    )
    return rows.map(({ seconds }) => seconds)
  } finally {
    await client.end()
  }
}

import { randomUUID } from 'node:crypto'
import { emitFactura, pathOf, saveLogo, searchComprobante } from '@yupana/contract'

import { hardestLogo } from '../../src/testing/images.ts'
import type { Bench } from './bench.ts'
import { untilSettled } from './emision.ts'
import { facturaForm } from './factura-form.ts'
import { figuraOf, percentile } from './figura.ts'
import { startInstallation } from './installation.ts'
import { prepareEmisores } from './prepare.ts'

const PARALELOS = 40
const RONDAS = 15
const SOLAS = 200
const PAUSA_MS = 25
const SETTLE_MS = 120_000

/**
 * One user requests 40 printed forms at once, again and again, with the most expensive accepted logo; another company searches meanwhile.
 */
export const logo: Bench = async ({ say, lineas }) => {
  const installation = await startInstallation()
  try {
    const [pesada, otra] = await prepareEmisores(installation, { cuantas: 2 })
    if (!pesada || !otra) throw new Error('no companies')
    const { baseUrl } = installation
    const call = async (path: string, token: string, init: RequestInit = {}) => {
      const response = await fetch(baseUrl + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } })
      const body = await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path}: ${response.status} ${Buffer.from(body).toString('utf8').slice(0, 200)}`)
      return body.byteLength
    }
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(hardestLogo())]), 'logo.png')
    await call(pathOf(saveLogo), pesada.token, { method: 'POST', body: form })
    const ids = [randomUUID(), randomUUID()] as const
    for (const [n, { token }] of [pesada, otra].entries())
      await call(pathOf(emitFactura, { id: ids[n]! }), token, {
        method: 'POST',
        body: JSON.stringify(facturaForm(n, '001', lineas)),
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      })
    await untilSettled(installation, 2, SETTLE_MS)
    const ridePath = `/v1/documento/download/${ids[0]}`
    const bytes = await call(ridePath, pesada.token)

    const searching = async (more: () => boolean) => {
      const times: number[] = []
      while (more()) {
        const began = performance.now()
        await call(`${pathOf(searchComprobante)}?page=0&size=20`, otra.token)
        times.push(performance.now() - began)
        await new Promise((resolve) => setTimeout(resolve, PAUSA_MS))
      }
      return times
    }
    let left = SOLAS / 4
    await searching(() => left-- > 0)
    left = SOLAS
    const alone = await searching(() => left-- > 0)
    const draw = async (rondas: number) => {
      const times: number[] = []
      for (let n = 0; n < rondas; n++)
        await Promise.all(
          Array.from({ length: PARALELOS }, async () => {
            const began = performance.now()
            await call(ridePath, pesada.token)
            times.push(performance.now() - began)
          }),
        )
      return times
    }
    // Starts and warms the threads, as in a running installation.
    await draw(1)
    let isDrawing = true
    const drawing = draw(RONDAS).finally(() => (isDrawing = false))
    const loaded = await searching(() => isDrawing)
    const rides = await drawing
    const p95 = (values: readonly number[]) => percentile(values, 0.95)
    say(
      `  RIDE de ${Math.round(bytes / 1024)} KB; ${rides.length} a razón de ${PARALELOS} a la vez: p95 ${p95(rides).toFixed(0)} ms; ${loaded.length} búsquedas de otra empresa: p95 ${p95(loaded).toFixed(1)} ms, sin ellos ${p95(alone).toFixed(1)} ms`,
    )
    return [
      figuraOf({
        name: 'logo.otras-p95',
        what: `Search of another company while one user has ${PARALELOS} RIDEs drawn at once with the hardest logo, p95`,
        value: p95(loaded),
        unit: 'ms',
        reference: { value: p95(alone), what: 'p95 of the same without them' },
        target: { sign: '<=', limit: 2, ofRatio: true },
      }),
      figuraOf({ name: 'logo.ride-p95', what: `Each of these ${PARALELOS} RIDEs, p95`, value: p95(rides), unit: 'ms' }),
    ]
  } finally {
    await installation.stop()
  }
}

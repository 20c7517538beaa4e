import { createPrivateKey } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFirmante, DOCUMENTOS, readP12, renderRide, signXml } from '@yupana/sri'

import { PRODUCTO } from '../../src/instalacion/version.ts'
import { facturaMuestra } from './factura-muestra.ts'
import { median } from './figura.ts'

const CALENTAMIENTO = 400
const MEDIDAS = 300
const TOTAL = 10_000
const CADA = 1_000

export interface RideMedido {
  readonly kind: 'ride'
  /** CPU milliseconds of a printed document with 10 lines, and with 100. */
  readonly cpu10: number
  readonly cpu100: number
  readonly bytes10: number
  readonly rss: { readonly early: number; readonly late: number }
  readonly heap: { readonly early: number; readonly late: number }
}

export const isRideMedido = (message: unknown): message is RideMedido => (message as RideMedido | undefined)?.kind === 'ride'

export interface RidePedido {
  readonly p12: string
  readonly passwordP12: string
}

const MB = 2 ** 20

/** Memory after a collection, given back to the system as far as possible. */
async function memory() {
  globalThis.gc?.()
  await sleep(50)
  const { rss, heapUsed } = process.memoryUsage()
  return { rss: rss / MB, heap: heapUsed / MB }
}

/** Draws 10,000 printed forms, one after another, in a process without other work. */
export async function measureRide({ p12, passwordP12 }: RidePedido): Promise<RideMedido> {
  const { certificado, privateKey } = readP12(Buffer.from(p12, 'base64'), passwordP12)
  const firmante = createFirmante({
    certificado,
    privateKey: createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' }),
  })
  const at = new Date()
  const signed = (lineas: number) =>
    Array.from({ length: 20 }, (_, n) => signXml(firmante, DOCUMENTOS.factura.toXml(facturaMuestra(n, lineas)), at))
  const [ten, hundred] = [signed(10), signed(100)]
  const draw = (xmls: readonly string[], n: number) =>
    renderRide(xmls[n % xmls.length]!, {
      formato: 'A4',
      marcas: ['SIMULADOR'],
      producto: PRODUCTO,
      autorizacion: { fecha: at.toISOString() },
      vendedor: 'María Pérez',
    })
  const timed = async (xmls: readonly string[], times: number) => {
    const began = process.cpuUsage()
    for (let n = 0; n < times; n++) await draw(xmls, n)
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000 / times
  }
  await timed(ten, CALENTAMIENTO)
  const cpu10 = await timed(ten, MEDIDAS)
  await timed(hundred, CALENTAMIENTO / 10)
  const cpu100 = await timed(hundred, MEDIDAS / 3)
  const samples: Awaited<ReturnType<typeof memory>>[] = []
  for (let drawn = 0; drawn < TOTAL; drawn += CADA) {
    await timed(ten, CADA)
    samples.push(await memory())
  }
  // Medians of three, because the time of a collection has a large effect: around the 2,000th and up to the 10,000th.
  const of = (from: number, part: 'rss' | 'heap') => median(samples.slice(from, from + 3).map((sample) => sample[part]))
  const last = samples.length - 3
  const { length: bytes10 } = await draw(ten, 0)
  return {
    kind: 'ride',
    cpu10,
    cpu100,
    bytes10,
    rss: { early: of(0, 'rss'), late: of(last, 'rss') },
    heap: { early: of(0, 'heap'), late: of(last, 'heap') },
  }
}

/** The process of the measurement, which runs once on request. */
export function serveRide(): void {
  process.channel?.ref()
  process.once('message', (message) => {
    void measureRide(message as RidePedido).then((medido) => process.send?.(medido))
  })
  process.send?.('ready')
}

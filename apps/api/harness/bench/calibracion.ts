import type { ChildProcess } from 'node:child_process'

import { isCalibrado, PIEZAS, type CalibracionPedida, type Pieza } from './calibracion-carga.ts'
import { holds, rounded, type FiguraDescrita } from './figura.ts'
import { startOwnProcess } from './generator.ts'
import { startInstallation } from './installation.ts'
import { messageOf, stopProcess } from './process-group.ts'

const MS = 700

/** Pieces per second, by one process and by two at once with a core each. */
export type Calibracion = Readonly<Record<Pieza, { readonly uno: number; readonly ambos: number }>>

/** The machine of the targets: 2 cores of an Intel Xeon, Node 20.20. A target in pieces is the number it could do in that time. */
export const REGISTRO: Calibracion = {
  js: { uno: 4589, ambos: 9037 },
  rsa: { uno: 3765, ambos: 7422 },
  sql: { uno: 1219, ambos: 2407 },
  pdf: { uno: 238, ambos: 345 },
}

async function ask(child: ChildProcess, pedido: CalibracionPedida): Promise<number> {
  const done = messageOf(child, isCalibrado)
  child.send(pedido)
  return (await done).porSegundo
}

/** Speed of this machine, measured beside each bench: figures of two machines are compared as multiples of it. */
export async function calibrar(): Promise<Calibracion> {
  const installation = await startInstallation({ apiOnly: true })
  const children: ChildProcess[] = []
  try {
    for (let n = 0; n < 2; n++) children.push(await startOwnProcess('calibracion'))
    const medidas: Partial<Record<Pieza, { uno: number; ambos: number }>> = {}
    for (const pieza of PIEZAS) {
      const pedido = { pieza, adminUrl: installation.database.adminUrl, ms: MS }
      const uno = await ask(children[0]!, pedido)
      const dos = await Promise.all(children.map((child) => ask(child, pedido)))
      medidas[pieza] = { uno: rounded(uno), ambos: rounded(dos.reduce((sum, each) => sum + each, 0)) }
    }
    return medidas as Calibracion
  } finally {
    await Promise.all(children.map(stopProcess))
    await installation.stop()
  }
}

export const calibracionLine = (calibracion: Calibracion): string =>
  `Calibration, pieces a second on one core and on both at once: ${PIEZAS.map((pieza) => `${pieza} ${calibracion[pieza].uno} and ${calibracion[pieza].ambos} (${rounded(calibracion[pieza].ambos / calibracion[pieza].uno)}×)`).join(', ')}.`

/** Kind of work that each bench is compared with: the one it mostly does, on as many cores as it may use. */
const MEDIDO_EN: Readonly<Record<string, readonly [Pieza, 'uno' | 'ambos']>> = {
  firma: ['rsa', 'uno'],
  lectura: ['js', 'uno'],
  emision: ['sql', 'ambos'],
  'emision-completa': ['pdf', 'ambos'],
  latencia: ['sql', 'ambos'],
  ride: ['pdf', 'uno'],
  logo: ['pdf', 'ambos'],
  memoria: ['js', 'uno'],
  busqueda: ['sql', 'uno'],
  tablero: ['sql', 'uno'],
  catalogo: ['sql', 'uno'],
  sesion: ['js', 'uno'],
  navegador: ['js', 'uno'],
  tienda: ['js', 'uno'],
  bandeja: ['js', 'uno'],
}

/** A rate as a part of the calibrated one, or a time as pieces done in it; undefined for a figure that does not depend on the machine. */
function multipleOf(value: number, unit: string, rate: number): number | undefined {
  if (unit === '1/s') return value / rate
  if (unit === 'ms') return (value * rate) / 1000
  return unit === 's' ? value * rate : undefined
}

/** The figure and its target as multiples of the calibration, «3.1 pdf (<= 9.8)», and whether it holds so. */
export function enPiezas(
  bench: string,
  { value, unit, ratio, limites }: Pick<FiguraDescrita, 'value' | 'unit' | 'ratio' | 'limites'>,
  calibracion: Calibracion,
): { text: string; ok: boolean } {
  const medido = MEDIDO_EN[bench]
  const multiple = medido && multipleOf(value, unit, calibracion[medido[0]][medido[1]])
  if (!medido || multiple === undefined) return { text: '', ok: false }
  const deRegistro = REGISTRO[medido[0]][medido[1]]
  const enRegistro = limites.map((one) => (one.ofRatio ? one : { ...one, limit: multipleOf(one.limit, unit, deRegistro) ?? Number.NaN }))
  const told = enRegistro.filter(({ ofRatio }) => !ofRatio).map(({ sign, limit }) => `${sign} ${rounded(limit)}`)
  return {
    text: `${rounded(multiple)} ${medido[0]}${told.length > 0 ? ` (${told.join(', ')})` : ''}`,
    ok: enRegistro.length > 0 && enRegistro.every((limite) => holds(limite, multiple, ratio)),
  }
}

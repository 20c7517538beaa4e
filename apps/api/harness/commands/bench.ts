import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

import type { Bench, BenchOptions } from '../bench/bench.ts'
import type { FiguraDescrita } from '../bench/figura.ts'
import { StartError } from '../../src/instalacion/start-error.ts'

// `npm run bench [-- NAME …] [--json FILE]`. The measurement starts its own parts with `proceso NAME`.

const BENCHES: Readonly<Record<string, () => Promise<Bench>>> = {
  firma: async () => (await import('../bench/firma.ts')).firma,
  lectura: async () => (await import('../bench/lectura.ts')).lectura,
  emision: async () => (await import('../bench/emision.ts')).emision,
  'emision-completa': async () => (await import('../bench/emision.ts')).emisionCompleta,
  latencia: async () => (await import('../bench/latencia.ts')).latencia,
  ride: async () => (await import('../bench/ride.ts')).ride,
  logo: async () => (await import('../bench/logo.ts')).logo,
  memoria: async () => (await import('../bench/memoria.ts')).memoria,
  busqueda: async () => (await import('../bench/busqueda.ts')).busqueda,
  tablero: async () => (await import('../bench/tablero.ts')).tablero,
  contabilidad: async () => (await import('../bench/contabilidad.ts')).contabilidad,
  recibidos: async () => (await import('../bench/recibidos.ts')).recibidos,
  catalogo: async () => (await import('../bench/catalogo.ts')).catalogo,
  sesion: async () => (await import('../bench/sesion.ts')).sesion,
  navegador: async () => (await import('../bench/navegador.ts')).navegador,
  tienda: async () => (await import('../bench/tienda.ts')).tienda,
  bandeja: async () => (await import('../bench/bandeja.ts')).bandeja,
}

const PROCESOS: Readonly<Record<string, () => Promise<void>>> = {
  generador: async () => (await import('../bench/load.ts')).serveCargas(),
  calibracion: async () => (await import('../bench/calibracion-carga.ts')).serveCalibracion(),
  ride: async () => (await import('../bench/ride-load.ts')).serveRide(),
  buzon: async () => (await import('../bench/mail-sink.ts')).serveMailSink(),
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

function fail(line: string): never {
  process.stderr.write(`✖ ${line}\n`)
  process.exit(1)
}

function readArguments() {
  const options = {
    json: { type: 'string' },
    lineas: { type: 'string', default: '3' },
    documentos: { type: 'string' },
    perfil: { type: 'string' },
    ayuda: { type: 'boolean' },
  } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const unknown = positionals.find((name) => !(name in BENCHES))
    if (unknown !== undefined) fail(`No hay una medición «${unknown}». Las que hay: ${Object.keys(BENCHES).join(', ')}.`)
    const numeric = [values.lineas, values.documentos].every((text) => text === undefined || /^[1-9]\d{0,5}$/.test(text))
    if (!numeric) fail('--lineas y --documentos son números enteros.')
    if (values.ayuda) {
      say(`npm run bench -- [${Object.keys(BENCHES).join(' | ')}] [--json ARCHIVO] [--documentos N] [--lineas N] [--perfil CARPETA]`)
      process.exit(0)
    }
    return { values, names: positionals.length > 0 ? positionals : Object.keys(BENCHES) }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}

/** Limits everything to two cores of any machine, later processes included. */
function keepToTwoCores() {
  if (process.platform !== 'linux' || os.availableParallelism() <= 2) return
  try {
    execFileSync('taskset', ['-acp', '0,1', String(process.pid)], { stdio: 'ignore' })
  } catch {
    say('· Sin taskset: las cifras usan todos los núcleos de la máquina.')
  }
}

/** Errors that the operator can correct in plain words, others with their place in the code. */
const problemOf = (error: unknown) =>
  error instanceof StartError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)

async function main(): Promise<void> {
  const { values, names } = readArguments()
  const { closeAll } = await import('../bench/installation.ts')
  const { calibracionLine, calibrar } = await import('../bench/calibracion.ts')
  const { lineOf, toJson, writeReport } = await import('../bench/report.ts')
  keepToTwoCores()
  let isInterrupted = false
  const interrupted = () => {
    isInterrupted = true
    say('· Terminando…')
    void closeAll().finally(() => process.exit(130))
  }
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)

  const perfil = values.perfil === undefined ? undefined : path.resolve(values.perfil)
  if (perfil) mkdirSync(perfil, { recursive: true })
  const documentos = values.documentos === undefined ? undefined : Number(values.documentos)
  const options: BenchOptions = { say, lineas: Number(values.lineas), documentos, perfil }
  // A run with other numbers or a profile gives no figures of record.
  const isOfRecord = perfil === undefined && documentos === undefined && values.lineas === '3'
  const all: FiguraDescrita[] = []
  let failures = 0
  for (const name of names) {
    const began = performance.now()
    say(`· ${name}`)
    try {
      const calibracion = await calibrar()
      say(`  ${calibracionLine(calibracion)}`)
      const figuras = await (await BENCHES[name]!())(options)
      for (const figura of figuras) say(lineOf(figura))
      say(`  (${((performance.now() - began) / 1000).toFixed(0)} s)`)
      all.push(...figuras)
      if (isOfRecord) writeReport(name, figuras, calibracion)
    } catch (error) {
      // Interrupted parts fail, which is ignored: the end is under way.
      if (isInterrupted) return
      failures++
      process.stderr.write(`✖ ${name}: ${problemOf(error)}\n`)
      await closeAll()
    }
  }
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(toJson(all), null, 2)}\n`)
  const missed = all.filter(({ ok }) => ok === false).length
  say(`${all.length} cifras, ${missed} bajo la meta${failures > 0 ? `, ${failures} mediciones fallaron` : ''}.`)
  process.exit(failures > 0 ? 1 : 0)
}

const [kind, part] = process.argv.slice(2)
if (kind === 'proceso') await PROCESOS[part ?? '']?.()
else await main()

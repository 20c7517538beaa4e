import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { sign } from 'node:crypto'
import pg from 'pg'

import type { Bench, BenchOptions } from './bench.ts'
import { hasProc, machineTimes } from './cpu.ts'
import { figuraOf, type FiguraDescrita } from './figura.ts'
import { startGenerator, startOwnProcess } from './generator.ts'
import { cpuSince, startInstallation, type Installation } from './installation.ts'
import { isCorreos } from './mail-sink.ts'
import { prepareEmisores } from './prepare.ts'
import { messageOf, stopProcess } from './process-group.ts'
import { commitsPerSecond } from './reference.ts'
import { resetStatements, writeStatements } from './statements.ts'
import { testKey } from './test-key.ts'

const EMPRESAS = 20
const CONEXIONES = 32
const DOCUMENTOS = 5_000
const CALENTAMIENTO = 400
const MAX_MS = 400_000
const POLL_MS = 200

interface Variante {
  readonly name: 'emision' | 'emision-completa'
  readonly conCorreo: boolean
  readonly porSegundo: number
  readonly cpuMs: number
}

export const emision: Bench = (options) => run({ name: 'emision', conCorreo: false, porSegundo: 80, cpuMs: 12 }, options)
export const emisionCompleta: Bench = (options) => run({ name: 'emision-completa', conCorreo: true, porSegundo: 50, cpuMs: 20 }, options)

async function run(variante: Variante, options: BenchOptions): Promise<FiguraDescrita[]> {
  const buzon = variante.conCorreo ? await startOwnProcess('buzon') : undefined
  const smtp = buzon ? { SMTP_URL: `smtp://127.0.0.1:${(await countCorreos(buzon)).port}` } : {}
  const installation = await startInstallation({ perfil: options.perfil, env: smtp, pruebasToSimulador: variante.conCorreo })
  const generator = await startGenerator()
  try {
    const emisores = await prepareEmisores(installation, { cuantas: EMPRESAS, ...(variante.conCorreo && { ambiente: 'PRUEBAS' as const }) })
    const base = { baseUrl: installation.baseUrl, emisores, lineas: options.lineas, conexiones: CONEXIONES, maxMs: MAX_MS }
    await generator.run({ ...base, desde: 0, total: CALENTAMIENTO })
    await untilSettled(installation, CALENTAMIENTO)
    if (options.perfil) await resetStatements(installation.database.adminUrl)

    const before = { cpu: installation.cpu(), generator: generator.cpu(), machine: machineTimes(), at: new Date() }
    const total = options.documentos ?? DOCUMENTOS
    const cargado = await generator.run({ ...base, desde: CALENTAMIENTO, total })
    await untilSettled(installation, CALENTAMIENTO + total)
    if (options.perfil) await writeStatements(installation.database.adminUrl, options.perfil, variante.name)
    const cpu = cpuSince(before.cpu, installation.cpu())
    const machine = machineTimes()
    const instants = await lastInstants(installation)
    const since = (instant: number) => (instant - before.at.getTime()) / 1000
    const seconds = since(variante.conCorreo ? instants.sent : instants.authorised)
    const perDocument = (cpu.api + cpu.worker + cpu.database) / total
    const generatorMs = (generator.cpu() - before.generator) / total
    const measured = cpu.api + cpu.worker + cpu.database + cpu.simulador + generatorMs * total
    const busy = (machine.busy - before.machine.busy) / (machine.total - before.machine.total)
    const foreign = 1 - measured / (machine.busy - before.machine.busy)
    options.say(
      `  ${total} documentos en ${seconds.toFixed(1)} s (aceptados en ${(cargado.ms / 1000).toFixed(1)} s, autorizados en ${since(instants.authorised).toFixed(1)} s; máquina ocupada al ${(busy * 100).toFixed(0)} %); CPU por documento: API ${(cpu.api / total).toFixed(2)} ms, ` +
        `trabajador ${(cpu.worker / total).toFixed(2)} ms, base ${(cpu.database / total).toFixed(2)} ms, simulador ${(cpu.simulador / total).toFixed(2)} ms, ` +
        `generador ${generatorMs.toFixed(2)} ms; ajeno ${(foreign * 100).toFixed(0)} % del tiempo ocupado`,
    )
    if (buzon) await checkCorreos(buzon, CALENTAMIENTO + total)
    const commits = await commitsPerSecond(installation.database.adminUrl, CONEXIONES)
    const rsaMs = rsaMilliseconds()
    const drained = variante.conCorreo ? await drainCorreos(installation, options) : undefined
    const what = variante.conCorreo ? 'with RIDE and mail handed over' : 'to AUTORIZADO'
    return [
      figuraOf({
        name: `${variante.name}.documentos-por-segundo`,
        what: `Documents a second ${what}, everything on 2 cores`,
        value: total / seconds,
        unit: '1/s',
        reference: { value: commits, what: 'one-row commits a second of the same database, 32 connections' },
        target: { sign: '>=', limit: variante.porSegundo },
      }),
      ...(drained
        ? [
            figuraOf({
              name: `${variante.name}.correos-por-segundo`,
              what: 'Mails that wait drawn and handed over a second, nothing else going on',
              value: drained.pool,
              unit: '1/s',
              reference: { value: drained.alone, what: 'the same drawn in the worker’s own thread' },
              target: { sign: '>=', limit: 1.6, ofRatio: true },
            }),
          ]
        : []),
      ...(hasProc
        ? [
            figuraOf({
              name: `${variante.name}.cpu-por-documento`,
              what: `CPU of API + worker + database for each document ${what}`,
              value: perDocument,
              unit: 'ms',
              reference: { value: rsaMs, what: 'one RSA-2048 signature' },
              target: { sign: '<=', limit: variante.cpuMs },
            }),
            ...(['api', 'worker', 'database', 'simulador'] as const).map((part) =>
              figuraOf({
                name: `${variante.name}.cpu-${part}`,
                what: `… of it, ${part}${part === 'simulador' ? ' (not counted)' : ''}`,
                value: cpu[part] / total,
                unit: 'ms',
              }),
            ),
          ]
        : []),
    ]
  } finally {
    await generator.stop()
    await installation.stop()
    if (buzon) await stopProcess(buzon)
  }
}

const CORREOS = 1_500

/** Mails per second of a worker without other work: with its threads, and drawing in its own thread. */
async function drainCorreos(
  installation: Installation,
  { say, documentos = CORREOS }: BenchOptions,
): Promise<{ pool: number; alone: number }> {
  const count = Math.min(CORREOS, documentos)
  const drain = async () => {
    const since = await onDatabase(installation, async (client) => {
      // Resets mails that were sent already, as if they were new.
      await client.query(
        `with otra as (update correo set proximo_intento = now() where id in (select id from correo limit $1) returning empresa_id, id)
        update correo_destinatario d set estado = 'PENDIENTE', enviado_en = null from otra where d.empresa_id = otra.empresa_id and d.correo_id = otra.id`,
        [count],
      )
      return Date.now()
    })
    const deadline = performance.now() + MAX_MS
    for (;;) {
      const { rows } = await onDatabase(installation, (client) =>
        client.query<{ waits: boolean }>('select exists (select from correo where proximo_intento is not null) as waits'),
      )
      if (!rows[0]?.waits) break
      if (performance.now() > deadline) throw new Error(`mails not handed over within ${MAX_MS} ms`)
      await sleep(POLL_MS)
    }
    return (count * 1000) / ((await lastInstants(installation)).sent - since)
  }
  const pool = await drain()
  await installation.replaceWorker({ HILOS_RIDE: '0' })
  const alone = await drain()
  say(`  ${count} correos en espera: ${pool.toFixed(1)}/s con hilos, ${alone.toFixed(1)}/s sin ellos (${(pool / alone).toFixed(2)}×)`)
  return { pool, alone }
}

async function countCorreos(buzon: ChildProcess) {
  const counted = messageOf(buzon, isCorreos)
  buzon.send('contar')
  return counted
}

async function checkCorreos(buzon: ChildProcess, expected: number): Promise<void> {
  const { mails } = await countCorreos(buzon)
  if (mails !== expected) throw new Error(`${mails} mails arrived for ${expected} documents`)
}

async function onDatabase<T>({ database }: Installation, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Waits until nothing is due; then every document must be authorised. The query reads two small indexes. */
export function untilSettled(installation: Installation, expected: number, maxMs = MAX_MS): Promise<void> {
  return onDatabase(installation, async (client) => {
    const deadline = performance.now() + maxMs
    for (;;) {
      const { rows } = await client.query<{ waits: boolean }>(
        `select exists (select from documento_envio where proximo_intento is not null) or exists (select from correo where proximo_intento is not null) as waits`,
      )
      if (!rows[0]?.waits) break
      if (performance.now() > deadline) throw new Error(`not settled within ${maxMs} ms`)
      await sleep(POLL_MS)
    }
    const { rows } = await client.query<{ estado: string; n: number }>('select estado, count(*)::int as n from documento group by estado')
    if (rows.length !== 1 || rows[0]?.estado !== 'AUTORIZADO' || rows[0].n !== expected)
      throw new Error(`expected ${expected} AUTORIZADO, found ${rows.map(({ estado, n }) => `${n} ${estado}`).join(', ')}`)
  })
}

/** Time of the last authorisation and of the last delivered mail. */
const lastInstants = (installation: Installation) =>
  onDatabase(installation, async (client) => {
    const { rows } = await client.query<{ authorised: Date; sent: Date | null }>(
      'select (select max(recibida_en) from documento_autorizacion) as authorised, (select max(enviado_en) from correo_destinatario) as sent',
    )
    return { authorised: rows[0]?.authorised.getTime() ?? Number.NaN, sent: rows[0]?.sent?.getTime() ?? Number.NaN }
  })

function rsaMilliseconds(): number {
  const key = testKey()
  const data = Buffer.alloc(1_200, 'x')
  const rounds = 300
  const began = process.cpuUsage()
  for (let n = 0; n < rounds; n++) sign('RSA-SHA1', data, key)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000 / rounds
}

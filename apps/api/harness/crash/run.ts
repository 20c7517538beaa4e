import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

import { createPool } from '../../src/db/connect.ts'
import { linesOf } from '../../src/invariantes/revisar.ts'
import { adjuntosOf } from './adjuntos.ts'
import { balanceOf, cajasOf, firmasOf, mailBalanceOf } from './balance.ts'
import { Client, type Company } from './client.ts'
import { Comprador, comprasOf, type TiendaDePrueba } from './compras.ts'
import { Tally, type Keeper } from './keeper.ts'
import { slaughter } from './kills.ts'
import type { CrashMode, CrashOptions } from './options.ts'
import { Random } from '../../src/testing/random.ts'
import { Scene } from './scene.ts'

export interface CrashReport {
  kills: number
  acknowledged: number
  documents: number
  /** SRI codes of their types. */
  tipos: string[]
  lost: number
  duplicated: number
  gaps: number
  violations: number
  /** Acknowledged tills. */
  tills: number
  /** Acknowledged files of documents; each is read back. */
  files: number
  /** Orders acknowledged as paid, and acknowledged documents of signature requests. */
  orders: number
  requests: number
  /** Delivered mails, and the most copies of one: a kill between delivery and record makes another copy. */
  mails: number
  copies: number
  mode: CrashMode
  /** Kills by place. */
  hits: Record<string, number>
  seed: number
  seconds: number
}

export interface CrashRun {
  options: CrashOptions
  /** Makes the companies, with certificate and user, after the start of the database. */
  found(scene: Scene): Promise<Company[]>
  /** Makes the store where the first company buys from the second. */
  foundTienda(scene: Scene, companies: readonly Company[]): Promise<TiendaDePrueba>
  /** Replaces the certificate of this company. */
  replaceCertificate(scene: Scene, company: Company): Promise<void>
  say(line: string): void
  signal: AbortSignal
}

const CLIENTS = 6
/** Longest time without progress while the run settles. */
const SETTLE_MS = 180_000
/** Longest queue of a worker that is killed again and again: beyond it clients pause. */
const MAX_PENDING = 300
const LOOK_MS = 500
/** Least number of acknowledged documents per client: on a slow machine there may be none between the kills. */
const LEAST_TOLD = 4
const ROUND_MS = 3000
const RETRASO_MS = 120
const PENDING = `
  select (select count(*) from documento where estado in ('EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'RECIBIDA'))
       + (select count(*) from correo where proximo_intento is not null)
       + (select count(*) from orden where por_emitir) as n`

/** Faults of the authority on a bad day: some answers are lost, and sometimes nothing arrives. */
const faults = (seed: number) => [
  { tipo: 'corte-despues', fase: 'recepcion', veces: null, probabilidad: 0.05, semilla: seed },
  { tipo: 'corte-antes', fase: 'recepcion', veces: null, probabilidad: 0.02, semilla: seed + 1 },
  { tipo: 'corte-a-mitad', fase: 'autorizacion', veces: null, probabilidad: 0.03, semilla: seed + 2 },
  { tipo: 'http-500', fase: 'autorizacion', veces: null, probabilidad: 0.02, semilla: seed + 3 },
]

/**
 * Waits until all documents have ended and all mails were sent. The clock jumps over waiting times. Answers the number of unfinished ones.
 */
async function settle(scene: Scene, owner: pg.Pool, worker: Keeper, signal: AbortSignal): Promise<number> {
  await scene.control.heal()
  let least = Infinity
  let until = Date.now() + SETTLE_MS
  for (let round = 1; ; round++) {
    await scene.jump(round * 61)
    await worker.restart()
    for (const end = Date.now() + ROUND_MS * round; Date.now() < end; await sleep(150)) {
      const pending = await pendingIn(owner)
      if (pending < least) [least, until] = [pending, Date.now() + SETTLE_MS]
      if (pending === 0 || Date.now() > until || signal.aborted) return pending
    }
  }
}

async function pendingIn(owner: pg.Pool): Promise<number> {
  const {
    rows: [pending],
  } = await owner.query<{ n: number }>(PENDING)
  return pending?.n ?? 0
}

/** Checks regularly whether the clients are too fast for the dying workers. Answers the last result. */
function watchPending(owner: pg.Pool, over: AbortSignal): () => boolean {
  let isFull = false
  const look = async () => {
    // A killed database does not answer: the last result stays.
    isFull = await pendingIn(owner).then(
      (pending) => pending > MAX_PENDING,
      () => isFull,
    )
    if (!over.aborted) setTimeout(() => void look(), LOOK_MS).unref()
  }
  void look()
  return () => isFull
}

interface Escenario {
  scene: Scene
  owner: pg.Pool
  companies: readonly Company[]
  tienda: TiendaDePrueba
}

async function kill(run: CrashRun, { scene, owner, companies, tienda }: Escenario, tally: Tally) {
  const { options, signal } = run
  const random = new Random(options.seed)
  await scene.control.post('config', { retrasoMs: RETRASO_MS })
  await scene.control.post('fallas', faults(options.seed % 1_000_000))
  const enough = new AbortController()
  const server = {
    url: `http://127.0.0.1:${scene.config.port}/${scene.config.segmento}`,
    claveMaestra: scene.claveMaestra,
    isFull: watchPending(owner, AbortSignal.any([enough.signal, signal])),
  }
  const clients = Array.from(
    { length: CLIENTS },
    (_, n) => new Client(server, companies[n % companies.length]!, new Random(options.seed + n + 1)),
  )
  const comprador = new Comprador(server, tienda, new Random(options.seed + CLIENTS + 1))
  const running = [...clients, comprador].map((client) => client.run(enough.signal, signal))
  const keepers = await slaughter({
    scene,
    random,
    tally,
    options,
    signal,
    replaceCertificate: (pick) => run.replaceCertificate(scene, companies[Math.floor(pick * companies.length)]!),
  })
  const lacks = ({ history }: Client) => history.filter(({ told }) => told.length > 0).length < LEAST_TOLD
  for (const end = Date.now() + SETTLE_MS; clients.some(lacks) && Date.now() < end && !signal.aborted;) await sleep(100)
  enough.abort()
  await Promise.all(running)
  const [history, odd, adjuntos, cajas] = [
    clients.flatMap((client) => client.history),
    [...clients, comprador].flatMap((client) => client.odd),
    clients.flatMap((client) => client.adjuntos),
    clients.flatMap((client) => [...client.cajas.values()]),
  ]
  const { ordenes, documentos } = comprador
  return { keepers, history, odd, adjuntos, cajas, comprado: { tienda, ordenes, documentos } }
}

/** One run: kills while clients issue documents, waits until everything settles, then checks the result. */
export async function runCrash(asked: CrashRun): Promise<CrashReport> {
  const over = new AbortController()
  const run = { ...asked, signal: AbortSignal.any([asked.signal, over.signal]) }
  const { options, say, signal } = run
  const began = performance.now()
  const { startMailSink } = await import('./mail-sink.ts')
  const sink = await startMailSink()
  const scene = await Scene.open((line) => say(`· ${line}`), sink.url)
  const onExit = () => scene.killAll()
  process.once('exit', onExit)
  const owner = createPool(scene.database.adminUrl, 'yupana_owner', { max: 2 })
  let isClean = false
  try {
    const companies = await run.found(scene)
    const tienda = await run.foundTienda(scene, companies)
    say(
      `· Listo en ${((performance.now() - began) / 1000).toFixed(1)} s; empiezan las muertes (semilla ${options.seed}, modo ${options.mode}).`,
    )
    const tally = new Tally((kills) => kills % 10 === 0 && say(`· ${kills} muertes (${((performance.now() - began) / 1000).toFixed(0)} s)`))
    const escenario = { scene, owner, companies, tienda }
    const { keepers, history, odd, adjuntos, cajas, comprado } = await Promise.race([kill(run, escenario, tally), scene.failed])
    say(`· Asentando ${history.length} documentos…`)
    const pending = await Promise.race([settle(scene, owner, keepers.worker, signal), scene.failed])
    await Promise.all([keepers.api.end(), keepers.worker.end()])

    const informe = await scene.review()
    const balance = await balanceOf(history, owner, scene)
    for (const line of linesOf(informe)) say(line)
    const correos = await mailBalanceOf(owner, sink.copies)
    const firmas = await firmasOf(owner)
    const compras = await comprasOf(owner, comprado)
    const archivos = await adjuntosOf(scene, [...adjuntos, ...compras.archivos])
    const broken = [...tally.broken, ...odd, ...firmas, ...(await cajasOf(cajas, owner)), ...compras.wrong, ...archivos]
    for (const ejemplo of [...balance.ejemplos, ...correos.fallas.slice(0, 10), ...broken.slice(0, 10)]) say(`✖ ${ejemplo}`)
    if (pending > 0) say(`✖ ${pending} documentos o correos no llegaron a su fin.`)
    say(
      `· Muertes: ${[...tally.hits]
        .sort()
        .map(([where, n]) => `${where} ×${n}`)
        .join(', ')}`,
    )
    if (tally.accidents.length > 0)
      say(`· Procesos que terminaron sin que nadie los matara: ${tally.accidents.length} (${[...new Set(tally.accidents)].join('; ')})`)
    const { acknowledged, documents, tipos, lost, duplicated, gaps, others } = balance
    const report = {
      kills: tally.kills,
      acknowledged,
      documents,
      tipos,
      lost,
      duplicated,
      gaps,
      violations: informe.violations + others + correos.fallas.length + broken.length,
      tills: new Set(cajas.map(({ id }) => id)).size,
      files: adjuntos.length,
      orders: comprado.ordenes.length,
      requests: comprado.documentos.length,
      mails: sink.copies.size,
      copies: correos.copies,
      mode: options.mode,
      hits: Object.fromEntries([...tally.hits].sort()),
      seed: options.seed,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    }
    isClean = lost + duplicated + gaps + report.violations === 0 && report.kills >= options.kills && acknowledged === history.length
    if (!isClean) writeFileSync(path.join(scene.folder, 'historia.json'), JSON.stringify(history))
    return report
  } finally {
    const wasInterrupted = signal.aborted
    over.abort()
    await owner.end().catch(() => undefined)
    await scene.close(isClean || wasInterrupted)
    await sink.close()
    process.off('exit', onExit)
    if (!isClean && !wasInterrupted) say(`· Lo que quedó para mirar: ${scene.folder}`)
  }
}

import { setTimeout as sleep } from 'node:timers/promises'

import { createPool } from '../../src/db/connect.ts'
import type { Lector } from '../../src/invariantes/invariante.ts'
import { linesOf } from '../../src/invariantes/revisar.ts'
import { Random } from '../../src/testing/random.ts'
import { found } from '../crash/fundar.ts'
import { Scene, type Program } from '../crash/scene.ts'
import type { Victim } from '../crash/victim.ts'
import type { LibrosOptions } from './options.ts'
import { ServidorRemoto } from './servidor.ts'
import { openTienda, workTienda } from './tienda.ts'

export interface LibrosReport {
  operaciones: number
  /** Acknowledged operations, by kind. */
  hechas: Record<string, number>
  refused: number
  kills: number
  /** Stocks and debts that differ from acknowledged operations. */
  differences: number
  violations: number
  odd: number
  /** Operations of unknown outcome, refused when repeated, that were carried out after all. */
  tardias: number
  /** Folder of the installation, kept after an error. */
  carpeta?: string
  seed: number
  seconds: number
}

const TENDEROS = 8
/** Shortest and longest life of API and worker, milliseconds. */
const LIFE_MS = { api: [3_000, 12_000], worker: [2_000, 9_000] } as const
const SAY_EVERY = 1_000
const REST_MS = 10_000

/** Kills one program again and again until the end of the run. */
async function reap(scene: Scene, program: Program, random: Random, isOver: () => boolean, killed: () => void): Promise<Victim> {
  for (;;) {
    const victim = scene.start(program)
    if (program === 'api') await scene.untilApiAnswers().catch(() => undefined)
    else await Promise.race([victim.ready, victim.death])
    const [min, max] = LIFE_MS[program]
    for (const end = Date.now() + random.between(min, max); Date.now() < end && !isOver();) await sleep(50)
    if (isOver()) return victim
    victim.kill()
    await victim.death
    killed()
  }
}

/** Waits for the database, which may still run the last statement of a killed program. */
async function untilAtRest(owner: Lector): Promise<void> {
  const open = `select 1 from pg_stat_activity where usename in ('yupana_app', 'yupana_worker') limit 1`
  for (const end = Date.now() + REST_MS; Date.now() < end && (await owner.query(open)).rows.length > 0;) await sleep(100)
}

/** Runs operations of all kinds at once while API and worker are killed, then compares the data with the acknowledgements. */
export async function runLibros(
  { operaciones, seed, falla }: LibrosOptions,
  { say, signal }: { say: (line: string) => void; signal: AbortSignal },
): Promise<LibrosReport> {
  const began = performance.now()
  const scene = await Scene.open((line) => say(`· ${line}`))
  const owner = createPool(scene.database.adminUrl, 'yupana_owner', { max: 3, statementTimeout: 0 })
  const onExit = () => scene.killAll()
  process.once('exit', onExit)
  let isWrong = false
  try {
    const [company] = await found(scene)
    let [isOver, kills] = [false, 0]
    const random = new Random(seed)
    const killed = () => void kills++
    const programs = (['api', 'worker'] as const).map((program) => reap(scene, program, random, () => isOver || signal.aborted, killed))
    const servidor = new ServidorRemoto(scene, company!, owner, new Random(seed + 1), signal)
    await servidor.signIn()
    const tienda = await openTienda(servidor, company!.id)
    say(`· ${operaciones} operaciones de ${TENDEROS} a la vez, con muertes (semilla ${seed}).`)
    const onDone = (done: number) => done % SAY_EVERY === 0 && say(`· ${done} operaciones, ${kills} muertes`)
    const libros = await Promise.race([
      workTienda(servidor, tienda, { operaciones, tenderos: TENDEROS, seed: seed + 2, signal, onDone }),
      scene.failed,
    ])
    isOver = true
    await Promise.all((await Promise.all(programs)).map((victim) => victim.stop()))
    if (falla)
      await owner.query('update existencia set cantidad = cantidad + 1000000 where bodega_id = $1 and producto_id = $2', [
        tienda.principal,
        tienda.productos[0],
      ])
    await untilAtRest(owner)
    await libros.settle(owner, company!.id)
    const differences = await libros.differences(owner, company!.id)
    const informe = await scene.review()
    for (const line of linesOf(informe)) say(line)
    for (const line of [...differences.slice(0, 10), ...libros.odd.slice(0, 10)]) say(`✖ ${line}`)
    isWrong = !falla && differences.length + informe.violations + libros.odd.length > 0
    if (isWrong) say(`· La instalación queda en ${scene.folder}`)
    return {
      operaciones,
      hechas: Object.fromEntries([...libros.hechas].sort()),
      refused: libros.refused,
      kills,
      differences: differences.length,
      violations: informe.violations,
      odd: libros.odd.length,
      tardias: libros.tardias,
      ...(isWrong && { carpeta: scene.folder }),
      seed,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    }
  } finally {
    await owner.end().catch(() => undefined)
    await scene.close(!isWrong)
    process.off('exit', onExit)
  }
}

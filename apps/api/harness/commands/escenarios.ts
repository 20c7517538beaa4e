import { randomInt, randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { authBusiness, encodePassword, pathOf, type Emitido, type Endpoint, type Envelope, type Session } from '@yupana/contract'
import { createSriClient } from '@yupana/sri'

import { openAlmacen } from '../../src/almacen/almacen.ts'
import { buildApp } from '../../src/app.ts'
import type { Deps } from '../../src/deps.ts'
import type { Clock } from '../../src/proceso/clock.ts'
import { codecKeyOf } from '../../src/secretos/codec-key.ts'
import { fundarEmisora, PASSWORD } from '../crash/fundar.ts'
import { Scene } from '../crash/scene.ts'
import { createDb, createPool } from '../../src/db/connect.ts'
import type { EmpresaId } from '../../src/db/empresa-id.ts'
import { hoyAt, type Mundo } from '../escenarios/mundo.ts'
import { readOptions } from '../escenarios/options.ts'
import { runEscenarios } from '../escenarios/run.ts'
import { Avance } from '../../src/features/comprobante/avance/avance.door.ts'
import { Entrega } from '../../src/features/correo/correo.door.ts'
import { Imprenta } from '../../src/imprenta/imprenta.ts'
import { Reconciliador } from '../../src/jobs/reconciliador.ts'
import { createSobre } from '../../src/secretos/sobre.ts'
import { exitWithProblem } from '../../src/instalacion/start-error.ts'
import { endWithReport } from './end-with-report.ts'

/** Timeouts of the client in milliseconds: a healthy answer on this machine needs less, and many faults are silent. */
const LIMITS = { connectMs: 500, firstByteMs: 500, wholeMs: 1500 }
/** Longest answer time of the simulator's control address; longer than it may be deaf. */
const CONTROL_MS = 60_000
const NUEVOS = `
  select d.empresa_id, d.id from documento d join documento_envio e on e.empresa_id = d.empresa_id and e.documento_id = d.id
   where d.estado = 'EMITIDO' and e.arriendo_hasta is null`

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())

const say = (line: string) => void process.stdout.write(`${line}\n`)
const reported = endWithReport(process, (line) => writeSync(2, `${line}\n`))

/** API and worker in this process, with a database and an authority of their own. */
async function openMundo(scene: Scene) {
  let offset = 0
  const clock: Clock = { now: () => new Date(Date.now() + offset), machine: () => new Date() }
  const pools = {
    owner: createPool(scene.database.adminUrl, 'yupana_owner', { max: 3, statementTimeout: 0 }),
    app: createPool(scene.database.appUrl, 'yupana_app', { max: 8 }),
    worker: createPool(scene.database.workerUrl, 'yupana_worker', { max: 12 }),
  }
  const deps = {
    config: scene.config,
    clock,
    sobre: createSobre(scene.claveMaestra),
    imprenta: new Imprenta({ hilos: scene.config.hilosRide }),
  }
  const depsOn = (pool: (typeof pools)['app']): Deps => {
    const db = createDb(pool)
    return { ...deps, db, almacen: openAlmacen(scene.config, db) }
  }
  const [founding, serving, working] = [depsOn(pools.owner), depsOn(pools.app), depsOn(pools.worker)]
  const { server } = await buildApp(serving)
  const client = createSriClient({ baseUrl: scene.config.simuladorUrl, limits: LIMITS })
  const avance = new Avance({
    ...working,
    sri: { SIMULADOR: client, PRUEBAS: client, PRODUCCION: client },
    quien: 'escenarios',
    reclamos: working.db,
    isPaced: () => false,
  })
  const entrega = new Entrega(working)
  const reconciliador = new Reconciliador({ avance, entrega, db: working.db, clock })
  let companies = 0

  async function call<T>(
    endpoint: Endpoint,
    params: Record<string, string>,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const answer = await server.inject({
      method: endpoint.method,
      url: `/${scene.config.segmento}${pathOf(endpoint, params)}`,
      payload: body as object,
      headers,
    })
    if (answer.statusCode !== 200) throw new Error(`${endpoint.method} ${endpoint.path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
    return answer.json<Envelope<T>>().data
  }

  const mundo: Mundo = {
    owner: pools.owner,
    now: () => clock.now().getTime(),
    moved: () => offset,
    hoy: () => hoyAt(clock.now().getTime()),
    async advance(milliseconds) {
      const ms = Math.ceil(milliseconds)
      offset += ms
      await mundo.control('POST', 'avanzar', { ms })
    },
    async fundar() {
      const nueva = { n: ++companies, ruc: `17${String(90_000_000 + companies)}001`, puntos: ['001'] }
      const { id, ruc, username } = await fundarEmisora(scene, { founding, working: serving }, nueva)
      return { id, ruc, username }
    },
    async ingresar({ username }) {
      const pass = encodePassword(PASSWORD, codecKeyOf(scene.claveMaestra))
      return (await call<{ session: Session }>(authBusiness, {}, { email: username, pass })).session.token
    },
    ask: (token, endpoint, body) =>
      call(endpoint, {}, body, { authorization: `Bearer ${token}`, ...(body && { 'idempotency-key': randomUUID() }) }),
    emit: (token, { emit }, form) =>
      call<Emitido>(emit, { id: randomUUID() }, form, { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }),
    async tick() {
      interrupted.signal.throwIfAborted()
      const { rows } = await pools.owner.query<{ empresa_id: EmpresaId; id: string }>(NUEVOS)
      await Promise.all(rows.map(({ empresa_id, id }) => avance.ring(empresa_id, id)))
      const { found, settled } = await reconciliador.tick()
      await settled
      return found
    },
    async control<T>(method: string, place: string, body?: unknown) {
      const answer = await fetch(`${scene.control.url}/${place}`, {
        method,
        signal: AbortSignal.timeout(CONTROL_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`control ${method} ${place}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    },
  }
  return {
    mundo,
    review: () => scene.review(() => clock.now()),
    async close() {
      await server.close()
      await Promise.all([entrega.close(), deps.imprenta.close()])
      client.close()
      await Promise.allSettled(Object.values(pools).map((pool) => pool.end()))
    },
  }
}

try {
  const options = readOptions(process.argv.slice(2), randomInt(1_000_000_000))
  const scene = await Scene.open((line) => say(`· ${line}`))
  const onExit = () => scene.killAll()
  process.once('exit', onExit)
  let isSound = false
  try {
    const opened = await openMundo(scene)
    try {
      await opened.mundo.control('POST', 'config', { retrasoMs: 0 })
      say(`· ${options.fallas.length} fallas × ${options.tipos.length} tipos × ${options.semillas} semillas desde ${options.semilla}`)
      const report = await Promise.race([
        runEscenarios(opened.mundo, options, { say, signal: interrupted.signal, review: opened.review }),
        scene.failed,
      ])
      isSound =
        report.convergieron === report.escenarios &&
        report.violations + report.differences === 0 &&
        report.escenarios > 0 &&
        report.sinTerminar.length === 0
      // Printed last, because a record of the run keeps its last line.
      if (!isSound) say(`· Lo que quedó para mirar: ${scene.folder}`)
      say(JSON.stringify(report))
      reported()
    } finally {
      await opened.close()
    }
  } finally {
    await scene.close(isSound || interrupted.signal.aborted)
    process.off('exit', onExit)
  }
  process.exit(interrupted.signal.aborted ? 130 : isSound ? 0 : 1)
} catch (error) {
  reported()
  if (interrupted.signal.aborted) process.exit(130)
  exitWithProblem(error)
}

import { setMaxListeners } from 'node:events'
import { createSriClient } from '@yupana/sri'

import { openAlmacen } from '../almacen/almacen.ts'
import { CuidadoAlmacen } from '../almacen/cuidado-almacen.ts'
import { createClock } from '../proceso/clock.ts'
import { cabezaKeyOf } from '../secretos/codec-key.ts'
import type { Config } from '../config/config.ts'
import { createDb, createPool } from '../db/connect.ts'
import { Avance } from '../features/comprobante/avance/avance.door.ts'
import { adjuntarEstado, adjuntarRecibo, remindDue } from '../features/cartera/cartera.door.ts'
import { tellObligaciones } from '../features/obligacion/obligacion.door.ts'
import { Vigilancia } from '../features/comprobante/anulacion/anulacion.door.ts'
import { exportCabezas, sealAuditoria } from '../features/auditoria/auditoria.door.ts'
import { EntregaCartas } from '../features/carta/carta.door.ts'
import { adjuntarCotizacion } from '../features/cotizacion/cotizacion.door.ts'
import { Entrega } from '../features/correo/correo.door.ts'
import { emptyPapelera } from '../features/papelera/papelera.door.ts'
import { cleanDescargas } from '../features/descarga/descarga.door.ts'
import { limpiarFirmas } from '../features/firma-electronica/firma-electronica.door.ts'
import { EntregaPaquetes, postPaquetes } from '../features/paquete-mensual/paquete-mensual.door.ts'
import { tellRechazos } from '../features/rechazo/rechazo.door.ts'
import { rehacerGuardados } from '../features/empresa/empresa.door.ts'
import { Lectura } from '../features/buzon/buzon.door.ts'
import { Cargas } from '../features/carga/carga.door.ts'
import { tellPlanes } from '../features/plan/plan.door.ts'
import { askValidez } from '../features/documento-publico/documento-publico.door.ts'
import { cleanRegistros } from '../features/registro-cliente/registro-cliente.door.ts'
import { Trabajos } from '../features/trabajo/trabajo.door.ts'
import { Traida } from '../features/recibido/recibido.door.ts'
import type { Deps } from '../deps.ts'
import { Imprenta } from '../imprenta/imprenta.ts'
import { keepNormas } from '../proceso/normas.ts'
import { cleanCuentas } from '../features/sesion/sesion.door.ts'
import { createSobre } from '../secretos/sobre.ts'
import { TIPOS_DE_CARGA } from '../tipos-carga.ts'
import { TIPOS_DE_TRABAJO } from '../tipos-trabajo.ts'
import { beat } from './latido.sql.ts'
import { releaseDeadWorkers, startQueue } from './queue.ts'
import { Reconciliador, repeat } from './reconciliador.ts'

const QUEUE_CONCURRENCY = 12
const TICK_MS = 250
const DEAD_WORKERS_MS = 10_000
const LATIDO_MS = 10_000
const SELLADO_MS = 5_000
const CABEZAS_MS = 600_000
/** At most one question a second about requests to void, and one in two seconds of the walks, for any number of companies. */
const SEGUIMIENTO_MS = 1_000
const MUESTREO_MS = 2_000
const CARTAS_MS = 1_000
const NORMAS_MS = 1_000
const PLANES_MS = 300_000
/** Packages of a month are queued on their day, and made one after the other. */
const PAQUETES_MS = 30_000
const ENTREGA_PAQUETES_MS = 2_000
const RECORDATORIOS_MS = 60_000
const AVISOS_MS = 60_000
const RECHAZOS_MS = 15_000
const LOGOS_MS = 60_000
const CARGAS_MS = 500
/** Requested files: two companies are served at once, each in its own turn. */
const TRABAJOS_MS = 500
const TRABAJOS_A_LA_VEZ = 2
/** Claves of received documents are asked for eight at a time; a check whether one was voided every two seconds. */
const TRAIDA_MS = 250
const VIGILIA_MS = 2_000
const VALIDEZ_MS = 500
/** One mailbox after the other; each is due every `BUZON_MINUTOS`. */
const BUZON_MS = 1_000
const BAJAS_MS = 60_000
const MUDANZA_MS = 600_000
const LIMPIEZA_MS = 3_600_000
const DRAIN_MS = 20_000

export interface WorkerOptions {
  config: Config
  databaseUrl: string
  claveMaestra: string
  /** Name of this process in leases and events. */
  quien: string
}

const isLoopback = (url: string) => /^(127(\.\d+){3}|localhost|\[::1\])$/.test(new URL(url).hostname)

/** Removes expired sign-ins, deleted records, data of clients and tickets. */
const removeOver = (deps: Pick<Deps, 'db' | 'clock'>) =>
  Promise.all([cleanCuentas(deps), emptyPapelera(deps), cleanRegistros(deps), cleanDescargas(deps.db, deps.clock.now())])

const adjuntanDe = (deps: Pick<Deps, 'db' | 'clock' | 'imprenta'>) => ({
  cotizacion: adjuntarCotizacion(deps),
  recordatorio: adjuntarEstado(deps),
  pago: adjuntarRecibo(deps),
})

/** The SRI's services of each ambiente; a remote one is asked with pauses. */
function serviciosOf(config: Config) {
  const urls = { SIMULADOR: config.simuladorUrl, PRUEBAS: config.sriPruebasUrl, PRODUCCION: config.sriProduccionUrl } as const
  const allowedHosts = Object.values(urls).map((url) => new URL(url).hostname)
  const client = (baseUrl: string) => createSriClient({ baseUrl, allowedHosts })
  const sri = { SIMULADOR: client(urls.SIMULADOR), PRUEBAS: client(urls.PRUEBAS), PRODUCCION: client(urls.PRODUCCION) }
  return { sri, isPaced: (ambiente: keyof typeof urls) => !isLoopback(urls[ambiente]) }
}

/** Loops for the storage of files. */
const careFor = (cuidado: CuidadoAlmacen, signal: AbortSignal) => [
  repeat('removal of stored objects', BAJAS_MS, signal, () => cuidado.removeGone()),
  repeat('move of stored objects', MUDANZA_MS, signal, () => cuidado.moveOut(signal)),
]

/** Loops for uploaded sheets, and for requested files. */
const givenBy = (cargas: Cargas, trabajos: Trabajos, signal: AbortSignal) => [
  repeat('uploads of sheets', CARGAS_MS, signal, () => cargas.tick()),
  repeat('removal of old uploads', LIMPIEZA_MS, signal, () => cargas.clean()),
  ...Array.from({ length: TRABAJOS_A_LA_VEZ }, () => repeat('files that were asked for', TRABAJOS_MS, signal, () => trabajos.tick(signal))),
  repeat('removal of made files', BAJAS_MS, signal, () => trabajos.clean()),
]

/** Starts queue and reconciler; `stop` lets work under way end within twenty seconds. */
export async function startWorker({ config, databaseUrl, claveMaestra, quien }: WorkerOptions) {
  const pool = createPool(databaseUrl, 'yupana_worker', { max: 20 })
  const claimPool = createPool(databaseUrl, 'yupana_worker', { max: 4, synchronousCommit: false })
  const jobsPool = createPool(databaseUrl, 'yupana_jobs', { max: QUEUE_CONCURRENCY + 2, synchronousCommit: false, pipeline: false })
  const { sri, isPaced } = serviciosOf(config)
  const db = createDb(pool)
  const almacen = openAlmacen(config, db)
  const deps = {
    config,
    clock: createClock(config.relojOffset),
    db,
    almacen,
    sobre: createSobre(claveMaestra),
    imprenta: new Imprenta({ hilos: config.hilosRide }),
  }
  const reclamos = createDb(claimPool)
  const avance = new Avance({ ...deps, sri, quien, reclamos, isPaced })
  const traida = new Traida({ ...deps, sri, reclamos, isPaced })
  const buzones = new Lectura({ ...deps, reclamos, isStopping: () => stopping.signal.aborted })
  const vigilancia = new Vigilancia({ ...deps, sri, quien, reclamos })
  const entrega = new Entrega(deps)
  const cartas = new EntregaCartas(deps, adjuntanDe(deps))
  const paquetes = new EntregaPaquetes(deps)
  const reconciliador = new Reconciliador({ avance, entrega, db: deps.db, clock: deps.clock })

  await keepNormas(deps.db)
  const stopping = new AbortController()
  // Each loop below listens to it, more listeners than Node's warning limit.
  setMaxListeners(0, stopping.signal)
  const runner = await startQueue(jobsPool, avance, QUEUE_CONCURRENCY)
  await releaseDeadWorkers(jobsPool)
  const underWay = new Set<Promise<unknown>>()
  const loops = [
    repeat('reconciler', TICK_MS, stopping.signal, async () => {
      const { settled } = await reconciliador.tick()
      underWay.add(settled)
      void settled.then(() => underWay.delete(settled))
    }),
    repeat('follow-up of requests to void', SEGUIMIENTO_MS, stopping.signal, () => vigilancia.follow()),
    repeat('search for voided documents', MUESTREO_MS, stopping.signal, () => vigilancia.sample()),
    repeat('letters about accounts', CARTAS_MS, stopping.signal, () => cartas.deliverDue()),
    repeat('legal facts', NORMAS_MS, stopping.signal, () => keepNormas(deps.db)),
    repeat('monthly packages', PAQUETES_MS, stopping.signal, () => postPaquetes(deps)),
    repeat('letters of monthly packages', ENTREGA_PAQUETES_MS, stopping.signal, () => paquetes.deliverDue()),
    repeat('reminders of what is owed', RECORDATORIOS_MS, stopping.signal, () => remindDue(deps)),
    repeat('notices of what is due', AVISOS_MS, stopping.signal, () => tellObligaciones(deps)),
    repeat('notices about plans', PLANES_MS, stopping.signal, () => tellPlanes(deps)),
    repeat('notices about refusals', RECHAZOS_MS, stopping.signal, () => tellRechazos(deps)),
    repeat('removal of what is over', LIMPIEZA_MS, stopping.signal, () => removeOver(deps)),
    repeat('documents of others', TRAIDA_MS, stopping.signal, () => traida.bring()),
    repeat('mailboxes of companies', BUZON_MS, stopping.signal, () => buzones.readNext()),
    repeat('validity that somebody looks at', VALIDEZ_MS, stopping.signal, () => askValidez({ ...deps, sri, reclamos })),
    repeat('documents that others voided', VIGILIA_MS, stopping.signal, () => traida.watch()),
    repeat('removal of identity documents', LIMPIEZA_MS, stopping.signal, () => limpiarFirmas(deps)),
    ...givenBy(new Cargas(deps, TIPOS_DE_CARGA), new Trabajos(deps, TIPOS_DE_TRABAJO), stopping.signal),
    ...careFor(new CuidadoAlmacen(db, almacen), stopping.signal),
    repeat('stored logos', LOGOS_MS, stopping.signal, () => rehacerGuardados(deps)),
    repeat('audit seal', SELLADO_MS, stopping.signal, () => sealAuditoria(deps)),
    repeat('audit heads', CABEZAS_MS, stopping.signal, () => exportCabezas({ ...deps, cabezaKey: cabezaKeyOf(claveMaestra) })),
    repeat('heartbeat', LATIDO_MS, stopping.signal, () => beat(deps.db, quien)),
    repeat('release of dead workers', DEAD_WORKERS_MS, stopping.signal, () => releaseDeadWorkers(jobsPool)),
  ]

  return {
    deps,
    avance,
    reconciliador,
    async stop(): Promise<void> {
      stopping.abort()
      const drained = Promise.all([runner.stop(), ...loops, ...underWay])
      const deadline = new Promise((resolve) => setTimeout(resolve, DRAIN_MS).unref())
      await Promise.race([drained, deadline])
      await Promise.all([entrega.close(), cartas.close(), paquetes.close(), deps.imprenta.close()])
      for (const service of Object.values(sri)) service.close()
      await Promise.allSettled([pool.end(), claimPool.end(), jobsPool.end()])
    },
  }
}

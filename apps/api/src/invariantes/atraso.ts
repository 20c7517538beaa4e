import { setTimeout as sleep } from 'node:timers/promises'

import { NOMBRE, Recuento, type Hallazgo, type Lector, type Revision } from './invariante.ts'

/** Two leases of the pipeline. */
const ATRASO_MS = 120_000
/** A living worker takes overdue work, oldest first, several times a second. */
const PACIENCIA_MS = 5_000
/** Fewer than the steps that one company may have open at once: these few cannot wait for each other. */
const PRIMEROS = 5
/** Lock space of the lock that every worker holds while it lives (jobs/queue.ts). */
const WORKER_LOCK_SPACE = 74_019

interface Atrasado {
  documento_id: string
  cerco: number
  detalle: string
}

const STATE = `
  select (select cercada from instalacion) as cercada,
         exists (select 1 from pg_locks where locktype = 'advisory' and granted and classid::bigint = ${WORKER_LOCK_SPACE}
                    and database = (select oid from pg_database where datname = current_database())) as trabaja`
const OLDEST = `
  select e.documento_id, e.cerco, ${NOMBRE} || ': ' || d.estado || ' desde ' || e.proximo_intento as detalle
    from documento_envio e join documento d on d.empresa_id = e.empresa_id and d.id = e.documento_id
   where e.proximo_intento < $1 order by e.proximo_intento limit ${PRIMEROS}`

/** The reason why nothing moves by itself now, in Spanish; undefined when a worker lives and may work. */
export async function reposoOf(owner: Lector): Promise<string | undefined> {
  const {
    rows: [state],
  } = await owner.query<{ cercada: boolean; trabaja: boolean }>(STATE)
  return state?.cercada ? 'la instalación está cercada' : !state?.trabaja ? 'ningún trabajador está en marcha' : undefined
}

/**
 * I9, second half: while a worker lives, no work stays more than two leases past its time. A long queue that moves (after an outage) is no
 * violation: the oldest work must be taken a few seconds later.
 */
export async function reviewAtraso({ owner, now }: Revision, pacienciaMs = PACIENCIA_MS): Promise<Hallazgo[]> {
  const recuento = new Recuento('I9', 'Ningún documento espera más de dos arriendos pasada su hora')
  const omitido = await reposoOf(owner)
  if (omitido) return [{ ...recuento.hallazgo(), omitido }]
  const limit = new Date(now().getTime() - ATRASO_MS)
  const overdue = async () => (await owner.query<Atrasado>(OLDEST, [limit])).rows
  const before = await overdue()
  if (before.length > 0) await sleep(pacienciaMs)
  const after = before.length > 0 ? await overdue() : []
  for (const { documento_id, cerco, detalle } of after)
    if (before.some((was) => was.documento_id === documento_id && was.cerco === cerco)) recuento.add(detalle)
  const {
    rows: [pending],
  } = await owner.query<{ n: number }>('select count(*) as n from documento_envio where proximo_intento is not null')
  recuento.revisados = pending?.n ?? 0
  return [recuento.hallazgo()]
}

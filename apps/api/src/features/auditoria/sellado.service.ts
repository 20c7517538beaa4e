import type { Db } from '../../db/connect.ts'
import { inEmpresa, inInstalacion, type Tx } from '../../db/transaction.ts'
import type { Clock } from '../../proceso/clock.ts'
import { INSTALACION, selloOf, type FilaAuditoria } from '../../secretos/sello.ts'
import { insertSellosDeHechos, readHechosSinSello, readLastSelloDeHechos, type Eslabones, type UltimoSello } from './hecho.sql.ts'
import { BATCH, insertSellos, lockSellado, readLastSello, readPendientes, readSinSello, type Pendiente } from './sellado.sql.ts'

/** Rows rest this long before they are sealed, so that the chain follows their ids; a row committed later is appended. */
const REPOSO_MS = 5_000

/** Seals each row over its predecessor. */
function chain(filas: readonly FilaAuditoria[], last: UltimoSello | undefined): Eslabones {
  let sello = last?.sello
  return { ids: filas.map(({ id }) => id), sellos: filas.map((fila) => (sello = selloOf(sello, fila))), orden: last?.orden ?? 0 }
}

async function sealEmpresa(tx: Tx, pendiente: Pendiente, ahora: Date): Promise<number> {
  const { empresa_id: empresaId } = pendiente
  if (!(await lockSellado(tx, empresaId))) return 0
  const filas = await readSinSello(tx, pendiente, new Date(ahora.getTime() - REPOSO_MS))
  if (filas.length > 0) await insertSellos(tx, empresaId, chain(filas, await readLastSello(tx, empresaId)), ahora)
  return filas.length
}

async function sealHechos(tx: Tx, ahora: Date): Promise<number> {
  if (!(await lockSellado(tx, INSTALACION))) return 0
  const filas = await readHechosSinSello(tx, new Date(ahora.getTime() - REPOSO_MS), BATCH)
  if (filas.length > 0) await insertSellosDeHechos(tx, chain(filas, await readLastSelloDeHechos(tx)), ahora)
  return filas.length
}

/** Chains the rows since the last seal, in order, in each company and in the installation's audit. @returns how many rows were sealed */
export async function sealAuditoria({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const pendientes = await readPendientes(db)
  let sealed = await inInstalacion(db, (tx) => sealHechos(tx, clock.now()))
  for (const pendiente of pendientes) sealed += await inEmpresa(db, pendiente.empresa_id, (tx) => sealEmpresa(tx, pendiente, clock.now()))
  return sealed
}

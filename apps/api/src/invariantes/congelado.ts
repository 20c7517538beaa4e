import type pg from 'pg'

import type { EmpresaId } from '../db/empresa-id.ts'
import { NOMBRE, Recuento, type Hallazgo, type Revision } from './invariante.ts'

/** Companies tried; the locks are the same for all, so a few are enough. */
const MUESTRA = 20

// Every way to change an issued document. `$1` is the company, `$2` the document.
const INTENTOS = [
  'update documento set total = total + 1000000 where empresa_id = $1 and id = $2',
  `update documento set receptor_nombre = receptor_nombre || ' X' where empresa_id = $1 and id = $2`,
  `update documento set clave = reverse(clave) where empresa_id = $1 and id = $2`,
  `update documento set estado = 'RECHAZADO' where empresa_id = $1 and id = $2`,
  `update documento set estado = 'EMITIDO', version = version + 1 where empresa_id = $1 and id = $2`,
  `update documento set autorizado_en = now() where empresa_id = $1 and id = $2`,
  'delete from documento where empresa_id = $1 and id = $2',
  `update documento_version set xml = '\\x00' where empresa_id = $1 and documento_id = $2`,
  'delete from documento_version where empresa_id = $1 and documento_id = $2',
  'update documento_linea set base = base + 1 where empresa_id = $1 and documento_id = $2',
  'delete from documento_linea where empresa_id = $1 and documento_id = $2',
  'delete from documento_pago where empresa_id = $1 and documento_id = $2',
  `update documento_firma set xml = '\\x00' where empresa_id = $1 and documento_id = $2`,
  'delete from documento_firma where empresa_id = $1 and documento_id = $2',
  `update documento_autorizacion set numero = 'X' where empresa_id = $1 and documento_id = $2`,
  'delete from documento_autorizacion where empresa_id = $1 and documento_id = $2',
  `update documento_evento set causa = 'X' where empresa_id = $1 and documento_id = $2`,
  'delete from documento_evento where empresa_id = $1 and documento_id = $2',
  'delete from documento_intento where empresa_id = $1 and documento_id = $2',
] as const

const REFUSED = new Set(['42501', '23001', '23514', '25006'])

async function isRefused(client: pg.PoolClient, intento: string, values: string[]): Promise<boolean> {
  await client.query('savepoint intento')
  try {
    // A statement that met no row proved nothing: the document exists, so it counts as allowed.
    await client.query(intento, values)
    return false
  } catch (error) {
    if (!REFUSED.has((error as { code?: string }).code ?? '')) throw error
    return true
  } finally {
    await client.query('rollback to savepoint intento')
  }
}

async function tryAll(
  pool: pg.Pool,
  quien: string,
  fila: { empresa_id: EmpresaId; id: string; nombre: string },
  recuento: Recuento,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('yupana.empresa', $1, true)`, [fila.empresa_id])
    for (const intento of INTENTOS) {
      recuento.revisados++
      if (!(await isRefused(client, intento, [fila.empresa_id, fila.id])))
        recuento.add(`${fila.nombre}: ${quien} pudo «${intento.split(' where ')[0]}»`)
    }
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release()
  }
}

/**
 * I7: an authorised document is frozen. API and worker try every change in a transaction that is rolled back; the database itself must
 * refuse.
 */
export async function reviewCongelado({ owner, app, worker }: Revision): Promise<Hallazgo[]> {
  const recuento = new Recuento('I7', 'Lo autorizado está congelado: la base misma rechaza cada cambio')
  const { rows } = await owner.query<{ empresa_id: EmpresaId; id: string; nombre: string }>(
    `select d.empresa_id, d.id, ${NOMBRE} as nombre from empresa e cross join lateral (
       select * from documento d where d.empresa_id = e.id and d.estado = 'AUTORIZADO' and d.registro = '' limit 1) d limit ${MUESTRA}`,
  )
  for (const fila of rows) {
    await tryAll(app, 'la API', fila, recuento)
    await tryAll(worker, 'el trabajador', fila, recuento)
  }
  return [recuento.hallazgo()]
}

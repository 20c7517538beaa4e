import type { AuditoriaBusqueda, AuditoriaFiltro, HechoAuditado, Listing } from '@yupana/contract'
import { isUuid } from '@yupana/fiscal'

import type { Db } from '../../db/connect.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import { csvLine } from '../../http/csv.ts'
import { listingOf } from '../busqueda/busqueda.door.ts'
import * as sql from './auditoria.sql.ts'

const PAGE = 1_000

const present = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id): id is string => id !== null && isUuid(id)))]

/** A page of what people did, the last first. */
export async function searchAuditoria(
  tx: Tx,
  empresaId: string,
  { page, size, ...filtro }: AuditoriaBusqueda,
): Promise<Listing<HechoAuditado>> {
  const rows = sql.rowsOf(empresaId, filtro)
  const filas = await sql.pageAuditoria(tx, rows, page * size, size)
  const [autores, nombres] = [
    await sql.readAutores(tx, present(filas.flatMap(({ usuario_id, actor_id }) => [usuario_id, actor_id]))),
    await sql.readNombres(tx, empresaId, present(filas.map(({ objeto }) => objeto))),
  ]
  const content = filas.map(({ usuario_id: usuario, actor_id: actor, sello, objeto, ...fila }): HechoAuditado => ({
    ...fila,
    objeto,
    quien: usuario && (autores.get(usuario) ?? null),
    actor: actor && (autores.get(actor) ?? null),
    nombre: objeto && (nombres.get(objeto) ?? null),
    sellado: sello !== null,
  }))
  return listingOf(tx, { page, size }, content, rows)
}

const HEADER = ['id', 'fecha_utc', 'usuario_id', 'usuario', 'actor_id', 'actor', 'accion', 'objeto', 'detalle', 'sello']

/** The same as lines of a file, by id; page by page, so that no connection is held while the file is read. */
export async function* exportAuditoria(db: Db, empresaId: string, filtro: AuditoriaFiltro): AsyncGenerator<string> {
  yield csvLine(HEADER)
  for (let after = 0; ;) {
    const { filas, autores } = await inEmpresa(db, empresaId, async (tx) => {
      const found = await sql.nextAuditoria(tx, sql.rowsOf(empresaId, filtro), after, PAGE)
      return {
        filas: found,
        autores: await sql.readAutores(tx, present(found.flatMap(({ usuario_id, actor_id }) => [usuario_id, actor_id]))),
      }
    })
    const name = (id: string | null) => (id === null ? '' : (autores.get(id) ?? ''))
    for (const { id, en, usuario_id: usuario, actor_id: actor, accion, objeto, detalle, sello } of filas)
      yield csvLine([
        String(id),
        en,
        usuario ?? '',
        name(usuario),
        actor ?? '',
        name(actor),
        accion,
        objeto ?? '',
        JSON.stringify(detalle),
        sello?.toString('hex') ?? '',
      ])
    const last = filas.at(-1)
    if (!last || filas.length < PAGE) return
    after = last.id
  }
}

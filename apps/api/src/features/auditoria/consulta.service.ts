import type { AuditoriaBusqueda, AuditoriaFiltro, HechoAuditado, Listing } from '@yupana/contract'
import { isUuid } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Desde, Tramo } from '../../http/exportacion.ts'
import { listingOf } from '../busqueda/busqueda.door.ts'
import * as sql from './auditoria.sql.ts'
import type { FilaLeida } from './auditoria.sql.ts'

const present = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id): id is string => id !== null && isUuid(id)))]

/** A page of what people did and of what happened to the documents asked for; the newest first. */
export async function searchAuditoria(
  tx: Tx,
  empresaId: EmpresaId,
  { page, size, ...filtro }: AuditoriaBusqueda,
): Promise<Listing<HechoAuditado>> {
  const fuentes = sql.fuentesOf(empresaId, filtro)
  const content = await hechosOf(tx, empresaId, await sql.pageAuditoria(tx, fuentes, page * size, size))
  return listingOf(tx, { page, size }, content, sql.rowsOf(fuentes))
}

/** Rows with the names of people and records. */
async function hechosOf(tx: Tx, empresaId: EmpresaId, filas: readonly FilaLeida[]): Promise<HechoAuditado[]> {
  const [autores, nombres] = [
    await sql.readAutores(tx, present(filas.flatMap(({ usuario_id, actor_id }) => [usuario_id, actor_id]))),
    await sql.readNombres(tx, empresaId, present(filas.map(({ objeto }) => objeto))),
  ]
  return filas.map(({ usuario_id: usuario, actor_id: actor, sello, orden, numero, en, accion, detalle, objeto }): HechoAuditado => ({
    id: orden,
    numero,
    en,
    accion,
    detalle,
    objeto,
    quien: usuario && (autores.get(usuario) ?? null),
    actor: actor && (autores.get(actor) ?? null),
    nombre: objeto && (nombres.get(objeto) ?? null),
    sellado: numero === null ? null : sello !== null,
  }))
}

/** A row of the list, with the fields by which an auditor checks it. */
export interface HechoExportado extends HechoAuditado {
  usuario_id: string | null
  actor_id: string | null
  sello: Buffer | null
}

/** The next rows of the same list, for a file that is written page by page. */
export async function nextAuditoria(
  tx: Tx,
  empresaId: EmpresaId,
  filtro: AuditoriaFiltro,
  desde: Desde | undefined,
): Promise<Tramo<HechoExportado>> {
  const { rows: filas, desde: next } = await sql.nextAuditoria(tx, sql.fuentesOf(empresaId, filtro), desde)
  const hechos = await hechosOf(tx, empresaId, filas)
  return {
    desde: next,
    rows: hechos.map((hecho, at) => {
      const { usuario_id = null, actor_id = null, sello = null } = filas[at] ?? {}
      return { ...hecho, usuario_id, actor_id, sello }
    }),
  }
}

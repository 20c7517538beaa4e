import { randomUUID } from 'node:crypto'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Clock } from '../../proceso/clock.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors, type AppError } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.door.ts'
import { removeWords, saveWords, wordsOfRow } from '../busqueda/busqueda.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { bringBack, keep } from '../papelera/papelera.door.ts'
import { deleteRows, insertRow, readRows, takeRows, updateRow, type Tabla } from './catalogo.sql.ts'

/** The user, the company and the time. */
export interface Autor {
  empresaId: EmpresaId
  usuarioId: string
  en: Date
}

export const autorBy =
  ({ clock }: { clock: Clock }) =>
  ({ empresaId, usuarioId }: SesionAbierta): Autor => ({ empresaId, usuarioId, en: clock.now() })

interface Leida {
  id: string
  version: number
}

/** The parts of one catalogue. `Row` has the columns that a form decides, `Leido` those that are read. */
export interface Catalogo<Row extends object, Leido extends Leida> extends Tabla<Leido> {
  /** Texts by which a record is found, the short and exact ones first. */
  words: (row: Row) => readonly (string | null)[]
  /** Fields of a record that the audit stores at creation and deletion. */
  audited: readonly (keyof Row & keyof Leido & string)[]
  /** Changes in the audit's form, for fields that name other records by their id. */
  told?: (tx: Tx, empresaId: EmpresaId, changes: Record<string, unknown>) => Promise<Record<string, unknown>>
  taken: (row: Row) => AppError
  /** The reason why one of these records cannot be deleted. */
  whyKept: (tx: Tx, empresaId: EmpresaId, rows: readonly Leido[], en: Date) => Promise<AppError | undefined>
}

const pick = (record: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)))

const saveWordsOf = <Row extends object, Leido extends Leida>(
  tx: Tx,
  { tipo, words }: Catalogo<Row, Leido>,
  empresaId: EmpresaId,
  id: string,
  row: Row,
): Promise<void> => saveWords(tx, { empresaId, tipo, id }, wordsOfRow(...words(row)))

/** @throws 404 */
export async function read<Leido>(tx: Tx, tabla: Tabla<Leido>, empresaId: EmpresaId, id: string): Promise<Leido> {
  const [row] = await readRows(tx, tabla, empresaId, [id])
  if (!row) throw errors.notFound()
  return row
}

interface Alta<Row> {
  /** The idempotency key. */
  idempotencyKey: string
  form: object
  row: Row
  /** Keeps other transactions from taking the same name meanwhile, when a unique key is not enough. */
  take?: (id: string) => Promise<void>
}

/** Stores a record with its words, without an audit entry. Answers false when its name is taken. */
export async function insert<Row extends object, Leido extends Leida>(
  tx: Tx,
  catalogo: Catalogo<Row, Leido>,
  empresaId: EmpresaId,
  id: string,
  row: Row,
  en: Date,
): Promise<boolean> {
  if (!(await insertRow(tx, catalogo, empresaId, id, row, en))) return false
  await saveWordsOf(tx, catalogo, empresaId, id, row)
  return true
}

/** Creates a record once for each key. */
export async function create<Row extends object, Leido extends Leida>(
  tx: Tx,
  catalogo: Catalogo<Row, Leido>,
  autor: Autor,
  { idempotencyKey, form, row, take }: Alta<Row>,
): Promise<Leido> {
  const { empresaId, usuarioId, en } = autor
  const { tipo, audited } = catalogo
  const id = randomUUID()
  const before = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: `${tipo}.crear`, contenido: form, recursoId: id, en })
  if (before !== undefined) return read(tx, catalogo, empresaId, before)
  await take?.(id)
  if (!(await insert(tx, catalogo, empresaId, id, row, en))) throw catalogo.taken(row)
  await recordAuditoria(tx, { ...autor, accion: `${tipo}.crear`, objeto: id, detalle: pick(row, audited) })
  return read(tx, catalogo, empresaId, id)
}

interface Cambio<Row, Leido> {
  /** @throws the problems of the form, before any query */
  check?: (before: Leido) => void
  take?: (before: Leido) => Promise<void>
  rowOf: (before: Leido) => Row
}

/** @throws 404, 409 when another user saved since `version` was read, 422 when the name is taken */
export async function edit<Row extends object, Leido extends Leida>(
  tx: Tx,
  catalogo: Catalogo<Row, Leido>,
  autor: Autor,
  { id, version }: { id: string; version: number },
  { check, take, rowOf }: Cambio<Row, Leido>,
): Promise<Leido> {
  const { empresaId, en } = autor
  const before = await read(tx, catalogo, empresaId, id)
  check?.(before)
  if (before.version !== version) throw errors.conflict()
  await take?.(before)
  const row = rowOf(before)
  const outcome = await updateRow(tx, catalogo, empresaId, { id, version }, row, en)
  if (outcome === 'taken') throw catalogo.taken(row)
  if (outcome === 'stale') throw errors.conflict()
  await saveWordsOf(tx, catalogo, empresaId, id, row)
  const after = await read(tx, catalogo, empresaId, id)
  const changes = changesOf(before, after)
  const detalle = (await catalogo.told?.(tx, empresaId, changes)) ?? changes
  await recordAuditoria(tx, { ...autor, accion: `${catalogo.tipo}.editar`, objeto: id, detalle })
  return after
}

/** All of them or none. @throws 404 when one is not of this company, 422 when another record names one */
export async function remove<Row extends object, Leido extends Leida>(
  tx: Tx,
  catalogo: Catalogo<Row, Leido>,
  autor: Autor,
  ids: readonly string[],
): Promise<void> {
  const { empresaId, en } = autor
  const { tipo, audited } = catalogo
  const rows = await takeRows(tx, catalogo, empresaId, ids)
  if (rows.length !== ids.length) throw errors.notFound()
  const kept = await catalogo.whyKept(tx, empresaId, rows, en)
  if (kept) throw kept
  await keep(tx, catalogo, { empresaId, ids }, en)
  if (!(await deleteRows(tx, catalogo, empresaId, ids))) throw errors.inUseElsewhere()
  await removeWords(tx, { empresaId, tipo, ids })
  for (const row of rows) await recordAuditoria(tx, { ...autor, accion: `${tipo}.eliminar`, objeto: row.id, detalle: pick(row, audited) })
}

/**
 * Restores deleted records, all or none; present ones stay. `check` sees the restored ones in place.
 * @throws 404 when one was not deleted in the last day, 422 when its name was taken meanwhile or a record it names is deleted
 */
export async function restore<Row extends object, Leido extends Leida>(
  tx: Tx,
  catalogo: Catalogo<Row, Leido>,
  autor: Autor,
  ids: readonly string[],
  check?: (rows: readonly Leido[]) => Promise<void>,
): Promise<void> {
  const { empresaId, en } = autor
  const { tipo, audited } = catalogo
  const returned = await bringBack(tx, catalogo, { empresaId, ids }, en)
  const rows = await readRows(tx, catalogo, empresaId, ids)
  if (rows.length !== ids.length) throw errors.deletionOver()
  const back = rows.filter(({ id }) => returned.includes(id))
  await check?.(back)
  for (const row of back) await recordAuditoria(tx, { ...autor, accion: `${tipo}.restaurar`, objeto: row.id, detalle: pick(row, audited) })
}

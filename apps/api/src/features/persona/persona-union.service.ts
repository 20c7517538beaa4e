import type { Persona, UnionesPersona, UnionPropuesta } from '@yupana/contract'

import { currentActor } from '../../db/actor.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.door.ts'
import { removeWords, saveWords, wordsOfRow } from '../busqueda/busqueda.door.ts'
import { readRows, type Autor } from '../catalogo/catalogo.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { requireMismoCredito, type AutorPersona } from './persona-credito.ts'
import { fusionOf, separada, type Fusionable } from './persona-fusion.ts'
import * as sql from './persona-union.sql.ts'
import { PERSONAS, read, toldOf, wordTexts } from './persona.service.ts'
import { findByIdentificacion } from './persona.sql.ts'

// Two records of one person become one, and two again (adr/0013).

/** A union edits one record and takes the other away: it needs both rights. The route checks the second one. */
export function requireUnir(session: SesionAbierta): void {
  if (!mayDo(session, 'persona:editar')) throw errors.forbidden()
}

const nameOf = ({ razon_social: nombre, identificacion }: Persona) => `${nombre} (${identificacion})`

/** @throws 404 when one is not of this company, 422 for two that cannot become one */
function requirePar(rows: readonly Persona[], { queda: quedaId, otra: otraId }: { queda: string; otra: string }) {
  if (quedaId === otraId) throw errors.field('SAME', 'otra_id', 'Elija otra ficha: una ficha no se une consigo misma.')
  const queda = rows.find(({ id }) => id === quedaId)
  const otra = rows.find(({ id }) => id === otraId)
  if (!queda || !otra) throw errors.notFound()
  if (queda.unida_a !== null)
    throw errors.field('MERGED', 'id', `${nameOf(queda)} ya está unida a otra ficha. Abra la que quedó y una desde ahí.`)
  if (otra.unida_a === quedaId) throw errors.field('MERGED', 'otra_id', `${nameOf(otra)} ya está unida a esta ficha.`)
  if (otra.unida_a !== null) throw errors.field('MERGED', 'otra_id', `${nameOf(otra)} ya está unida a otra ficha. Elija la que quedó.`)
  return { queda, otra }
}

/** Warnings about a document for a merged record, by its identification. */
export async function avisoUnida(tx: Tx, empresaId: EmpresaId, comprador: Parameters<typeof findByIdentificacion>[2]): Promise<Problem[]> {
  const { id, ficha } = (await findByIdentificacion(tx, empresaId, comprador)) ?? {}
  if (ficha === undefined || ficha === id) return []
  const unida = await sql.findUnida(tx, empresaId, ficha, 'como otra')
  return unida === undefined
    ? []
    : [{ campo: 'comprador.identificacion', message: `La ficha ${unida}: elija de nuevo el cliente, o emita con esta identificación.` }]
}

/** @throws 404 */
export async function readUniones(tx: Tx, empresaId: EmpresaId, id: string): Promise<UnionesPersona> {
  await read(tx, empresaId, id)
  return { en: await sql.readEn(tx, empresaId, id), unidas: await sql.listUnidas(tx, empresaId, id) }
}

/** The effect of a union, without any change. @throws 404, 422 */
export async function preview(tx: Tx, session: SesionAbierta, quedaId: string, otraId: string): Promise<UnionPropuesta> {
  const { empresaId, ambiente } = session
  const rows = await readRows(tx, PERSONAS, empresaId, [quedaId, otraId])
  const { queda, otra } = requirePar(rows, { queda: quedaId, otra: otraId })
  requireMismoCredito({ daCredito: mayDo(session, 'persona:credito') }, queda, otra)
  return { queda: { ...queda, ...fusionOf(queda, otra).row }, otra, mueve: await sql.countMovido(tx, empresaId, ambiente, otraId) }
}

/** Merges `otraId` into `quedaId`, once for each key. @throws 403, 404, 422 */
export async function unir(tx: Tx, autor: AutorPersona, idempotencyKey: string, quedaId: string, otraId: string): Promise<Persona> {
  const { empresaId, usuarioId, en } = autor
  const contenido = { queda: quedaId, otra: otraId }
  const before = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'persona.unir', contenido, recursoId: quedaId, en })
  if (before !== undefined) return read(tx, empresaId, before)
  // A sale to one of them, or another union, comes wholly before or after.
  await sql.lockUnion(tx, empresaId, [quedaId, otraId])
  const { queda, otra } = requirePar(await readRows(tx, PERSONAS, empresaId, [quedaId, otraId]), contenido)
  requireMismoCredito(autor, queda, otra)
  const { row, dado } = fusionOf(queda, otra)
  if (currentActor() && dado.listas.correos.length > 0) throw errors.closedToSupport()
  const par = { empresaId, otra: otraId, queda: quedaId }
  await sql.setUnida(tx, par)
  await sql.insertUnion(tx, par, usuarioId, en, { ...dado, exento: await sql.giveExento(tx, par) })
  await sql.moveCuentas(tx, par)
  await removeWords(tx, { empresaId, tipo: 'persona', ids: [otraId] })
  const after = await saveFusion(tx, empresaId, queda, row, en)
  await tell(tx, autor, 'persona.unir', { queda, otra }, after)
  return after
}

/** Reverses a union: each record has its own again, and later changes stay with the record that stayed. @throws 404, 422 */
export async function separar(tx: Tx, autor: AutorPersona, otraId: string): Promise<Persona> {
  const { empresaId, en } = autor
  await read(tx, empresaId, otraId)
  const known = await sql.readUnion(tx, empresaId, otraId)
  const ids = known ? [otraId, known.en_id] : [otraId]
  await sql.lockUnion(tx, empresaId, ids)
  const rows = await readRows(tx, PERSONAS, empresaId, ids)
  // Read again under the lock.
  const union = await sql.readUnion(tx, empresaId, otraId)
  const otra = rows.find(({ id }) => id === otraId)
  const queda = rows.find(({ id }) => id === union?.en_id)
  if (!union || !otra || !queda) throw errors.field('NOT_MERGED', 'id', 'Esta ficha no está unida a otra: su unión ya se deshizo.')
  if (otra.unida_a !== queda.id)
    throw errors.field('MERGED', 'id', `${nameOf(queda)} se unió después a otra ficha. Deshaga antes esa unión.`)
  const { correos } = union.dado.listas
  if (currentActor() && correos.length > 0) throw errors.closedToSupport()
  await sql.setSeparada(tx, empresaId, otraId)
  await sql.returnCuentas(tx, { empresaId, otra: otraId, queda: queda.id })
  if (union.dado.exento) await sql.takeExento(tx, empresaId, queda.id)
  const quedan = (await sql.listUnidas(tx, empresaId, queda.id)).map(({ id }) => id)
  const otras = quedan.length === 0 ? [] : await readRows(tx, PERSONAS, empresaId, quedan)
  const row = separada(queda, union.dado, otras)
  requireMismoCredito(autor, queda, row)
  const after = await saveFusion(tx, empresaId, queda, row, en)
  await saveWordsOf(tx, empresaId, otra)
  await tell(tx, autor, 'persona.separar', { queda, otra }, after)
  return read(tx, empresaId, otraId)
}

async function saveWordsOf(tx: Tx, empresaId: EmpresaId, persona: Persona): Promise<void> {
  const tambien = await sql.refreshTambien(tx, empresaId, persona.id)
  await saveWords(tx, { empresaId, tipo: 'persona', id: persona.id }, wordsOfRow(...wordTexts({ ...persona, tambien })))
}

async function saveFusion(tx: Tx, empresaId: EmpresaId, queda: Persona, row: Fusionable, en: Date): Promise<Persona> {
  await sql.updateFusion(tx, empresaId, queda.id, row, en)
  const after = await read(tx, empresaId, queda.id)
  await saveWordsOf(tx, empresaId, after)
  return after
}

/** Writes the event in the history of both. */
async function tell(tx: Tx, autor: Autor, accion: string, { queda, otra }: { queda: Persona; otra: Persona }, after: Persona) {
  await recordAuditoria(tx, { ...autor, accion, objeto: queda.id, detalle: { otra: nameOf(otra), ...toldOf(changesOf(queda, after)) } })
  await recordAuditoria(tx, { ...autor, accion, objeto: otra.id, detalle: { queda: nameOf(queda) } })
}

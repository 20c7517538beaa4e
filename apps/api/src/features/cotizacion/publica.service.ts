import { checkTexto, normalizeTexto } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { requireCotizacion } from './cotizacion.service.ts'
import { lockCotizacion, readEmpresa, updateCotizacion } from './cotizacion.sql.ts'
import { hashOf } from './enlace.service.ts'
import { findByEnlace } from './enlace.sql.ts'
import { printCotizacion, readImpresion, type Impresion } from './imprimir.service.ts'
import { noteRespuesta } from './version.service.ts'

const TOKEN = /^[\w-]{43}$/

async function requireEnlace({ db }: Pick<Deps, 'db'>, token: string): Promise<{ empresaId: EmpresaId; id: string }> {
  const found = TOKEN.test(token) ? await findByEnlace(db, hashOf(token)) : undefined
  if (!found) throw errors.linkInvalid()
  return found
}

/** The quote of a link. @throws 404 for an unknown link, or a quote in revision */
export async function readPublica(deps: Deps, token: string) {
  const { empresaId, id } = await requireEnlace(deps, token)
  return inEmpresa(deps.db, empresaId, async (tx) => {
    const { row, estado } = await requireCotizacion(deps, tx, empresaId, id)
    if (estado === 'BORRADOR') throw errors.linkWaiting()
    return { row, estado, empresa: await readEmpresa(tx, empresaId, row.establecimiento) }
  })
}
export type Publica = Awaited<ReturnType<typeof readPublica>>

/** @throws as `readPublica`, 429 or 503 when it cannot be drawn now */
export async function printPublica(deps: Deps, token: string): Promise<{ numero: string; pdf: Uint8Array }> {
  const { empresaId, id } = await requireEnlace(deps, token)
  const impresion: Impresion = await inEmpresa(deps.db, empresaId, async (tx) => {
    const { estado } = await requireCotizacion(deps, tx, empresaId, id)
    if (estado === 'BORRADOR') throw errors.linkWaiting()
    return readImpresion(deps, tx, empresaId, id)
  })
  return { numero: impresion.numero, pdf: await printCotizacion(deps, empresaId, impresion) }
}

export interface Respuesta {
  decision: string
  nota: string
  version: string
}

const MAX_NOTA = 300

/** The client's own answer, once, to the version he read. @throws 404, 422 with a text for the client */
export async function answerPublica(deps: Deps, token: string, { decision, nota: typed, version }: Respuesta): Promise<void> {
  const { empresaId, id } = await requireEnlace(deps, token)
  if (decision !== 'aceptar' && decision !== 'rechazar') throw errors.badRequest()
  const nota = normalizeTexto(typed)
  const problem = checkTexto(nota, { max: MAX_NOTA })
  if (problem !== undefined) throw errors.field('NOTE', 'nota', `Revise su comentario: ${problem}`)
  await inEmpresa(deps.db, empresaId, async (tx) => {
    await lockCotizacion(tx, { empresaId, id })
    const { row, estado } = await requireCotizacion(deps, tx, empresaId, id)
    if (estado === 'BORRADOR') throw errors.linkWaiting()
    if (estado !== 'ENVIADA' || String(row.version) !== version) throw errors.quoteChanged()
    const en = deps.clock.now()
    const nuevo = decision === 'aceptar' ? 'ACEPTADA' : 'RECHAZADA'
    const respuesta = { nota: nota || null, en }
    await updateCotizacion(tx, { empresaId, id }, en, { estado: nuevo, respuesta })
    await noteRespuesta(tx, empresaId, row, { estado: nuevo, ...respuesta })
    const detalle = { numero: row.numero, version: row.version_enviada, estado: [estado, nuevo], ...(nota && { nota }) }
    await recordAuditoria(tx, { empresaId, usuarioId: null, en, accion: 'cotizacion.responder', objeto: id, detalle })
  })
}

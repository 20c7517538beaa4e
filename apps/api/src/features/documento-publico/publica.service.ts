import { checkTexto, normalizeTexto } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { downloadableRide, readTotales, requireArchivos, xmlFile } from '../comprobante/lectura/lectura.door.ts'
import { hashOf } from './enlace.service.ts'
import * as sql from './enlace.sql.ts'

const TOKEN = /^[\w-]{43}$/
/** How long an answer of the SRI is valid, and how long a page waits for a new one. */
const VIGENCIA_MS = 600_000
const ESPERA_MS = 15_000
const MAX_NOTA = 300

async function requireEnlace({ db }: Pick<Deps, 'db'>, token: string): Promise<{ empresaId: EmpresaId; id: string }> {
  const found = TOKEN.test(token) ? await sql.findByEnlace(db, hashOf(token)) : undefined
  if (!found) throw errors.linkInvalid()
  return found
}

/**
 * The page of a link. Each look counts, except reloads of a page that waits for the SRI, which the worker asks when its last answer is old.
 * @throws 404 for an unknown link
 */
export async function readPublica(deps: Pick<Deps, 'db' | 'clock'>, token: string, isWaiting: boolean) {
  const cual = await requireEnlace(deps, token)
  const ahora = deps.clock.now()
  return inEmpresa(deps.db, cual.empresaId, async (tx) => {
    if (!isWaiting) await sql.countVista(tx, cual, ahora)
    const enlace = await sql.readEnlace(tx, cual)
    const documento = await sql.readPublico(tx, cual)
    if (!enlace || !documento) throw errors.linkInvalid()
    const age = (instant: string | null) => (instant === null ? Infinity : ahora.getTime() - new Date(instant).getTime())
    const isSent = documento.fecha_autorizacion !== null
    const isOld = isSent && age(enlace.consultado_en) > VIGENCIA_MS
    if (isOld && !isWaiting) await sql.updateEnlace(tx, cual, { consulta_pedida_en: ahora })
    const lineas = await sql.listLineas(tx, cual)
    const totales = await readTotales(tx, cual.empresaId, cual.id, documento.version)
    return { documento, lineas, totales, enlace, isAsking: isOld && (!isWaiting || age(enlace.consulta_pedida_en) < ESPERA_MS) }
  })
}
export type Publica = Awaited<ReturnType<typeof readPublica>>

/** @throws as `readPublica`, 429 or 503 when it cannot be drawn now */
export async function printPublica(deps: Deps, token: string): Promise<{ clave: string; pdf: Uint8Array }> {
  const { empresaId, id } = await requireEnlace(deps, token)
  const archivos = await inEmpresa(deps.db, empresaId, (tx) => requireArchivos(tx, empresaId, id))
  return { clave: archivos.clave, pdf: await downloadableRide(deps, empresaId, { id, archivos }, 'A4') }
}

/** @throws as `readPublica` */
export async function xmlPublica(deps: Pick<Deps, 'db'>, token: string): Promise<{ clave: string; xml: string }> {
  const { empresaId, id } = await requireEnlace(deps, token)
  const archivos = await inEmpresa(deps.db, empresaId, (tx) => requireArchivos(tx, empresaId, id))
  return { clave: archivos.clave, xml: xmlFile(archivos) }
}

/** «No me corresponde», once: the company gets a notice. @throws 404, 422 with a text for the reader */
export async function rejectPublica(deps: Pick<Deps, 'db' | 'clock'>, token: string, typed: string): Promise<void> {
  const cual = await requireEnlace(deps, token)
  const { empresaId, id } = cual
  const nota = normalizeTexto(typed)
  const problem = checkTexto(nota, { max: MAX_NOTA })
  if (problem !== undefined) throw errors.field('NOTE', 'nota', `Revise su comentario: ${problem}`)
  await inEmpresa(deps.db, empresaId, async (tx) => {
    const enlace = await sql.readEnlace(tx, cual)
    if (!enlace || enlace.no_corresponde_en !== null) return
    const en = deps.clock.now()
    await sql.updateEnlace(tx, cual, { no_corresponde_en: en, no_corresponde_nota: nota || null })
    const detalle = nota ? { nota } : {}
    await recordAuditoria(tx, { empresaId, usuarioId: null, en, accion: 'documento.no_corresponde', objeto: id, detalle })
  })
}

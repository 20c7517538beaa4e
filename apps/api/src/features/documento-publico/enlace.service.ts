import { createHash, createHmac } from 'node:crypto'
import type { EnlaceDocumento } from '@yupana/contract'
import { COD_DOC, displayMonto, nombreComprobante } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { requireArchivos } from '../comprobante/lectura/lectura.door.ts'
import { findByIdentificacion } from '../persona/persona.door.ts'
import * as sql from './enlace.sql.ts'

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** 256 random bits, the same until the link is revoked. */
const tokenOf = (secreto: Buffer, id: string, n: number): string =>
  createHmac('sha256', secreto).update(`documento|${id}|${n}`).digest('base64url')

const urlOf = ({ config }: Pick<Deps, 'config'>, secreto: Buffer, id: string, n: number): string =>
  `${config.urlPublica}/d/${tokenOf(secreto, id, n)}`

/** Title of a document, with its number. */
export const tituloOf = ({ tipo, numero }: Pick<sql.DocumentoPublico, 'tipo' | 'numero'>): string => `${nombreComprobante(tipo)} ${numero}`

const MOVIL = /^(?:\+?593|0)(9\d{8})$/

/** The first mobile telephone of Ecuador among them, in WhatsApp's form. */
export function whatsappOf(telefonos: readonly string[]): string | null {
  const [movil] = telefonos.flatMap((telefono) => MOVIL.exec(telefono.replace(/[\s().-]/g, ''))?.[1] ?? [])
  return movil === undefined ? null : `593${movil}`
}

/** Present telephones of the receiver. */
async function telefonosOf(tx: Tx, empresaId: EmpresaId, documento: sql.DocumentoPublico): Promise<string[]> {
  const { receptor_tipo: tipo_identificacion, receptor_identificacion: identificacion } = documento
  const persona = await findByIdentificacion(tx, empresaId, { tipo_identificacion, identificacion })
  return persona ? sql.readTelefonos(tx, empresaId, persona.id) : []
}

/** @throws 404 */
async function require(tx: Tx, empresaId: EmpresaId, id: string): Promise<sql.DocumentoPublico> {
  const documento = await sql.readPublico(tx, { empresaId, id })
  if (!documento) throw errors.notFound()
  return documento
}

/** @throws 404 */
export async function read(deps: Pick<Deps, 'config'>, tx: Tx, empresaId: EmpresaId, id: string): Promise<EnlaceDocumento> {
  const documento = await require(tx, empresaId, id)
  const row = await sql.readEnlace(tx, { empresaId, id })
  const enlace = row?.hash ? urlOf(deps, documento.secreto, id, row.n) : null
  const { receptor, empresa, total } = documento
  const valor = documento.tipo === COD_DOC.GUIA_REMISION ? '' : ` por ${displayMonto(total)}`
  return {
    enlace,
    mensaje:
      enlace &&
      `Estimado/a ${receptor}: ${empresa} le comparte su ${tituloOf(documento)}${valor}. Puede ver y descargar el documento aquí: ${enlace}`,
    whatsapp: whatsappOf(await telefonosOf(tx, empresaId, documento)),
    vistas: row?.vistas ?? 0,
    visto_en: row?.visto_en ?? null,
    no_corresponde: row?.no_corresponde_en
      ? { en: row.no_corresponde_en, nota: row.no_corresponde_nota, visto_en: row.no_corresponde_visto_en }
      : null,
  }
}

/** @throws 404, 422 for a document without a file here */
export async function share(deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, session: SesionAbierta, id: string): Promise<EnlaceDocumento> {
  const { empresaId, usuarioId } = session
  await requireArchivos(tx, empresaId, id)
  const documento = await require(tx, empresaId, id)
  const before = await sql.readEnlace(tx, { empresaId, id })
  if (!before?.hash) {
    const en = deps.clock.now()
    await sql.setEnlace(tx, { empresaId, id }, { hash: hashOf(tokenOf(documento.secreto, id, before?.n ?? 0)), usuarioId, en })
    const detalle = { numero: documento.numero }
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'documento.compartir', objeto: id, detalle })
  }
  return read(deps, tx, empresaId, id)
}

/**
 * The link for a mail about the document: null when a user revoked it. Without one yet, a mail that is `leaving` creates it, one that is
 * `waiting` shows the future link, and one that `stays` has none.
 */
export async function enlaceDeCorreo(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  { empresaId, id, secreto }: { empresaId: EmpresaId; id: string; secreto: Buffer },
  mail: 'leaving' | 'waiting' | 'stays',
): Promise<string | null> {
  const hash = hashOf(tokenOf(secreto, id, 0))
  const made = mail === 'leaving' ? await sql.addEnlace(tx, { empresaId, id }, { hash, en: deps.clock.now() }) : undefined
  const enlace = made ?? (await sql.readEnlace(tx, { empresaId, id })) ?? { n: 0, hash: mail === 'stays' ? null : hash }
  return enlace.hash && urlOf(deps, secreto, id, enlace.n)
}

/** Revokes the link. @throws 404 */
export async function unshare(deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, session: SesionAbierta, id: string): Promise<EnlaceDocumento> {
  const { empresaId, usuarioId } = session
  const { numero } = await require(tx, empresaId, id)
  if (await sql.dropEnlace(tx, { empresaId, id })) {
    const en = deps.clock.now()
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'documento.dejar_de_compartir', objeto: id, detalle: { numero } })
  }
  return read(deps, tx, empresaId, id)
}

/** Marks «No me corresponde» as seen: it leaves the home page. @throws 404 */
export async function seeNoCorresponde(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  session: SesionAbierta,
  id: string,
): Promise<EnlaceDocumento> {
  const { empresaId, usuarioId } = session
  const { numero } = await require(tx, empresaId, id)
  const row = await sql.readEnlace(tx, { empresaId, id })
  if (row?.no_corresponde_en && row.no_corresponde_visto_en === null) {
    const en = deps.clock.now()
    await sql.updateEnlace(tx, { empresaId, id }, { no_corresponde_visto_en: en })
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'documento.no_corresponde_visto', objeto: id, detalle: { numero } })
  }
  return read(deps, tx, empresaId, id)
}

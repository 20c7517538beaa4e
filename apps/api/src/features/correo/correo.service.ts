import { randomUUID } from 'node:crypto'
import { LISTING_EXACT_LIMIT, type CorreoEstado } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { listingPageToLimit } from '../../http/listing.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { readDocumento } from '../comprobante/lectura/lectura.door.ts'
import { countDestinatarios, medioDe } from '../carta/carta.door.ts'
import { asuntoComprobante, numeroOfClave } from '../comprobante/identidad/identidad.door.ts'
import { enlaceDeCorreo } from '../documento-publico/documento-publico.door.ts'
import { asuntoOf, writeCarta } from './carta.ts'
import * as sql from './correo.sql.ts'

const REENVIOS_AL_DIA = 3
const DIA_MS = 86_400_000

type CorreoRow = NonNullable<Awaited<ReturnType<typeof sql.readCorreo>>>

async function withDestinatarios<Row extends CorreoRow>(
  tx: Tx,
  empresaId: EmpresaId,
  rows: readonly Row[],
): Promise<(Row & Pick<CorreoEstado, 'destinatarios'>)[]> {
  const destinatarios =
    rows.length > 0
      ? await sql.listDestinatarios(
          tx,
          empresaId,
          rows.map((row) => row.id),
        )
      : []
  return rows.map((row) => ({
    ...row,
    destinatarios: destinatarios
      .filter((destino) => destino.correo_id === row.id)
      .map(({ direccion, estado, error, enviado_en, copia }) => ({ direccion, estado, error, enviado_en, copia })),
  }))
}

const toEstado = ({ destinatarios, ...row }: CorreoRow & Pick<CorreoEstado, 'destinatarios'>): CorreoEstado => {
  const { id, medio, motivo, creado_en } = row
  return { id, asunto: asuntoOf(row, row.ajuste), medio, motivo, creado_en, destinatarios }
}

/** Mails of one document, newest first, with the result for each address. */
export const correosDe = async (tx: Tx, empresaId: EmpresaId, documentoId: string): Promise<CorreoEstado[]> =>
  (await withDestinatarios(tx, empresaId, await sql.listCorreosOf(tx, empresaId, documentoId))).map(toEstado)

/**
 * Sends RIDE and XML again, to the given addresses, with a message. In PRUEBAS this mails one trial on purpose; in SIMULADOR it stays in
 * the outbox (O-95).
 */
export async function resendCorreo(
  deps: Deps,
  tx: Tx,
  { empresaId, usuarioId, razonSocial, nombreComercial }: SesionAbierta,
  documentoId: string,
  { correos, mensaje }: { correos: readonly string[]; mensaje?: string | undefined },
): Promise<CorreoEstado> {
  const { clock, config } = deps
  const documento = await readDocumento(tx, empresaId, documentoId)
  if (!documento) throw errors.notFound()
  if (documento.registro !== '') throw errors.issuedOutside()
  if (documento.estado !== 'AUTORIZADO' && documento.estado !== 'ANULADO')
    throw errors.wrongState(documento.estado, 'enviar por correo todavía: el correo espera a la autorización')
  const direcciones = [...new Set(correos.map((correo) => correo.toLowerCase()))]
  const en = clock.now()
  await sql.lockReenvios(tx, documentoId)
  if ((await sql.countReenvios(tx, empresaId, documentoId, direcciones, new Date(en.getTime() - DIA_MS))) >= REENVIOS_AL_DIA)
    throw errors.tooManyResends()
  await countDestinatarios(deps, tx, { empresaId, usuarioId }, direcciones.length)
  const id = randomUUID()
  const asunto = `${asuntoComprobante(documento.ambiente, documento.clave)} de ${nombreComercial ?? razonSocial}`
  const medio = medioDe(config, documento.ambiente)
  await sql.insertReenvio(tx, {
    empresaId,
    id,
    documentoId,
    ambiente: documento.ambiente,
    asunto,
    messageId: `<${id}@yupana>`,
    medio,
    usuarioId,
    en,
    direcciones,
    mensaje,
  })
  return requireCorreo(tx, empresaId, id).then(toEstado)
}

async function requireCorreo(tx: Tx, empresaId: EmpresaId, id: string): Promise<CorreoRow & Pick<CorreoEstado, 'destinatarios'>> {
  const row = await sql.readCorreo(tx, empresaId, id)
  const [complete] = row ? await withDestinatarios(tx, empresaId, [row]) : []
  if (!complete) throw errors.notFound()
  return complete
}

/** The mail as its receiver reads it. */
export async function readCarta(deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, { empresaId }: SesionAbierta, id: string) {
  const correo = await requireCorreo(tx, empresaId, id)
  const isWaiting = correo.destinatarios.some(({ estado }) => estado === 'PENDIENTE')
  const documento = { empresaId, id: correo.documento_id, secreto: correo.secreto }
  const enlace = await enlaceDeCorreo(deps, tx, documento, isWaiting ? 'waiting' : 'stays')
  const { texto, adjuntos } = writeCarta({ ...correo, enlace }, correo.ajuste)
  return { ...toEstado(correo), documento_id: correo.documento_id, texto, adjuntos: adjuntos.map(({ filename }) => filename) }
}

/** The outbox of the present environment, newest first. */
export async function searchCorreos(tx: Tx, { empresaId, ambiente }: SesionAbierta, { page, size }: { page: number; size: number }) {
  const rows = await withDestinatarios(tx, empresaId, await sql.pageCorreos(tx, empresaId, ambiente, page * size, size))
  const total = await sql.countCorreos(tx, empresaId, ambiente, LISTING_EXACT_LIMIT + 1)
  const content = rows.map((row) => ({
    ...toEstado(row),
    documento_id: row.documento_id,
    numero: numeroOfClave(row.clave),
    receptor_nombre: row.receptor,
  }))
  return listingPageToLimit(content, total, { page, size })
}

import { randomUUID } from 'node:crypto'
import type { CertificadoLeido } from '@yupana/sri'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { MensajeGuardado } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { destinosOf, type MedioCorreo } from '../carta/carta.door.ts'
import { saveNotaRecuperada, type NotaRecuperada } from '../nota/nota.door.ts'
import { insertRetenciones } from '../retencion/retencion.door.ts'
import type { Importado } from './importado.ts'

/** Actor of the events of a reconciliation. */
export const PROCESO = 'conciliación'
const NADIE = '00000000-0000-0000-0000-000000000000'

export interface DocumentoRef {
  empresa_id: EmpresaId
  id: string
  version: number
}

export interface Movimiento {
  de: string | null
  a: string
  causa: string
  mensajes: readonly MensajeGuardado[]
  en: Date
  /** For AUTORIZADO: the time according to the SRI. */
  autorizadoEn?: Date | undefined
}

export async function insertEvento(tx: Tx, { empresa_id, id }: DocumentoRef, { de, a, causa, mensajes, en }: Movimiento): Promise<void> {
  await sql`
    insert into documento_evento (empresa_id, documento_id, n, en, de, a, proceso, causa, mensajes)
    select ${empresa_id}, ${id}, coalesce(max(n), 0) + 1, ${en}::timestamptz, ${de}, ${a}, ${PROCESO}, ${causa}, ${mensajes.length > 0 ? JSON.stringify(mensajes) : null}::jsonb
      from documento_evento where empresa_id = ${empresa_id} and documento_id = ${id}`.execute(tx)
}

/** Moves a document and writes the event. The database refuses a move that the table of states does not have. */
export async function move(tx: Tx, documento: DocumentoRef, movimiento: Movimiento, codigo: string | null): Promise<void> {
  await tx
    .updateTable('documento')
    .set({
      estado: movimiento.a,
      codigo_sri: codigo,
      ...(movimiento.a === 'AUTORIZADO' && { autorizado_en: movimiento.autorizadoEn ?? movimiento.en }),
    })
    .where('empresa_id', '=', documento.empresa_id)
    .where('id', '=', documento.id)
    .execute()
  await insertEvento(tx, documento, movimiento)
}

/** Sets the worker's next attempt, null for none, and ends an attempt that was open in the backup. */
export async function rest(tx: Tx, { empresa_id, id }: DocumentoRef, proximoIntento: Date | null, en: Date): Promise<void> {
  await tx
    .updateTable('documento_envio')
    .set({ proximo_intento: proximoIntento, intentos: 0, arriendo_hasta: null, pudo_llegar: true })
    .where('empresa_id', '=', empresa_id)
    .where('documento_id', '=', id)
    .execute()
  await tx
    .updateTable('documento_intento')
    .set({ terminado_en: en, resultado: 'Conciliación con el SRI' })
    .where('empresa_id', '=', empresa_id)
    .where('documento_id', '=', id)
    .where('terminado_en', 'is', null)
    .execute()
}

/** The certificate of a signature: the known record, or a new one without a key. */
export async function ensureCertificado(tx: Tx, empresaId: EmpresaId, leido: CertificadoLeido, ruc: string, en: Date): Promise<string> {
  const known = await tx
    .selectFrom('certificado')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('der', '=', leido.der)
    .executeTakeFirst()
  if (known) return known.id
  const id = randomUUID()
  await tx
    .insertInto('certificado')
    .values({
      empresa_id: empresaId,
      id,
      filename: 'conciliacion.cer',
      titular: leido.titular,
      emisor: leido.emisor,
      entidad: null,
      serial: leido.serie,
      identificacion: ruc,
      rsa_bits: leido.llave.bits ?? 2048,
      desde: leido.desde,
      hasta: leido.hasta,
      huella: leido.huella,
      der: leido.der,
      activo: false,
      subido_por: NADIE,
      subido_en: en,
    })
    .execute()
  return id
}

export async function saveFirma(
  tx: Tx,
  { empresa_id, id, version }: DocumentoRef,
  firma: { certificadoId: string; xml: Buffer; sha256: Buffer; en: Date },
): Promise<void> {
  const { certificadoId: certificado_id, sha256, en } = firma
  await tx
    .insertInto('documento_firma')
    .values({ empresa_id, documento_id: id, version, certificado_id, xml: firma.xml, sha256, firmado_en: en })
    .execute()
  await tx.insertInto('certificado_uso').values({ empresa_id, certificado_id, documento_id: id, version, en, sha256 }).execute()
}

export interface AutorizacionRow {
  numero: string
  fecha: string
  ambiente: string | undefined
  identico: boolean
  respuesta: Buffer
  en: Date
}

export async function saveAutorizacion(tx: Tx, { empresa_id, id, version }: DocumentoRef, row: AutorizacionRow): Promise<void> {
  await tx
    .insertInto('documento_autorizacion')
    .values({
      empresa_id,
      documento_id: id,
      version,
      numero: row.numero,
      fecha_autorizacion: row.fecha,
      ambiente: row.ambiente ?? null,
      documento_identico: row.identico,
      respuesta: row.respuesta,
      recibida_en: row.en,
    })
    .execute()
}

export interface Receptor {
  persona_id: string | null
}

const receptorOf = ({ receptor, fecha_emision, subtotal, descuento, iva, total }: Importado) => ({
  fecha_emision,
  subtotal,
  descuento,
  iva,
  total,
  receptor_tipo: receptor.tipo_identificacion,
  receptor_identificacion: receptor.identificacion,
  receptor_nombre: receptor.razon_social,
})

export interface DocumentoNuevo extends DocumentoRef, Receptor {
  serie: { ambiente: 'SIMULADOR' | 'PRUEBAS' | 'PRODUCCION'; tipo: string; establecimiento: string; punto: string; secuencial: number }
  importado: Importado
  estado: string
  codigo: string | null
  creadoEn: Date
  autorizadoEn: Date | null
}

/** Inserts a document that only the SRI had, in its state there. */
export async function insertDocumento(
  tx: Tx,
  { empresa_id, id, version, serie, importado, estado, codigo, persona_id, creadoEn, autorizadoEn }: DocumentoNuevo,
): Promise<void> {
  await tx
    .insertInto('documento')
    .values({
      empresa_id,
      id,
      version,
      ...serie,
      clave: importado.clave,
      estado,
      persona_id,
      vendedor_id: null,
      creado_en: creadoEn,
      autorizado_en: autorizadoEn,
      codigo_sri: codigo,
      ...receptorOf(importado),
    })
    .execute()
  await tx.insertInto('documento_envio').values({ empresa_id, documento_id: id }).execute()
}

/** Turns a rejected document into the corrected one of the SRI. */
export async function correctDocumento(
  tx: Tx,
  { empresa_id, id, version }: DocumentoRef,
  importado: Importado,
  { persona_id }: Receptor,
): Promise<void> {
  await tx
    .updateTable('documento')
    .set({ estado: 'EMITIDO', version, persona_id, codigo_sri: null, ...receptorOf(importado) })
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', id)
    .execute()
}

/** Stores the unsigned text, lines, payments and other parts of a version by its type. */
export async function saveVersion(
  tx: Tx,
  { empresa_id, id, version }: DocumentoRef,
  importado: Importado,
  nota: NotaRecuperada | undefined,
  xml: { deflated: Buffer; sha256: Buffer },
  en: Date,
): Promise<void> {
  const { clave, receptor, lineas, pagos, retenciones, pago_retencion } = importado
  const entrada = nota?.entrada ?? importado.entrada
  await tx
    .insertInto('documento_version')
    .values({
      empresa_id,
      documento_id: id,
      n: version,
      clave,
      xml: xml.deflated,
      sha256: xml.sha256,
      entrada: JSON.stringify(entrada),
      correos: receptor.correos,
      usuario_id: null,
      creada_en: en,
    })
    .execute()
  const codes = lineas.flatMap(({ codigo }) => (codigo === null ? [] : [codigo]))
  const found =
    codes.length > 0
      ? await tx.selectFrom('producto').select(['id', 'code']).where('empresa_id', '=', empresa_id).where('code', 'in', codes).execute()
      : []
  const products = new Map(found.map((producto) => [producto.code, producto.id]))
  const { ambiente, tipo } = await tx
    .selectFrom('documento')
    .select(['ambiente', 'tipo'])
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const filas = lineas.map((linea, at) => ({
    empresa_id,
    documento_id: id,
    version,
    n: at + 1,
    producto_id: products.get(linea.codigo ?? '') ?? null,
    ambiente,
    tipo,
    fecha: importado.fecha_emision,
    en,
    ...linea,
  }))
  if (filas.length > 0) await tx.insertInto('documento_linea').values(filas).execute()
  if (pagos.length > 0)
    await tx
      .insertInto('documento_pago')
      .values(pagos.map((pago, at) => ({ empresa_id, documento_id: id, version, n: at + 1, ...pago })))
      .execute()
  const own = { empresaId: empresa_id, documentoId: id, version }
  if (retenciones) await insertRetenciones(tx, own, retenciones, pago_retencion)
  if (nota) await saveNotaRecuperada(tx, own, nota)
}

/**
 * Queues the receiver's mail of an authorised document, as the pipeline does (O-95): the lost installation may have sent it already, and a
 * second copy is better than none. It leaves once the fence is lifted.
 */
export async function queueCorreo(
  tx: Tx,
  { empresa_id, id }: DocumentoRef,
  { asunto, medio, en }: { asunto: string; medio: MedioCorreo; en: Date },
): Promise<void> {
  const correo = randomUUID()
  const {
    rows: [destino],
  } = await destinosOf(empresa_id, id, medio).execute(tx)
  const direcciones = [...new Set(destino?.direcciones ?? [])]
  if (!destino || direcciones.length === 0) return
  const isSmtp = destino.medio === 'SMTP'
  const inserted = await tx
    .insertInto('correo')
    .values({
      empresa_id,
      id: correo,
      documento_id: id,
      ambiente: destino.ambiente,
      asunto: `${asunto} de ${destino.empresa}`,
      message_id: `<${correo}@yupana>`,
      medio: destino.medio,
      motivo: 'AUTORIZACION',
      creado_en: en,
      proximo_intento: isSmtp ? en : null,
      usuario_id: null,
      ajuste: destino.ajuste,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows !== 1n) return
  await tx
    .insertInto('correo_destinatario')
    .values(
      [...new Set([...direcciones, ...(destino.copia ?? [])])].map((direccion) => ({
        empresa_id,
        correo_id: correo,
        direccion,
        estado: isSmtp ? ('PENDIENTE' as const) : ('BANDEJA' as const),
        copia: !direcciones.includes(direccion),
      })),
    )
    .execute()
  await tx
    .updateTable('documento')
    .set({ correo_estado: isSmtp ? 'PENDIENTE' : 'BANDEJA' })
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', id)
    .execute()
}

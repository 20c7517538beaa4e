import type { ComprobanteDetalle, ComprobanteFila } from '@yupana/contract'
import {
  fechaIn,
  formatNumero,
  generationStatusOf,
  MODO_EMISION,
  taxStatusOf,
  tipoDocumentoOf,
  type Estado,
  type Fecha,
} from '@yupana/fiscal'
import { errorSri, totalesRide, XmlError } from '@yupana/sri'

import type { MensajeGuardado } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { errors } from '../../../errors.ts'
import { anulacionDe, puedeAnular } from '../anulacion/anulacion.door.ts'
import { inflate } from '../../../db/bytes.ts'
import type { EmpresaId } from '../../../db/empresa-id.ts'
import { claveOf, readVendedores } from '../identidad/identidad.door.ts'
import * as sql from './detalle.sql.ts'

type DocumentoRow = NonNullable<Awaited<ReturnType<typeof sql.readDocumento>>>
export type FilaRow = Omit<DocumentoRow, 'version' | 'subtotal' | 'descuento' | 'iva' | 'receptor_tipo' | 'tributario'>

export function toFila(row: FilaRow, vendedores: ReadonlyMap<string, string>, formasPago: string[] = []): ComprobanteFila {
  const estado = row.estado as Estado
  return {
    id: row.id,
    tipo: row.tipo,
    tipo_documento: tipoDocumentoOf(row.tipo) ?? null,
    numero: formatNumero({ estab: row.establecimiento, ptoEmi: row.punto, secuencial: row.secuencial }),
    clave: claveOf(row.clave),
    modo_emision: row.modo_emision,
    origen: row.registro === '' ? 'SISTEMA' : row.modo_emision === MODO_EMISION.FISICA ? 'FISICA' : 'PORTAL',
    autorizacion: row.registro === '' ? (row.autorizado_en === null ? '' : row.clave) : row.registro,
    fecha_emision: row.fecha_emision,
    estado,
    estado_generacion: generationStatusOf(estado),
    estado_tributario: taxStatusOf(estado) ?? 2,
    ambiente: row.ambiente,
    receptor_identificacion: row.receptor_identificacion,
    receptor_nombre: row.receptor_nombre,
    total: row.total,
    vendedor: row.vendedor_id === null ? null : (vendedores.get(row.vendedor_id) ?? null),
    formas_pago: formasPago,
    codigo_sri: row.codigo_sri,
    correo_estado: row.correo_estado,
    creado_en: row.creado_en,
    autorizado_en: row.autorizado_en,
  }
}

const explain = (mensaje: MensajeGuardado) => {
  const { causa, remedio, campo } = errorSri(mensaje.identificador)
  return { ...mensaje, causa, remedio, ...(campo !== undefined && { campo }) }
}

/** What a person may do next with a document that was not authorised (O-97, O-107). */
export function accionOf({ estado, codigo_sri: codigo }: Pick<DocumentoRow, 'estado' | 'codigo_sri'>): ComprobanteDetalle['accion'] {
  if (estado === 'RETENIDO') return 'REENVIAR'
  if (estado === 'CUARENTENA') return 'REVISAR'
  if (estado === 'RECHAZADO') return codigo !== null && errorSri(codigo).accion === 'NUEVO_NUMERO' ? 'NUEVO_NUMERO' : 'CORREGIR'
  return ['EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'RECIBIDA'].includes(estado) ? 'ESPERAR' : 'NINGUNA'
}

export interface CorreosDe {
  (tx: Tx, empresaId: EmpresaId, documentoId: string): Promise<ComprobanteDetalle['correos']>
}

/** Totals as the RIDE prints them; none when the stored text cannot be read. */
export async function readTotales(tx: Tx, empresaId: EmpresaId, id: string, version: number): Promise<ComprobanteDetalle['totales']> {
  const xml = await sql.readTexto(tx, empresaId, id, version)
  try {
    return xml ? [...totalesRide(inflate(xml).toString('utf8'))] : []
  } catch (error) {
    if (error instanceof XmlError) return []
    throw error
  }
}

/** The person who moved it; both persons when support worked in somebody's name (O-14). */
function quienOf(
  { usuario_id, soporte }: { usuario_id: string | null; soporte: string | null },
  vendedores: ReadonlyMap<string, string>,
): string | null {
  const nombre = usuario_id === null ? undefined : vendedores.get(usuario_id)
  return soporte === null ? (nombre ?? null) : `${nombre ?? ''} (soporte: ${soporte})`.trim()
}

/** Adds answers that a worker without a lease brought. They changed nothing, and stand at the time they came. */
function withTardias(
  eventos: ComprobanteDetalle['eventos'],
  tardias: Awaited<ReturnType<typeof sql.listTardias>>,
): ComprobanteDetalle['eventos'] {
  const tarde = tardias.map(({ en, causa }) => ({
    en,
    de: null,
    a: 'TARDIA',
    quien: null,
    causa: `Llegó cuando otro proceso ya se ocupaba: no cambió nada. ${causa}`,
    mensajes: null,
  }))
  return tarde.length === 0 ? eventos : [...eventos, ...tarde].sort((one, other) => Date.parse(one.en) - Date.parse(other.en))
}

/** One document with its history. The mail concept provides `correosDe`: documents do not import it. */
export async function readDetalle(tx: Tx, empresaId: EmpresaId, id: string, hoy: Fecha, correosDe: CorreosDe): Promise<ComprobanteDetalle> {
  const documento = await sql.readDocumento(tx, empresaId, id)
  if (!documento) throw errors.notFound()
  const vendedores = await readVendedores(tx)
  const eventos = await sql.listEventos(tx, empresaId, id)
  const mensajes = eventos.findLast((evento) => evento.mensajes !== null)?.mensajes ?? []
  const pagos = await sql.listPagos(tx, empresaId, id, documento.version)
  const formas = [...new Set(pagos.map(({ forma_pago: codigo }) => codigo))].sort()
  return {
    ...toFila(documento, vendedores, formas),
    version: documento.version,
    subtotal: documento.subtotal,
    descuento: documento.descuento,
    iva: documento.iva,
    accion: accionOf(documento),
    mensajes: mensajes.map(explain),
    espera_por: await sql.readEsperaPor(tx, empresaId, id),
    eventos: withTardias(
      eventos.map((evento) => ({
        en: evento.en,
        de: evento.de,
        a: evento.a,
        causa: evento.causa,
        quien: quienOf(evento, vendedores),
        mensajes: evento.mensajes?.map(explain) ?? null,
      })),
      await sql.listTardias(tx, empresaId, id),
    ),
    correos: await correosDe(tx, empresaId, id),
    anulacion: await anulacionDe(tx, empresaId, id, vendedores),
    no_corresponde: await sql.readNoCorresponde(tx, empresaId, id),
    puede_anular: await puedeAnular(tx, empresaId, id, documento, hoy),
    lineas: await sql.listLineas(tx, empresaId, id, documento.version),
    totales: await readTotales(tx, empresaId, id, documento.version),
    pagos,
  }
}

export async function readEntrada(tx: Tx, empresaId: EmpresaId, id: string): Promise<unknown> {
  const entrada = await sql.readEntrada(tx, empresaId, id)
  if (entrada === undefined) throw errors.notFound()
  return entrada
}

export const hoy = ({ clock }: Pick<Deps, 'clock'>) => fechaIn(clock.now())

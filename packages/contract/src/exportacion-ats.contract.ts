import { CLASES_EXPORTACION, REGIMENES_EXTERIOR } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { conSigno, digitos, fecha, idParams, monto, texto, version } from './fields.ts'
import { TipoSujeto } from './reembolso.contract.ts'

const tag = 'Declaraciones'

const orNull = <S extends z.ZodMiniType>(schema: S) => z._default(z.nullable(schema), null)

/** Data of an export that the ATS asks for besides its factura; null for a field that its kind does not need. */
const datos = {
  clase: z.enum(CLASES_EXPORTACION),
  parte_relacionada: z.boolean(),
  tipo_cliente: TipoSujeto,
  /** Régimen of the client's country, SRI table 19. */
  regimen: z.enum(REGIMENES_EXTERIOR),
  pais: digitos(3),
  regimen_nombre: orNull(texto(300)),
  pais_destino: digitos(3),
  /** Number of the customs declaration: `028-2026-40-01234567`. */
  refrendo: orNull(texto(20)),
  documento_transporte: orNull(texto(13)),
  fecha_embarque: orNull(fecha),
  valor_fob: orNull(monto),
  tipo_ingreso: orNull(digitos(3)),
  /** Income tax taken by the other country; null when it took none. */
  impuesto_exterior: orNull(monto),
}
const ExportacionAts = z.object(datos)
export type ExportacionAts = z.infer<typeof ExportacionAts>

export const ExportacionAtsForm = z.object({ ...datos, version })
export type ExportacionAtsForm = z.infer<typeof ExportacionAtsForm>

export const ExportacionLeida = z.object({
  /** Kinds of export that the sale may be; empty for a sale that is no export. */
  clases: z.array(z.enum(CLASES_EXPORTACION)),
  /** Its amount in form 104, ×10⁶. */
  valor: conSigno,
  /** Country of destination, as in its form. */
  pais_destino: z.nullable(z.string()),
  /** The period, in words, whose ATS was filed with it; null while the data may change. */
  declarada: z.nullable(z.string()),
  /** Version of the typed data; 0 before the first. */
  version: z.int(),
  datos: z.nullable(ExportacionAts),
})
export type ExportacionLeida = z.infer<typeof ExportacionLeida>

export const readExportacion = endpoint('GET /v1/declaracion/exportacion/:id', {
  costo: 'lectura',
  tag,
  summary: 'Lo que el ATS pide de una factura de exportación, y lo que se escribió de ella',
  params: idParams,
  reply: ExportacionLeida,
})

export const saveExportacion = endpoint('PUT /v1/declaracion/exportacion/:id', {
  costo: 'escritura',
  tag,
  summary: 'Guarda los datos de exportación de una factura para el ATS, hasta que su período se declare',
  params: idParams,
  body: ExportacionAtsForm,
  reply: ExportacionLeida,
  msg: 'Datos de exportación guardados',
})

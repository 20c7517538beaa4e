import { COD_DOC } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { Ambiente, TIPOS_COMPROBANTE } from './comprobante.contract.ts'
import { FacturaForm } from './documento.contract.ts'
import { TIPOS_CONDICION } from './empresa.contract.ts'
import { endpoint } from './endpoint.ts'
import { conSigno, uuid } from './fields.ts'

const tag = 'Facturas'

/** A point of emission where the user may issue (O-100), with the number of its next document; nothing is reserved. */
export const PuntoContexto = z.object({
  establecimiento: z.string(),
  punto: z.string(),
  descripcion: z.nullable(z.string()),
  direccion: z.string(),
  /** INEC code of its cantón, if stated. */
  canton: z.nullable(z.string()),
  siguiente: z.int(),
})
export type PuntoContexto = z.infer<typeof PuntoContexto>

/** Data the editor needs to begin, in one call. */
export const Contexto = z.object({
  /** Today in Ecuador. */
  hoy: z.string(),
  ambiente: Ambiente,
  empresa: z.object({
    ruc: z.string(),
    razon_social: z.string(),
    nombre_comercial: z.nullable(z.string()),
    dir_matriz: z.string(),
    obligado_contabilidad: z.boolean(),
    /** Nothing is issued before régimen and `obligado_contabilidad` are confirmed. */
    condiciones_confirmadas: z.boolean(),
    /** Past days a factura may be dated (O-55). */
    dias_fecha_anterior: z.int(),
    tiene_logo: z.boolean(),
  }),
  condiciones: z.array(z.object({ tipo: z.enum(TIPOS_CONDICION), desde: z.string(), hasta: z.nullable(z.string()), valor: z.string() })),
  /** The first is the default. */
  puntos: z.array(PuntoContexto),
  /** SRI table 31: the auxiliary codes that the 5 % rate demands. */
  materiales: z.array(z.object({ codigo: z.string(), nombre: z.string() })),
  /** The certificate in use: whether it may sign today, and the days it has left. */
  certificado: z.nullable(z.object({ apto: z.boolean(), dias_restantes: z.int() })),
})
export type Contexto = z.infer<typeof Contexto>

/** The last price a client paid for a product, as typed. Amounts ×10⁶. */
export const UltimoPrecio = z.object({
  precio_unitario: conSigno,
  descuento: conSigno,
  cantidad: z.int(),
  modo: z.enum(['NETO', 'PVP']),
  fecha_emision: z.string(),
  numero: z.string(),
})
export type UltimoPrecio = z.infer<typeof UltimoPrecio>

/** Limit and debt of a client, shown during a sale. Amounts ×10⁶; null without a limit. */
export const CreditoCliente = z.object({
  dias: z.int(),
  lista: z.nullable(z.int()),
  limite: z.nullable(conSigno),
  debe: conSigno,
  vencido: conSigno,
})
export type CreditoCliente = z.infer<typeof CreditoCliente>

export const readContexto = endpoint('GET /v1/documento/contexto', {
  costo: 'lectura',
  tag,
  summary: 'Lo que el editor de un tipo de documento necesita para empezar: de facturas, si no se indica otro',
  reply: Contexto,
  query: z.object({ tipo: z._default(z.enum(TIPOS_COMPROBANTE), COD_DOC.FACTURA) }),
})
export const lastPrecio = endpoint('GET /v1/documento/ultimo_precio', {
  costo: 'lectura',
  tag,
  summary: 'El último precio de un producto a una persona, en el ambiente actual',
  query: z.object({ persona_id: uuid, producto_id: uuid }),
  reply: z.nullable(UltimoPrecio),
})
export const creditoOfCliente = endpoint('GET /v1/documento/credito', {
  costo: 'lectura',
  tag,
  summary: 'El crédito de un cliente y lo que debe, en el ambiente actual; nulo de quien no existe',
  query: z.object({ persona_id: uuid }),
  reply: z.nullable(CreditoCliente),
})
export const lastFactura = endpoint('GET /v1/documento/ultima', {
  costo: 'lectura',
  tag,
  summary: 'El formulario de la última venta del usuario, o de la última a una persona, para repetirla',
  query: z.object({ persona_id: z.optional(uuid) }),
  reply: z.nullable(FacturaForm),
})

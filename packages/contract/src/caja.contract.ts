import { isDenominacion, MEDIOS_CAJA } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { exportOf } from './exportacion.contract.ts'
import { conSigno, dinero, fecha, idParams, texto, textoOpcional, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Caja'

export const ESTADOS_CAJA = ['ABIERTA', 'CERRADA', 'DIFERENCIA'] as const
export const MedioCaja = z.enum(MEDIOS_CAJA)

/** One till. Amounts ×10⁶; `esperado` is the cash of an open till now, of a closed one at its end. */
export const CajaFila = z.object({
  id: uuid,
  numero: z.string(),
  usuario_id: uuid,
  cajero: z.nullable(z.string()),
  /** `001-002`, when it was opened at a point of issue. */
  punto: z.nullable(z.string()),
  abierta_en: z.string(),
  cerrada_en: z.nullable(z.string()),
  cerrada_por: z.nullable(z.string()),
  apertura: conSigno,
  esperado: conSigno,
  contado: z.nullable(conSigno),
  /** Counted less expected cash. */
  diferencia: z.nullable(conSigno),
  nota: z.nullable(z.string()),
})
export type CajaFila = z.infer<typeof CajaFila>

const Conteo = z
  .object({
    clase: z.enum(['BILLETE', 'MONEDA']),
    denominacion: conSigno,
    cantidad: z.int().check(z.nonnegative('Tiene que ser como mínimo 0.'), z.maximum(1_000_000, 'Tiene que ser como máximo 1000000.')),
  })
  .check(z.refine(isDenominacion, { path: ['denominacion'], error: 'No hay billete ni moneda de ese valor.' }))

/** A till with its income and expenses by means. */
export const Caja = z.extend(CajaFila, {
  medios: z.array(z.object({ medio: MedioCaja, entradas: conSigno, salidas: conSigno })),
  conteo: z.nullable(z.array(Conteo)),
  /** Whether the user may put money in, take it out and close. */
  puede: z.boolean(),
})
export type Caja = z.infer<typeof Caja>

export const CONCEPTOS_DINERO = ['DOCUMENTO', 'PAGO', 'MOVIMIENTO'] as const

/** Money of a till by one means; negative for money that went out. */
export const DineroCaja = z.object({
  id: z.string(),
  en: z.string(),
  origen: z.enum(CONCEPTOS_DINERO),
  origen_id: uuid,
  /** SRI code of a document. */
  tipo: z.nullable(z.string()),
  /** Number of the document or receipt. */
  numero: z.nullable(z.string()),
  /** The payer or payee; for a movement by hand, its reason. */
  detalle: z.string(),
  /** Whether it gives back money of an earlier entry: corrected, voided or reversed. */
  devuelto: z.boolean(),
  medio: MedioCaja,
  valor: conSigno,
})
export type DineroCaja = z.infer<typeof DineroCaja>

/** Data for the screen of tills besides the list. */
export const ContextoCaja = z.object({
  /** The user's open till. */
  abierta: z.nullable(CajaFila),
  /** Open points at which the user may issue. */
  puntos: z.array(z.string()),
  /** Users with tills, for those who may see the tills of others. */
  cajeros: z.array(z.object({ id: uuid, nombre: z.string() })),
  /** Cash the user took in today without an open till, and cash of another till that he gave back without one. */
  sin_caja: z.object({ cobros: z.int(), valor: conSigno, reversos: z.int(), devuelto: conSigno }),
})
export type ContextoCaja = z.infer<typeof ContextoCaja>

export const AbrirCajaForm = z.object({
  apertura: dinero,
  punto: z.optional(z.string().check(z.regex(/^\d{3}-\d{3}$/, 'Escriba el punto de emisión como 001-001.'))),
})
export type AbrirCajaForm = z.infer<typeof AbrirCajaForm>

export const TIPOS_MOVIMIENTO_CAJA = ['INGRESO', 'EGRESO'] as const
export const MovimientoCajaForm = z.object({
  tipo: z.enum(TIPOS_MOVIMIENTO_CAJA),
  valor: dinero.check(z.positive('El valor debe ser mayor que cero.')),
  motivo: texto(200, 3),
})
export type MovimientoCajaForm = z.infer<typeof MovimientoCajaForm>

/** Either the notes and coins, or their sum. */
export const CerrarCajaForm = z
  .object({
    /** Expected cash on the screen at the time of counting. */
    esperado: conSigno,
    contado: z.optional(dinero),
    conteo: z.optional(
      z.array(Conteo).check(
        z.maxLength(20),
        z.refine(
          (rows) => new Set(rows.map(({ clase, denominacion }) => `${clase}${denominacion}`)).size === rows.length,
          'Cada billete y moneda va una sola vez.',
        ),
      ),
    ),
    nota: textoOpcional(300),
  })
  .check(
    z.refine(({ contado, conteo }) => (contado === undefined) !== (conteo === undefined), {
      path: ['contado'],
      error: 'Escriba el total contado, o cuántos billetes y monedas hay.',
    }),
  )
export type CerrarCajaForm = z.infer<typeof CerrarCajaForm>

export const ORDENES_CAJA = ['abierta_en', 'numero'] as const
export const COLUMNAS_CAJA = {
  numero: 'Número',
  cajero: 'Cajero',
  punto: 'Punto de emisión',
  abierta_en: 'Abierta',
  cerrada_en: 'Cerrada',
  cerrada_por: 'Cerrada por',
  apertura: 'Apertura',
  esperado: 'Efectivo esperado',
  contado: 'Contado',
  diferencia: 'Diferencia',
  nota: 'Nota',
} as const

const filtro = {
  estado: z.optional(z.enum(ESTADOS_CAJA)),
  usuario_id: z.optional(uuid),
  desde: z.optional(fecha),
  hasta: z.optional(fecha),
}
export const CajaBusqueda = z.object({ ...listingQuery, ...filtro })
export type CajaBusqueda = z.infer<typeof CajaBusqueda>

const one = { tag, params: idParams }

export const searchCaja = endpoint('GET /v1/caja/search', {
  costo: 'busqueda',
  tag,
  summary: 'Cajas abiertas y cerradas: las propias, o las de todos para quien las administra',
  query: CajaBusqueda,
  reply: listingOf(CajaFila),
})
export const exportCaja = exportOf('GET /v1/caja/exportar', {
  tag,
  summary: 'Cajas como archivo, con los filtros y el orden de la lista',
  filtro,
  columnas: COLUMNAS_CAJA,
})
export const readContextoCaja = endpoint('GET /v1/caja/contexto', {
  costo: 'busqueda',
  tag,
  summary: 'La caja abierta de quien pregunta, dónde puede abrir una y lo que cobró hoy sin caja',
  reply: ContextoCaja,
})
export const readCaja = endpoint('GET /v1/caja/:id', {
  costo: 'busqueda',
  ...one,
  summary: 'Una caja, con lo que entró y salió por cada forma de pago',
  reply: Caja,
})
export const searchDineroCaja = endpoint('GET /v1/caja/dinero/:id', {
  costo: 'busqueda',
  ...one,
  summary: 'El dinero de una caja, del más reciente al más antiguo',
  query: z.object({ page: listingQuery.page, size: listingQuery.size, medio: z.optional(MedioCaja) }),
  reply: listingOf(DineroCaja),
})
export const downloadCaja = endpoint('GET /v1/caja/download/:id', {
  costo: 'archivo',
  ...one,
  summary: 'El arqueo de una caja en PDF; de una abierta, su corte',
  file: 'application/pdf',
})
export const abrirCaja = endpoint('POST /v1/caja/abrir', {
  costo: 'escritura',
  tag,
  summary: 'Abre la caja de quien llama; requiere Idempotency-Key',
  body: AbrirCajaForm,
  reply: Caja,
  msg: 'Caja abierta exitosamente',
})
export const moverCaja = endpoint('POST /v1/caja/movimiento/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Pone o saca efectivo de una caja abierta, con su motivo; requiere Idempotency-Key',
  body: MovimientoCajaForm,
  reply: Caja,
  msg: 'Movimiento registrado exitosamente',
})
export const cerrarCaja = endpoint('POST /v1/caja/cerrar/:id', {
  costo: 'escritura',
  ...one,
  summary: 'Cierra una caja con lo contado: lo esperado y la diferencia quedan fijos; requiere Idempotency-Key',
  body: CerrarCajaForm,
  reply: Caja,
  msg: 'Caja cerrada exitosamente',
})

import { ANTIGUEDAD_LABEL, ANTIGUEDADES, COD_DOC, CONCEPTO_ASIENTO_LABEL, SENTIDOS_CARTERA, type ConceptoAsiento } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { MAX_MENSAJE_CORREO } from './comprobante-calls.contract.ts'
import { endpoint } from './endpoint.ts'
import { exportOf } from './exportacion.contract.ts'
import { buscado, conSigno, correo, dinero, fecha, idParams, lineasOpcionales, numeroComprobante, texto, uuid } from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Cartera'

export const Sentido = z.enum(SENTIDOS_CARTERA)
export const AntiguedadCuenta = z.enum(ANTIGUEDADES)
export const ORIGENES_CUENTA = ['DOCUMENTO', 'COMPRA', 'SALDO_INICIAL', 'ANTICIPO'] as const
export const OrigenCuenta = z.enum(ORIGENES_CUENTA)

/** One due date of a document, an opening balance, or an advance. Amounts ×10⁶; a negative `saldo` favours the debtor. */
export const Cuenta = z.object({
  id: uuid,
  sentido: Sentido,
  origen: OrigenCuenta,
  /** Id of the document, purchase or payment behind it. */
  origen_id: uuid,
  cuota: z.int(),
  /** How many due dates the document has. */
  cuotas: z.int(),
  persona_id: z.nullable(uuid),
  tercero_nombre: z.string(),
  /** SRI code; null for an advance. */
  tipo: z.nullable(z.string()),
  numero: z.string(),
  fecha,
  vence: fecha,
  /** Days since the due date; negative before it. */
  dias: z.int(),
  /** Original amount, before notes, withholdings and payments. */
  valor: conSigno,
  saldo: conSigno,
})
export type Cuenta = z.infer<typeof Cuenta>

/** `PENDIENTE` owed, `VENCIDA` owed and late, `FAVOR` in favour of the debtor, `TODAS` settled ones too. */
export const ESTADOS_CUENTA = ['PENDIENTE', 'VENCIDA', 'FAVOR', 'TODAS'] as const
export const EstadoCuenta = z.enum(ESTADOS_CUENTA)
export const ORDENES_CUENTA = ['vence', 'fecha', 'tercero_nombre', 'numero', 'saldo'] as const

export const COLUMNAS_CUENTA = {
  tercero_nombre: 'Persona',
  documento: 'Documento',
  fecha: 'Fecha',
  vence: 'Vence',
  dias: 'Días vencidos',
  valor: 'Valor',
  saldo: 'Saldo',
} as const

/** `q`: words of the person's names or identification, or part of the document's number. */
const filtro = {
  sentido: Sentido,
  q: z.optional(buscado),
  estado: z._default(EstadoCuenta, 'PENDIENTE'),
  antiguedad: z.optional(AntiguedadCuenta),
  persona_id: z.optional(uuid),
  /** Only documents of this `tercero_clave`, the key of a `Deudor`. */
  tercero_clave: z.optional(z.string().check(z.maxLength(60))),
}
export const CuentaBusqueda = z.object({ ...listingQuery, ...filtro })
export type CuentaBusqueda = z.infer<typeof CuentaBusqueda>

const porAntiguedad = {
  POR_VENCER: conSigno,
  D1_30: conSigno,
  D31_60: conSigno,
  D61_90: conSigno,
  D91_MAS: conSigno,
}

/** Debts by age, and the balance in favour of debtors (positive). */
export const CarteraResumen = z.object({ total: conSigno, ...porAntiguedad, favor: conSigno, cuentas: z.int() })
export type CarteraResumen = z.infer<typeof CarteraResumen>

/** The same for one person; `saldo` is the debt (`total`) less the balance in favour. */
export const Deudor = z.object({
  persona_id: z.nullable(uuid),
  tercero_clave: z.string(),
  tercero_nombre: z.string(),
  total: conSigno,
  ...porAntiguedad,
  favor: conSigno,
  saldo: conSigno,
  cuentas: z.int(),
})
export type Deudor = z.infer<typeof Deudor>
export const COLUMNAS_DEUDOR = {
  tercero_nombre: 'Persona',
  total: 'Total',
  por_vencer: ANTIGUEDAD_LABEL.POR_VENCER,
  de_uno: ANTIGUEDAD_LABEL.D1_30,
  de_treinta: ANTIGUEDAD_LABEL.D31_60,
  de_sesenta: ANTIGUEDAD_LABEL.D61_90,
  de_noventa: ANTIGUEDAD_LABEL.D91_MAS,
  favor: 'A favor',
  saldo: 'Saldo',
} as const
/** Any column of the list of debtors. */
export const ORDENES_DEUDOR = Object.keys(COLUMNAS_DEUDOR) as (keyof typeof COLUMNAS_DEUDOR)[]
/** The column of each age. */
export const COLUMNA_EDAD = {
  POR_VENCER: 'por_vencer',
  D1_30: 'de_uno',
  D31_60: 'de_treinta',
  D61_90: 'de_sesenta',
  D91_MAS: 'de_noventa',
} as const satisfies Readonly<Record<(typeof ANTIGUEDADES)[number], keyof typeof COLUMNAS_DEUDOR>>
const deudores = { sentido: Sentido, q: filtro.q }

const CONCEPTOS = Object.keys(CONCEPTO_ASIENTO_LABEL) as [ConceptoAsiento, ...ConceptoAsiento[]]

/** One entry of the account statement, with the balance of the person after it. */
export const AsientoFila = z.object({
  id: z.string(),
  fecha,
  concepto: z.enum(CONCEPTOS),
  /** Number of the note, withholding or receipt; for a document, its own. */
  referencia: z.string(),
  /** The payment that wrote the entry or took it back. */
  pago_id: z.nullable(uuid),
  tipo: z.nullable(z.string()),
  numero: z.string(),
  vence: fecha,
  valor: conSigno,
  saldo: conSigno,
})
export type AsientoFila = z.infer<typeof AsientoFila>

/** The account over some days: balance before, charges, credits, and balance after. ×10⁶; negative in favour of the debtor. */
export const SaldosEstado = z.object({ inicial: conSigno, cargos: conSigno, abonos: conSigno, final: conSigno })
export type SaldosEstado = z.infer<typeof SaldosEstado>

const periodo = { sentido: Sentido, desde: z.optional(fecha), hasta: z.optional(fecha) }
const estado = { persona_id: uuid, ...periodo }
export const EstadoCuentaBusqueda = z.object({ page: listingQuery.page, size: listingQuery.size, ...estado })
export type EstadoCuentaBusqueda = z.infer<typeof EstadoCuentaBusqueda>
export const COLUMNAS_ESTADO_CUENTA = {
  fecha: 'Fecha',
  concepto: 'Concepto',
  referencia: 'Referencia',
  documento: 'Documento',
  vence: 'Vence',
  cargo: 'Cargo',
  abono: 'Abono',
  saldo: 'Saldo',
} as const

/** An opening balance of a document, by its number, from before the books were kept here. */
export const SaldoInicialForm = z.object({
  sentido: Sentido,
  persona_id: uuid,
  tipo: z._default(z.string().check(z.regex(/^\d{2}$/, 'Tipo de comprobante no válido.')), COD_DOC.FACTURA),
  numero: numeroComprobante(),
  fecha,
  vence: z.optional(fecha),
  valor: dinero,
})
export type SaldoInicialForm = z.infer<typeof SaldoInicialForm>

export const searchCuenta = endpoint('GET /v1/cartera/search', {
  costo: 'busqueda',
  tag,
  summary: 'Cuentas por cobrar o por pagar, una por vencimiento',
  query: CuentaBusqueda,
  reply: listingOf(Cuenta),
})
export const exportCuenta = exportOf('GET /v1/cartera/exportar', {
  tag,
  summary: 'Cuentas por cobrar o por pagar como archivo, con los filtros y el orden de la lista',
  filtro,
  columnas: COLUMNAS_CUENTA,
})
export const resumenCartera = endpoint('GET /v1/cartera/resumen', {
  costo: 'calculo',
  enFila: true,
  tag,
  summary: 'Lo que se debe por antigüedad, de todos, de una persona o de quienes una búsqueda encuentra',
  query: z.object({ ...deudores, persona_id: z.optional(uuid) }),
  reply: CarteraResumen,
})
export const searchDeudor = endpoint('GET /v1/cartera/personas', {
  costo: 'busqueda',
  tag,
  summary: 'Quiénes deben, o a quiénes se debe, por antigüedad',
  query: z.object({ ...listingQuery, ...deudores }),
  reply: listingOf(Deudor),
})
export const exportDeudor = exportOf('GET /v1/cartera/personas/exportar', {
  tag,
  summary: 'Quiénes deben, o a quiénes se debe, por antigüedad, como archivo',
  filtro: deudores,
  columnas: COLUMNAS_DEUDOR,
})
export const searchEstadoCuenta = endpoint('GET /v1/cartera/estado', {
  costo: 'busqueda',
  tag,
  summary: 'Estado de cuenta de una persona, del asiento más reciente al más antiguo',
  query: EstadoCuentaBusqueda,
  /** `saldos`: null when no days were asked for. */
  reply: z.extend(listingOf(AsientoFila), { saldos: z.nullable(SaldosEstado) }),
})
export const exportEstadoCuenta = exportOf('GET /v1/cartera/estado/exportar', {
  tag,
  summary: 'Estado de cuenta de una persona como archivo',
  filtro: estado,
  columnas: COLUMNAS_ESTADO_CUENTA,
})
export const downloadEstadoCuenta = endpoint('GET /v1/cartera/estado/pdf', {
  costo: 'archivo',
  tag,
  summary: 'Estado de cuenta de una persona en PDF',
  query: z.object(estado),
  file: 'application/pdf',
})
export const MAX_CORREOS_ESTADO = 5
export const mailEstadoCuenta = endpoint('POST /v1/cartera/estado/correo/:id', {
  costo: 'escritura',
  tag,
  summary: 'Recuerda a una persona por correo lo que debe, o le envía su estado de cuenta de unos días en PDF; requiere Idempotency-Key',
  params: idParams,
  body: z.object({
    correos: z
      .array(correo)
      .check(z.minLength(1, 'Añada al menos un correo.'), z.maxLength(MAX_CORREOS_ESTADO, `${MAX_CORREOS_ESTADO} correos como máximo.`)),
    mensaje: lineasOpcionales(MAX_MENSAJE_CORREO),
    /** Whether the account statement is attached as a PDF. */
    con_estado: z._default(z.boolean(), false),
    /** Sends the account statement of these days to a client or supplier, without a reminder. */
    estado: z.optional(z.object(periodo)),
  }),
  reply: z.object({ cuentas: z.int(), total: conSigno }),
  msg: 'Recordatorio enviado por correo',
})
export const createSaldoInicial = endpoint('POST /v1/cartera/saldo_inicial', {
  costo: 'escritura',
  tag,
  summary: 'Trae un saldo anterior al uso del sistema; requiere Idempotency-Key',
  body: SaldoInicialForm,
  reply: Cuenta,
  msg: 'Saldo inicial registrado exitosamente',
})
export const reverseSaldoInicial = endpoint('POST /v1/cartera/saldo_inicial/reversar/:id', {
  costo: 'escritura',
  tag,
  summary: 'Deja sin efecto un saldo inicial sobre el que nada se ha pagado',
  params: idParams,
  body: z.object({ motivo: texto(300, 5) }),
  reply: Cuenta,
  msg: 'Saldo inicial reversado exitosamente',
})

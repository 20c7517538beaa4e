import { CARGAS_MAXIMO, COD_DOC, CONSUMIDOR_FINAL, fromUnits, GASTOS_PERSONALES_DESDE, NOMBRE_COMPROBANTE } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { exportOf } from './exportacion.contract.ts'
import {
  buscado,
  CATEGORIAS_GASTO as CATEGORIAS,
  conSigno,
  digitos,
  fecha,
  idParams,
  monto,
  numeroComprobante,
  siNo,
  texto,
  textoOpcional,
  version,
} from './fields.ts'
import { listingOf, listingQuery } from './listing.contract.ts'
import { MAX_ARCHIVOS_RECIBIDO } from './recibido.contract.ts'

const tag = 'Gastos personales'

/** Highest number of expenses of a person in one year. */
export const MAX_GASTOS = 5_000
/** Highest total of one document. */
export const GASTO_MAXIMO = fromUnits(100_000)
export const MAX_FAMILIARES = 20

/** Kinds of supporting documents, by SRI code; a credit note is subtracted. */
export const TIPO_GASTO_LABEL = {
  [COD_DOC.FACTURA]: NOMBRE_COMPROBANTE[COD_DOC.FACTURA],
  '02': 'Nota de venta',
  [COD_DOC.NOTA_CREDITO]: NOMBRE_COMPROBANTE[COD_DOC.NOTA_CREDITO],
  '12': 'Documento de institución financiera',
  '20': 'Documento del Estado',
  OTRO: 'Otro documento',
} as const
export type TipoGasto = keyof typeof TIPO_GASTO_LABEL
const TIPOS = Object.keys(TIPO_GASTO_LABEL) as [TipoGasto, ...TipoGasto[]]

const orNothing = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.optional(
    z.pipe(
      z.union([z.literal(''), z.null(), schema]),
      z.transform((text) => text || undefined),
    ),
  )

/** Year of an expense; the present rule began in 2022. */
export const anioGasto = z
  .int()
  .check(z.gte(GASTOS_PERSONALES_DESDE, `Los gastos personales se llevan desde ${GASTOS_PERSONALES_DESDE}.`), z.lte(2100, 'Año no válido.'))
const anioPedido = z.pipe(z.coerce.number(), anioGasto)

/** A category's part of a document, without IVA and ICE. */
export const ParteGasto = z.object({
  categoria: z.enum(CATEGORIAS, 'Elija un rubro.'),
  monto: monto.check(
    z.refine((value) => value > 0, 'Tiene que ser mayor que cero.'),
    z.refine((value) => value % 10_000 === 0, '2 decimales máximos.'),
  ),
})
export type ParteGasto = z.infer<typeof ParteGasto>

/** Identification on a document: cédula, RUC, passport, or consumidor final. */
const identificacion = texto(20).check(z.regex(/^[A-Za-z0-9-]+$/, 'Ingrese solo letras y números.'))

const documento = {
  fecha,
  proveedor_ruc: digitos(13),
  proveedor: texto(300),
  tipo: z.enum(TIPOS),
  numero: orNothing(numeroComprobante()),
  clave_acceso: orNothing(digitos(49)),
  /** Identification of the named person: the taxpayer, a family member, or consumidor final, which does not count. */
  a_nombre: identificacion,
  /** Whether taxpayer and partner share it: only the own share counts. */
  compartido: z._default(z.boolean(), false),
  nota: textoOpcional(300),
}

export const GastoPersonalForm = z.object({
  ...documento,
  partes: z.array(ParteGasto).check(
    z.minLength(1, 'Ponga al menos un rubro.'),
    z.maxLength(CATEGORIAS.length, 'Cada rubro va una sola vez.'),
    z.refine((partes) => new Set(partes.map(({ categoria }) => categoria)).size === partes.length, 'Cada rubro va una sola vez.'),
    // Plain addition, because this check also runs on amounts that were already refused.
    z.refine((partes) => partes.reduce((all, parte) => all + parte.monto, 0) <= GASTO_MAXIMO, 'El documento pasa de $100,000.00.'),
  ),
})
export type GastoPersonalForm = z.infer<typeof GastoPersonalForm>
export type GastoPersonalFormInput = z.input<typeof GastoPersonalForm>

export const GastoPersonal = z.object({
  id: z.string(),
  version: z.int(),
  fecha: z.string(),
  proveedor_ruc: z.string(),
  proveedor: z.string(),
  tipo: z.enum(TIPOS),
  numero: z.nullable(z.string()),
  clave_acceso: z.nullable(z.string()),
  a_nombre: z.string(),
  /** Whether the user's company registered it as a purchase: then it does not count. */
  de_empresa: z.boolean(),
  compartido: z.boolean(),
  nota: z.nullable(z.string()),
  partes: z.array(z.object({ categoria: z.enum(CATEGORIAS), monto: conSigno })),
  /** Sum of `partes`, always positive. */
  total: conSigno,
})
export type GastoPersonal = z.infer<typeof GastoPersonal>

export const ORDENES_GASTO = ['fecha', 'proveedor', 'total'] as const

const filtro = {
  anio: anioPedido,
  q: z.optional(buscado),
  categoria: z.optional(z.enum(CATEGORIAS)),
  /** Filter for expenses that count; those to consumidor final, or that are purchases of the company, do not. */
  cuenta: z.optional(siNo),
}

export const searchGastoPersonal = endpoint('GET /v1/gasto_personal/search', {
  costo: 'busqueda',
  tag,
  summary: 'Los gastos personales de quien pregunta, de un año; nadie más los ve',
  query: z.object({ ...listingQuery, ...filtro }),
  reply: listingOf(GastoPersonal),
})
export const createGastoPersonal = endpoint('POST /v1/gasto_personal/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra un gasto personal; requiere Idempotency-Key',
  body: GastoPersonalForm,
  reply: GastoPersonal,
  msg: 'Gasto registrado',
})
export const editGastoPersonal = endpoint('PUT /v1/gasto_personal/edit/:id', {
  costo: 'escritura',
  tag,
  summary: 'Cambia un gasto personal o cómo se reparte entre rubros',
  params: idParams,
  body: z.extend(GastoPersonalForm, { version }),
  reply: GastoPersonal,
  msg: 'Gasto editado',
})
export const deleteGastoPersonal = endpoint('DELETE /v1/gasto_personal/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina un gasto personal',
  params: idParams,
  reply: Nothing,
  msg: 'Gasto eliminado',
})

/** The category last chosen for a supplier, with the reason in words. */
export const PropuestaGasto = z.object({ categoria: z.enum(CATEGORIAS), motivo: z.string() })
export type PropuestaGasto = z.infer<typeof PropuestaGasto>

export const proposeGastoPersonal = endpoint('GET /v1/gasto_personal/propuesta', {
  costo: 'lectura',
  tag,
  summary: 'El rubro que quien pregunta eligió la última vez para un proveedor',
  query: z.object({ ruc: digitos(13) }),
  reply: z.object({ propuesta: z.nullable(PropuestaGasto) }),
})

/** A received document that may be an expense: it counts only after it is registered. */
export const GastoRecibido = z.object({
  fecha: z.string(),
  proveedor_ruc: z.string(),
  proveedor: z.string(),
  tipo: z.enum(TIPOS),
  numero: z.string(),
  clave_acceso: z.string(),
  a_nombre: z.string(),
  /** Without IVA and ICE. */
  total: conSigno,
  propuesta: z.nullable(PropuestaGasto),
  /** Warnings before it is registered. */
  avisos: z.array(z.string()),
})
export type GastoRecibido = z.infer<typeof GastoRecibido>

export const searchGastoRecibido = endpoint('GET /v1/gasto_personal/recibido/search', {
  costo: 'busqueda',
  tag,
  summary: 'Comprobantes recibidos por quien pregunta y su familia que faltan clasificar, con el rubro que se propone',
  query: z.object({ page: listingQuery.page, size: listingQuery.size, anio: anioPedido, descartado: z.optional(siNo) }),
  reply: listingOf(GastoRecibido),
})

/** Result of one file. */
export const ArchivoGasto = z.object({
  archivo: z.string(),
  resultado: z.enum(['NUEVO', 'REPETIDO', 'RECHAZADO']),
  motivo: z.nullable(z.string()),
})
export type ArchivoGasto = z.infer<typeof ArchivoGasto>

export const GastosTraidos = z.object({
  archivos: z.array(ArchivoGasto),
  /** The document, if only one came, new or known. */
  solo: z.nullable(GastoRecibido),
})
export type GastosTraidos = z.infer<typeof GastosTraidos>

export const bringGastos = endpoint('POST /v1/gasto_personal/recibido/traer', {
  costo: 'subida',
  tag,
  summary: 'Trae el XML de facturas y notas de crédito recibidas, sueltas o en un ZIP, para clasificarlas; de cada archivo qué pasó',
  upload: { files: MAX_ARCHIVOS_RECIBIDO, fields: [] },
  reply: GastosTraidos,
})
export const discardGastoRecibido = endpoint('PUT /v1/gasto_personal/recibido/descartar', {
  costo: 'escritura',
  tag,
  summary: 'Aparta un comprobante que no es gasto personal, o lo devuelve',
  body: z.object({ clave_acceso: digitos(49), descartado: z.boolean() }),
  reply: Nothing,
})

export const PARENTESCO_LABEL = {
  CONYUGE: 'Cónyuge o conviviente',
  HIJO: 'Hijo o hija',
  PADRE: 'Padre o madre',
} as const
const PARENTESCOS = Object.keys(PARENTESCO_LABEL) as [keyof typeof PARENTESCO_LABEL, ...(keyof typeof PARENTESCO_LABEL)[]]

export const Familiar = z.object({ identificacion, nombre: texto(200), parentesco: z.enum(PARENTESCOS) })
export type Familiar = z.infer<typeof Familiar>

const montoOpcional = z.nullable(monto.check(z.refine((value) => value <= fromUnits(100_000_000), 'El monto es demasiado grande.')))

const situacion = {
  cargas: z.int().check(z.gte(0, 'Tiene que ser como mínimo 0.'), z.lte(CARGAS_MAXIMO, `Tiene que ser como máximo ${CARGAS_MAXIMO}.`)),
  catastrofica: z.boolean(),
  /** The taxpayer's share of a shared document, a percentage ×10^6. */
  parte_propia: z.int().check(z.gte(0, 'Tiene que ser como mínimo 0.'), z.lte(100_000_000, 'Tiene que ser como máximo 100.')),
  /** Gross income of the year, deductions and withholdings; only for the estimate of the tax. */
  ingresos: montoOpcional,
  deducciones: montoOpcional,
  retenido: montoOpcional,
  familiares: z.array(Familiar).check(
    z.maxLength(MAX_FAMILIARES, `Se guardan hasta ${MAX_FAMILIARES} familiares.`),
    z.refine((all) => new Set(all.map((one) => one.identificacion)).size === all.length, 'Cada familiar va una sola vez.'),
    z.refine((all) => all.every((one) => one.identificacion !== CONSUMIDOR_FINAL.identificacion), 'Consumidor final no es un familiar.'),
  ),
}

export const SituacionForm = z.object({ anio: anioGasto, ...situacion })
export type SituacionForm = z.infer<typeof SituacionForm>

export const SituacionPersonal = z.object({
  anio: z.int(),
  /** 0 before the first save of this year. */
  version: z.int(),
  /** Year whose settings stand in for unsaved ones; null for the initial ones. */
  de_anio: z.nullable(z.int()),
  cargas: z.int(),
  catastrofica: z.boolean(),
  parte_propia: z.int(),
  ingresos: z.nullable(conSigno),
  deducciones: z.nullable(conSigno),
  retenido: z.nullable(conSigno),
  familiares: z.array(z.object({ identificacion: z.string(), nombre: z.string(), parentesco: z.enum(PARENTESCOS) })),
})
export type SituacionPersonal = z.infer<typeof SituacionPersonal>

export const readSituacion = endpoint('GET /v1/gasto_personal/situacion', {
  costo: 'lectura',
  tag,
  summary: 'Cargas, enfermedad, familiares e ingresos de quien pregunta, de un año',
  query: z.object({ anio: anioPedido }),
  reply: SituacionPersonal,
})
export const saveSituacion = endpoint('PUT /v1/gasto_personal/situacion', {
  costo: 'escritura',
  tag,
  summary: 'Guarda cargas, enfermedad, familiares e ingresos de un año',
  body: z.extend(SituacionForm, { version }),
  reply: SituacionPersonal,
  msg: 'Configuración guardada',
})

const Fuente = z.object({ source: z.string(), confidence: z.enum(['V', 'M', 'R']), note: z.optional(z.string()) })

/** Known figures of the year's tax. Amounts ×10⁶. */
export const RentaDeGastos = z.object({
  /** Source of the income: typed by the person, or sales of the person's own company. */
  origen: z.enum(['DECLARADO', 'EMPRESA']),
  regimen: z.enum(['GENERAL', 'EMPRENDEDOR', 'NEGOCIO_POPULAR']),
  ingresos: conSigno,
  deducciones: conSigno,
  base: conSigno,
  /** Null above the limit of the régimen. */
  causado: z.nullable(conSigno),
  rebaja: conSigno,
  retenido: conSigno,
  /** Negative when in favour of the taxpayer; null when `causado` is. */
  a_pagar: z.nullable(conSigno),
  /** Year of the table; another year's if this one has none. */
  tabla: z.int(),
})
export type RentaDeGastos = z.infer<typeof RentaDeGastos>

export const ResumenGastos = z.object({
  anio: z.int(),
  /** Cédula under which expenses count; null when the profile has none. */
  identificacion: z.nullable(z.string()),
  nombre: z.string(),
  situacion: SituacionPersonal,
  techo: z.object({ canasta: conSigno, canastas: z.int(), tasa: z.int(), gasto: conSigno, rebaja: conSigno }),
  fuentes: z.array(Fuente),
  categorias: z.array(
    z.object({
      categoria: z.enum(CATEGORIAS),
      nombre: z.string(),
      detalle: z.string(),
      casillero: z.string(),
      /** Expenses less credit notes, with the own share of shared documents. */
      gastado: conSigno,
      nota: z.nullable(z.string()),
    }),
  ),
  documentos: z.int(),
  gastado: conSigno,
  /** Part of `gastado` up to the ceiling. */
  cuenta: conSigno,
  rebaja: conSigno,
  /** Projection for 31 December, from the year so far. */
  proyectado: z.object({ gastado: conSigno, rebaja: conSigno }),
  /** Expenses in documents to consumidor final, which do not count. */
  perdido: z.object({ documentos: z.int(), gastado: conSigno }),
  /** Received documents not yet classified as expenses, less credit notes: they do not count. */
  por_clasificar: z.object({ documentos: z.int(), total: conSigno }),
  renta: z.nullable(RentaDeGastos),
})
export type ResumenGastos = z.infer<typeof ResumenGastos>

export const readResumenGastos = endpoint('GET /v1/gasto_personal/resumen', {
  costo: 'calculo',
  enFila: true,
  tag,
  summary: 'Lo gastado por rubro frente al techo, la rebaja y el impuesto estimado de un año',
  query: z.object({ anio: anioPedido }),
  reply: ResumenGastos,
})

export const printFormularioGp = endpoint('GET /v1/gasto_personal/formulario', {
  costo: 'archivo',
  enFila: true,
  tag,
  summary: 'El formulario SRI-GP de un año, para el empleador, en PDF',
  query: z.object({ anio: anioPedido }),
  file: 'application/pdf',
})

export const COLUMNAS_ANEXO = {
  proveedor_ruc: 'RUC del proveedor',
  proveedor: 'Proveedor',
  categoria: 'Tipo de gasto',
  a_nombre: 'A nombre de',
  documentos: 'Comprobantes',
  base: 'Base imponible',
  por_confirmar: 'Por confirmar',
} as const

export const exportAnexoGastos = exportOf('GET /v1/gasto_personal/anexo', {
  tag,
  summary: 'El anexo de gastos personales de un año: por proveedor y tipo de gasto',
  filtro: { anio: anioPedido },
  columnas: COLUMNAS_ANEXO,
})

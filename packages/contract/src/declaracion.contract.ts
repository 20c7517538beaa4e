import { esAjustable, esAjustable103, FORMULARIOS, MARCAS_VENTA, parsePeriodoFiscal } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { conSigno, deMonto, fecha, monto, texto, uuid } from './fields.ts'
import { FORMATOS_INFORME } from './exportacion.contract.ts'
import { listingOf, listingQuery } from './listing.contract.ts'

const tag = 'Declaraciones'

/**
 * EN_PREPARACION: its period is not over. CON_DEFECTOS and LISTA: over, not filed. DECLARADA; SUSTITUIDA: filed again since.
 * CON_DIFERENCIAS: filed, and its documents say something else now.
 */
export const ESTADOS_DECLARACION = ['EN_PREPARACION', 'CON_DEFECTOS', 'LISTA', 'DECLARADA', 'SUSTITUIDA', 'CON_DIFERENCIAS'] as const
export const EstadoDeclaracion = z.enum(ESTADOS_DECLARACION)
export type EstadoDeclaracion = z.infer<typeof EstadoDeclaracion>

export const Formulario = z.enum(FORMULARIOS)

/** `2026-09`, or `2026-S1` for half a year. */
export const periodoFiscal = z
  .string()
  .check(z.refine((codigo) => parsePeriodoFiscal(codigo) !== undefined, 'Indique el período, por ejemplo 2026-09 o 2026-S1.'))

const cual = { formulario: Formulario, periodo: periodoFiscal }

/** Number of the receipt that the SRI gave. */
export const numeroSri = z.string().check(z.trim(), z.regex(/^\d{6,20}$/, 'Escriba el número del SRI, solo dígitos.'))

/** A declaration bought as a service: the installation prepares it until the SRI gives a receipt. */
export const DeclaracionComprada = z.object({
  orden_id: uuid,
  orden: z.int(),
  numero_sri: z.nullable(z.string()),
  fecha_sri: z.nullable(fecha),
})
export type DeclaracionComprada = z.infer<typeof DeclaracionComprada>

export const DeclaracionFila = z.object({
  formulario: Formulario,
  periodo: z.string(),
  nombre: z.string(),
  desde: fecha,
  hasta: fecha,
  vence: fecha,
  estado: EstadoDeclaracion,
  /** Amount to pay, ×10⁶; null when nothing is due. */
  a_pagar: z.nullable(conSigno),
  /** Credit for the next period, ×10⁶; of form 104. */
  credito: z.nullable(conSigno),
  declarada_en: z.nullable(z.string()),
  numero_sri: z.nullable(z.string()),
  /** The last filing, whose files are stored. */
  presentada: z.nullable(z.object({ n: z.int(), con_ats: z.boolean() })),
  comprada: z.nullable(DeclaracionComprada),
})
export type DeclaracionFila = z.infer<typeof DeclaracionFila>

export const listDeclaracion = endpoint('GET /v1/declaracion/list', {
  costo: 'calculo',
  enFila: true,
  tag,
  summary: 'Declaraciones de un año por período y formulario, con su estado y su vencimiento',
  query: z.object({ anio: z.coerce.number().check(z.int(), z.minimum(2015), z.maximum(2100)) }),
  reply: z.array(DeclaracionFila),
})

/** What a box opens: its documents, the boxes it is computed from, or words about its source. */
export const ABRE_CASILLERO = ['DOCUMENTOS', 'CASILLEROS', 'FUENTE'] as const

export const Casilla = z.object({
  codigo: z.string(),
  concepto: z.string(),
  /** ×10⁶, counts and shares too. */
  valor: conSigno,
  unidad: z.enum(['dolares', 'factor', 'conteo']),
  /** Typed adjustment. */
  ajuste: conSigno,
  /** Value of the last filing; null before. */
  declarado: z.nullable(conSigno),
  /** The arithmetic with the codes of other boxes, and with their figures. */
  formula: z.nullable(z.string()),
  cifras: z.nullable(z.string()),
  nota: z.nullable(z.string()),
  /** V: official text seen; M: one source; R: recalled. */
  confianza: z.enum(['V', 'M', 'R']),
  abre: z.enum(ABRE_CASILLERO),
  /** Codes of the boxes it is computed from. */
  partes: z.array(z.string()),
  /** Source of a box without documents or boxes, and its address. */
  fuente: z.nullable(z.string()),
  enlace: z.nullable(z.string()),
  ajustable: z.boolean(),
})
export type Casilla = z.infer<typeof Casilla>

export const FilaPapel = z.object({
  concepto: z.string(),
  tarifa: z.nullable(z.string()),
  llena_con: z.nullable(z.string()),
  /** One for each column of its section; null where the form has none. */
  casillas: z.array(z.nullable(Casilla)),
})

export const SeccionPapel = z.object({ titulo: z.string(), columnas: z.array(z.string()), filas: z.array(FilaPapel) })
export type SeccionPapel = z.infer<typeof SeccionPapel>

export const DefectoDeclaracion = z.object({
  codigo: z.string(),
  /** BLOQUEA: it cannot be filed like this. */
  gravedad: z.enum(['BLOQUEA', 'AVISA']),
  texto: z.string(),
  cuantos: z.int(),
  /** Address of the page where it is mended. */
  enlace: z.nullable(z.string()),
})
export type DefectoDeclaracion = z.infer<typeof DefectoDeclaracion>

export const AjusteDeclaracion = z.object({ casillero: z.string(), monto: conSigno, motivo: z.string() })
export type AjusteDeclaracion = z.infer<typeof AjusteDeclaracion>

export const Presentada = z.object({
  n: z.int(),
  declarada_en: z.string(),
  /** Empty for a person of the installation, when the declaration was bought. */
  usuario: z.string(),
  /** SHA-256 of the filed figures. */
  sha256: z.string(),
  a_pagar: z.nullable(conSigno),
  numero_sri: z.nullable(z.string()),
  fecha_sri: z.nullable(fecha),
  /** Whether the ATS is stored as it was filed. */
  con_ats: z.boolean(),
})
export type Presentada = z.infer<typeof Presentada>

/** Boxes that a period hands to the next one. */
export const CASILLEROS_SALDO = ['615', '617', '618', '619', '485'] as const

/** The working paper of a form. */
export const Papel = z.object({
  ...cual,
  nombre: z.string(),
  titulo: z.string(),
  desde: fecha,
  hasta: fecha,
  vence: fecha,
  fuente: z.string(),
  estado: EstadoDeclaracion,
  /** Version of the typed values; 0 before the first. */
  version: z.int(),
  /** Hash of the present figures, which `declarar` must send. */
  huella: z.string(),
  difiere: z.boolean(),
  /** Whether all its months are closed: their purchases stay as they are until it is reopened. */
  cerrado: z.boolean(),
  /** Its closed months, `yyyy-MM`: the other form, or a paper of other months, may have closed some. */
  meses_cerrados: z.array(z.string()),
  secciones: z.array(SeccionPapel),
  ajustes: z.array(AjusteDeclaracion),
  /** Source of the balances: the filed period before, typed values, or none yet. */
  saldos: z.object({
    origen: z.enum(['ANTERIOR', 'DIGITADO', 'FALTA', 'NO_APLICA']),
    periodo: z.string(),
    valores: z.record(z.string(), conSigno),
  }),
  defectos: z.array(DefectoDeclaracion),
  presentadas: z.array(Presentada),
  diferencias: z.array(z.object({ codigo: z.string(), declarado: conSigno, ahora: conSigno })),
  comprada: z.nullable(DeclaracionComprada),
})
export type Papel = z.infer<typeof Papel>

export const readPapel = endpoint('GET /v1/declaracion/papel', {
  costo: 'calculo',
  enFila: true,
  tag,
  summary: 'Papel de trabajo de un formulario y período: casillero por casillero, con defectos y diferencias',
  query: z.object(cual),
  reply: Papel,
})

/** A document behind a box. */
export const DocumentoCasillero = z.object({
  id: uuid,
  /** RECIBIDA: the retención of a client. */
  origen: z.enum(['DOCUMENTO', 'COMPRA', 'RECIBIDA']),
  tipo: z.string(),
  numero: z.string(),
  fecha,
  identificacion: z.string(),
  nombre: z.string(),
  /** Its amount in this box, ×10⁶; negative when it reduces the box. */
  valor: conSigno,
  marca: z.nullable(z.enum(MARCAS_VENTA)),
})
export type DocumentoCasillero = z.infer<typeof DocumentoCasillero>

export const readCasillero = endpoint('GET /v1/declaracion/casillero', {
  costo: 'busqueda',
  enFila: true,
  tag,
  summary: 'Documentos que forman un casillero, con lo que cada uno pone en él',
  query: z.object({
    ...cual,
    /** Of the ATS, a line of its talón. */
    casillero: z.string().check(z.regex(/^(\d{3,4}|[a-z_]{5,30})$/, 'Casillero no válido.')),
    page: listingQuery.page,
    size: listingQuery.size,
  }),
  reply: listingOf(DocumentoCasillero),
})

/** A document that a defect counts. */
export const DocumentoDefecto = z.object({
  id: uuid,
  /** RECIBIDO: in the inbox, not registered; RECIBIDA: the retención of a client. */
  origen: z.enum(['DOCUMENTO', 'COMPRA', 'RECIBIDA', 'RECIBIDO']),
  tipo: z.string(),
  numero: z.string(),
  fecha,
  identificacion: z.string(),
  nombre: z.string(),
})
export type DocumentoDefecto = z.infer<typeof DocumentoDefecto>

export const readDefecto = endpoint('GET /v1/declaracion/defecto', {
  costo: 'busqueda',
  enFila: true,
  tag,
  summary: 'Documentos que un defecto del papel de trabajo cuenta',
  query: z.object({
    ...cual,
    codigo: z.string().check(z.regex(/^[a-z_]{3,40}$/, 'Defecto no válido.')),
    page: listingQuery.page,
    size: listingQuery.size,
  }),
  reply: listingOf(DocumentoDefecto),
})

const centavosConSigno = deMonto(
  z.number().check(
    z.refine((value) => Number.isSafeInteger(value), 'Monto no válido: se espera un entero ×10⁶.'),
    z.refine((value) => value % 10_000 === 0, 'Máximo dos decimales.'),
  ),
)

/** Every typed value of a working paper. */
export const PapelForm = z
  .object({
    ...cual,
    version: z.int().check(z.nonnegative()),
    ajustes: z
      .array(
        z.object({
          casillero: z.string().check(z.regex(/^\d{3,4}$/, 'Casillero no válido.')),
          monto: centavosConSigno,
          motivo: texto(300, 5),
        }),
      )
      .check(
        z.maxLength(100, 'Se admiten hasta 100 ajustes.'),
        z.refine((all) => new Set(all.map(({ casillero }) => casillero)).size === all.length, 'Cada casillero se ajusta una sola vez.'),
      ),
    /** Balances of the period before, when it was not filed here. */
    saldos: z.nullable(z.partialRecord(z.enum(CASILLEROS_SALDO), monto)),
    difiere: z._default(z.boolean(), false),
  })
  .check(
    z.refine(
      ({ formulario, ajustes }) =>
        ajustes.every(({ casillero }) =>
          formulario === '104' ? esAjustable(casillero) : formulario === '103' && esAjustable103(casillero),
        ),
      { path: ['ajustes'], error: 'Solo se ajustan casilleros que se llenan con documentos o a mano: los demás se calculan.' },
    ),
  )
export type PapelForm = z.infer<typeof PapelForm>

export const savePapel = endpoint('PUT /v1/declaracion/papel', {
  costo: 'escritura',
  enFila: true,
  tag,
  summary: 'Guarda ajustes con su motivo, saldos anteriores y si se difiere el IVA de las ventas a crédito',
  body: PapelForm,
  reply: Papel,
  msg: 'Papel de trabajo guardado',
})

/** SI: documents issued electronically count in totalVentas of the ATS too; the text of the law is ambiguous. */
const electronicas = z._default(z.enum(['SI', 'NO']), 'NO')
/** Number of a filing; without it, today's draft. */
const presentada = z.optional(z.coerce.number().check(z.int(), z.positive()))

export const declarar = endpoint('POST /v1/declaracion/declarar', {
  costo: 'escritura',
  enFila: true,
  tag,
  summary: 'Congela las cifras del período como declaradas; otra vez, como sustitutiva',
  body: z.object({
    ...cual,
    version: z.int().check(z.nonnegative()),
    /** Hash of the figures on the screen: other figures are not filed. */
    huella: z.string().check(z.refine((text) => /^[0-9a-f]{64}$/.test(text), 'Recargue el papel de trabajo.')),
    con_defectos: z._default(z.boolean(), false),
    /** Version of the ATS that is kept as filed. */
    electronicas,
  }),
  reply: Papel,
  msg: 'Declaración registrada',
})

export const reopenPeriodo = endpoint('POST /v1/declaracion/reabrir', {
  costo: 'escritura',
  enFila: true,
  tag,
  summary: 'Vuelve a abrir los meses de un período declarado, con su motivo: sus compras pueden cambiar',
  body: z.object({ ...cual, motivo: texto(300, 5) }),
  reply: Papel,
  msg: 'Período reabierto',
})

export const saveAcuse = endpoint('PUT /v1/declaracion/acuse', {
  costo: 'escritura',
  enFila: true,
  tag,
  summary: 'Anota el número y la fecha del comprobante que dio el SRI',
  body: z.object({
    ...cual,
    n: z.int().check(z.positive()),
    numero: numeroSri,
    fecha,
  }),
  reply: Papel,
  msg: 'Comprobante del SRI anotado',
})

export const markVenta = endpoint('PUT /v1/declaracion/marca', {
  costo: 'escritura',
  tag,
  summary: 'Dice qué clase de venta es una factura: activo fijo, con derecho a crédito, exportación de servicios',
  body: z.object({ documento_id: uuid, marca: z.nullable(z.enum(MARCAS_VENTA)) }),
  msg: 'Venta reclasificada',
})

export const exportPapel = endpoint('GET /v1/declaracion/papel/exportar', {
  costo: 'exportacion',
  tag,
  summary: 'Papel de trabajo como hoja de cálculo o PDF: con las cifras de hoy, o como se declaró',
  query: z.object({ ...cual, formato: z._default(z.enum(FORMATOS_INFORME), 'xlsx'), presentada }),
  file: 'application/octet-stream',
})

export const readAts = endpoint('GET /v1/declaracion/ats', {
  costo: 'exportacion',
  tag,
  summary: 'El ATS de un período, ATmmaaaa.zip: con lo que consta hoy, o el archivo que se declaró',
  query: z.object({ periodo: periodoFiscal, electronicas, presentada }),
  file: 'application/zip',
})

/** How the file of a working paper names its columns. */
export const COLUMNAS_PAPEL = {
  seccion: 'Sección',
  casillero: 'Casillero',
  concepto: 'Concepto',
  valor: 'Valor',
  ajuste: 'Ajuste',
  formula: 'Fórmula',
  cifras: 'Con sus cifras',
} as const

/** Contents of an ATS: header, single purchases and exports, sales by client and kind of document (ficha técnica of February 2025). */
import type { ClaseExportacion, Fecha, Monto, Porcentaje, Refrendo, RegimenExterior } from '@yupana/fiscal'

export interface CabeceraAts {
  ruc: string
  razonSocial: string
  /** First day of the period. */
  desde: Fecha
  meses: 1 | 6
  /** Number of active establishments. */
  establecimientos: number
  /** Total of the sales on paper; electronic sales count only by the switch. */
  totalVentas: Monto
}

export interface BasesAts {
  noGravada: Monto
  cero: Monto
  gravada: Monto
  exenta: Monto
  ice: Monto
  iva: Monto
}

export interface NumeroAts {
  establecimiento: string
  punto: string
  secuencial: number
  autorizacion: string
}

export interface RetencionAts extends NumeroAts {
  fecha: Fecha
}

export interface AirAts {
  codigo: string
  base: Monto
  porcentaje: Porcentaje
  valor: Monto
}

/** A payment abroad: the régimen of the country (01 general, 02 tax haven, 03 preferential) and the country of table 16. */
export interface PagoExteriorAts {
  regimen: '01' | '02' | '03'
  pais: string
  convenio: boolean
  /** Whether a law makes the payment subject to withholding, when there is no treaty. */
  sujetoRetencion: boolean
  /** Whether the receiver of the payment has that régimen. */
  regimenFiscal: boolean
}

/** A voucher paid for a third party; `ice` and `iva` are its taxes. */
export interface ReembolsoAts extends NumeroAts {
  tipo: string
  tipoIdentificacion: '01' | '02' | '03'
  identificacion: string
  fecha: Fecha
  bases: BasesAts
}

export interface CompraAts extends NumeroAts {
  sustento: string
  /** Table 2: 01 RUC, 02 cédula, 03 passport or foreign identification. */
  tipoIdentificacion: '01' | '02' | '03'
  identificacion: string
  nombre: string
  /** Table 14, only with 03: natural person or company. */
  tipoProveedor?: '01' | '02'
  parteRelacionada: boolean
  tipo: string
  registro: Fecha
  emision: Fecha
  bases: BasesAts
  /** Withheld IVA, by code of the XML. */
  retencionesIva: Readonly<Record<string, Monto>>
  /** Absent for a payment inside the country. */
  pagoExterior?: PagoExteriorAts | undefined
  reembolsos?: readonly ReembolsoAts[]
  /** Table 13; empty for an amount at or below the floor. */
  formasPago: readonly string[]
  airs: readonly AirAts[]
  retencion?: RetencionAts | undefined
  modificado?: (NumeroAts & { tipo: string }) | undefined
}

export interface VentaAts {
  tipoIdentificacion: '04' | '05' | '06' | '07' | '19'
  identificacion: string
  nombre: string
  tipoCliente?: '01' | '02'
  parteRelacionada: boolean
  /** 18 for a factura: 01 is refused. */
  tipo: string
  emision: 'E' | 'F'
  comprobantes: number
  bases: Pick<BasesAts, 'noGravada' | 'cero' | 'gravada' | 'ice' | 'iva'>
  retencionIva: Monto
  retencionRenta: Monto
  formasPago: readonly string[]
}

/** A document of a sale abroad: its own data, and additional typed data. */
export interface ExportacionAts extends NumeroAts {
  /** Table 2: 20 RUC, 21 passport or foreign identification. */
  tipoIdentificacion: '20' | '21'
  identificacion: string
  nombre: string
  tipoCliente: '01' | '02'
  parteRelacionada: boolean
  regimen: RegimenExterior
  /** Country of the client, table 16. */
  pais: string
  /** Name of a régimen 03. */
  regimenNombre?: string | undefined
  /** Country of destination. */
  paisDestino: string
  clase: ClaseExportacion
  /** For an income from abroad (03): its kind of table 18, and the tax taken by the other country, if any. */
  ingreso?: { tipo: string; impuesto: Monto | undefined } | undefined
  /** For goods with a customs declaration (01). */
  refrendo?: Refrendo | undefined
  documentoTransporte?: string | undefined
  /** 01, 04 and 05: a factura keeps its own code here. */
  tipo: string
  embarque: Fecha
  valorFob: Monto
  /** Total of the document itself. */
  valorComprobante: Monto
  emision: Fecha
}

export interface EstablecimientoAts {
  codigo: string
  ventas: Monto
}

/** File name of an ATS: `AT092026.zip` for 2026-09. */
export const nombreAts = ({ desde, meses }: Pick<CabeceraAts, 'desde' | 'meses'>): string =>
  `AT${mesAts({ desde, meses })}${desde.slice(0, 4)}`

/** Month in the file name; the last one for half a year. */
export function mesAts({ desde, meses }: Pick<CabeceraAts, 'desde' | 'meses'>): string {
  return String(Number(desde.slice(5, 7)) + meses - 1).padStart(2, '0')
}

/** Keeps letters, digits and spaces: the schema allows no accent, ñ, dot or ampersand. */
export const textoAts = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll('&', ' Y ')
    .replaceAll('.', '')
    .replaceAll(/[^a-zA-Z0-9]+/g, ' ')
    .trim()
    .slice(0, 500)

/** An identification in the ATS: 3 to 13 letters and digits (`idProvType`). */
export const identificacionAts = (text: string): string =>
  text
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .slice(0, 13)
    .padStart(3, '0')

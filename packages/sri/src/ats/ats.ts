/** What an ATS holds: header, purchases and exports one by one, sales by client and kind of document (ficha técnica of February 2025). */
import type { ClaseExportacion, Fecha, Monto, Porcentaje, Refrendo, RegimenExterior } from '@yupana/fiscal'

export interface CabeceraAts {
  ruc: string
  razonSocial: string
  /** First day of the period. */
  desde: Fecha
  meses: 1 | 6
  /** How many establishments are active. */
  establecimientos: number
  /** Of the sales on paper; those issued electronically count only by the switch. */
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

/** Paid abroad: the régimen there (01 general, 02 tax haven, 03 preferential) and the country of table 16. */
export interface PagoExteriorAts {
  regimen: '01' | '02' | '03'
  pais: string
  convenio: boolean
  /** Without a treaty: whether a law makes it subject to withholding. */
  sujetoRetencion: boolean
  /** Whether who is paid has that régimen. */
  regimenFiscal: boolean
}

/** A voucher that was paid for others; `ice` and `iva` its taxes. */
export interface ReembolsoAts extends NumeroAts {
  tipo: string
  tipoIdentificacion: '01' | '02' | '03'
  identificacion: string
  fecha: Fecha
  bases: BasesAts
}

export interface CompraAts extends NumeroAts {
  sustento: string
  /** Of table 2: 01 RUC, 02 cédula, 03 passport or identification abroad. */
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
  /** IVA that was withheld, by code of the XML. */
  retencionesIva: Readonly<Record<string, Monto>>
  /** Absent where it was paid in the country. */
  pagoExterior?: PagoExteriorAts | undefined
  reembolsos?: readonly ReembolsoAts[]
  /** Table 13; left out at or under the floor. */
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

/** A document of a sale abroad: what it says, and what was told of it besides. */
export interface ExportacionAts extends NumeroAts {
  /** Of table 2: 20 RUC, 21 passport or identification abroad. */
  tipoIdentificacion: '20' | '21'
  identificacion: string
  nombre: string
  tipoCliente: '01' | '02'
  parteRelacionada: boolean
  regimen: RegimenExterior
  /** Where the client lives, table 16. */
  pais: string
  /** Name of a régimen 03. */
  regimenNombre?: string | undefined
  /** Where what was sold goes. */
  paisDestino: string
  clase: ClaseExportacion
  /** Of an income from abroad (03): its kind of table 18, and what the other country took of it, if anything. */
  ingreso?: { tipo: string; impuesto: Monto | undefined } | undefined
  /** Of goods with a customs declaration (01). */
  refrendo?: Refrendo | undefined
  documentoTransporte?: string | undefined
  /** 01, 04 and 05: a factura keeps its own code here. */
  tipo: string
  embarque: Fecha
  valorFob: Monto
  /** What the document itself comes to. */
  valorComprobante: Monto
  emision: Fecha
}

export interface EstablecimientoAts {
  codigo: string
  ventas: Monto
}

/** 2026-09 is `AT092026.zip`. */
export const nombreAts = ({ desde, meses }: Pick<CabeceraAts, 'desde' | 'meses'>): string =>
  `AT${mesAts({ desde, meses })}${desde.slice(0, 4)}`

/** Half a year is named by its last month. */
export function mesAts({ desde, meses }: Pick<CabeceraAts, 'desde' | 'meses'>): string {
  return String(Number(desde.slice(5, 7)) + meses - 1).padStart(2, '0')
}

/** Letters, digits and spaces: the schema takes no accent, ñ, dot nor ampersand. */
export const textoAts = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll('&', ' Y ')
    .replaceAll('.', '')
    .replaceAll(/[^a-zA-Z0-9]+/g, ' ')
    .trim()
    .slice(0, 500)

/** An identification as the ATS takes it: letters and digits, 3 to 13 of them (`idProvType`). */
export const identificacionAts = (text: string): string =>
  text
    .replaceAll(/[^0-9A-Za-z]/g, '')
    .slice(0, 13)
    .padStart(3, '0')

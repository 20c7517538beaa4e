/** The row of form 104 for a line of a document. */
import { bajaCompra } from '../documento/compra.ts'
import { TIPO_IVA } from '../impuesto/iva.ts'
import { COMPROBANTES_ATS } from '../tablas/comprobantes-ats.ts'

/** Facts about a sale that its lines do not show; a person states them. */
export const MARCAS_VENTA = [
  'ACTIVO_FIJO',
  'CON_DERECHO',
  'ACTIVO_FIJO_CON_DERECHO',
  'EXPORTACION_BIENES',
  'EXPORTACION_SERVICIOS',
  'REEMBOLSO',
] as const
export type MarcaVenta = (typeof MARCAS_VENTA)[number]

export const MARCA_VENTA_LABEL: Readonly<Record<MarcaVenta, string>> = {
  ACTIVO_FIJO: 'Venta de activo fijo',
  CON_DERECHO: 'Venta 0% con derecho a crédito',
  ACTIVO_FIJO_CON_DERECHO: 'Venta de activo fijo 0% con derecho a crédito',
  EXPORTACION_BIENES: 'Exportación de bienes',
  EXPORTACION_SERVICIOS: 'Exportación de servicios',
  REEMBOLSO: 'Reembolso como intermediario',
}

export interface VentaClasificable {
  tipoIva: number
  marca: MarcaVenta | null
}

const EXPORTACION: Readonly<Partial<Record<MarcaVenta, string>>> = {
  EXPORTACION_BIENES: 'export_bienes',
  EXPORTACION_SERVICIOS: 'export_servicios',
  REEMBOLSO: 'reembolso',
}
const CERO: Readonly<Partial<Record<MarcaVenta, string>>> = {
  ACTIVO_FIJO: 'ventas_activos_0_sin_derecho',
  CON_DERECHO: 'ventas_0_con_derecho',
  ACTIVO_FIJO_CON_DERECHO: 'ventas_activos_0_con_derecho',
}

/** The row of a line of a factura, credit note or debit note. */
export function filaDeVenta({ tipoIva, marca }: VentaClasificable): string {
  const aparte = marca === null ? undefined : EXPORTACION[marca]
  if (aparte !== undefined) return aparte
  if (tipoIva === TIPO_IVA.NO_OBJETO || tipoIva === TIPO_IVA.EXENTO) return 'no_objeto_exentas'
  if (tipoIva === TIPO_IVA.CERO) return (marca === null ? undefined : CERO[marca]) ?? 'ventas_0_sin_derecho'
  if (marca === 'ACTIVO_FIJO' || marca === 'ACTIVO_FIJO_CON_DERECHO') return 'ventas_activos_gravadas'
  if (tipoIva === TIPO_IVA.OCHO) return 'ventas_tarifa_variable'
  return tipoIva === TIPO_IVA.CINCO ? 'ventas_5' : 'ventas_gravadas'
}

/** A purchase abroad, or from a supplier abroad. */
export type Importacion = 'BIENES' | 'SERVICIOS'

export interface CompraClasificable {
  /** Kind of document of the ATS: 01, 02, 03 … */
  tipo: string
  tipoIva: number
  sustento: string
  /** The supplier was a RIMPE popular business on that day. */
  negocioPopular: boolean
  importacion: Importacion | null
}

/** ATS table 5: supports (sustentos) that give a right to tax credit. */
export const CON_CREDITO: ReadonlySet<string> = new Set(['01', '03', '06'])
const SUSTENTO_ACTIVO = new Set(['03', '04'])
const SUSTENTO_INTERMEDIARIO = '08'
const NOTA_DE_VENTA = '02'

function filaDeImportacion({ tipoIva, sustento }: CompraClasificable): string {
  if (tipoIva === TIPO_IVA.CERO) return 'import_0'
  return SUSTENTO_ACTIVO.has(sustento) ? 'import_activos' : 'import_bienes'
}

/** The row of a line of a purchase. */
export function filaDeCompra(compra: CompraClasificable): string {
  const { tipo, tipoIva, sustento, negocioPopular, importacion } = compra
  if (sustento === SUSTENTO_INTERMEDIARIO) return 'reembolso'
  if (tipo === NOTA_DE_VENTA || negocioPopular) return 'compras_np'
  if (tipoIva === TIPO_IVA.NO_OBJETO) return 'no_objeto'
  if (tipoIva === TIPO_IVA.EXENTO) return 'exentas'
  if (importacion === 'BIENES') return filaDeImportacion(compra)
  if (tipoIva === TIPO_IVA.CERO) return 'compras_0'
  if (!CON_CREDITO.has(sustento)) return 'compras_sin_credito'
  if (importacion === 'SERVICIOS') return 'import_servicios'
  if (SUSTENTO_ACTIVO.has(sustento)) return 'activos_con_credito'
  if (tipoIva === TIPO_IVA.OCHO) return 'compras_tarifa_variable'
  return tipoIva === TIPO_IVA.CINCO ? 'compras_5' : 'compras_con_credito'
}

/** Kinds of documents of table 4 that lower a sale or a purchase. */
export const COMPROBANTES_NOTA_CREDITO: readonly string[] = COMPROBANTES_ATS.map(({ codigo }) => codigo).filter(bajaCompra)

/** The specification's enumerations: the numbers that travel on the wire (R-3.2.x), never SRI codes. */

export const ROL = { SUPER_ADMIN: 0, ADMIN: 1, USUARIO: 2, VENDEDOR: 3, EMPLEADO: 4 } as const
export type Rol = (typeof ROL)[keyof typeof ROL]

const NOMBRE_ROL: Readonly<Record<Rol, string>> = {
  [ROL.SUPER_ADMIN]: 'Superadministrador',
  [ROL.ADMIN]: 'Administrador',
  [ROL.USUARIO]: 'Usuario',
  [ROL.VENDEDOR]: 'Vendedor',
  [ROL.EMPLEADO]: 'Empleado',
}
/** Name of a role in screens and mails; the wire carries its code. */
export const nombreRol = ({ id, name }: { id: number; name: string }): string => NOMBRE_ROL[id as Rol] ?? name

export const TIPO_DOCUMENTO = { FACTURA: 1, LIQUIDACION_COMPRA: 2, NOTA_CREDITO: 3, NOTA_DEBITO: 4 } as const
export type TipoDocumento = (typeof TIPO_DOCUMENTO)[keyof typeof TIPO_DOCUMENTO]

/** SRI table 3. */
export const COD_DOC = {
  FACTURA: '01',
  LIQUIDACION_COMPRA: '03',
  NOTA_CREDITO: '04',
  NOTA_DEBITO: '05',
  GUIA_REMISION: '06',
  RETENCION: '07',
} as const
export type CodDoc = (typeof COD_DOC)[keyof typeof COD_DOC]

/** Documents that others issue to a company; those of them that may be a personal expense. */
export const RECIBIBLES = [COD_DOC.FACTURA, COD_DOC.NOTA_CREDITO, COD_DOC.NOTA_DEBITO, COD_DOC.RETENCION] as const
export type CodDocRecibible = (typeof RECIBIBLES)[number]
export type CodDocGasto = Extract<CodDocRecibible, typeof COD_DOC.FACTURA | typeof COD_DOC.NOTA_CREDITO>

const COD_DOC_OF: Readonly<Record<TipoDocumento, CodDoc>> = {
  [TIPO_DOCUMENTO.FACTURA]: COD_DOC.FACTURA,
  [TIPO_DOCUMENTO.LIQUIDACION_COMPRA]: COD_DOC.LIQUIDACION_COMPRA,
  [TIPO_DOCUMENTO.NOTA_CREDITO]: COD_DOC.NOTA_CREDITO,
  [TIPO_DOCUMENTO.NOTA_DEBITO]: COD_DOC.NOTA_DEBITO,
}

/** The SRI's code of our document type. */
export const codDocOf = (tipo: TipoDocumento): CodDoc => COD_DOC_OF[tipo]

/** Our document type of an SRI code; undefined for guía and retención, which the enumeration lacks. */
export const tipoDocumentoOf = (codDoc: string): TipoDocumento | undefined =>
  Object.values(TIPO_DOCUMENTO).find((tipo) => COD_DOC_OF[tipo] === codDoc)

/** Name of each document in screens and mails, in the letters of the specification's filter. */
export const NOMBRE_COMPROBANTE: Readonly<Record<CodDoc, string>> = {
  [COD_DOC.FACTURA]: 'Factura',
  [COD_DOC.LIQUIDACION_COMPRA]: 'Liquidación de Compra',
  [COD_DOC.NOTA_CREDITO]: 'Nota de Crédito',
  [COD_DOC.NOTA_DEBITO]: 'Nota de Débito',
  [COD_DOC.GUIA_REMISION]: 'Guía de Remisión',
  [COD_DOC.RETENCION]: 'Comprobante de Retención',
}

/** Name of a document by SRI code. */
export const nombreComprobante = (codDoc: string): string => NOMBRE_COMPROBANTE[codDoc as CodDoc] ?? 'Comprobante'

/** Name of a document inside a sentence, always a feminine noun: «Nueva retención». */
export const nombreEnFraseOf = (codDoc: string): string =>
  codDoc === COD_DOC.RETENCION ? 'retención' : (NOMBRE_COMPROBANTE[codDoc as CodDoc]?.toLowerCase() ?? 'emisión')

export const MODO_EMISION = { FISICA: 1, ELECTRONICO: 2 } as const
export type ModoEmision = (typeof MODO_EMISION)[keyof typeof MODO_EMISION]

export const PERIODO_REPORTE = { DIARIO: 1, SEMANAL: 2, MENSUAL: 3, ANUAL: 4 } as const
export type PeriodoReporte = (typeof PERIODO_REPORTE)[keyof typeof PERIODO_REPORTE]
export const PERIODO_REPORTE_LABEL: Readonly<Record<PeriodoReporte, string>> = { 1: 'Diario', 2: 'Semanal', 3: 'Mensual', 4: 'Anual' }

export const TIPO_MOVIMIENTO = { VENTAS: 1, GASTOS: 2 } as const
export type TipoMovimiento = (typeof TIPO_MOVIMIENTO)[keyof typeof TIPO_MOVIMIENTO]

export const ESTADO_GENERACION = { GENERADO: 1, PARCIAL: 2, ANULADO: 3, EN_ESPERA: 4 } as const
export type EstadoGeneracion = (typeof ESTADO_GENERACION)[keyof typeof ESTADO_GENERACION]
export const ESTADO_GENERACION_LABEL: Readonly<Record<EstadoGeneracion, string>> = {
  1: 'Generado',
  2: 'Parcialmente generado',
  3: 'Anulado',
  4: 'En espera',
}

/** The specification has no 5. */
export const ESTADO_AUTORIZACION = { AUTORIZADO: 1, EN_ESPERA: 2, EN_PROCESO: 3, NO_AUTORIZADO: 4, ANULADO: 6 } as const
export type EstadoAutorizacion = (typeof ESTADO_AUTORIZACION)[keyof typeof ESTADO_AUTORIZACION]
export const ESTADO_AUTORIZACION_LABEL: Readonly<Record<EstadoAutorizacion, string>> = {
  1: 'Autorizado',
  2: 'En espera de autorización',
  3: 'Autorización en proceso',
  4: 'No autorizado',
  6: 'Anulado',
}

export const ESTADO_REGISTRO_LABEL = { ACTIVO: 'Activo', INACTIVO: 'Inactivo' } as const
export const SI_NO_LABEL = { SI: 'Sí', NO: 'No' } as const

/** Options of the document type filter, in their order; value undefined stands for all types. */
export const FILTRO_TIPO_DOCUMENTO: readonly { value: TipoDocumento | undefined; label: string }[] = [
  { value: undefined, label: 'Todo' },
  { value: TIPO_DOCUMENTO.FACTURA, label: NOMBRE_COMPROBANTE[COD_DOC.FACTURA] },
  { value: TIPO_DOCUMENTO.NOTA_CREDITO, label: 'Notas de Crédito' },
  { value: TIPO_DOCUMENTO.NOTA_DEBITO, label: 'Notas de Débito' },
  { value: TIPO_DOCUMENTO.LIQUIDACION_COMPRA, label: NOMBRE_COMPROBANTE[COD_DOC.LIQUIDACION_COMPRA] },
]

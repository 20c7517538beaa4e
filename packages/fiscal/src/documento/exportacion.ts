/** Comercio exterior of a factura (ficha técnica, anexo 4): its fields stand all together or not at all. Names are the XML's own. */
import { TIPO_IDENTIFICACION } from '../identificacion/identificacion.ts'
import type { LineaEntrada } from '../impuesto/linea.ts'
import { fitsDecimals, type Monto } from '../valor/monto.ts'
import type { Problema, Revision } from '../valor/problema.ts'

export interface Exportacion {
  comercioExterior?: string | undefined
  incoTermFactura?: string | undefined
  lugarIncoTerm?: string | undefined
  /** SRI table 25, three digits. */
  paisOrigen?: string | undefined
  puertoEmbarque?: string | undefined
  puertoDestino?: string | undefined
  paisDestino?: string | undefined
  paisAdquisicion?: string | undefined
  incoTermTotalSinImpuestos?: string | undefined
  fleteInternacional?: Monto | undefined
  seguroInternacional?: Monto | undefined
  gastosAduaneros?: Monto | undefined
  gastosTransporteOtros?: Monto | undefined
}

/** The only value of comercioExterior. */
export const EXPORTADOR = 'EXPORTADOR'
const CODIGO_CERO = '0'
const ECUADOR = '593'

const CAMPOS: readonly (readonly [name: keyof Exportacion, nombre: string, pattern?: RegExp])[] = [
  ['comercioExterior', 'la palabra EXPORTADOR', /^EXPORTADOR$/],
  ['incoTermFactura', 'el incoterm de la factura, en mayúsculas', /^[A-Z]{1,10}$/],
  ['lugarIncoTerm', 'el lugar del incoterm'],
  ['paisOrigen', 'el país de origen', /^\d{3}$/],
  ['puertoEmbarque', 'el puerto de embarque'],
  ['puertoDestino', 'el puerto de destino'],
  ['paisDestino', 'el país de destino', /^\d{3}$/],
  ['paisAdquisicion', 'el país de adquisición', /^\d{3}$/],
  ['incoTermTotalSinImpuestos', 'el incoterm del total sin impuestos, en mayúsculas', /^[A-Z]{1,10}$/],
]
const CARGOS = ['fleteInternacional', 'seguroInternacional', 'gastosAduaneros', 'gastosTransporteOtros'] as const

/** Whether any field of an export is filled in. */
export const isExportacion = (exportacion: Exportacion): boolean =>
  CAMPOS.some(([name]) => exportacion[name] !== undefined) || CARGOS.some((name) => (exportacion[name] ?? 0) !== 0)

/** All fields once one is stated, charges in cents, and every line at 0 %. Empty for a sale inside the country. */
export function checkExportacion(exportacion: Exportacion, lineas: readonly LineaEntrada[]): Problema[] {
  if (!isExportacion(exportacion)) return []
  const problemas: Problema[] = CAMPOS.flatMap(([name, nombre, pattern]) => {
    const value = exportacion[name]
    const isRight = typeof value === 'string' && value.trim() !== '' && (pattern === undefined || pattern.test(value))
    return isRight ? [] : [{ campo: name, mensaje: `Una exportación indica ${nombre}.` }]
  })
  for (const name of CARGOS) {
    const cargo = exportacion[name] ?? 0
    if (cargo < 0 || !fitsDecimals(cargo))
      problemas.push({ campo: name, mensaje: 'El valor no puede ser negativo ni llevar más de dos decimales.' })
  }
  lineas.forEach((linea, at) => {
    if (linea.iva.codigoPorcentaje !== CODIGO_CERO)
      problemas.push({ campo: `lineas.${at}.iva`, mensaje: 'Una exportación lleva tarifa 0%.' })
  })
  return problemas
}

const DEL_EXTERIOR: readonly string[] = [TIPO_IDENTIFICACION.PASAPORTE, TIPO_IDENTIFICACION.EXTERIOR]

/** Whether the buyer is identified by a document of another country. */
export const isIdentificacionDelExterior = (tipo: string): boolean => DEL_EXTERIOR.includes(tipo)

/**
 * Checks the destination and the buyer of an export: abroad, and identified. A buyer with an Ecuadorian identification is rare, but
 * possible.
 */
export function checkDestinoExportacion(exportacion: Exportacion, tipoIdentificacion: string): Revision {
  if (!isExportacion(exportacion)) return { problemas: [], advertencias: [] }
  const problemas: Problema[] = []
  const campo = 'identificacionComprador'
  if (exportacion.paisDestino === ECUADOR)
    problemas.push({ campo: 'paisDestino', mensaje: 'Una exportación sale del país: indique un país de destino que no sea Ecuador.' })
  if (tipoIdentificacion === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL)
    return {
      problemas: [...problemas, { campo, mensaje: 'Una exportación identifica a su comprador: no se emite a consumidor final.' }],
      advertencias: [],
    }
  const mensaje =
    'El comprador de una exportación suele tener pasaporte o identificación del exterior. Confirme que la venta sale del país.'
  return { problemas, advertencias: isIdentificacionDelExterior(tipoIdentificacion) ? [] : [{ campo, mensaje }] }
}

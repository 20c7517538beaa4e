import { checkAritmetica, type DocumentoAritmetica } from '@yupana/fiscal'

import type { Problema } from './arbol/validate-tree.ts'
import { declaracionOf } from './documentos.ts'
import type { ComprobanteLeido } from './read-comprobante.ts'

/** Lines and totals of a document, with the element of the totals; undefined for a type without both. */
function montosOf({ tipo, documento }: ComprobanteLeido): { info: string; montos: DocumentoAritmetica } | undefined {
  const of = (
    info: string,
    { totalSinImpuestos, totalConImpuestos }: Omit<DocumentoAritmetica, 'detalles'>,
    detalles: DocumentoAritmetica['detalles'],
  ) => ({ info, montos: { detalles, totalSinImpuestos, totalConImpuestos } })
  switch (tipo) {
    case 'factura':
      return of('infoFactura', documento.infoFactura, documento.detalles)
    case 'liquidacionCompra':
      return of('infoLiquidacionCompra', documento.infoLiquidacionCompra, documento.detalles)
    case 'notaCredito':
      return of('infoNotaCredito', documento.infoNotaCredito, documento.detalles)
    default:
      return undefined
  }
}

/** «totalConImpuestos.0.valor» is infoFactura.totalConImpuestos[0].valor in the XML. */
const tagOf = (info: string, campo: string): string =>
  (campo.startsWith('detalles') ? campo : `${info}.${campo}`).replace(/\.(\d+)/g, '[$1]')

/** Problems that lead to SRI error 52 (ficha, tabla 21): quantity × price, sums and rates, by the rules of the document's own day. */
export function aritmeticaOf(leido: ComprobanteLeido): Problema[] {
  const found = montosOf(leido)
  const fecha = declaracionOf(leido.tipo).fechaEmision(leido.documento as never)
  if (!found || fecha === undefined) return []
  try {
    return checkAritmetica(found.montos, fecha).map((problema) => ({ ...problema, campo: tagOf(found.info, problema.campo) }))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ campo: 'detalles', mensaje: 'Los montos son demasiado grandes para comprobar su aritmética.' }]
  }
}

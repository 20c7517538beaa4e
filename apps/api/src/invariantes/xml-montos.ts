import { COD_DOC, parseMonto } from '@yupana/fiscal'

/** The amounts in both a document's row and its XML, read on purpose without the engine that wrote them. Amounts and quantities ×10⁶. */
export interface Montos {
  subtotal: number
  descuento: number
  iva: number
  total: number
  /** Units moved by a guía; 0 for every other type. */
  cantidad: number
}

export interface MontosLeidos extends Montos {
  /** Sum of the lines of the XML, without taxes. */
  lineas: number
  /** Sum of its parts. */
  suma: number
}

const IVA = '2'

function inside(xml: string, tag: string): string {
  const start = xml.indexOf(`<${tag}>`)
  const end = xml.indexOf(`</${tag}>`)
  return start < 0 || end < 0 ? '' : xml.slice(start + tag.length + 2, end)
}

const amount = (xml: string, tag: string): number | undefined => parseMonto(inside(xml, tag), 6)
const add = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
/** Sum of a tag, at any place. */
const sumOf = (xml: string, tag: string) =>
  add([...xml.matchAll(new RegExp(`<${tag}>([\\d.]+)</${tag}>`, 'g'))].map(([, text]) => parseMonto(text ?? '', 6) ?? 0))

interface Impuesto {
  codigo: string | undefined
  valor: number
}

const taxesIn = (xml: string): Impuesto[] =>
  [...xml.matchAll(/<codigo>(\d+)<\/codigo>.*?<valor>([\d.]+)<\/valor>/gs)].map(([, codigo, valor]) => ({
    codigo,
    valor: parseMonto(valor ?? '', 6) ?? 0,
  }))
const ivaOf = (taxes: readonly Impuesto[]) => add(taxes.filter(({ codigo }) => codigo === IVA).map(({ valor }) => valor))
const taxed = (taxes: readonly Impuesto[]) => add(taxes.map(({ valor }) => valor))

const CARGOS = ['propina', 'fleteInternacional', 'seguroInternacional', 'gastosAduaneros', 'gastosTransporteOtros']

/** Factura and liquidación: the header has every total. */
function ofVenta(xml: string, group: string): MontosLeidos | undefined {
  const header = inside(xml, group)
  const [subtotal, descuento, total] = ['totalSinImpuestos', 'totalDescuento', 'importeTotal'].map((tag) => amount(header, tag))
  if (subtotal === undefined || descuento === undefined || total === undefined) return undefined
  const taxes = taxesIn(inside(header, 'totalConImpuestos'))
  const charges = add(CARGOS.map((tag) => amount(header, tag) ?? 0)) + sumOf(inside(xml, 'otrosRubrosTerceros'), 'total')
  return {
    subtotal,
    descuento,
    total,
    iva: ivaOf(taxes),
    cantidad: 0,
    lineas: sumOf(inside(xml, 'detalles'), 'precioTotalSinImpuesto'),
    suma: subtotal + taxed(taxes) + charges,
  }
}

/** A credit note has no total of its discounts. */
function ofNotaCredito(xml: string): MontosLeidos | undefined {
  const header = inside(xml, 'infoNotaCredito')
  const [subtotal, total] = [amount(header, 'totalSinImpuestos'), amount(header, 'valorModificacion')]
  if (subtotal === undefined || total === undefined) return undefined
  const taxes = taxesIn(inside(header, 'totalConImpuestos'))
  const detalles = inside(xml, 'detalles')
  return {
    subtotal,
    total,
    descuento: sumOf(detalles, 'descuento'),
    iva: ivaOf(taxes),
    cantidad: 0,
    lineas: sumOf(detalles, 'precioTotalSinImpuesto'),
    suma: subtotal + taxed(taxes),
  }
}

function ofNotaDebito(xml: string): MontosLeidos | undefined {
  const header = inside(xml, 'infoNotaDebito')
  const [subtotal, total] = [amount(header, 'totalSinImpuestos'), amount(header, 'valorTotal')]
  if (subtotal === undefined || total === undefined) return undefined
  const taxes = taxesIn(inside(header, 'impuestos'))
  return {
    subtotal,
    total,
    descuento: 0,
    iva: ivaOf(taxes),
    cantidad: 0,
    lineas: sumOf(inside(xml, 'motivos'), 'valor'),
    suma: subtotal + taxed(taxes),
  }
}

/** The withheld amount is the total; there is no sale. */
function ofRetencion(xml: string): MontosLeidos | undefined {
  if (!xml.includes('<valorRetenido>')) return undefined
  const total = sumOf(xml, 'valorRetenido')
  return { subtotal: 0, descuento: 0, iva: 0, total, cantidad: 0, lineas: 0, suma: total }
}

function ofGuia(xml: string): MontosLeidos | undefined {
  if (!xml.includes('<cantidad>')) return undefined
  return { subtotal: 0, descuento: 0, iva: 0, total: 0, cantidad: sumOf(inside(xml, 'destinatarios'), 'cantidad'), lineas: 0, suma: 0 }
}

const LECTORES: Readonly<Record<string, (xml: string) => MontosLeidos | undefined>> = {
  [COD_DOC.FACTURA]: (xml) => ofVenta(xml, 'infoFactura'),
  [COD_DOC.LIQUIDACION_COMPRA]: (xml) => ofVenta(xml, 'infoLiquidacionCompra'),
  [COD_DOC.NOTA_CREDITO]: ofNotaCredito,
  [COD_DOC.NOTA_DEBITO]: ofNotaDebito,
  [COD_DOC.GUIA_REMISION]: ofGuia,
  [COD_DOC.RETENCION]: ofRetencion,
}

/** @returns undefined when a total that every document of the type has is missing or no number */
export const montosOf = (tipo: string, xml: string): MontosLeidos | undefined => LECTORES[tipo]?.(xml)

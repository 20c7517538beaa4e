import { parseMonto } from '@yupana/fiscal'

/** The totals a factura's XML states, read on purpose without the engine that wrote them. Amounts ×10⁶. */
export interface Montos {
  totalSinImpuestos: number
  totalDescuento: number
  iva: number
  importeTotal: number
  /** What the parts add up to. */
  suma: number
}

const IVA = '2'

function inside(xml: string, tag: string): string {
  const start = xml.indexOf(`<${tag}>`)
  const end = xml.indexOf(`</${tag}>`)
  return start < 0 || end < 0 ? '' : xml.slice(start + tag.length + 2, end)
}

const amount = (xml: string, tag: string): number | undefined => parseMonto(inside(xml, tag), 6)

/** @returns undefined when one of the totals every factura has is missing or no number */
export function montosOf(xml: string): Montos | undefined {
  const header = inside(xml, 'infoFactura')
  const [totalSinImpuestos, totalDescuento, importeTotal] = ['totalSinImpuestos', 'totalDescuento', 'importeTotal'].map((tag) => amount(header, tag))
  if (totalSinImpuestos === undefined || totalDescuento === undefined || importeTotal === undefined) return undefined
  const taxes = [...inside(header, 'totalConImpuestos').matchAll(/<codigo>(\d+)<\/codigo>.*?<valor>([\d.]+)<\/valor>/gs)].map(
    ([, codigo, valor]) => ({ codigo, valor: parseMonto(valor ?? '', 6) ?? 0 }),
  )
  const rubros = [...inside(xml, 'otrosRubrosTerceros').matchAll(/<total>([\d.]+)<\/total>/g)].map(([, total]) => parseMonto(total ?? '', 6) ?? 0)
  const charges = ['propina', 'fleteInternacional', 'seguroInternacional', 'gastosAduaneros', 'gastosTransporteOtros'].map((tag) => amount(header, tag) ?? 0)
  const add = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    totalSinImpuestos,
    totalDescuento,
    iva: add(taxes.filter(({ codigo }) => codigo === IVA).map(({ valor }) => valor)),
    importeTotal,
    suma: totalSinImpuestos + add(taxes.map(({ valor }) => valor)) + add(charges) + add(rubros),
  }
}

import { displayFecha, displayMonto, displayNumero, displayPorcentaje, montoOf, plainMonto } from '@yupana/fiscal'

import { nodeOf, type TreeNode } from '../../documentos/arbol/element-tree.ts'
import { precio } from '../contenido/formato.ts'

/** One element or attribute of a document: its path in the tree, as «detalles[].cantidad», and its value. */
interface Hoja {
  readonly path: string
  readonly kind: 'text' | 'decimal' | 'fecha'
  readonly value: string | number
}

/** Elements printed as a word or a label, from catalogues with tests of their own. */
const EN_PALABRAS =
  /(^|\.)(ambiente|tipoEmision|codDoc\w*|codSustento|codigo|codigoPorcentaje|formaPago|tipo\w+|pais\w+|codPaisPago\w*|pagoLocExt|aplicConvDobTrib|pagExtSujRetNorLeg|pagoRegFis|parteRel)$/

/** Elements that are not printed, with the reason. */
const NO_IMPRESOS: readonly (readonly [RegExp, string])[] = [
  [/\.moneda$/, 'always dollars: every amount says «$»'],
  [/^tipoNegociable\./, 'where the authority sends its notice to, nothing for the receiver'],
  [/\.compensaciones(Reembolso)?\[\]\./, 'of the law of 2016, no longer in force'],
  [/\.descuentoAdicional$/, 'already inside the base that is printed'],
  [/^detalles\[\]\.impuestos\[\]\./, 'the layout has taxes by rate, not by line: their sum is printed'],
  [/\.totalSubsidio$/, 'printed with its IVA, as the ficha asks (Anexo 6)'],
  [/\.total(Comprobantes|BaseImponible|Impuesto)Reembolso$/, 'each voucher is printed with its base and its tax'],
  [/\.detalleImpuestos\[\]\.tarifa$/, 'a voucher shows its base and its tax, not its rates'],
  // sri §12: 2.0.0 is printed in the layout of 1.0.0, which has none of these.
  [
    /^docsSustento\[\]\.(fechaRegistroContable|numAutDocSustento|totalSinImpuestos|importeTotal|impuestosDocSustento\[\]\.\w+|pagos\[\]\.\w+|tipoRegi)$/,
    'not in the layout of a retención',
  ],
  [/^docsSustento\[\]\.retenciones\[\]\.(dividendos|compraCajBanano)\./, 'not in the layout of a retención'],
]

/** Entries whose amounts are printed as one sum for each rate of IVA, or for each other tax. */
const POR_TARIFA = /(^|\.)(totalConImpuestos|impuestos)\[\]\.(baseImponible|valor|valorDevolucionIva|tarifa)$/
const DE_REEMBOLSO = /\.?reembolsos\[\]\.detalleImpuestos\[\]\.(baseImponibleReembolso|impuestoReembolso)$/
const IVA = '2'

function* hojasOf(node: TreeNode, value: unknown, path: string): Generator<Hoja> {
  if (value === undefined) return
  const join = (key: string) => (path === '' ? key : `${path}.${key}`)
  const of = (key: string) => (value as Record<string, unknown>)[key]
  switch (node.kind) {
    case 'list':
      for (const item of value as unknown[]) yield* hojasOf(node.item, item, `${path}[]`)
      return
    case 'group':
      for (const [key, field] of Object.entries(node.fields)) yield* hojasOf(nodeOf(field), of(key), join(key))
      return
    case 'attributed':
      for (const [key, leaf] of Object.entries(node.attributes)) yield* hojasOf(leaf, of(key), join(key))
      if (node.content) yield* hojasOf(node.content.leaf, of(node.content.property), join(node.content.property))
      return
    default:
      yield { path, kind: node.kind, value: value as string | number }
  }
}

/** Possible spellings of an amount, by its kind. */
function writtenOf({ path, value }: Hoja): string[] {
  const amount = value as number
  if (/\.cantidad$/.test(path)) return [displayNumero(amount, 2)]
  if (/\.plazo$/.test(path)) return [displayNumero(amount)]
  if (/\.(tarifa\w*|porcentaje\w*)$/i.test(path)) return [displayPorcentaje(amount), plainMonto(amount)]
  return [displayMonto(montoOf(amount)), precio(montoOf(amount))]
}

const squeeze = (texto: string): string => texto.normalize('NFC').replace(/\s+/gu, '')

/** Numbers of supporting documents have no dashes in a retención, but are printed with them. */
const numberOf = ({ path, value }: Hoja): string =>
  /(^|\.)numDocSustento$/.test(path) ? String(value).replace(/^(\d{3})(\d{3})(\d{9})$/, '$1-$2-$3') : String(value)

interface Entrada {
  readonly codigo: string
  readonly codigoPorcentaje: string
  readonly baseImponible: number
  readonly valor: number
  readonly valorDevolucionIva?: number | undefined
}

const sumOf = (amounts: readonly (number | undefined)[]): number => amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)

/** Sums shown instead of single amounts; zeros have no row. */
function sumasOf(entradas: readonly Entrada[]): number[] {
  const tarifas = [...new Set(entradas.filter(({ codigo }) => codigo === IVA).map(({ codigoPorcentaje }) => codigoPorcentaje))]
  const porTarifa = tarifas.map((codigoPorcentaje) =>
    entradas.filter((each) => each.codigo === IVA && each.codigoPorcentaje === codigoPorcentaje),
  )
  const otros = [...new Set(entradas.map(({ codigo }) => codigo).filter((codigo) => codigo === '3' || codigo === '5'))]
  return [
    ...porTarifa.flatMap((grupo) => [sumOf(grupo.map(({ baseImponible }) => baseImponible)), sumOf(grupo.map(({ valor }) => valor))]),
    ...otros.map((codigo) => sumOf(entradas.filter((each) => each.codigo === codigo).map(({ valor }) => valor))),
    sumOf(entradas.map(({ valorDevolucionIva }) => valorDevolucionIva)),
  ].filter((amount) => amount !== 0)
}

interface Reembolsado {
  readonly detalleImpuestos: readonly { readonly baseImponibleReembolso: number; readonly impuestoReembolso: number }[]
}

function reembolsadoOf(reembolsos: readonly Reembolsado[]): number[] {
  return reembolsos.flatMap(({ detalleImpuestos }) => [
    sumOf(detalleImpuestos.map(({ baseImponibleReembolso }) => baseImponibleReembolso)),
    sumOf(detalleImpuestos.map(({ impuestoReembolso }) => impuestoReembolso)),
  ])
}

/** All values of one name anywhere in a value, lists joined. */
function everyOf(value: unknown, name: string, path = ''): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => everyOf(item, name, path))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === name && Array.isArray(each) ? (each as unknown[]) : everyOf(each, name, key),
  )
}

/** Values of a document missing in the text of its PDF, each with its path. Empty when all are there. */
export function missingInPdf(tree: TreeNode, valor: object, pages: readonly string[]): string[] {
  const whole = squeeze(pages.join('\n'))
  const lines = new Map<string, number>()
  for (const line of pages.join('\n').split('\n')) lines.set(line, (lines.get(line) ?? 0) + 1)
  const missing: string[] = []
  const take = (path: string, ways: readonly string[]) => {
    const way = ways.find((each) => (lines.get(each) ?? 0) > 0)
    if (way === undefined) missing.push(`${path}: ${ways.join(' / ')}`)
    else lines.set(way, lines.get(way)! - 1)
  }
  for (const hoja of hojasOf(tree, valor, '')) {
    const { path, kind, value } = hoja
    if (NO_IMPRESOS.some(([pattern]) => pattern.test(path)) || POR_TARIFA.test(path) || DE_REEMBOLSO.test(path)) continue
    // An amount on the page counts for one value of the document: an equal second value needs a second amount.
    if (kind === 'decimal') {
      if (value !== 0) take(path, writtenOf(hoja))
    } else if (!EN_PALABRAS.test(path)) {
      const text = kind === 'fecha' ? displayFecha(String(value)) : numberOf(hoja)
      if (!whole.includes(squeeze(text))) missing.push(`${path}: ${text}`)
    }
  }
  const info = Object.entries(valor).find(([name]) => /^info(Factura|LiquidacionCompra|Nota)/.test(name))?.[1] as
    | Record<string, readonly Entrada[]>
    | undefined
  for (const amount of sumasOf(info?.['totalConImpuestos'] ?? info?.['impuestos'] ?? []))
    take('taxes by rate', [displayMonto(montoOf(amount))])
  for (const amount of reembolsadoOf(everyOf(valor, 'reembolsos') as Reembolsado[])) take('reembolsos', [displayMonto(montoOf(amount))])
  return missing
}

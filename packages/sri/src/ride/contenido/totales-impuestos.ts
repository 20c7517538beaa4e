import { add, displayNumero, sum, type Monto, type Porcentaje } from '@yupana/fiscal'

import type { Total } from './contenido.ts'
import { dinero } from './formato.ts'

const IVA = '2',
  ICE = '3',
  IRBPNR = '5'
/** Names of subtotal rows with a name of their own, by codigoPorcentaje of IVA (ficha, Tabla 17; 8 is the tourism rate). */
const NOMBRES_SUBTOTAL: Record<string, string> = {
  '6': 'SUBTOTAL NO OBJETO DE IVA',
  '7': 'SUBTOTAL EXENTO DE IVA',
  '8': 'SUBTOTAL TARIFA ESPECIAL',
}
/** Rated subtotals first, highest first, then the others in the order of the official layout. */
const ORDEN = ['8', '0', '6', '7']

interface EntradaTotal {
  readonly codigo: string
  readonly codigoPorcentaje: string
  readonly baseImponible: Monto
  readonly valor: Monto
  readonly tarifa?: Porcentaje | undefined
  readonly valorDevolucionIva?: Monto | undefined
}

interface LineaConImpuestos {
  readonly impuestos: readonly { readonly codigo: string; readonly codigoPorcentaje: string; readonly tarifa?: Porcentaje | undefined }[]
}

interface GrupoIva {
  readonly codigoPorcentaje: string
  readonly tarifa: Porcentaje | undefined
  readonly base: Monto
  readonly valor: Monto
}

/** Rows of totals from the taxes of a document. */
export interface FilasImpuestos {
  /** One per rate of IVA. */
  readonly subtotales: Total[]
  /** ICE, IVA per rate, IRBPNR and returned IVA, if present. */
  readonly impuestos: Total[]
}

export const fila = (nombre: string, monto: Monto): Total => ({ nombre, valor: dinero(monto) })

/** The row, if its amount is present and not zero. */
export const filaIf = (nombre: string, monto: Monto | undefined): Total[] => (monto ? [fila(nombre, monto)] : [])

/** Rows of the entries; a rate missing in an entry, which the schema allows, is taken from the lines. */
export function filasImpuestos(entries: readonly EntradaTotal[], lineas: readonly LineaConImpuestos[]): FilasImpuestos {
  const grupos = gruposIva(entries, lineas)
  const valorOf = (codigo: string): Monto => sum(entries.filter((entry) => entry.codigo === codigo).map(({ valor }) => valor))
  return {
    subtotales: grupos.map((grupo) => fila(subtotalName(grupo), grupo.base)),
    impuestos: [
      ...filaIf('ICE', valorOf(ICE)),
      ...grupos.filter(({ valor, tarifa }) => valor !== 0 || tarifa).map((grupo) => fila(`IVA ${tarifaName(grupo)}`, grupo.valor)),
      ...filaIf('IRBPNR', valorOf(IRBPNR)),
      ...filaIf('DEVOLUCIÓN DE IVA', sum(entries.map(({ valorDevolucionIva }) => valorDevolucionIva ?? 0))),
    ],
  }
}

function gruposIva(entries: readonly EntradaTotal[], lineas: readonly LineaConImpuestos[]): GrupoIva[] {
  const grupos = new Map<string, GrupoIva>()
  for (const total of entries.filter(({ codigo }) => codigo === IVA)) {
    const known = grupos.get(total.codigoPorcentaje)
    grupos.set(total.codigoPorcentaje, {
      codigoPorcentaje: total.codigoPorcentaje,
      tarifa: total.tarifa ?? tarifaOfLines(lineas, total.codigoPorcentaje),
      base: add(known?.base ?? 0, total.baseImponible),
      valor: add(known?.valor ?? 0, total.valor),
    })
  }
  return [...grupos.values()].sort((a, b) => rank(a) - rank(b) || (b.tarifa ?? 0) - (a.tarifa ?? 0))
}

const rank = ({ codigoPorcentaje }: GrupoIva): number => ORDEN.indexOf(codigoPorcentaje)

const tarifaOfLines = (lineas: readonly LineaConImpuestos[], codigoPorcentaje: string): Porcentaje | undefined =>
  lineas.flatMap(({ impuestos }) => impuestos).find((i) => i.codigo === IVA && i.codigoPorcentaje === codigoPorcentaje)?.tarifa

const tarifaName = ({ tarifa, codigoPorcentaje }: GrupoIva): string =>
  tarifa === undefined ? `(código ${codigoPorcentaje})` : `${displayNumero(tarifa)}%`

const subtotalName = (grupo: GrupoIva): string => NOMBRES_SUBTOTAL[grupo.codigoPorcentaje] ?? `SUBTOTAL ${tarifaName(grupo)}`

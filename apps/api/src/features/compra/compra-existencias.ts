import type { CompraForm } from '@yupana/contract'
import { bajaCompra, CENTAVO, CODIGO_IMPUESTO, costosDeCompra, fechaIn, fromUnits, multiply, type Cantidad } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Problem } from '../../errors.ts'
import { enterCompra, returnCompra, type LineaMovida } from '../movimiento/movimiento.door.ts'
import { impuestosDe, lineaDe } from './compra-reglas.ts'
import type { CompraValores } from './compra.sql.ts'

interface Registro {
  empresaId: EmpresaId
  id: string
  version: number
  usuarioId: string
  en: Date
}

const UNO = fromUnits(1)

/** The quantity of a line in our units. @throws RangeError for a quantity out of range */
const cantidadDe = ({ cantidad, factor }: CompraForm['lineas'][number]): Cantidad => multiply(cantidad, factor ?? UNO)

function isTooMuch(linea: CompraForm['lineas'][number]): boolean {
  try {
    cantidadDe(linea)
    return false
  } catch (error) {
    if (error instanceof RangeError) return true
    throw error
  }
}

/** The problems of the goods of a form. */
export function existenciasProblems({ tipo, lineas, costo_adicional: adicional = 0, otros, impuestos, ...form }: CompraForm): Problem[] {
  const problems = lineas.flatMap((linea, at): Problem[] => {
    const { producto_id: id, cantidad, factor } = linea
    if (isTooMuch(linea)) return [{ campo: `lineas.${at}.factor`, message: 'Son más unidades de las que el inventario admite.' }]
    if (factor === 0) return [{ campo: `lineas.${at}.factor`, message: 'Las unidades por empaque deben ser más que cero.' }]
    return id && cantidad === 0
      ? [{ campo: `lineas.${at}.cantidad`, message: 'La cantidad debe ser más que cero: o indique que la línea no es mercadería.' }]
      : []
  })
  const campo = 'costo_adicional'
  const { IVA, ICE } = CODIGO_IMPUESTO
  // The bases of the IVA include the ICE, which is part of the cost of the goods already.
  const worth = ({ codigo, base, valor }: (typeof impuestos)[number]) => (codigo === IVA ? base : codigo === ICE ? -valor : 0)
  const bases = impuestos.reduce((all, one) => all + BigInt(worth(one)), BigInt(otros))
  const goods = lineas.reduce((all, { producto_id: id, base }) => (id ? all + BigInt(base) : all), 0n)
  if (form.devuelve_mercaderia && !bajaCompra(tipo))
    problems.push({ campo: 'devuelve_mercaderia', message: 'Solo una nota de crédito devuelve mercadería.' })
  if (form.devuelve_mercaderia && !lineas.some(({ producto_id: id }) => id))
    problems.push({ campo: 'devuelve_mercaderia', message: 'Elija los productos que se devuelven.' })
  if (form.devuelve_mercaderia && adicional > 0)
    problems.push({ campo, message: 'Una devolución sale al costo de su compra: no reparte otros costos.' })
  if (adicional % CENTAVO !== 0) problems.push({ campo, message: 'El valor lleva máximo dos decimales.' })
  else if (adicional > 0 && goods === 0n) problems.push({ campo, message: 'No hay mercadería sobre la cual repartirlo.' })
  else if (adicional > 0 && BigInt(adicional) > bases - goods)
    problems.push({ campo, message: 'El costo por repartir es parte de esta compra: no supera lo que ella tiene fuera de la mercadería.' })
  return problems
}

const lineasOf = (form: CompraForm): LineaMovida[] => {
  const costos = costosDeCompra({
    sustento: form.sustento,
    impuestos: impuestosDe(form),
    lineas: form.lineas.map((linea) => ({ ...lineaDe(linea), esMercaderia: Boolean(linea.producto_id) })),
    adicional: form.costo_adicional ?? 0,
  })
  return form.lineas.flatMap((linea, at) => {
    const { producto_id: id, codigo } = linea
    return id ? [{ n: at + 1, productoId: id.toLowerCase(), codigo: codigo ?? '', cantidad: cantidadDe(linea), base: costos[at] ?? 0 }] : []
  })
}

/**
 * The goods of a purchase enter the stock with it, or leave it with a note that returns them, on the day of booking; the movements of a
 * change have the day of the change. Answers the warnings.
 */
export async function moveExistencias(
  tx: Tx,
  registro: Registro,
  { ambiente, tipo, numero, fecha_registro: fecha, entrada }: CompraValores,
  modificada: { id: string; numero: string } | null,
): Promise<Problem[]> {
  const lineas = bajaCompra(tipo) && !entrada.devuelve_mercaderia ? [] : lineasOf(entrada)
  const doc = { ...registro, ambiente, referencia: numero, fecha: registro.version === 1 ? fecha : fechaIn(registro.en) }
  const bodega = entrada.bodega_id ?? null
  if (bajaCompra(tipo)) return returnCompra(tx, doc, bodega, modificada ?? undefined, lineas)
  return enterCompra(tx, doc, bodega, lineas)
}

import type { Conteo, ConteoForm, DiferenciaConteo, MovimientoForm } from '@yupana/contract'
import { fechaIn, SALDO_VACIO, sum } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { readSinContar } from './conteo.sql.ts'
import { adelantadoText, cuadrar, haberOf, movidoSince } from './conteo.ts'
import { readExistencias } from './libro.sql.ts'
import { within } from './libro.ts'
import { costoOf, problemsOf, resolve, type Autor } from './movimiento.service.ts'

const sizeOf = ({ diferencia, valor }: DiferenciaConteo) => [Math.abs(valor ?? 0), Math.abs(diferencia)] as const
function bySize(a: DiferenciaConteo, b: DiferenciaConteo): number {
  const [[valorA, cantidadA], [valorB, cantidadB]] = [sizeOf(a), sizeOf(b)]
  return valorB - valorA || cantidadB - cantidadA
}

/** The changes of a count, as `create` would write them at this moment. Changes nothing. @throws 422 */
export async function review(tx: Tx, autor: Autor, form: ConteoForm): Promise<Conteo> {
  const hoy = fechaIn(autor.en)
  const fecha = form.fecha ?? hoy
  const ajuste: MovimientoForm = { ...form, tipo: 'AJUSTE', referencia: undefined, en_transito: false }
  const problems = problemsOf(ajuste, hoy)
  const { productos } = await resolve(tx, autor.empresaId, ajuste, problems)
  if (problems.length > 0) throw errors.invalid(problems)
  const { bodega_id: bodegaId, lineas } = form
  const ids = lineas.map(({ producto_id: id }) => id)
  const movidos = await movidoSince(tx, autor, form, fecha)
  lineas.forEach(({ producto_id: id }, at) => {
    if (!movidos.get(id)?.adelantado) return
    problems.push({ campo: `lineas.${at}.cantidad`, message: adelantadoText(productos.get(id)?.code ?? '') })
  })
  if (problems.length > 0) throw errors.invalid(problems)
  const pares = ids.map((productoId) => ({ bodegaId, productoId }))
  const saldos = new Map((await readExistencias(tx, autor, fecha, pares)).map((fila) => [fila.producto_id, fila]))
  const diferencias = lineas.map((linea): DiferenciaConteo => {
    const { producto_id: id, cantidad } = linea
    const saldo = saldos.get(id) ?? SALDO_VACIO
    const movido = movidos.get(id)
    const costo = () => costoOf({ veCosto: autor.veCosto, productos }, linea, saldo)
    const asiento = within(() => cuadrar(saldo, haberOf(linea, movido), costo))
    const { code = '', name = '' } = productos.get(id) ?? {}
    return {
      producto: { id, code, name },
      sistema: sum([saldo.cantidad, -(movido?.cantidad ?? 0)]),
      contado: cantidad,
      diferencia: asiento?.cantidad ?? 0,
      valor: autor.veCosto ? (asiento?.valor ?? 0) : null,
      movido: movido?.cantidad ?? 0,
      contado_por_otro: movido?.contado ?? false,
    }
  })
  return { diferencias: diferencias.sort(bySize), sin_contar: await readSinContar(tx, autor, bodegaId, ids) }
}

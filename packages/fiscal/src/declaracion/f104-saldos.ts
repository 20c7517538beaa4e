/** Order of spending credit: purchases first, then withholdings received. The rest of each is carried forward apart. */
import { add, smallest, subtract, type Monto } from '../valor/monto.ts'
import { sumOf, valorDe, type Valores } from './formula.ts'

/** 615, 617, 618, 619 and 620 from 601, 602 and the balances (guide of form 104, checked against a filed return). */
export function saldosDe(valores: Readonly<Valores>): Valores {
  let left: Monto = valorDe(valores, '601')
  const spend = (...codigos: readonly string[]): Monto => {
    const available = sumOf(valores, codigos)
    const used = smallest(left, available)
    left = subtract(left, used)
    return subtract(available, used)
  }
  spend('603', '604')
  const adquisiciones = spend('605', '623')
  const retenciones = spend('606', '609')
  const medios = spend('607')
  const zonas = spend('608')
  spend('622')
  const ajustes = sumOf(valores, ['610', '611', '612', '613', '614'])
  return {
    '615': add(adquisiciones, valorDe(valores, '602')),
    '617': retenciones,
    '618': medios,
    '619': zonas,
    '620': add(left, ajustes),
  }
}

/** In which order credit is spent: purchases first, then what was withheld from the company. What remains goes on apart. */
import type { Monto } from '../valor/monto.ts'
import { valorDe, type Valores } from './formula.ts'

/** 615, 617, 618, 619 and 620 from 601, 602 and the balances (guide of form 104, checked against a filed return). */
export function saldosDe(valores: Readonly<Valores>): Valores {
  let left: Monto = valorDe(valores, '601')
  const spend = (...codigos: readonly string[]): Monto => {
    const available = codigos.reduce((total, codigo) => total + valorDe(valores, codigo), 0)
    const used = Math.min(left, available)
    left -= used
    return available - used
  }
  spend('603', '604')
  const adquisiciones = spend('605', '623')
  const retenciones = spend('606', '609')
  const medios = spend('607')
  const zonas = spend('608')
  spend('622')
  const ajustes = ['610', '611', '612', '613', '614'].reduce((total, codigo) => total + valorDe(valores, codigo), 0)
  return {
    '615': adquisiciones + valorDe(valores, '602'),
    '617': retenciones,
    '618': medios,
    '619': zonas,
    '620': left + ajustes,
  }
}

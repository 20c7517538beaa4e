import type { Cuenta } from '@yupana/contract'
import { displayFecha, displayMonto, nombreComprobante, subtract, type Fecha, type Monto } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { cartaDeEmpresa, type Carta } from '../carta/carta.door.ts'

/** Due dates listed in one letter; of the others only their number. */
export const MAX_LINEAS = 20

type Linea = Pick<Cuenta, 'tipo' | 'numero' | 'cuota' | 'cuotas' | 'vence' | 'dias' | 'saldo'>

const lineaOf = ({ tipo, numero, cuota, cuotas, vence, dias, saldo }: Linea): string =>
  `${tipo === null ? 'Anticipo' : nombreComprobante(tipo)} ${numero}${cuotas > 1 ? ` (${cuota}/${cuotas})` : ''}: ${displayMonto(saldo)}, ${
    dias > 0 ? `venció el ${displayFecha(vence)} (hace ${dias} ${dias === 1 ? 'día' : 'días'})` : `vence el ${displayFecha(vence)}`
  }`

interface Saldo {
  persona: string
  hoy: Fecha
  /** At most `MAX_LINEAS`, the earliest due date first. */
  cuentas: readonly Linea[]
  /** Number of due dates. */
  cuantas: number
  total: Monto
  /** The client's balance in favour: an advance, a credit note beyond the amount owed. */
  favor: Monto
  mensaje?: string | null | undefined
  /** Whether the account statement is attached. */
  conEstado?: boolean
}

/** The letter that tells a client his debt. */
export function cartaDeSaldo(
  tx: Tx,
  quien: { empresaId: EmpresaId; razonSocial: string; nombreComercial: string | null },
  { persona, hoy, cuentas, cuantas, total, favor, mensaje, conEstado = false }: Saldo,
): Promise<Omit<Carta, 'para'>> {
  const empresa = quien.nombreComercial ?? quien.razonSocial
  const otras = cuantas - cuentas.length
  return cartaDeEmpresa(tx, quien, {
    asunto: `Saldo pendiente con ${empresa}`,
    cuerpo: [
      `Estimado/a ${persona}:`,
      `${empresa} le recuerda que al ${displayFecha(hoy)} tiene pendiente de pago:`,
      [...cuentas.map(lineaOf), ...(otras > 0 ? [`y ${otras} más`] : [])].join('\n'),
      favor > 0 ? `Tiene ${displayMonto(favor)} a su favor: le queda por pagar ${displayMonto(subtract(total, favor))}.` : '',
      mensaje ?? '',
    ]
      .filter(Boolean)
      .join('\n\n'),
    hechos: [
      ['Total pendiente', displayMonto(subtract(total, favor))],
      ['Al', displayFecha(hoy)],
    ],
    nota: `${conEstado ? 'Adjuntamos su estado de cuenta en PDF. ' : ''}Si ya pagó, no tome en cuenta este mensaje.`,
  })
}

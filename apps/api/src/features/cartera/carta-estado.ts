import type { SaldosEstado } from '@yupana/contract'
import { displayFecha, displayMonto, type Fecha, type SentidoCartera } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { cartaDeEmpresa, type Carta } from '../carta/carta.door.ts'

interface Estado {
  persona: string
  hoy: Fecha
  sentido: SentidoCartera
  desde?: Fecha | undefined
  hasta?: Fecha | undefined
  saldos: SaldosEstado
  mensaje?: string | undefined
}

/** The letter with the account statement of a client or a supplier. */
export function cartaDeEstado(
  tx: Tx,
  quien: { empresaId: EmpresaId; razonSocial: string; nombreComercial: string | null },
  { persona, hoy, sentido, desde, hasta = hoy, saldos, mensaje }: Estado,
): Promise<Omit<Carta, 'para'>> {
  const empresa = quien.nombreComercial ?? quien.razonSocial
  const dias = `${desde === undefined ? 'hasta el' : `del ${displayFecha(desde)} al`} ${displayFecha(hasta)}`
  const cuenta = sentido === 'COBRAR' ? 'su estado de cuenta' : 'el estado de su cuenta de proveedor'
  return cartaDeEmpresa(tx, quien, {
    asunto: `Estado de cuenta con ${empresa}`,
    cuerpo: [`Estimado/a ${persona}:`, `${empresa} le envía en PDF ${cuenta}, ${dias}.`, mensaje ?? ''].filter(Boolean).join('\n\n'),
    hechos: [
      ...(desde === undefined ? [] : [[`Saldo anterior al ${displayFecha(desde)}`, displayMonto(saldos.inicial)] as const]),
      ['Cargos', displayMonto(saldos.cargos)],
      ['Abonos', displayMonto(saldos.abonos)],
      [`Saldo al ${displayFecha(hasta)}`, displayMonto(saldos.final)],
    ],
    nota: 'Si algún valor no coincide con sus registros, responda a este correo.',
  })
}

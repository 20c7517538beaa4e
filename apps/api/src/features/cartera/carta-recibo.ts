import type { Pago } from '@yupana/contract'
import { displayFecha, displayMonto, negate, sizeOf } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { cartaDeEmpresa, type Carta } from '../carta/carta.door.ts'
import { documentoText } from './documento-text.ts'

/** Documents listed in one letter; the PDF has them all. */
const MAX_LINEAS = 20

const NOMBRE = { COBRAR: 'Recibo de cobro', PAGAR: 'Comprobante de pago' } as const
const nombreOf = ({ sentido, total }: Pago): string => (total < 0 ? 'Recibo de devolución' : NOMBRE[sentido])

function hechoText({ sentido, total, fecha, numero }: Pago, empresa: string): string {
  const cuanto = `${displayMonto(sizeOf(total))} el ${displayFecha(fecha)}`
  const con = `con el número ${numero}`
  if (total === 0) return `${empresa} aplicó a estos documentos lo que había a favor, el ${displayFecha(fecha)}, ${con}.`
  if (sentido === 'COBRAR')
    return total > 0 ? `${empresa} recibió de usted ${cuanto}, ${con}.` : `${empresa} le devolvió ${cuanto}, ${con}.`
  return total > 0 ? `${empresa} le pagó ${cuanto}, ${con}.` : `${empresa} recibió de usted la devolución de ${cuanto}, ${con}.`
}

function lineasOf({ aplicaciones, anticipo }: Pago): string {
  const lineas = aplicaciones.slice(0, MAX_LINEAS).map(({ tipo, numero, valor, saldo }) => {
    const documento = documentoText(tipo, numero)
    if (valor < 0) return `${documento}: se usaron ${displayMonto(negate(valor))} a favor`
    return `${documento}: ${displayMonto(valor)}${saldo > 0 ? `, quedan por pagar ${displayMonto(saldo)}` : ', pagada por completo'}`
  })
  const otras = aplicaciones.length - lineas.length
  return [...lineas, ...(otras > 0 ? [`y ${otras} más`] : []), ...(anticipo > 0 ? [`Anticipo: ${displayMonto(anticipo)}`] : [])].join('\n')
}

interface Quien {
  empresaId: EmpresaId
  ambiente: Ambiente
  razonSocial: string
  nombreComercial: string | null
}

/** The letter with the receipt of a payment, for a client or a supplier. */
export function cartaDeRecibo(tx: Tx, quien: Quien, pago: Pago, mensaje?: string): Promise<Omit<Carta, 'para'>> {
  const empresa = quien.nombreComercial ?? quien.razonSocial
  const { numero, fecha, total, tercero_nombre: nombre } = pago
  return cartaDeEmpresa(tx, quien, {
    asunto: `${nombreOf(pago)} ${numero} de ${empresa}`,
    cuerpo: [`Estimado/a ${nombre}:`, hechoText(pago, empresa), lineasOf(pago), mensaje ?? ''].filter(Boolean).join('\n\n'),
    hechos: [
      ['Número', numero],
      ['Fecha', displayFecha(fecha)],
      [total < 0 ? 'Total devuelto' : 'Total', displayMonto(sizeOf(total))],
    ],
    nota: [
      'Adjuntamos el recibo en PDF. Si algún valor no coincide con sus registros, responda a este correo.',
      ...(quien.ambiente === 'PRODUCCION' ? [] : ['Registro de prueba: no tiene validez.']),
    ].join(' '),
  })
}

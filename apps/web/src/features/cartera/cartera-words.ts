import type { Cuenta } from '@yupana/contract'
import { nombreComprobante, type SentidoCartera } from '@yupana/fiscal'

import { fechaText } from '../../lib/formato/format.ts'

interface Palabras {
  titulo: string
  path: string
  tercero: string
  personas: string
  personasPath: string
  rol: 'cliente' | 'proveedor'
  pago: string
  pagos: string
  pagosPath: string
  registrar: string
}

export const PALABRAS: Readonly<Record<SentidoCartera, Palabras>> = {
  COBRAR: {
    titulo: 'Cuentas por cobrar',
    path: '/comprobante/cobrar',
    tercero: 'Cliente',
    personas: 'Por cliente',
    personasPath: '/comprobante/cobrar/personas',
    rol: 'cliente',
    pago: 'cobro',
    pagos: 'Cobros',
    pagosPath: '/comprobante/cobros',
    registrar: 'Registrar cobro',
  },
  PAGAR: {
    titulo: 'Cuentas por pagar',
    path: '/comprobante/pagar',
    tercero: 'Proveedor',
    personas: 'Por proveedor',
    personasPath: '/comprobante/pagar/personas',
    rol: 'proveedor',
    pago: 'pago',
    pagos: 'Pagos',
    pagosPath: '/comprobante/pagos',
    registrar: 'Registrar pago',
  },
}

export const pagoPath = ({ id, sentido }: { id: string; sentido: SentidoCartera }) =>
  `/comprobante/pago?id=${id}${sentido === 'PAGAR' ? '&sentido=PAGAR' : ''}`

export const estadoPath = (persona: string, sentido: SentidoCartera) => `/comprobante/estado-cuenta?persona=${persona}&sentido=${sentido}`

/** «del 01/11/2026 al 30/11/2026», «hasta el 30/11/2026», «hasta hoy». */
export function diasText({ desde, hasta }: { desde?: string | null | undefined; hasta?: string | null | undefined }): string {
  const end = hasta ? fechaText(hasta) : 'hoy'
  return desde ? `del ${fechaText(desde)} ${hasta ? 'al' : 'a'} ${end}` : `hasta ${hasta ? 'el ' : ''}${end}`
}

/** Whether a text is the key of a person in the books: «EC:1712345675». */
export const isClave = (text: string): boolean => /^[A-Z0-9]{2}:.{1,40}$/.test(text)

/** «Factura 001-001-000000012 (2/3)». */
export const cuentaText = ({ tipo, numero, cuota, cuotas }: Pick<Cuenta, 'tipo' | 'numero' | 'cuota' | 'cuotas'>): string =>
  `${tipo === null ? 'Anticipo' : nombreComprobante(tipo)} ${numero}${cuotas > 1 ? ` (${cuota}/${cuotas})` : ''}`

/** Elements of an ATS as text: amounts with two decimals, days as dd/mm/yyyy. */
import { formatMonto, type Fecha, type Monto } from '@yupana/fiscal'

import { escapeText } from '../xml/escape.ts'

export const element = (name: string, text: string) => `<${name}>${escapeText(text)}</${name}>`
export const amount = (name: string, monto: Monto) => element(name, formatMonto(monto))
export const fecha = (name: string, dia: Fecha) => element(name, dia.split('-').reverse().join('/'))
export const siNo = (name: string, value: boolean) => element(name, value ? 'SI' : 'NO')

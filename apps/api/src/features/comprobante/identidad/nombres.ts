import { nombreComprobante } from '@yupana/fiscal'

import type { Ambiente } from '../../../db/schema.ts'

/** Before the subject of what has no tax validity: nobody may take a trial for the real thing (O-95). */
export const marcaAsunto = (ambiente: Ambiente): string => (ambiente === 'PRODUCCION' ? '' : `[${ambiente}] `)

/** The standard subject of the mail about a document; who issued it is put at its end. */
export const asuntoComprobante = (ambiente: Ambiente, clave: string): string =>
  `${marcaAsunto(ambiente)}${nombreComprobante(clave.slice(8, 10))} ${numeroOfClave(clave)}`

/** `001-002-000000123` inside the 49 digits. */
export const numeroOfClave = (clave: string): string => `${clave.slice(24, 27)}-${clave.slice(27, 30)}-${clave.slice(30, 39)}`

/** The clave de acceso in the column of that name; '' for a pre-printed document, which has none. */
export const claveOf = (guardada: string): string => (/^[0-9]{49}$/.test(guardada) ? guardada : '')

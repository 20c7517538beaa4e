import { nombreComprobante } from '@yupana/fiscal'

import type { Ambiente } from '../../../db/schema.ts'

/** Mark before the subject of a mail about a document without tax validity (O-95). */
export const marcaAsunto = (ambiente: Ambiente): string => (ambiente === 'PRODUCCION' ? '' : `[${ambiente}] `)

/** The standard subject of a mail about a document, without the issuer's name. */
export const asuntoComprobante = (ambiente: Ambiente, clave: string): string =>
  `${marcaAsunto(ambiente)}${nombreComprobante(clave.slice(8, 10))} ${numeroOfClave(clave)}`

/** `001-002-000000123` inside the 49 digits. */
export const numeroOfClave = (clave: string): string => `${clave.slice(24, 27)}-${clave.slice(27, 30)}-${clave.slice(30, 39)}`

/** The stored clave de acceso; '' for a pre-printed document, which has none. */
export const claveOf = (guardada: string): string => (/^[0-9]{49}$/.test(guardada) ? guardada : '')

import { COMPROBANTES, declaracionOf, instanteSri, nombreIn, type ComprobanteLeido } from '@yupana/sri'

import { dia, fechaHora, ficha } from './formato.ts'

/** Identity of a document, for people and for programs. */
export interface Identidad {
  readonly tipo: string
  readonly version: string
  readonly numero: string
  readonly fechaEmision?: string | undefined
  readonly ruc: string
  readonly razonSocial: string
  readonly claveAcceso: string
  readonly ambiente: 'PRUEBAS' | 'PRODUCCION'
  readonly autorizacion?:
    | { readonly estado?: string | undefined; readonly numero?: string | undefined; readonly fecha?: string | undefined }
    | undefined
}

export function identidadOf({ tipo, documento, autorizacion }: ComprobanteLeido): Identidad {
  const { infoTributaria: info, version } = documento
  return {
    tipo,
    version,
    numero: `${info.estab}-${info.ptoEmi}-${info.secuencial}`,
    fechaEmision: declaracionOf(tipo).fechaEmision(documento),
    ruc: info.ruc,
    razonSocial: info.razonSocial,
    claveAcceso: info.claveAcceso,
    ambiente: info.ambiente === '2' ? 'PRODUCCION' : 'PRUEBAS',
    autorizacion: autorizacion && {
      estado: autorizacion.estado,
      numero: autorizacion.numeroAutorizacion,
      fecha: autorizacion.fechaAutorizacion,
    },
  }
}

/** The instant in Ecuador's time; text that is no instant stays as written, with a remark. */
function fechaAutorizacion(texto: string | undefined): string | undefined {
  if (texto === undefined) return undefined
  const instant = instanteSri(texto.trim())
  return instant ? `el ${fechaHora(instant)} (hora del Ecuador)` : `con fecha «${texto.slice(0, 60)}», que no se entiende`
}

/** The identity as lines, followed by more lines. */
export const fichaOf = (identidad: Identidad, more: readonly (readonly [string, string | undefined])[] = []): string =>
  ficha([
    [
      'Documento',
      `${nombreIn(COMPROBANTES, declaracionOf(identidad.tipo as ComprobanteLeido['tipo']).codDoc)} ${identidad.numero} (${identidad.tipo} ${identidad.version})`,
    ],
    ['Emisión', identidad.fechaEmision && dia(identidad.fechaEmision)],
    ['Emisor', `${identidad.ruc} ${identidad.razonSocial}`],
    ['Clave', identidad.claveAcceso],
    ['Ambiente', identidad.ambiente],
    [
      'Autorización',
      identidad.autorizacion &&
        [identidad.autorizacion.estado, fechaAutorizacion(identidad.autorizacion.fecha)].filter((part) => part !== undefined).join(' '),
    ],
    ...more,
  ])

import { createHash } from 'node:crypto'
import { verifyXml, XmlError, type CertificadoLeido, type RespuestaAutorizacion } from '@yupana/sri'

import type { Ambiente } from '../../db/schema.ts'
import { ambienteSri } from '../comprobante/identidad/identidad.door.ts'
import { decideAutorizacion, type Decision } from '../comprobante/avance/avance.door.ts'
import { LECTORES, type Importado } from './importado.ts'

/** A document returned by the SRI, readable and signed. */
export interface Devuelto {
  /** The signed text as returned. */
  texto: string
  sha256: Buffer
  importado: Importado
  certificado: CertificadoLeido
  firmadoEn: Date | undefined
}

/** The answer of the SRI about a clave: the state of the document, and the document itself when returned. */
export interface RespuestaLeida {
  decision: Decision
  devuelto: Devuelto | undefined
}

export interface Preguntado {
  clave: string
  ruc: string
  ambiente: Ambiente
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest()

function readDevuelto(texto: string, { clave, ruc }: Preguntado): Devuelto | undefined {
  try {
    const importado = LECTORES[clave.slice(8, 10)]?.(texto)
    if (!importado || importado.clave !== clave || importado.ruc !== ruc) return undefined
    const { valid, certificado, signingTime } = verifyXml(texto)
    return valid && certificado ? { texto, sha256: sha256Of(texto), importado, certificado, firmadoEn: signingTime } : undefined
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

/**
 * Undefined when the SRI does not know this clave. A document that cannot be read, is of another clave or has an invalid signature counts
 * as not returned.
 */
export function readRespuesta(respuesta: RespuestaAutorizacion, preguntado: Preguntado): RespuestaLeida | undefined {
  if (respuesta.autorizaciones.length === 0 && (respuesta.numeroComprobantes ?? 0) === 0) return undefined
  const authorised = respuesta.autorizaciones.find(({ estado }) => /^AUTORIZAD[OA]$/.test(estado.trim().toUpperCase()))
  const entrada = authorised ?? respuesta.autorizaciones.at(-1)
  const texto = entrada?.comprobante ?? respuesta.autorizaciones.findLast(({ comprobante }) => comprobante !== undefined)?.comprobante
  const devuelto = texto === undefined ? undefined : readDevuelto(texto, preguntado)
  const propio = {
    clave: preguntado.clave,
    ruc: preguntado.ruc,
    ambiente: ambienteSri(preguntado.ambiente),
    // Nothing of ours to compare with: the document whose signature holds under our clave is the issued one.
    sha256: devuelto && entrada?.comprobante === devuelto.texto ? devuelto.sha256 : Buffer.alloc(0),
    isOurs: () => false,
  }
  return { decision: decideAutorizacion(respuesta, propio, true, 0), devuelto }
}

/** The text without its signature, which is the signed content. */
export const unsigned = (texto: string): string => texto.replace(/<ds:Signature[ >][\s\S]*<\/ds:Signature>/, '')

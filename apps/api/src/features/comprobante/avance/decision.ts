import { createHash } from 'node:crypto'
import type { Estado } from '@yupana/fiscal'
import {
  accionOfMensajes,
  errorSri,
  instanteSri,
  type AccionSri,
  type Autorizacion,
  type MensajeSri,
  type RespuestaAutorizacion,
  type RespuestaRecepcion,
} from '@yupana/sri'

import type { MensajeGuardado } from '../../../db/schema.ts'

// What an answer of the SRI does to a document: decided by code, never by text (reliability §2.4).

export interface Decision {
  a: Estado
  causa: string
  mensajes: readonly MensajeSri[]
  /** The code that decided; lists show it. */
  codigo?: string
  /** Seconds until the worker comes back; undefined: the document moves no more by itself. */
  enSegundos?: number
  /** Whether a person must hear of it. */
  alarma?: boolean
  /** What emission must stop for: company or establishment (codes 2 and 10), or series (45). */
  pausa?: { que: 'EMPRESA' | 'ESTABLECIMIENTO' | 'SERIE'; motivo: string }
  autorizacion?: Autorizada
}

export interface Autorizada {
  numero: string
  /** As the SRI wrote it, and the instant it names. */
  fecha: string
  en: Date
  ambiente: string | undefined
  /** Whether the returned document is byte for byte the one we sent. */
  identico: boolean
  comprobante: string
}

/** Seconds to wait by the attempts made so far (reliability §2.2-9), 600 after the last of them; avance.service.ts varies them by 20 %. */
const ESPERAS = [2, 5, 15, 30, 60, 120, 300]
export const esperaAfter = (intentos: number): number => ESPERAS[Math.min(intentos, ESPERAS.length)] ?? 600

/** Seconds the SRI has to show a send that may have arrived, before it is repeated. */
const SEGUNDOS_ANTES_DE_REENVIAR = 60
const PRIMERA_CONSULTA = 1
const EN_PROCESAMIENTO = '70'

/** Seconds until bytes that left at `enviadoEn` may leave again; 0 or less means now. */
export const segundosHastaReenvio = (enviadoEn: string | null, ahora: Date): number =>
  enviadoEn === null ? 0 : SEGUNDOS_ANTES_DE_REENVIAR - (ahora.getTime() - Date.parse(enviadoEn)) / 1000

/** For an SRI that answers and shows no trace: the next try comes no later than the bytes may leave again. */
export const untilReenvio = (decision: Decision, reenvioEn: number): Decision => ({
  ...decision,
  enSegundos: Math.min(decision.enSegundos ?? Infinity, Math.max(reenvioEn, PRIMERA_CONSULTA)),
})

function pausaFor(codigo: string | undefined): Decision['pausa'] {
  const motivo = codigo === undefined ? '' : `${errorSri(codigo).nombre}. ${errorSri(codigo).remedio}`
  if (codigo === '2') return { que: 'EMPRESA', motivo }
  if (codigo === '10') return { que: 'ESTABLECIMIENTO', motivo }
  if (codigo === '45') return { que: 'SERIE', motivo }
  return undefined
}

/** The code behind the action. Of several codes with that action, one that also stops emission or forbids a resend wins. */
function decisive(mensajes: readonly MensajeSri[], accion: AccionSri): string | undefined {
  const codigos = mensajes.filter((mensaje) => accionOfMensajes([mensaje]) === accion).map(({ identificador }) => identificador.trim())
  return codigos.find((codigo) => codigo === EN_PROCESAMIENTO || pausaFor(codigo)) ?? codigos[0]
}

/** A refusal with these messages, from either service. `dudoso` is the state when nothing may be guessed. */
function refuse(mensajes: readonly MensajeSri[], servicio: string, dudoso: 'INCIERTO' | 'RECIBIDA', intentos: number): Decision {
  const accion = accionOfMensajes(mensajes)
  const codigo = decisive(mensajes, accion)
  const base = { mensajes, ...(codigo !== undefined && { codigo }) }
  const pausa = pausaFor(codigo)
  switch (accion) {
    case 'CORREGIR':
    case 'NUEVO_NUMERO':
      return { ...base, a: 'RECHAZADO', causa: `${servicio}: código ${codigo}` }
    case 'RETENER':
      return { ...base, a: 'RETENIDO', causa: `${servicio}: código ${codigo}`, ...(pausa && { pausa }) }
    case 'CUARENTENA':
      return { ...base, a: 'CUARENTENA', causa: `${servicio}: código ${codigo}`, alarma: true, ...(pausa && { pausa }) }
    case 'CONSULTAR':
      // 43: the SRI has it, ask for it. 70: the SRI is processing it, never send again.
      return codigo === EN_PROCESAMIENTO
        ? { ...base, a: 'RECIBIDA', causa: 'El SRI la está procesando', enSegundos: esperaAfter(intentos) }
        : { ...base, a: 'INCIERTO', causa: 'El SRI ya tiene esta clave: se consulta', enSegundos: PRIMERA_CONSULTA }
    case 'REINTENTAR':
    case 'AVISO':
      return { ...base, a: dudoso, causa: `${servicio}: código ${codigo}, se vuelve a intentar`, enSegundos: esperaAfter(intentos) }
    case 'DESCONOCIDO':
      return {
        ...base,
        a: dudoso,
        causa: `${servicio}: respuesta desconocida (${codigo ?? 'sin código'})`,
        enSegundos: esperaAfter(intentos),
        alarma: true,
      }
  }
}

export function decideRecepcion(respuesta: RespuestaRecepcion, intentos: number): Decision {
  if (respuesta.estado === 'RECIBIDA')
    return { a: 'RECIBIDA', causa: 'RECIBIDA por el SRI', mensajes: respuesta.mensajes, enSegundos: PRIMERA_CONSULTA }
  return refuse(respuesta.mensajes, 'Recepción', 'INCIERTO', intentos)
}

export interface Propio {
  clave: string
  ruc: string
  ambiente: '1' | '2'
  /** SHA-256 of the signed bytes we sent. */
  sha256: Buffer
  /** Whether a comprobante with other bytes is still ours: our SignatureValue verifies over the returned text. */
  isOurs(comprobante: string): boolean
}

const AMBIENTE_NAMES: Readonly<Record<string, '1' | '2'>> = { '1': '1', '2': '2', PRUEBAS: '1', PRODUCCION: '2', PRODUCCIÓN: '2' }

function contradiction(entrada: Autorizacion, propio: Propio): string | undefined {
  if (entrada.numeroAutorizacion !== undefined && entrada.numeroAutorizacion !== propio.clave)
    return 'el número de autorización no es nuestra clave'
  if (entrada.ambiente !== undefined && AMBIENTE_NAMES[entrada.ambiente.toUpperCase()] !== propio.ambiente)
    return 'el ambiente no es el nuestro'
  if (entrada.comprobante === undefined) return 'no devolvió el comprobante'
  return undefined
}

function authorize(entrada: Autorizacion, propio: Propio, intentos: number): Decision {
  const { mensajes } = entrada
  const problema = contradiction(entrada, propio)
  const comprobante = entrada.comprobante ?? ''
  const identico = createHash('sha256').update(comprobante).digest().equals(propio.sha256)
  if (problema || !(identico || propio.isOurs(comprobante)))
    return {
      a: 'CUARENTENA',
      causa: `El SRI autorizó algo que no es lo nuestro: ${problema ?? 'el comprobante es otro'}`,
      mensajes,
      alarma: true,
    }
  // Without a date from the authority there is no date.
  const en = entrada.fechaAutorizacion === undefined ? undefined : instanteSri(entrada.fechaAutorizacion)
  if (entrada.fechaAutorizacion === undefined || en === undefined)
    return { a: 'RECIBIDA', causa: 'Autorizado, pero el SRI aún no da la fecha', mensajes, enSegundos: esperaAfter(intentos), alarma: true }
  return {
    a: 'AUTORIZADO',
    causa: 'AUTORIZADO por el SRI',
    mensajes,
    autorizacion: {
      numero: entrada.numeroAutorizacion ?? propio.clave,
      fecha: entrada.fechaAutorizacion,
      en,
      ambiente: entrada.ambiente,
      identico,
      comprobante,
    },
  }
}

const isRefused = (estado: string) => /^(NO AUTORIZAD[OA]|RECHAZAD[OA])$/.test(estado.trim().toUpperCase())
const isAuthorized = (estado: string) => /^AUTORIZAD[OA]$/.test(estado.trim().toUpperCase())

/** @param recibida whether the SRI ever said RECIBIDA: then «nothing found» only means not yet */
export function decideAutorizacion(respuesta: RespuestaAutorizacion, propio: Propio, recibida: boolean, intentos: number): Decision {
  const dudoso = recibida ? 'RECIBIDA' : 'INCIERTO'
  const wait = { mensajes: [], enSegundos: esperaAfter(intentos) }
  if (respuesta.claveAccesoConsultada !== undefined && respuesta.claveAccesoConsultada !== propio.clave)
    return { a: dudoso, causa: 'El SRI respondió por otra clave', ...wait, alarma: true }
  const { autorizaciones } = respuesta
  const autorizada = autorizaciones.find((entrada) => isAuthorized(entrada.estado))
  if (autorizada) return authorize(autorizada, propio, intentos)
  const last = autorizaciones.at(-1)
  // The SRI says that it holds the document and shows none: a resend could only make a second one.
  if (!last && (respuesta.numeroComprobantes ?? 0) > 0)
    return { a: 'RECIBIDA', causa: 'El SRI lo tiene y aún no dice cómo quedó', ...wait, alarma: true }
  if (!last) return { a: dudoso, causa: 'El SRI aún no tiene respuesta', ...wait }
  if (isRefused(last.estado)) return refuse(last.mensajes, 'Autorización', dudoso, intentos)
  return { a: 'RECIBIDA', causa: 'El SRI la está procesando', mensajes: last.mensajes, enSegundos: esperaAfter(intentos) }
}

export const toMensajes = ({ mensajes }: Decision): MensajeGuardado[] =>
  mensajes.map(({ identificador, mensaje, informacionAdicional, tipo }) => ({
    identificador,
    mensaje,
    tipo,
    ...(informacionAdicional !== undefined && { informacionAdicional }),
  }))

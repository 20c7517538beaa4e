import { createPrivateKey, KeyObject, X509Certificate } from 'node:crypto'
import { displayFecha, fechaIn } from '@yupana/fiscal'

import { type CertificadoLeido, readCertificado } from './certificado.ts'
import { aviso, type CodigoAviso, type CodigoRechazo, type Hallazgo, rechazo } from './diagnostico-motivos.ts'
import { FirmaError } from './firma-error.ts'
import { identidadOf } from './identidad-certificado.ts'

export interface DiagnosticoOpciones {
  /** RUC of the signing company; when absent, the certificate's owner is not checked. */
  readonly ruc?: string | undefined
  readonly now: Date
  /** Key of the same file (KeyObject or PKCS#8 DER), to check that it belongs to the certificate. */
  readonly privateKey?: KeyObject | Uint8Array
}

/** Data of a certificate, and whether this company may sign with it (O-67). */
export interface Diagnostico {
  /** True without `rechazos`. */
  readonly apto: boolean
  /** Whether the certificate names no RUC: the user must confirm it, and the audit records that. */
  readonly requiereConfirmacion: boolean
  readonly rechazos: readonly Hallazgo<CodigoRechazo>[]
  readonly avisos: readonly Hallazgo<CodigoAviso>[]
  /** Undefined when the certificate cannot be read at all. */
  readonly certificado: CertificadoDiagnosticado | undefined
}

export interface CertificadoDiagnosticado {
  readonly titular: string
  /** Accredited entity, undefined when unknown. */
  readonly entidad: string | undefined
  /** Issuer by RFC 2253. */
  readonly emisor: string
  readonly serie: string
  readonly desde: Date
  readonly hasta: Date
  readonly ruc: string | undefined
  readonly cedula: string | undefined
  /** Place of RUC and cédula in the certificate; undefined when it has neither. */
  readonly origen: string | undefined
  readonly usos: readonly string[]
  /** Bits of an RSA key. */
  readonly bits: number | undefined
  /** Whole days until expiry; negative after it. */
  readonly diasRestantes: number
  /** SHA-256 of the certificate, hexadecimal. */
  readonly huella: string
}

const DIA_MS = 86_400_000
const MIN_RSA_BITS = 2048

/** Days before expiry at which the user is warned, nearest last (O-67). */
export const AVISOS_CADUCIDAD = [30, 15, 7, 1] as const

/** The warning for these days left: the smallest of 30, 15, 7 and 1 that is not below them. */
export const avisoCaducidadAt = (diasRestantes: number): (typeof AVISOS_CADUCIDAD)[number] | undefined =>
  diasRestantes < 0 ? undefined : AVISOS_CADUCIDAD.findLast((dias) => diasRestantes <= dias)

/** Diagnoses a certificate for this company. Never throws for the contents of the file. */
export function diagnoseCertificado(der: Uint8Array, opciones: DiagnosticoOpciones): Diagnostico {
  try {
    return diagnose(readCertificado(der), opciones)
  } catch (error) {
    if (!(error instanceof FirmaError)) throw error
    return { apto: false, requiereConfirmacion: false, rechazos: [rechazo('CERTIFICADO_ILEGIBLE')], avisos: [], certificado: undefined }
  }
}

function diagnose(leido: CertificadoLeido, { ruc, now, privateKey }: DiagnosticoOpciones): Diagnostico {
  const identidad = identidadOf(leido)
  const diasRestantes = Math.floor((leido.hasta.getTime() - now.getTime()) / DIA_MS)
  const titularidad = titularidadOf(identidad, ruc)
  const rechazos = [...llaveRechazos(leido, privateKey), ...usoRechazos(leido), ...vigenciaRechazos(leido, now), ...titularidad.rechazos]
  const avisos = [
    ...titularidad.avisos,
    ...(leido.emisor === leido.sujeto ? [aviso('AUTOFIRMADO')] : identidad.entidad === undefined ? [aviso('ENTIDAD_DESCONOCIDA')] : []),
    ...(leido.usos?.includes('nonRepudiation') === true && !leido.usos.includes('digitalSignature')
      ? [aviso('SIN_DIGITAL_SIGNATURE')]
      : []),
    ...(avisoCaducidadAt(diasRestantes) === undefined ? [] : [aviso('CADUCA_PRONTO', plazo(diasRestantes))]),
  ]
  const { titular, emisor, serie, desde, hasta, huella, usos = [], llave } = leido
  return {
    apto: rechazos.length === 0,
    requiereConfirmacion: titularidad.avisos.length > 0,
    rechazos,
    avisos,
    certificado: { titular, emisor, serie, desde, hasta, huella, usos, bits: llave.bits, ...identidad, diasRestantes },
  }
}

const plazo = (dias: number): string => (dias === 0 ? 'hoy' : dias === 1 ? 'en 1 día' : `en ${String(dias)} días`)

function llaveRechazos({ der, llave }: CertificadoLeido, privateKey: KeyObject | Uint8Array | undefined): Hallazgo<CodigoRechazo>[] {
  if (llave.tipo !== 'rsa') return [rechazo('LLAVE_NO_RSA')]
  if ((llave.bits ?? 0) < MIN_RSA_BITS) return [rechazo('LLAVE_CORTA', `${String(llave.bits)} bits`)]
  return privateKey === undefined || isKeyOf(der, privateKey) ? [] : [rechazo('LLAVE_NO_CORRESPONDE')]
}

function isKeyOf(der: Buffer, privateKey: KeyObject | Uint8Array): boolean {
  try {
    const key =
      privateKey instanceof KeyObject ? privateKey : createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' })
    return new X509Certificate(der).checkPrivateKey(key)
  } catch {
    return false
  }
}

/** The authority refuses a certificate that is not of type «firma digital» (error 39), which includes one without declared usages. */
function usoRechazos({ usos, isCa }: CertificadoLeido): Hallazgo<CodigoRechazo>[] {
  if (isCa) return [rechazo('ES_DE_AUTORIDAD')]
  const signs = usos?.some((uso) => uso === 'digitalSignature' || uso === 'nonRepudiation') ?? false
  return signs ? [] : [rechazo('NO_ES_DE_FIRMA')]
}

const ecuadorDate = (instant: Date): string => displayFecha(fechaIn(instant))

function vigenciaRechazos({ desde, hasta }: CertificadoLeido, now: Date): Hallazgo<CodigoRechazo>[] {
  if (now > hasta) return [rechazo('CADUCADO', `venció el ${ecuadorDate(hasta)}`)]
  return now < desde ? [rechazo('AUN_NO_VALIDO', `rige desde el ${ecuadorDate(desde)}`)] : []
}

/**
 * The RUC is equal, or the cédula is part of a natural person's RUC (sri/README §8.5). A company's RUC tells nothing about its
 * representative's cédula, so the user confirms a certificate with only a cédula.
 */
function titularidadOf(
  { ruc: suRuc, cedula }: { readonly ruc: string | undefined; readonly cedula: string | undefined },
  ruc: string | undefined,
): { rechazos: Hallazgo<CodigoRechazo>[]; avisos: Hallazgo<CodigoAviso>[] } {
  if (ruc === undefined && (suRuc ?? cedula) !== undefined) return { rechazos: [], avisos: [] }
  if (ruc === undefined) return { rechazos: [], avisos: [aviso('SIN_IDENTIFICACION')] }
  if (suRuc === ruc || cedula === ruc.slice(0, 10)) return { rechazos: [], avisos: [] }
  if (suRuc !== undefined) return { rechazos: [rechazo('OTRO_RUC', suRuc)], avisos: [] }
  const isNaturalPerson = Number(ruc.charAt(2)) < 6
  if (cedula !== undefined && isNaturalPerson) return { rechazos: [rechazo('OTRA_PERSONA', `cédula ${cedula}`)], avisos: [] }
  return { rechazos: [], avisos: [aviso('SIN_IDENTIFICACION')] }
}

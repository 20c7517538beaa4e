/** Request of an electronic signature: kinds, documents, states, and the check of its data (specification §5, O-80). */
import { checkIdentificacion } from '../identificacion/identificacion.ts'
import { addDays, isFecha, type Fecha } from '../valor/fecha.ts'
import type { Problema } from '../valor/problema.ts'
import { CAMPO_REQUERIDO } from '../valor/validacion.ts'
import { edadAt, exigeVideo } from './video-firma.ts'

export const TIPOS_FIRMA = ['NATURAL', 'JURIDICA'] as const
export type TipoFirma = (typeof TIPOS_FIRMA)[number]
export const TIPO_FIRMA_LABEL: Readonly<Record<TipoFirma, string>> = { NATURAL: 'Persona natural', JURIDICA: 'Persona jurídica' }

/** Terms of a signature on sale, in years (O-79). */
export const ANIOS_FIRMA = [1, 2, 3] as const
export type AniosFirma = (typeof ANIOS_FIRMA)[number]

export const DOCUMENTOS_FIRMA = [
  'RUC',
  'CEDULA_FRENTE',
  'CEDULA_REVERSO',
  'SELFIE',
  'CONSTITUCION',
  'NOMBRAMIENTO',
  'ACEPTACION',
  'VIDEO',
] as const
export type DocumentoFirma = (typeof DOCUMENTOS_FIRMA)[number]

export const DOCUMENTO_FIRMA_LABEL: Readonly<Record<DocumentoFirma, string>> = {
  RUC: 'Certificado del RUC',
  CEDULA_FRENTE: 'Cédula, lado frontal',
  CEDULA_REVERSO: 'Cédula, lado posterior',
  SELFIE: 'Selfie con la cédula',
  CONSTITUCION: 'Constitución de la compañía',
  NOMBRAMIENTO: 'Nombramiento del representante legal',
  ACEPTACION: 'Carta de aceptación del representante legal',
  VIDEO: 'Video del titular',
}

/** Required format of a file. */
export type FormatoDocumento = 'PDF' | 'FOTO' | 'VIDEO'
export const FORMATO_DOCUMENTO: Readonly<Record<DocumentoFirma, FormatoDocumento>> = {
  RUC: 'PDF',
  CEDULA_FRENTE: 'FOTO',
  CEDULA_REVERSO: 'FOTO',
  SELFIE: 'FOTO',
  CONSTITUCION: 'PDF',
  NOMBRAMIENTO: 'PDF',
  ACEPTACION: 'PDF',
  VIDEO: 'VIDEO',
}

const POR_TIPO: Readonly<Record<TipoFirma, readonly DocumentoFirma[]>> = {
  NATURAL: ['RUC', 'CEDULA_FRENTE', 'CEDULA_REVERSO', 'SELFIE'],
  JURIDICA: ['RUC', 'CONSTITUCION', 'NOMBRAMIENTO', 'ACEPTACION', 'CEDULA_FRENTE', 'CEDULA_REVERSO'],
}

/** Documents of a request, exactly those of specification §5; the video only for a holder who must record it on that day. */
export const documentosDeFirma = (tipo: TipoFirma, nacimiento: Fecha | undefined, fecha: Fecha): DocumentoFirma[] => [
  ...POR_TIPO[tipo],
  ...(isFecha(nacimiento) && exigeVideo(nacimiento, fecha) ? (['VIDEO'] as const) : []),
]

export const ESTADOS_FIRMA = [
  'BORRADOR', // being filled in
  'ENVIADA', // waits for the installation
  'EN_REVISION', // taken by a reviewer
  'OBSERVADA', // the holder corrects the observations and sends it again
  'APROBADA', // at the certification entity
  'EMITIDA', // the holder has the signature
  'RECHAZADA', // it will not be issued
] as const
export type EstadoFirma = (typeof ESTADOS_FIRMA)[number]

export const ESTADO_FIRMA_LABEL: Readonly<Record<EstadoFirma, string>> = {
  BORRADOR: 'Borrador',
  ENVIADA: 'Enviada',
  EN_REVISION: 'En revisión',
  OBSERVADA: 'Observada',
  APROBADA: 'Aprobada',
  EMITIDA: 'Emitida',
  RECHAZADA: 'Rechazada',
}

const MOVES: Readonly<Record<EstadoFirma, readonly EstadoFirma[]>> = {
  BORRADOR: ['ENVIADA'],
  ENVIADA: ['EN_REVISION'],
  EN_REVISION: ['OBSERVADA', 'APROBADA', 'RECHAZADA'],
  // The holder may never come back; RECHAZADA frees the payment of the request.
  OBSERVADA: ['ENVIADA', 'RECHAZADA'],
  APROBADA: ['EMITIDA', 'RECHAZADA'],
  EMITIDA: [],
  RECHAZADA: [],
}

/** Whether the table of O-80 allows this move. */
export const canMoveFirma = (from: EstadoFirma, to: EstadoFirma): boolean => MOVES[from].includes(to)

/** Whether the request is final. */
export const isFirmaCerrada = (estado: EstadoFirma): boolean => MOVES[estado].length === 0

/** Days between the last change of a request and the deletion of its files, by the day since which they hold; newest first. */
const CONSERVACION: readonly { desde: Fecha; cerrada: number; borrador: number }[] = [{ desde: '1900-01-01', cerrada: 30, borrador: 90 }]

/** First days of change that keep the files of a closed request and of a draft on `hoy`. */
export function conservacionFirma(hoy: Fecha): { cerradas: Fecha; borradores: Fecha } {
  const { cerrada = 0, borrador = 0 } = CONSERVACION.find(({ desde }) => desde <= hoy) ?? {}
  return { cerradas: addDays(hoy, -cerrada), borradores: addDays(hoy, -borrador) }
}

/** Data of a request; in a draft any of it may be missing. */
export interface DatosFirma {
  nombres?: string | undefined
  apellido1?: string | undefined
  apellido2?: string | undefined
  tipo_documento?: 'CEDULA' | 'PASAPORTE' | undefined
  numero_documento?: string | undefined
  codigo_dactilar?: string | undefined
  ruc?: string | undefined
  razon_social?: string | undefined
  cargo?: string | undefined
  nacimiento?: Fecha | undefined
  sexo?: 'HOMBRE' | 'MUJER' | undefined
  nacionalidad?: string | undefined
  celular?: string | undefined
  correo?: string | undefined
  provincia?: string | undefined
  ciudad?: string | undefined
  direccion?: string | undefined
}
export type CampoFirma = keyof DatosFirma

const MAYOR_DE_EDAD = 18

const DE_TODOS: readonly CampoFirma[] = [
  'nombres',
  'apellido1',
  'tipo_documento',
  'numero_documento',
  'ruc',
  'nacimiento',
  'sexo',
  'nacionalidad',
  'celular',
  'correo',
  'provincia',
  'ciudad',
  'direccion',
]

/** Fields required before a request is sent. */
export const camposDeFirma = (tipo: TipoFirma, { tipo_documento }: DatosFirma): CampoFirma[] => [
  ...DE_TODOS,
  ...(tipo === 'JURIDICA' ? (['razon_social', 'cargo'] as const) : []),
  ...(tipo_documento === 'CEDULA' ? (['codigo_dactilar'] as const) : []),
]

function whyNotRuc(tipo: TipoFirma, { ruc = '', tipo_documento, numero_documento }: DatosFirma): string | undefined {
  const { problem } = checkIdentificacion('04', ruc)
  if (problem !== undefined) return problem
  if (tipo === 'NATURAL' && tipo_documento === 'CEDULA' && !ruc.startsWith(numero_documento ?? ''))
    return 'El RUC de una persona natural empieza con su cédula.'
  return undefined
}

function whyNotNacimiento(nacimiento: Fecha, hoy: Fecha): string | undefined {
  if (!isFecha(nacimiento) || nacimiento >= hoy) return 'Fecha no válida.'
  return edadAt(nacimiento, hoy) < MAYOR_DE_EDAD ? 'El titular tiene que ser mayor de edad.' : undefined
}

const CHECKS: Readonly<Partial<Record<CampoFirma, (datos: DatosFirma, tipo: TipoFirma, hoy: Fecha) => string | undefined>>> = {
  numero_documento: ({ tipo_documento, numero_documento = '' }) =>
    checkIdentificacion(tipo_documento === 'PASAPORTE' ? '06' : '05', numero_documento).problem,
  codigo_dactilar: ({ codigo_dactilar = '' }) =>
    /^[A-Za-z0-9]{6,10}$/.test(codigo_dactilar) ? undefined : 'Son de 6 a 10 letras y números, al reverso de la cédula.',
  ruc: (datos, tipo) => whyNotRuc(tipo, datos),
  razon_social: ({ razon_social = '' }) => (/["&]/.test(razon_social) ? 'Escriba la razón social sin comillas ni el signo &.' : undefined),
  nacimiento: ({ nacimiento = '' }, _tipo, hoy) => whyNotNacimiento(nacimiento, hoy),
  celular: ({ celular = '' }) => (/^09\d{8}$/.test(celular) ? undefined : 'Escriba un celular de Ecuador: 10 dígitos que empiezan con 09.'),
}

/** Missing or wrong fields; empty when the request may be sent on that day. */
export function checkDatosFirma(tipo: TipoFirma, datos: DatosFirma, hoy: Fecha): Problema[] {
  return camposDeFirma(tipo, datos).flatMap((campo) => {
    const mensaje = (datos[campo] ?? '') === '' ? CAMPO_REQUERIDO : CHECKS[campo]?.(datos, tipo, hoy)
    return mensaje === undefined ? [] : [{ mensaje, campo }]
  })
}

/** Full name of the holder. */
export const nombreDeFirma = ({ nombres, apellido1, apellido2 }: DatosFirma): string =>
  [nombres, apellido1, apellido2].filter((part) => (part ?? '') !== '').join(' ')

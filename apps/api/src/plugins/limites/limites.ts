import type { FastifyRequest } from 'fastify'
import type { Costo, Endpoint } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import type { Config } from '../../config/config.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { errors, type AppError } from '../../errors.ts'
import { markTurn } from './limites-conteo.sql.ts'
import { takePlaces, takeShared, takeSmooth } from './limites-conteo.ts'
import { networkOf } from '../peticion/network.ts'

// Limits of calls (reliability §3.5, O-122). The cost that the contract declares for a call decides its limit; the policy of a route may
// name a narrower one. docs/limites.md has for every call the effect of a thousand of them.

export interface Limite {
  nombre: string
  por: 'usuario' | 'empresa' | 'red' | 'correo'
  /** 0: no limit. */
  veces(config: Config): number
  segundos: number
  /** When given: the most at once in each process, refilled steadily, and ten times as many for a company. It protects the process. */
  rafaga?: number
  /** Counted only in the process, for calls cheaper than counting them in the database. */
  soloProceso?: boolean
  /** A large body takes several places at once, by the length in its header, before it is read. */
  pesa?: boolean
  /** Text for the user before «vuelva a intentar en …». */
  motivo: string
}

const HORA = 3_600
const DIA = 24 * HORA

export const LIMITES = {
  lectura: {
    nombre: 'lectura',
    por: 'usuario',
    veces: ({ limites }) => limites.lecturas,
    segundos: 60,
    rafaga: 200,
    soloProceso: true,
    motivo: 'Demasiadas consultas seguidas',
  },
  /** Calls before sign-in. */
  publica: {
    nombre: 'publica',
    por: 'red',
    veces: ({ limites }) => limites.lecturas,
    segundos: 60,
    rafaga: 200,
    soloProceso: true,
    motivo: 'Demasiadas consultas seguidas',
  },
  /** Refusals of unknown callers: counted with the answer, for every call. */
  desconocido: {
    nombre: 'desconocido',
    por: 'red',
    veces: ({ limites }) => Math.ceil(limites.lecturas / 2),
    segundos: 60,
    rafaga: 200,
    soloProceso: true,
    motivo: 'Demasiadas consultas seguidas',
  },
  escritura: {
    nombre: 'escritura',
    por: 'usuario',
    veces: ({ limites }) => limites.escrituras,
    segundos: 60,
    rafaga: 60,
    soloProceso: true,
    pesa: true,
    motivo: 'Demasiados cambios seguidos',
  },
  calculo: {
    nombre: 'calculo',
    por: 'usuario',
    veces: ({ limites }) => limites.calculos,
    segundos: 60,
    rafaga: 30,
    pesa: true,
    motivo: 'Demasiados cálculos seguidos',
  },
  archivo: {
    nombre: 'archivo',
    por: 'usuario',
    veces: ({ limites }) => Math.ceil(limites.lecturas / 10),
    segundos: 60,
    rafaga: 30,
    soloProceso: true,
    motivo: 'Abrió demasiados documentos seguidos',
  },
  flujo: {
    nombre: 'flujo',
    por: 'usuario',
    veces: ({ limites }) => Math.ceil(limites.lecturas / 10),
    segundos: 60,
    rafaga: 30,
    soloProceso: true,
    motivo: 'Demasiados seguimientos seguidos',
  },
  busqueda: {
    nombre: 'busqueda',
    por: 'usuario',
    veces: ({ limites }) => limites.busquedas,
    segundos: 60,
    rafaga: 60,
    motivo: 'Demasiadas búsquedas seguidas',
  },
  subida: { nombre: 'subida', por: 'usuario', veces: () => 60, segundos: HORA, motivo: 'Subió demasiados archivos en una hora' },
  /** A part is a megabyte: ten videos of the largest size in an hour. */
  parteVideo: {
    nombre: 'parte-video',
    por: 'usuario',
    veces: () => 500,
    segundos: HORA,
    motivo: 'Subió demasiados videos en una hora',
  },
  exportacion: {
    nombre: 'exportacion',
    por: 'usuario',
    veces: () => 30,
    segundos: HORA,
    motivo: 'Descargó demasiados archivos en una hora',
  },
  /** Nothing of the document is stored: the same sending is accepted later. */
  emision: {
    nombre: 'emision',
    por: 'empresa',
    veces: ({ limites }) => limites.emisiones,
    segundos: 60,
    motivo: 'Su empresa llegó al máximo de emisiones por minuto; el documento no se perdió',
  },
  recuperacionFirma: {
    nombre: 'recover-pass',
    por: 'usuario',
    veces: () => 3,
    segundos: DIA,
    motivo: 'Pidió la contraseña de la firma demasiadas veces en un día',
  },
  correoPrueba: {
    nombre: 'correo-prueba',
    por: 'usuario',
    veces: () => 10,
    segundos: HORA,
    motivo: 'Envió demasiados correos de prueba en una hora',
  },
  /** Each signs in to a mail server of the company's choice. */
  buzon: {
    nombre: 'buzon',
    por: 'empresa',
    veces: () => 20,
    segundos: 15 * 60,
    motivo: 'Probó o leyó el buzón demasiadas veces seguidas',
  },
  /** Each calls an outside service, which the installation pays for or uses for free. */
  padron: {
    nombre: 'padron',
    por: 'usuario',
    veces: () => 60,
    segundos: HORA,
    motivo: 'Consultó demasiadas identificaciones en una hora',
  },
  /** Each may reveal that a name is in use. */
  nombrePropio: {
    nombre: 'nombre-propio',
    por: 'usuario',
    veces: () => 5,
    segundos: HORA,
    motivo: 'Cambió su usuario o su identificación demasiadas veces en una hora',
  },
  /** Letters to an unverified mail, each request counted. */
  correoPropio: {
    nombre: 'correo-propio',
    por: 'usuario',
    veces: () => 5,
    segundos: HORA,
    motivo: 'Pidió demasiados enlaces de verificación en una hora',
  },
  verificarCorreo: {
    nombre: 'verificar-correo',
    por: 'usuario',
    veces: () => 10,
    segundos: 60,
    motivo: 'Probó demasiados enlaces seguidos',
  },
  invitacion: {
    nombre: 'invitacion',
    por: 'empresa',
    veces: () => 50,
    segundos: DIA,
    motivo: 'Su empresa envió demasiadas invitaciones en un día',
  },
  /** Links by which an outsider types data. */
  registroCliente: {
    nombre: 'registro-cliente',
    por: 'empresa',
    veces: () => 50,
    segundos: HORA,
    motivo: 'Su empresa creó demasiados enlaces de registro en una hora',
  },
  /** To one address, by company, as the two below; for all companies together the fourth letter waits, without a message. */
  invitacionCorreo: {
    nombre: 'invitacion-correo',
    por: 'correo',
    veces: () => 3,
    segundos: DIA,
    motivo: 'Ya envió tres invitaciones a ese correo en un día',
  },
  recordatorioCorreo: {
    nombre: 'recordatorio-correo',
    por: 'correo',
    veces: () => 3,
    segundos: DIA,
    motivo: 'Ya envió tres recordatorios a ese correo en un día',
  },
  /** Letters about due obligations, by address: one user gets one a day. */
  obligacionCorreo: {
    nombre: 'obligacion-correo',
    por: 'correo',
    veces: () => 3,
    segundos: DIA,
    motivo: 'Ya se enviaron tres avisos de obligaciones a ese correo en un día',
  },
  cotizacionCorreo: {
    nombre: 'cotizacion-correo',
    por: 'correo',
    veces: () => 10,
    segundos: DIA,
    motivo: 'Ya envió diez cotizaciones a ese correo en un día',
  },
  reciboCorreo: {
    nombre: 'recibo-correo',
    por: 'correo',
    veces: () => 10,
    segundos: DIA,
    motivo: 'Ya envió diez recibos a ese correo en un día',
  },
  paqueteCorreo: {
    nombre: 'paquete-correo',
    por: 'correo',
    veces: () => 6,
    segundos: DIA,
    motivo: 'Ya envió seis paquetes mensuales a ese correo en un día',
  },
  /** Counts addresses, not letters: the mail to a document's receiver on its authorisation is not counted. */
  destinatario: {
    nombre: 'destinatario',
    por: 'usuario',
    veces: ({ limites }) => limites.destinatariosUsuario,
    segundos: HORA,
    motivo: 'Envió correos a demasiados destinatarios en una hora',
  },
  destinatarioEmpresa: {
    nombre: 'destinatario-empresa',
    por: 'empresa',
    veces: ({ limites }) => limites.destinatariosEmpresa,
    segundos: DIA,
    motivo: 'Su empresa envió correos a demasiados destinatarios en un día',
  },
  /** Valid ones count too: a discount cannot be found by trying. */
  cupon: {
    nombre: 'cupon',
    por: 'usuario',
    veces: () => 10,
    segundos: 15 * 60,
    motivo: 'Probó demasiados cupones seguidos',
  },
  /** Valid ones count too: six digits cannot be guessed from many networks at once. */
  segundoFactor: {
    nombre: 'segundo-factor',
    por: 'usuario',
    veces: () => 10,
    segundos: 15 * 60,
    motivo: 'Ingresó demasiados códigos seguidos',
  },
} as const satisfies Record<string, Limite>

/** The limit of each cost; `identidad` is counted where the password is checked, by account and network. */
const POR_COSTO: Readonly<Record<Costo, Limite | undefined>> = { ...LIMITES, identidad: undefined }

/** The limit of a call: that of its policy, or that of its cost. */
export const limiteOf = ({ costo }: Endpoint, declared: Limite | undefined): Limite | undefined => declared ?? POR_COSTO[costo]

/** Before sign-in only the network is known. */
export const limitePublico = ({ costo }: Endpoint): Limite | undefined => (costo === 'lectura' ? LIMITES.publica : POR_COSTO[costo])

const BYTES_PER_PLACE = 20_000
const MOST_PLACES = 60

/** Places that a call takes: more for a longer body, all without a length. */
function pesoOf({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : Infinity))
  return Math.min(1 + Math.floor(length / BYTES_PER_PLACE), MOST_PLACES)
}

/** A company may burst ten times as much as one user. */
const EMPRESA_VECES = 10

/** «12 segundos», «3 minutos», «2 horas»: rounded up. */
export function waitingWords(seconds: number): string {
  const [n, unit] =
    seconds <= 120 ? [seconds, 'segundo'] : seconds <= 2 * HORA ? [Math.ceil(seconds / 60), 'minuto'] : [Math.ceil(seconds / HORA), 'hora']
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

interface Anonima {
  usuarioId: null
  empresaId: null
}

function smoothWait(
  db: Deps['db'],
  { nombre, por, rafaga, pesa }: Limite,
  limitKey: string,
  empresaId: EmpresaId | null,
  { veces, ms }: { veces: number; ms: number },
  now: Date,
  request: FastifyRequest,
): number {
  if (rafaga === undefined) return 0
  const peso = pesa ? pesoOf(request) : 1
  const wait = takeSmooth(db, limitKey, { veces, ms }, rafaga, now, peso)
  if (wait > 0 || por !== 'usuario' || empresaId === null) return wait
  return takeSmooth(db, `${nombre}|empresa|${empresaId}`, { veces: veces * EMPRESA_VECES, ms }, rafaga * EMPRESA_VECES, now, peso)
}

/** Counts one call. @throws 429 with the limit and the time to wait */
export async function requireWithin(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  limite: Limite,
  { usuarioId, empresaId }: { usuarioId: string; empresaId: EmpresaId | null } | Anonima,
  request: FastifyRequest,
): Promise<void> {
  const veces = limite.veces(config)
  if (veces === 0) return
  const red = networkOf(request.ip)
  const quien = { usuario: usuarioId ?? red, empresa: empresaId ?? usuarioId ?? red, red, correo: red }[limite.por]
  const limitKey = `${limite.nombre}|${quien}`
  const ventana = { veces, ms: limite.segundos * 1_000 }
  const now = clock.now()
  const wait =
    smoothWait(db, limite, limitKey, empresaId, ventana, now, request) ||
    (limite.soloProceso ? 0 : await takeShared(db, limitKey, ventana, now))
  if (wait > 0) throw tooOften(limite, wait)
}

/** Counts several places for one call, inside its transaction. @throws 429 as `requireWithin` */
export async function requirePlaces(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  db: Db,
  limite: Limite,
  quien: string,
  places: number,
): Promise<void> {
  const veces = limite.veces(config)
  if (veces === 0) return
  const wait = await takePlaces(db, `${limite.nombre}|${quien}`, { veces, ms: limite.segundos * 1_000 }, places, clock.now())
  if (wait > 0) throw tooOften(limite, wait)
}

/** The first moment until `hasta` with a free place, which is taken; undefined when there is none. */
export async function takeTurn(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  db: Db,
  limite: Limite,
  quien: string,
  hasta: Date,
): Promise<Date | undefined> {
  const ahora = clock.now()
  const ventana = { veces: limite.veces(config), segundos: limite.segundos, desde: new Date(ahora.getTime() - limite.segundos * 1_000) }
  return markTurn(db, `${limite.nombre}|${quien}`, { ...ventana, ahora, hasta })
}

/** A provider gives 65,536 IPv6 networks to one customer: together they may be refused at most this many times as often as one. */
const SITIO_VECES = 4

/** Counts one refusal of an unknown caller. @returns the 429 that replaces it above the ceiling */
export function takeDesconocido(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  quien: string,
  sitio: string | null,
): AppError | undefined {
  const limite = LIMITES.desconocido
  const veces = limite.veces(config)
  if (veces === 0) return undefined
  const take = (quien: string, por: number) =>
    takeSmooth(db, `${limite.nombre}|${quien}`, { veces: veces * por, ms: limite.segundos * 1_000 }, limite.rafaga * por, clock.now())
  const wait = take(quien, 1) || (sitio === null ? 0 : take(sitio, SITIO_VECES))
  return wait > 0 ? tooOften(limite, wait) : undefined
}

function tooOften({ motivo }: Limite, wait: number) {
  const seconds = Math.ceil(wait / 1_000)
  return errors.limitReached(motivo, waitingWords(seconds), seconds)
}

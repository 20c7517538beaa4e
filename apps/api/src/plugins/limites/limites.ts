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

// How often a call may be made (reliability §3.5, O-122). The contract declares what each call costs, and that decides its limit; a
// route may name a narrower one in its policy. docs/limites.md answers for every call what a thousand of them do.

export interface Limite {
  nombre: string
  por: 'usuario' | 'empresa' | 'red' | 'correo'
  /** 0 is no limit. */
  veces(config: Config): number
  segundos: number
  /**
   * Given: in each process no more than this many at once, refilled steadily, and ten times as many of a company: what that protects is
   * the process.
   */
  rafaga?: number
  /** Counted in the process alone, for calls so cheap that counting them together would cost more than they do. */
  soloProceso?: boolean
  /** A large body takes several places at once, by what its header says, before it is read. */
  pesa?: boolean
  /** What a person reads before «vuelva a intentar en …». */
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
  /** Before there is a session. */
  publica: {
    nombre: 'publica',
    por: 'red',
    veces: ({ limites }) => limites.lecturas,
    segundos: 60,
    rafaga: 200,
    soloProceso: true,
    motivo: 'Demasiadas consultas seguidas',
  },
  /** Refusals before anybody is known: taken where they are answered, of whatever call. */
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
  /** Nothing of the document is taken or kept: the same sending is accepted later. */
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
  /** Each signs in to a mail server that the company names. */
  buzon: {
    nombre: 'buzon',
    por: 'empresa',
    veces: () => 20,
    segundos: 15 * 60,
    motivo: 'Probó o leyó el buzón demasiadas veces seguidas',
  },
  /** Each asks a service outside, which the installation pays for or is a guest of. */
  padron: {
    nombre: 'padron',
    por: 'usuario',
    veces: () => 60,
    segundos: HORA,
    motivo: 'Consultó demasiadas identificaciones en una hora',
  },
  /** Each may tell that a name is somebody's. */
  nombrePropio: {
    nombre: 'nombre-propio',
    por: 'usuario',
    veces: () => 5,
    segundos: HORA,
    motivo: 'Cambió su usuario o su identificación demasiadas veces en una hora',
  },
  /** Letters to a mail that is not verified yet: asked for and asked for again. */
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
  /** Links that anybody may type data by. */
  registroCliente: {
    nombre: 'registro-cliente',
    por: 'empresa',
    veces: () => 50,
    segundos: HORA,
    motivo: 'Su empresa creó demasiados enlaces de registro en una hora',
  },
  /** To one address, of one company, as the two below; and of all companies, where the fourth letter waits and nobody is told. */
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
  /** Letters about what is due, to an address: of one person there is one a day. */
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
  /** Addresses, not letters: what the receiver of a document gets on its authorisation is not counted. */
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
  /** Right ones too: what a coupon takes off is not found by trying. */
  cupon: {
    nombre: 'cupon',
    por: 'usuario',
    veces: () => 10,
    segundos: 15 * 60,
    motivo: 'Probó demasiados cupones seguidos',
  },
  /** Right ones too: six digits may not be guessed from many networks at once. */
  segundoFactor: {
    nombre: 'segundo-factor',
    por: 'usuario',
    veces: () => 10,
    segundos: 15 * 60,
    motivo: 'Ingresó demasiados códigos seguidos',
  },
} as const satisfies Record<string, Limite>

/** The limit of each cost; `clave` is counted where the proof is looked at, by account and network. */
const POR_COSTO: Readonly<Record<Costo, Limite | undefined>> = { ...LIMITES, clave: undefined }

/** The limit of a call: what its policy names, or what it costs. */
export const limiteOf = ({ costo }: Endpoint, declared: Limite | undefined): Limite | undefined => declared ?? POR_COSTO[costo]

/** Before there is a session only the network is known. */
export const limitePublico = ({ costo }: Endpoint): Limite | undefined => (costo === 'lectura' ? LIMITES.publica : POR_COSTO[costo])

const BYTES_PER_PLACE = 20_000
const MOST_PLACES = 60

/** How many places a call takes: more, the longer its body says it is; all where it does not say. */
function pesoOf({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : Infinity))
  return Math.min(1 + Math.floor(length / BYTES_PER_PLACE), MOST_PLACES)
}

/** A company's people together may burst ten times as much as one of them. */
const EMPRESA_VECES = 10

/** «12 segundos», «3 minutos», «2 horas»: never less than it takes. */
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
  clave: string,
  empresaId: EmpresaId | null,
  { veces, ms }: { veces: number; ms: number },
  now: Date,
  request: FastifyRequest,
): number {
  if (rafaga === undefined) return 0
  const peso = pesa ? pesoOf(request) : 1
  const wait = takeSmooth(db, clave, { veces, ms }, rafaga, now, peso)
  if (wait > 0 || por !== 'usuario' || empresaId === null) return wait
  return takeSmooth(db, `${nombre}|empresa|${empresaId}`, { veces: veces * EMPRESA_VECES, ms }, rafaga * EMPRESA_VECES, now, peso)
}

/** Counts one call. @throws 429 that says what was too much and when it may be made again */
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
  const clave = `${limite.nombre}|${quien}`
  const ventana = { veces, ms: limite.segundos * 1_000 }
  const now = clock.now()
  const wait =
    smoothWait(db, limite, clave, empresaId, ventana, now, request) || (limite.soloProceso ? 0 : await takeShared(db, clave, ventana, now))
  if (wait > 0) throw tooOften(limite, wait)
}

/** Counts what one call does several times, inside its transaction. @throws 429 as `requireWithin` */
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

/** The first moment until `hasta` with a place for one more, which it takes; undefined where there is none. */
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

/** A provider gives 65,536 networks of IPv6 to one customer: all together refuse no more than so many times one of them. */
const SITIO_VECES = 4

/** Counts one refusal of somebody unknown. @returns the 429 that takes its place beyond the ceiling */
export function takeDesconocido(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  quien: string,
  sitio: string | null,
): AppError | undefined {
  const limite = LIMITES.desconocido
  const veces = limite.veces(config)
  if (veces === 0) return undefined
  const take = (clave: string, por: number) =>
    takeSmooth(db, `${limite.nombre}|${clave}`, { veces: veces * por, ms: limite.segundos * 1_000 }, limite.rafaga * por, clock.now())
  const wait = take(quien, 1) || (sitio === null ? 0 : take(sitio, SITIO_VECES))
  return wait > 0 ? tooOften(limite, wait) : undefined
}

function tooOften({ motivo }: Limite, wait: number) {
  const seconds = Math.ceil(wait / 1_000)
  return errors.limitReached(motivo, waitingWords(seconds), seconds)
}

import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@yupana/contract'

import type { Deps } from '../deps.ts'
import type { Config } from '../config.ts'
import { errors } from '../errors.ts'
import { takeShared, takeSmooth } from './limites-conteo.ts'
import { networkOf } from './network.ts'

// How often a call may be made (reliability §3.5). A route names its limit in its policy; searches and uploads are known by their
// declaration in the contract, so that none can be forgotten.

export interface Limite {
  nombre: string
  por: 'usuario' | 'empresa' | 'red'
  /** 0 is no limit. */
  veces(config: Config): number
  segundos: number
  /** Given: in each process no more than this many at once, refilled steadily (what that protects is the process). All instances count together in any case. */
  rafaga?: number
  /** What a person reads before «vuelva a intentar en …». */
  motivo: string
}

const HORA = 3_600
const DIA = 24 * HORA

export const LIMITES = {
  busqueda: { nombre: 'busqueda', por: 'usuario', veces: ({ limites }) => limites.busquedas, segundos: 60, rafaga: 60, motivo: 'Demasiadas búsquedas seguidas' },
  subida: { nombre: 'subida', por: 'usuario', veces: () => 60, segundos: HORA, motivo: 'Subió demasiados archivos en una hora' },
  exportacion: { nombre: 'exportacion', por: 'usuario', veces: () => 10, segundos: HORA, motivo: 'Descargó demasiados archivos en una hora' },
  /** Nothing of the document is taken or kept: the same sending is accepted later. */
  emision: { nombre: 'emision', por: 'empresa', veces: ({ limites }) => limites.emisiones, segundos: 60, motivo: 'Su empresa llegó al máximo de emisiones por minuto; el documento no se perdió' },
  recuperacionFirma: { nombre: 'recover-pass', por: 'usuario', veces: () => 3, segundos: DIA, motivo: 'Pidió la contraseña de la firma demasiadas veces en un día' },
  correoPrueba: { nombre: 'correo-prueba', por: 'usuario', veces: () => 10, segundos: HORA, motivo: 'Envió demasiados correos de prueba en una hora' },
  invitacion: { nombre: 'invitacion', por: 'empresa', veces: () => 50, segundos: DIA, motivo: 'Su empresa envió demasiadas invitaciones en un día' },
  /** Right ones too: six digits may not be guessed from many networks at once. */
  segundoFactor: { nombre: 'segundo-factor', por: 'usuario', veces: () => 10, segundos: 15 * 60, motivo: 'Ingresó demasiados códigos seguidos' },
} as const satisfies Record<string, Limite>

/** The limit of a call: what its policy names, or what its declaration says of it. */
export const limiteOf = ({ method, path, upload }: Endpoint, declared: Limite | undefined): Limite | undefined =>
  declared ?? (upload ? LIMITES.subida : method === 'GET' && /\/(search|count)/.test(path) ? LIMITES.busqueda : undefined)

/** «12 segundos», «3 minutos», «2 horas»: never less than it takes. */
export function waitingWords(seconds: number): string {
  const [n, unit] = seconds <= 120 ? [seconds, 'segundo'] : seconds <= 2 * HORA ? [Math.ceil(seconds / 60), 'minuto'] : [Math.ceil(seconds / HORA), 'hora']
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

/** Counts one call. @throws 429 that says what was too much and when it may be made again */
export async function requireWithin({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>, limite: Limite, { usuarioId, empresaId }: { usuarioId: string; empresaId: string | null }, request: FastifyRequest): Promise<void> {
  const veces = limite.veces(config)
  if (veces === 0) return
  const quien = { usuario: usuarioId, empresa: empresaId ?? usuarioId, red: networkOf(request.ip) }[limite.por]
  const clave = `${limite.nombre}|${quien}`
  const ventana = { veces, ms: limite.segundos * 1_000 }
  const wait = (limite.rafaga !== undefined && takeSmooth(db, clave, ventana, limite.rafaga, clock.now())) || (await takeShared(db, clave, ventana, clock.now()))
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1_000)
    throw errors.limitReached(limite.motivo, waitingWords(seconds), seconds)
  }
}

import type { EstadoFactor, FactorPedido } from '@yupana/contract'

import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'
import { recordDeUsuario } from '../auditoria/auditoria.door.ts'
import { postCarta } from '../carta/carta.door.ts'
import { readProducto } from '../sistema/sistema.door.ts'
import { toBase32 } from './base32.ts'
import * as cartas from './cartas.ts'
import { hashOfCodigo, newCodigos } from './codigo-recuperacion.ts'
import { contextoFactor } from '../../secretos/contextos.ts'
import { loadQr } from '../../http/qr.ts'
import * as sql from './segundo-factor.sql.ts'
import { newSecreto, pasoOf } from './totp.ts'

/** Time to confirm a new secret with its first code. */
const PEDIDO_MS = 15 * 60_000

/** The way a second factor was given: by the application, a recovery code, or the pass of one given a moment before. */
export type Via = 'aplicacion' | 'recuperacion' | 'pase'

export interface Titular extends cartas.Titular {
  id: string
  username: string
  /** The proof: the hash of the session, of the challenge, or of the invitation's link. */
  prueba: Buffer
}

export const isFactorRequired = ({ config }: Pick<Deps, 'config'>, superAdmin: boolean): boolean =>
  superAdmin && config.modo === 'produccion'

const byPrueba = ({ clock }: Pick<Deps, 'clock'>, { prueba }: Pick<Titular, 'prueba'>): sql.Prueba => ({ prueba, ahora: clock.now() })

export async function hasFactor(deps: Pick<Deps, 'db' | 'clock'>, titular: Pick<Titular, 'prueba'>): Promise<boolean> {
  const factor = await sql.readFactor(deps.db, byPrueba(deps, titular))
  return factor !== undefined && factor.activado_en !== null
}

export async function readEstado(deps: Deps, { tokenHash, superAdmin }: Pick<Sesion, 'tokenHash' | 'superAdmin'>): Promise<EstadoFactor> {
  const factor = await sql.readFactor(deps.db, byPrueba(deps, { prueba: tokenHash }))
  const desde = factor?.activado_en ?? null
  return {
    activo: desde !== null,
    desde,
    codigos: desde === null ? 0 : (factor?.codigos ?? 0),
    obligatorio: isFactorRequired(deps, superAdmin),
  }
}

/** A new secret, without effect until its first code. @throws 422 when one is in use */
export async function begin(deps: Deps, { id, username, prueba }: Pick<Titular, 'id' | 'username' | 'prueba'>): Promise<FactorPedido> {
  const { db, sobre } = deps
  const secreto = newSecreto()
  const text = toBase32(secreto)
  const saved = await sql.saveSecreto(db, byPrueba(deps, { prueba }), sobre.sellarCorto(secreto, contextoFactor(id)))
  secreto.fill(0)
  if (!saved) throw errors.factorActive()
  const emisor = encodeURIComponent(await readProducto(db))
  const uri = `otpauth://totp/${emisor}:${encodeURIComponent(username)}?secret=${text}&issuer=${emisor}&algorithm=SHA1&digits=6&period=30`
  return { secreto: text, uri, qr: await loadQr(uri) }
}

/** The step of a code. By the machine's clock: the user's telephone does not follow RELOJ. */
function pasoIn({ sobre, clock }: Pick<Deps, 'sobre' | 'clock'>, id: string, sellado: Buffer, codigo: string): number | undefined {
  const secreto = sobre.abrirCorto(sellado, contextoFactor(id))
  const paso = pasoOf(secreto, codigo, clock.machine())
  secreto.fill(0)
  return paso
}

const digitsOf = (codigo: string) => codigo.replace(/[\s-]/g, '')

const record = (
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  { id, username, prueba }: Pick<Titular, 'id' | 'username' | 'prueba'>,
  accion: string,
  detalle: Record<string, unknown> = {},
) => recordDeUsuario(tx, { prueba, objeto: id, en: clock.now(), accion, detalle: { username, ...detalle } })

/** Enables it with its first code and answers the recovery codes; undefined for a wrong code. @throws 422 without a new secret */
export async function activate(deps: Deps, tx: Db, usuario: Titular, codigo: string): Promise<string[] | undefined> {
  const prueba = byPrueba(deps, usuario)
  const factor = await sql.readFactor(tx, prueba)
  if (factor?.activado_en) throw errors.factorActive()
  if (!factor || prueba.ahora.getTime() - Date.parse(factor.pedido_en) > PEDIDO_MS) throw errors.factorNotBegun()
  const paso = pasoIn(deps, usuario.id, factor.secreto, digitsOf(codigo))
  if (paso === undefined) return undefined
  const codigos = newCodigos()
  const isFirst = await sql.activate(tx, prueba, { sellado: factor.secreto, paso, codigos: codigos.map(hashOfCodigo) })
  if (!isFirst) throw errors.factorActive()
  await postCarta(deps, tx, cartas.cartaDeActivado(usuario))
  await record(deps, tx, usuario, 'segundo_factor.activar')
  return codigos
}

/** Uses a code up, from the application or for recovery: each once, in all processes together. Undefined for an invalid one. */
export async function spend(deps: Deps, tx: Db, usuario: Titular, codigo: string): Promise<Exclude<Via, 'pase'> | undefined> {
  const { id } = usuario
  const prueba = byPrueba(deps, usuario)
  const factor = await sql.readFactor(tx, prueba)
  if (!factor?.activado_en) return undefined
  const digits = digitsOf(codigo)
  if (/^\d{6}$/.test(digits)) {
    const paso = pasoIn(deps, id, factor.secreto, digits)
    return paso !== undefined && (await sql.spendPaso(tx, prueba, paso)) ? 'aplicacion' : undefined
  }
  if (!(await sql.spendCodigo(tx, prueba, hashOfCodigo(codigo)))) return undefined
  const quedan = factor.codigos - 1
  await postCarta(deps, tx, cartas.cartaDeUso(usuario, quedan))
  await record(deps, tx, usuario, 'segundo_factor.usar_codigo', { quedan })
  return 'recuperacion'
}

/** New recovery codes, which replace the earlier ones. */
export async function renewCodigos(deps: Deps, tx: Db, usuario: Titular): Promise<string[]> {
  const codigos = newCodigos()
  await sql.saveCodigos(tx, byPrueba(deps, usuario), codigos.map(hashOfCodigo))
  await postCarta(deps, tx, cartas.cartaDeCodigos(usuario))
  await record(deps, tx, usuario, 'segundo_factor.codigos')
  return codigos
}

/** @throws 422 when there is none */
export async function remove(deps: Deps, tx: Db, usuario: Titular): Promise<void> {
  if (!(await sql.remove(tx, byPrueba(deps, usuario), usuario.id))) throw errors.factorMissing()
  await postCarta(deps, tx, cartas.cartaDeDesactivado(usuario))
  await record(deps, tx, usuario, 'segundo_factor.desactivar')
}

/** Removes it for a user who lost telephone and codes, by SUPER_ADMIN, whose session is `prueba`. @throws 422 when there is none */
export async function drop(deps: Deps, tx: Db, usuario: Titular, motivo: string): Promise<void> {
  if (!(await sql.remove(tx, byPrueba(deps, usuario), usuario.id))) throw errors.factorMissing()
  await postCarta(deps, tx, cartas.cartaDeQuitado(usuario, motivo))
  await record(deps, tx, usuario, 'segundo_factor.quitar', { motivo })
}

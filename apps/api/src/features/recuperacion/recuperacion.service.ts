import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { RESTABLECER_MINUTOS, type CodecKey } from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { log } from '../../proceso/log.ts'
import { requirePlace, takeShared } from '../../plugins/limites/limites-conteo.ts'
import { forgetUsuario } from '../../plugins/sesion/session.ts'
import { recordDeUsuario } from '../auditoria/auditoria.door.ts'
import { postCarta } from '../carta/carta.door.ts'
import { forgetFallas, inLine, palabrasDe, requireNewPassword, type PasswordHasher } from '../sesion/sesion.door.ts'
import { cartaDeCambio, cartaDeEnlace } from './cartas.ts'
import * as sql from './recuperacion.sql.ts'

const MINUTE_MS = 60_000
const CODE_BYTES = 32
/**
 * Every request takes this long, or a multiple of it when its work takes longer: the time does not reveal whether the e-mail exists (O-09).
 */
const DURACION_MS = 400

const PEDIDOS_POR_RED = { veces: 10, ms: 15 * MINUTE_MS }
/** Above these limits the answer is the same and no letter goes out: no mailbox can be flooded. */
const CARTAS_POR_CORREO = { veces: 3, ms: 15 * MINUTE_MS }
const CODIGOS_POR_RED = { veces: 10, ms: MINUTE_MS }

export interface RecuperacionDeps extends Deps {
  passwordHasher: PasswordHasher
  codecKeys: readonly CodecKey[]
}

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Sends the link to the e-mail, if a user has it. Answers the same, after the same time, if not. @throws 429 by network */
export async function recover(deps: Deps, email: string, red: string): Promise<void> {
  await requirePlace(deps, 'recuperar', red, PEDIDOS_POR_RED)
  let isOver = false
  const sending = sendEnlace(deps, email.toLowerCase()).catch((error: unknown) => log.error('link not sent', error))
  void sending.then(() => (isOver = true))
  do await pause(DURACION_MS)
  while (!isOver)
}

async function sendEnlace(deps: Deps, email: string): Promise<void> {
  const { clock, config, db } = deps
  const wait = await takeShared(db, `carta|${hashOf(email).toString('base64url')}`, CARTAS_POR_CORREO, clock.now())
  const titular = await sql.findTitular(db, email)
  if (wait > 0 || !titular) return
  const codigo = randomBytes(CODE_BYTES).toString('base64url')
  const ahora = clock.now()
  const hasta = new Date(ahora.getTime() + RESTABLECER_MINUTOS * MINUTE_MS)
  await db.transaction().execute(async (tx) => {
    await sql.createCodigo(tx, { hash: hashOf(codigo), usuarioId: titular.id, ahora, hasta })
    // Locked from here on; if the mail changed just before, its former owner gets no link.
    if ((await sql.findTitular(tx, email))?.id !== titular.id) return
    await postCarta(deps, tx, cartaDeEnlace(titular, `${config.urlPublica}/#/restablecer/${codigo}`))
  })
}

/** @throws 422 for an invalid code, 429 by network */
export async function checkCodigo({ db, clock }: Deps, codigo: string, red: string): Promise<void> {
  await requirePlace({ db, clock }, 'codigo', red, CODIGOS_POR_RED)
  await requireServing({ db, clock }, hashOf(codigo))
}

async function requireServing({ db, clock }: Pick<Deps, 'db' | 'clock'>, codigo: Buffer): Promise<void> {
  if (!(await sql.codigoServes(db, codigo, clock.now()))) throw errors.resetCodeInvalid()
}

/**
 * Sets the password, once for a code, and ends every session. Calls with one code wait for each other: those after the successful one
 * compute no hash. @throws 422 for the code or the password, 429 by network
 */
export async function reset(
  deps: RecuperacionDeps,
  { new_pass, reset_code }: { new_pass: string; reset_code: string },
  red: string,
): Promise<void> {
  await requirePlace(deps, 'restablecer', red, CODIGOS_POR_RED)
  const codigo = hashOf(reset_code)
  const titular = await inLine(`restablecer|${codigo.toString('base64url')}`, async () => {
    await requireServing(deps, codigo)
    return setPassword(
      deps,
      codigo,
      requireNewPassword(new_pass, deps.codecKeys, 'new_pass', await palabrasDe(deps.db, codigo, deps.clock.now())),
      red,
    )
  })
  forgetUsuario(deps, titular.id)
  await forgetFallas(deps, titular.id, red)
}

/** Uses the code up and sets the password in one transaction. */
async function setPassword(deps: RecuperacionDeps, codigo: Buffer, password: string, red: string): Promise<sql.Titular> {
  const en = deps.clock.now()
  const hash = await deps.passwordHasher.hash(password)
  return deps.db.transaction().execute(async (tx) => {
    const titular = await sql.takeCodigo(tx, codigo, en, hash)
    if (!titular) throw errors.resetCodeInvalid()
    await postCarta(deps, tx, cartaDeCambio(titular))
    await recordDeUsuario(tx, { prueba: codigo, objeto: titular.id, en, accion: 'cuenta.restablecer', detalle: { red } })
    return titular
  })
}

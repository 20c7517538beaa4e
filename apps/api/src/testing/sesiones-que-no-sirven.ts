import { randomBytes } from 'node:crypto'

import type { EmpresaId } from '../db/empresa-id.ts'
import { ROL } from '../plugins/sesion/roles.ts'
import { hashToken } from '../plugins/sesion/session.ts'
import type { TestApp } from './build-test-app.ts'
import { buildEmpresa, buildUsuario, type UsuarioBuilt } from './builders.ts'

const HOUR = 3_600_000

export interface Quien {
  tokenHash: Buffer
  ahora: Date
}

export interface Sesiones {
  who: UsuarioBuilt
  abierta: Quien
  /** Support works in it, in the person's name. */
  soporte: Quien
  /** By what is wrong with each. */
  ninguna: Readonly<Record<'unknown' | 'ended' | 'expired' | 'waiting' | 'disabled', Quien>>
}

/** As if somebody had signed in, without what a sign-in writes down. */
export async function openSesionOf(
  { owner, clock }: TestApp,
  usuarioId: string,
  { empresaId = null, actorId = null }: { empresaId?: EmpresaId | null; actorId?: string | null } = {},
): Promise<Buffer> {
  const tokenHash = randomBytes(32)
  await owner
    .insertInto('sesion')
    .values({
      token_hash: tokenHash,
      usuario_id: usuarioId,
      empresa_id: empresaId,
      actor_id: actorId,
      abierta_en: clock.now(),
      vence_en: new Date(clock.now().getTime() + HOUR),
    })
    .execute()
  return tokenHash
}

/** An ADMIN with an open session, and sessions that open no door. */
export async function buildSesiones(app: TestApp): Promise<Sesiones> {
  const empresa = await buildEmpresa(app)
  const [who, fuera, ayuda] = [
    await buildUsuario(app, { empresas: [empresa] }),
    await buildUsuario(app, { empresas: [empresa] }),
    await buildUsuario(app, { empresas: [], rol: ROL.SUPER_ADMIN, superAdmin: true }),
  ]
  const open = async ({ username }: UsuarioBuilt) => hashToken((await app.signIn(username)).token)
  const [suya, acabada, ajena, inactivo] = [await open(who), await open(who), await open(who), await open(fuera)]
  const ahora = app.clock.now()
  const after = (hours: number) => new Date(ahora.getTime() + hours * HOUR)
  await app.owner.updateTable('sesion').set({ cerrada_en: ahora }).where('token_hash', '=', acabada).execute()
  await app.owner.updateTable('sesion').set({ actor_id: ayuda.id }).where('token_hash', '=', ajena).execute()
  await app.owner.updateTable('usuario').set({ activo: false }).where('id', '=', fuera.id).execute()
  return {
    who,
    abierta: { tokenHash: suya, ahora },
    soporte: { tokenHash: ajena, ahora },
    ninguna: {
      unknown: { tokenHash: randomBytes(32), ahora },
      ended: { tokenHash: acabada, ahora },
      expired: { tokenHash: suya, ahora: after(13) },
      waiting: { tokenHash: suya, ahora: after(5) },
      disabled: { tokenHash: inactivo, ahora },
    },
  }
}

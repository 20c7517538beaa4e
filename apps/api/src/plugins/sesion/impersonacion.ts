import type { Collection, Endpoint } from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import { actingAs } from '../../db/actor.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { isPermitido, noteLectura, noteLlamada } from './impersonacion.sql.ts'
import type { Sesion, SesionAbierta } from './session.ts'

/** The effect of support in another's name on a call (O-14): open, open on days that the company's ADMIN allowed, or closed. */
export type AlcanceSoporte = 'abierta' | 'con-permiso' | 'cerrada'

/** Certificates; employees, with their roles and invitations. */
const CERRADOS: readonly Collection[] = ['certificado:administrar', 'empleado:administrar']
const CON_PERMISO: readonly Collection[] = ['documento:emitir', 'documento:anular']

interface Asked {
  right?: Collection
  soporte?: AlcanceSoporte
  isPlataforma?: boolean
}

/**
 * Decides it for every route. A change that needs no right belongs to the user (password, mail, sessions, second factor): closed, unless
 * the route has its own value.
 */
export function alcanceOf({ method }: Pick<Endpoint, 'method'>, { right, soporte, isPlataforma }: Asked): AlcanceSoporte {
  if (isPlataforma) return 'cerrada'
  if (soporte) return soporte
  if (right === undefined) return method === 'GET' ? 'abierta' : 'cerrada'
  if (CERRADOS.includes(right)) return 'cerrada'
  return CON_PERMISO.includes(right) ? 'con-permiso' : 'abierta'
}

type Impersonada = SesionAbierta & { actorId: string }

export const isImpersonada = (session: Sesion): session is Impersonada => session.actorId !== null && session.empresaId !== null

const READ_MS = 60_000

/** Notes readings of support, once a minute for each kind of call, in all processes together. */
const noteRead = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { path }: Endpoint,
  { empresaId, usuarioId, actorId }: Impersonada,
): Promise<void> =>
  actingAs(actorId, () =>
    inEmpresa(db, empresaId, async (tx) => {
      const en = clock.now()
      await noteLectura(tx, { empresaId, usuarioId, actorId, en, objeto: `GET ${path}` }, new Date(en.getTime() - READ_MS))
    }),
  )

/** @throws 403 when support may not; every changing call is logged first, also a refused one, and readings once a minute */
export async function requireAlcance(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  endpoint: Endpoint,
  alcance: AlcanceSoporte,
  session: Impersonada,
): Promise<void> {
  const { empresaId, usuarioId, actorId } = session
  if (endpoint.method === 'GET' && alcance === 'abierta') return noteRead({ db, clock }, endpoint, session)
  const en = clock.now()
  const refused = await actingAs(actorId, () =>
    inEmpresa(db, empresaId, async (tx) => {
      const refusal =
        alcance === 'cerrada'
          ? 'cerrada'
          : alcance === 'abierta' || (await isPermitido(tx, empresaId, fechaIn(en)))
            ? undefined
            : 'sin permiso'
      await noteLlamada(tx, { empresaId, usuarioId, actorId, en, objeto: `${endpoint.method} ${endpoint.path}` }, refusal)
      return refusal
    }),
  )
  if (refused === 'cerrada') throw errors.closedToSupport()
  if (refused === 'sin permiso') throw errors.supportNeedsLeave()
}

import { createHash } from 'node:crypto'
import { type CodecKey, decodePassword } from '@yupana/contract'

import { codecKeyOf } from '../../secretos/codec-key.ts'
import { loadClaveContrasenas, loadClaveMaestra } from '../../config/config-clave-maestra.ts'
import type { Deps } from '../../deps.ts'
import { concern } from '../../plugins/rechazos/rechazos.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hash.ts'
import { attempt, LIMITES_INGRESO } from './intento.service.ts'
import { findUsuario, type UsuarioIngreso } from './sesion.sql.ts'

export interface Credenciales {
  /** Username, identification or e-mail. */
  quien: string
  /** Encoded by `encodePassword`; any other text counts as a wrong password. */
  encodedPassword: string
  red: string
}

export interface CredencialDeps extends Pick<Deps, 'db' | 'clock'> {
  passwordHasher: PasswordHasher
  codecKeys: readonly CodecKey[]
}

/** Adds the means to check and set a password, with the keys of the installation. */
export const withCredenciales = (deps: Deps): Deps & CredencialDeps => ({
  ...deps,
  passwordHasher: createPasswordHasher(loadClaveContrasenas(deps.config)),
  codecKeys: [codecKeyOf(loadClaveMaestra(deps.config))],
})

/** Name under which failures are counted, spelled as the database looks it up (`nombre_llave`). */
const nombreOf = (quien: string) => createHash('sha256').update(quien.normalize('NFKC').toLowerCase()).digest('base64url')

// No name holds control characters; PostgreSQL refuses NUL.
const isName = (quien: string) => quien.length <= 320 && !/\p{Cc}/u.test(quien)

/**
 * The user behind the credentials. Undefined, after the same time, for an unknown user, a wrong password, a disabled user and a value that
 * cannot be decoded (O-85). @throws 429
 */
export async function checkCredenciales(
  deps: CredencialDeps,
  { quien, encodedPassword, red }: Credenciales,
): Promise<UsuarioIngreso | undefined> {
  const usuario = isName(quien) ? await findUsuario(deps.db, quien) : undefined
  const nombre = nombreOf(quien)
  concern({ usuarioId: usuario?.id, nombre })
  return attempt(
    deps,
    { cuenta: usuario?.id ?? nombre, nombre, usuarioId: usuario?.id, red, limites: LIMITES_INGRESO },
    async ({ isConocida }) => {
      const password = decodePassword(encodedPassword, deps.codecKeys)
      const matches = await deps.passwordHasher.verify(
        password === undefined ? undefined : usuario?.password_hash,
        password ?? '',
        isConocida,
      )
      return matches && usuario?.activo ? usuario : undefined
    },
  )
}

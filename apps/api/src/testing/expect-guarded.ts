import type { Endpoint } from '@yupana/contract'
import { expect } from 'vitest'

import type { EmpresaId } from '../db/empresa-id.ts'
import type { Rol } from '../plugins/sesion/roles.ts'
import type { CallOptions, TestApp } from './build-test-app.ts'
import { buildUsuario } from './builders.ts'

/** Calls without session and with each role that may not: 401 and 403, whatever the body. */
export async function expectGuarded(
  app: TestApp,
  empresa: { id: EmpresaId },
  endpoint: Endpoint,
  options: CallOptions,
  refused: readonly Rol[],
): Promise<void> {
  const name = `${endpoint.method} ${endpoint.path}`
  expect((await app.call(endpoint, options)).status, `${name} without session`).toBe(401)
  for (const rol of refused) {
    const { username } = await buildUsuario(app, { empresas: [empresa], rol })
    const { token } = await app.signIn(username, { red: `10.3.${rol}.1` })
    expect((await app.call(endpoint, { ...options, token })).status, `${name} as role ${rol}`).toBe(403)
  }
}

import type { Contexto } from '@yupana/contract'
import { vi } from 'vitest'

import { startSession } from '../lib/sesion/session.ts'
import { buildContexto, HOY } from './build-contexto.ts'
import type { buildSession } from './build-session.ts'
import { fakeApi, ok, page, refusal } from './fake-api.ts'
import { renderApp } from './render-app.tsx'

type Replies = Parameters<typeof fakeApi>[0]
type Sent = ReturnType<typeof fakeApi>

/** Freezes only the date; timers run. */
export const setNow = (instant = `${HOY}T18:00:00-05:00`) => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(instant) })

/** Calls that issue a document, or issue it again. */
export const emissionsOf = (calls: Sent) => calls.filter(({ route }) => EMISSION.test(route))
const EMISSION = /^POST .*\/(emitir|corregir)\//

interface Editor {
  session: ReturnType<typeof buildSession>
  /** First part of its calls: `nota`, `retencion` … */
  base: string
  /** `?tipo=05`; none means the factura. */
  tipo?: string
  contexto?: Contexto
  replies?: Replies
  /** Reply to an emission, for any id of the document. */
  emission?: (route: string) => Replies[string]
}

/** Opens the editor of a document with calls answered from a table. An emission is refused unless the table answers it. */
export function openEditor(path: string, { session, base, tipo = '', contexto = buildContexto(), replies = {}, emission }: Editor) {
  startSession(session)
  const known: Replies = {
    'GET /app/v1/auth/sesion': ok({ session }),
    [`GET /app/v1/documento/contexto${tipo}`]: ok(contexto),
    [`GET /app/v1/${base}/borradores?sin_nombre=true`]: page([]),
    [`POST /app/v1/${base}/create`]: refusal(429, {}),
    ...replies,
  }
  const refused = () => refusal(422, { msg: 'No', data: [] })
  const calls = fakeApi(
    new Proxy(known, {
      get: (target, route: string) => target[route] ?? (EMISSION.test(route) ? (emission ?? refused)(route) : undefined),
    }),
  )
  return { calls, ...renderApp(path) }
}

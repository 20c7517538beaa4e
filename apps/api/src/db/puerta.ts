import { AppError, errors } from '../errors.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

/** Through a door that asks the session: one that ended, or stopped, since the call began is told so. @throws 401 */
export const throughPuerta = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    const { code, detail } = error as { code?: unknown; detail?: unknown }
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    throw detail === 'INACTIVA' ? errors.sessionInactive() : errors.unauthorized()
  })

/** For whoever holds no session but something to be used once: of what another call used meanwhile the doors say nothing more. */
export const whileServing = <T>(call: Promise<T>, used: () => AppError): Promise<T> =>
  call.catch((error: unknown) => {
    throw error instanceof AppError && error.status === 401 ? used() : error
  })

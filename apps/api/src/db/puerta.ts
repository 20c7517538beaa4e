import { AppError, errors } from '../errors.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

/** A call through a door that checks the session. @throws 401 when it ended, or stopped, since the call began */
export const throughPuerta = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    const { code, detail } = error as { code?: unknown; detail?: unknown }
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    throw detail === 'INACTIVA' ? errors.sessionInactive() : errors.unauthorized()
  })

/** For a caller with a one-use token instead of a session: `used` is thrown when another call used it meanwhile. */
export const whileServing = <T>(call: Promise<T>, used: () => AppError): Promise<T> =>
  call.catch((error: unknown) => {
    throw error instanceof AppError && error.status === 401 ? used() : error
  })

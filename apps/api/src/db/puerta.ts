import { errors } from '../errors.ts'

const INSUFFICIENT_PRIVILEGE = '42501'

/** Through a door that asks the session: one that ended since the call began is told so. @throws 401 */
export const throughPuerta = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw (error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE ? errors.unauthorized() : error
  })

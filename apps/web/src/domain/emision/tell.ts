import { HttpError } from '../../lib/http/http-error.ts'

/** Lets go of an action whose refusal the HTTP layer has already told; a surprise stays one. */
export const tell = (action: Promise<unknown>): void =>
  void action.catch((error: unknown) => (error instanceof HttpError ? undefined : Promise.reject(error as Error)))

import { settings } from '../pagina/settings.ts'

/** What a person adds to a report: the three questions of the screen of the unexpected error. */
export interface Testimony {
  primera_vez: string
  que_hacia: string
  informacion: string
}

/** Whether this installation reports errors at all (O-17). */
export const hasErrorService = (): boolean => settings.sentryDsn !== null

// Loaded with the first error, or once the page is ready, so that the first chunk stays small. An unreachable service must not cause an
// error of its own.
const withService = async <T>(use: (service: typeof import('./error-service.ts')) => T): Promise<T | undefined> =>
  hasErrorService() ? import('./error-service.ts').then(use).catch(() => undefined) : undefined

/** Sends an unexpected error; resolves to its number at the service. */
export const reportError = (error: unknown): Promise<string | undefined> => withService(({ report }) => report(error))

/** Sends the user's answers; true once the service has them. */
export const reportTestimony = async (eventId: string | undefined, testimony: Testimony): Promise<boolean> =>
  (await withService(({ testify }) => testify(eventId, testimony))) ?? false

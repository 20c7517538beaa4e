import { settings } from '../pagina/settings.ts'

/** What a person adds to a report: the three questions of the screen of the unexpected error. */
export interface Testimony {
  primera_vez: string
  que_hacia: string
  informacion: string
}

/** Whether this installation reports errors at all (O-17). */
export const hasErrorService = (): boolean => settings.sentryDsn !== null

// Loaded with the first error, or once the page stands: nothing of it is in the first chunk. A service that cannot be
// reached or loaded must not become an error of its own.
const withService = async <T>(use: (service: typeof import('./error-service.ts')) => T): Promise<T | undefined> =>
  hasErrorService() ? import('./error-service.ts').then(use).catch(() => undefined) : undefined

/** Sends an error that nobody expected; answers under which number the service keeps it. */
export const reportError = (error: unknown): Promise<string | undefined> => withService(({ report }) => report(error))

/** What the person says about it. True once the service has it. */
export const reportTestimony = async (eventId: string | undefined, testimony: Testimony): Promise<boolean> =>
  (await withService(({ testify }) => testify(eventId, testimony))) ?? false

import {
  BrowserClient,
  dedupeIntegration,
  defaultStackParser,
  getCurrentScope,
  globalHandlersIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
  type ErrorEvent,
  type EventHint,
} from '@sentry/browser'

import { HttpError } from '../http/http-error.ts'
import { maskPath, maskText } from './mask.ts'
import type { Testimony } from './report-error.ts'
import { sessionStore } from '../sesion/session.ts'
import { settings } from '../pagina/settings.ts'

/** Longest wait for the error service after a testimony, ms. */
const FLUSH_MS = 5000

// Refusals were reported to the user, and an abort by the page is no error.
const isExpected = (error: unknown) => error instanceof HttpError || (error instanceof DOMException && error.name === 'AbortError')

const withoutQuery = (address: string | undefined) => address?.replace(/[?#].*$/s, '')

/** Leaves in the event only what helps to find the fault: names of errors, stacks of our own files, the masked route, the user's name. */
function masked(event: ErrorEvent, hint: EventHint): ErrorEvent | null {
  if (isExpected(hint.originalException)) return null
  for (const exception of event.exception?.values ?? []) {
    if (exception.value !== undefined) exception.value = maskText(exception.value)
    for (const frame of exception.stacktrace?.frames ?? []) {
      const filename = withoutQuery(frame.filename)
      if (filename !== undefined) frame.filename = filename
    }
  }
  const { message, breadcrumbs: _breadcrumbs, extra: _extra, ...rest } = event
  return {
    ...rest,
    ...(message === undefined ? {} : { message: maskText(message) }),
    request: { url: window.location.origin + maskPath(window.location.hash.replace(/^#/, '').replace(/\?.*$/s, '') || '/') },
  }
}

const client = new BrowserClient({
  dsn: settings.sentryDsn ?? '',
  environment: settings.modo,
  // The page's own fetch is passed: the library would look for another one in an iframe, which the policy forbids.
  transport: (options) => makeFetchTransport(options, (...call) => fetch(...call)),
  stackParser: defaultStackParser,
  integrations: [globalHandlersIntegration(), linkedErrorsIntegration(), dedupeIntegration()],
  sendClientReports: false,
  beforeSend: masked,
})
const scope = getCurrentScope()
scope.setClient(client)
client.init()

/** Names the signed-in user to the error service, and nobody after sign-out. */
function nameUser() {
  const username = sessionStore.get().session?.username
  scope.setUser(username === undefined ? null : { username })
}
nameUser()
sessionStore.subscribe(nameUser)

export const report = (error: unknown): string => client.captureException(error, undefined, scope)

/** The answers go as an event of their own that refers to the first one: every server of this kind stores events. */
export async function testify(eventId: string | undefined, { primera_vez, que_hacia, informacion }: Testimony): Promise<boolean> {
  const reporte = { primera_vez, que_hacia: maskText(que_hacia), informacion: maskText(informacion) }
  client.captureEvent(
    { message: 'Reporte de un error inesperado', level: 'info', contexts: { reporte }, tags: { evento: eventId ?? 'desconocido' } },
    undefined,
    scope,
  )
  return client.flush(FLUSH_MS)
}

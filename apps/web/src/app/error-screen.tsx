import { Component, lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useRouteError } from 'react-router'

import { Wordmark } from '../components/brand/mark.tsx'
import { Button } from '../components/button.tsx'
import { ScreenMessage } from '../components/screen-message.tsx'
import { hasErrorService, reportError } from '../lib/observacion/report-error.ts'

// Without the hash: the page loads again at its root.
const reloadAtRoot = () => window.location.assign(window.location.pathname)

/** Without an error service: the questions that the user can answer to the support. */
const Questions = () => (
  <>
    <p>Si vuelve a ocurrir, repórtelo e indique:</p>
    <ul>
      <li>Si es la primera vez que ocurre.</li>
      <li>Qué estaba haciendo antes del error.</li>
      <li>Cualquier información adicional que pueda ayudar.</li>
    </ul>
  </>
)

// If the form cannot be loaded, the questions show without it.
const ErrorReport = lazy(() =>
  import('./error-report.tsx').then(
    ({ ErrorReport: Form }) => ({ default: Form }),
    () => ({ default: Questions }),
  ),
)

export function ErrorScreen({ error }: { error: unknown }) {
  const [eventId, setEventId] = useState<string>()
  useEffect(() => void reportError(error).then(setEventId), [error])
  return (
    <main>
      <ScreenMessage title="Parece que ha ocurrido un error inesperado" logo={<Wordmark />}>
        <p>Por favor, intenta de nuevo recargando la página</p>
        <Button onClick={reloadAtRoot}>Recargar</Button>
        {hasErrorService() ? (
          <Suspense>
            <ErrorReport eventId={eventId} />
          </Suspense>
        ) : (
          <Questions />
        )}
      </ScreenMessage>
    </main>
  )
}

/** For errors inside the routes. */
export const RouteErrorScreen = () => <ErrorScreen error={useRouteError()} />

/** For errors outside the routes. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure?: { error: unknown } }> {
  override state: { failure?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    return failure ? <ErrorScreen error={failure.error} /> : this.props.children
  }
}

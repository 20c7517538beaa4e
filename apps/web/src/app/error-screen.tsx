import { Component, lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useRouteError } from 'react-router'

import { Wordmark } from '../components/brand/mark.tsx'
import { Button } from '../components/button.tsx'
import { ScreenMessage } from '../components/screen-message.tsx'
import { hasErrorService, reportError } from '../lib/observacion/report-error.ts'

// Without the hash: a new load of the page, at its root.
const reloadAtRoot = () => window.location.assign(window.location.pathname)

/** Where nothing takes a report over the network, what to tell whoever is called. */
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

// What failed may be the loading itself: then the questions stand without their form.
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

/** For what fails inside the routes. */
export const RouteErrorScreen = () => <ErrorScreen error={useRouteError()} />

/** For what fails outside them. */
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

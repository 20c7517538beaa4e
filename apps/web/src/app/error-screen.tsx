import { Component, type ReactNode } from 'react'

import { Wordmark } from '../components/brand/mark.tsx'
import { Button } from '../components/button.tsx'
import { ScreenMessage } from '../components/screen-message.tsx'

// Without the hash: a new load of the page, at its root.
const reloadAtRoot = () => window.location.assign(window.location.pathname)

export const ErrorScreen = () => (
  <main>
    <ScreenMessage title="Parece que ha ocurrido un error inesperado" logo={<Wordmark />}>
      <p>Por favor, intenta de nuevo recargando la página</p>
      <Button onClick={reloadAtRoot}>Recargar</Button>
      <p>Si vuelve a ocurrir, repórtelo e indique:</p>
      <ul>
        <li>Si es la primera vez que ocurre.</li>
        <li>Qué estaba haciendo antes del error.</li>
        <li>Cualquier información adicional que pueda ayudar.</li>
      </ul>
    </ScreenMessage>
  </main>
)

/** For what fails outside the routes; the router shows the same screen for what fails inside. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}

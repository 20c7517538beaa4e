import { createPageViews } from '../lib/observacion/page-views.ts'
import { settings } from '../lib/pagina/settings.ts'

interface ObservedRouter {
  state: { location: { pathname: string } }
  subscribe: (listener: (state: ObservedRouter['state']) => void) => () => void
}

/** Loads the error service and the counting of routes, if the installation uses them (O-17). */
export async function observe(router: ObservedRouter): Promise<void> {
  if (settings.analiticaUrl !== null) {
    const view = createPageViews(settings.analiticaUrl)
    view(router.state.location.pathname)
    router.subscribe(({ location }) => view(location.pathname))
  }
  if (settings.sentryDsn !== null) await import('../lib/observacion/error-service.ts')
}

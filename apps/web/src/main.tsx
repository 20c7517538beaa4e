import './lib/formato/zod.ts'
import './components/theme/kit.css'
import './components/theme/theme.css'
import './components/theme/print.css'

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'

import { Providers } from './app/providers.tsx'
import { createRouter } from './app/router.tsx'
import { followOtherTabs, restoreSession } from './lib/sesion/session.ts'
import { settings, styleNonce } from './lib/pagina/settings.ts'
import { followTouches } from './lib/sesion/uso.ts'

// The scroll lock of dialogs makes a <style> of its own and looks for the nonce in this global.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

restoreSession()
followOtherTabs()
followTouches()

const router = createRouter()
// Errors and page views, where this installation wants them: loaded beside the page, never before it (O-17).
if (settings.sentryDsn !== null || settings.analiticaUrl !== null)
  void import('./app/observe.ts').then(({ observe }) => observe(router)).catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('index.html lacks #root')

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)

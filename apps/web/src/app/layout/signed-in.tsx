import '../../lib/formato/zod-es.ts'

import { QueryClientProvider } from '@tanstack/react-query'

import { followInactividad } from '../../lib/sesion/inactividad.ts'
import { followNormas } from '../../lib/norma/normas.ts'
import { clearCacheWithSession, followSessionNotice, queryClient } from '../../lib/http/query-client.ts'
import { MainLayout } from './main-layout.tsx'
// Loaded with the layout, because these dialogs are needed when the server may not answer, over the user's text (O-123).
import '../../features/sesion/lock-dialog.tsx'
import '../../features/sesion/session-expired-dialog.tsx'

clearCacheWithSession()
followNormas()
followSessionNotice()
followInactividad()

/** Everything behind the sign-in, loaded with this module. */
export const SignedIn = () => (
  <QueryClientProvider client={queryClient}>
    <MainLayout />
  </QueryClientProvider>
)

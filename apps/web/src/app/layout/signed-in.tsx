import '../../lib/formato/zod-es.ts'

import { QueryClientProvider } from '@tanstack/react-query'

import { followInactividad } from '../../lib/sesion/inactividad.ts'
import { followNormas } from '../../lib/norma/normas.ts'
import { clearCacheWithSession, followSessionNotice, queryClient } from '../../lib/http/query-client.ts'
import { MainLayout } from './main-layout.tsx'
// Loaded with the layout: they are needed when nothing else may answer, over what somebody is typing (O-123).
import '../../features/sesion/lock-dialog.tsx'
import '../../features/sesion/session-expired-dialog.tsx'

clearCacheWithSession()
followNormas()
followSessionNotice()
followInactividad()

/** Everything behind the sign-in; what only it needs is loaded with it. */
export const SignedIn = () => (
  <QueryClientProvider client={queryClient}>
    <MainLayout />
  </QueryClientProvider>
)

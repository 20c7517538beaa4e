import '../../lib/zod-es.ts'

import { QueryClientProvider } from '@tanstack/react-query'

import { followInactividad } from '../../lib/inactividad.ts'
import { followNormas } from '../../lib/normas.ts'
import { clearCacheWithSession, followSessionNotice, queryClient } from '../../lib/query-client.ts'
import { MainLayout } from './main-layout.tsx'

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

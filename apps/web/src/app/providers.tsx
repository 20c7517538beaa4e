import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { LoadingBar } from '../components/loading-bar.tsx'
import { ThemeProvider } from '../components/theme/theme-provider.tsx'
import { Toasts } from '../components/toast/toasts.tsx'
import { queryClient } from '../lib/query-client.ts'
import { ErrorBoundary } from './error-screen.tsx'

export const Providers = ({ children }: { children: ReactNode }) => (
  <ThemeProvider>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <LoadingBar />
        <Toasts />
        {children}
      </QueryClientProvider>
    </ErrorBoundary>
  </ThemeProvider>
)

import type { ReactNode } from 'react'

import { Hints } from '../components/hints/hints.tsx'
import { LoadingBar } from '../components/loading-bar.tsx'
import { ThemeProvider } from '../components/theme/theme-provider.tsx'
import { Toasts } from '../components/toast/toasts.tsx'
import { ErrorBoundary } from './error-screen.tsx'

export const Providers = ({ children }: { children: ReactNode }) => (
  <ThemeProvider>
    <ErrorBoundary>
      <LoadingBar />
      <Toasts />
      <Hints />
      {children}
    </ErrorBoundary>
  </ThemeProvider>
)

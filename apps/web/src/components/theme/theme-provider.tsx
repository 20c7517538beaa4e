import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

import { appearanceStore } from '../../lib/pagina/appearance.ts'
import { styleNonce } from '../../lib/pagina/settings.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { cssVariablesResolver, theme } from './theme.ts'

const isTest = import.meta.env.MODE === 'test'

export function ThemeProvider({ children }: { children: ReactNode }) {
  const { colorMode } = useStore(appearanceStore)
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={colorMode}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={styleNonce}
      env={isTest ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  )
}

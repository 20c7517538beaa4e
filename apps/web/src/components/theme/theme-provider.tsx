import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

import { appearanceStore } from '../../lib/pagina/appearance.ts'
import { styleNonce } from '../../lib/pagina/settings.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { cssVariablesResolver, theme } from './theme.ts'

// Tests in jsdom see no colours and no widths: the sheets that carry them would only be searched for each element.
const isTest = import.meta.env.MODE === 'test'

export function ThemeProvider({ children }: { children: ReactNode }) {
  const { colorMode } = useStore(appearanceStore)
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={colorMode}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={styleNonce}
      withCssVariables={!isTest}
      withGlobalClasses={!isTest}
      env={isTest ? 'test' : 'default'}
    >
      {children}
    </MantineProvider>
  )
}

import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'

import { queryClient } from '../../lib/http/query-client.ts'
import { fakeApi, ok } from '../../testing/fake-api.ts'
import { currentPreferencias, usePreferencias } from './preferencias.ts'

const ROUTE = '/app/v1/preferencia/documento'
const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('O-98 O-104 a choice and the key right after it both count, drawn or not', async () => {
  const sent = fakeApi({ [`GET ${ROUTE}`]: ok({ opciones: { adicional: true } }), [`PUT ${ROUTE}`]: [ok({}), ok({})] })
  const { result } = renderHook(() => usePreferencias(), { wrapper })
  await waitFor(() => expect(result.current.isReady).toBe(true))
  const { prefer } = result.current
  prefer({ impresion: 'TICKET' })
  prefer({ imprime: true })
  expect(currentPreferencias()).toMatchObject({ adicional: true, impresion: 'TICKET', imprime: true })
  await waitFor(() => expect(sent.filter(({ route }) => route.startsWith('PUT'))).toHaveLength(2))
  expect(sent.at(-1)?.body).toMatchObject({ opciones: { adicional: true, impresion: 'TICKET', imprime: true } })
})

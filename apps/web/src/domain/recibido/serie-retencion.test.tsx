import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'

import { queryClient } from '../../lib/http/query-client.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok } from '../../testing/fake-api.ts'
import { useSerieRetencion } from './serie-retencion.ts'

const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
const punto = (codigo: string) => ({ establecimiento: '001', punto: codigo, descripcion: null })

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it.each([
  ['company', { businessId: '33333333-3333-4333-8333-333333333333' }],
  ['user', { id: '44444444-4444-4444-8444-444444444444' }],
])('the chosen series holds until it is another %s, whose first one is taken', async (_what, changes) => {
  fakeApi({ 'GET /app/v1/documento/contexto?tipo=07': ok({ puntos: [punto('001'), punto('002')] }) })
  const mine = { businessId: crypto.randomUUID() }
  startSession(buildSession(mine))
  const { result } = renderHook(() => useSerieRetencion(true), { wrapper })
  await waitFor(() => expect(result.current.serie?.value).toBe('001-001'))
  act(() => result.current.choose('001-002'))
  expect(result.current.serie?.value).toBe('001-002')
  cleanup()
  act(() => startSession(buildSession({ ...mine, token: 'ficha-2' })))
  const again = renderHook(() => useSerieRetencion(true), { wrapper })
  await waitFor(() => expect(again.result.current.serie?.value).toBe('001-002'))
  act(() => startSession(buildSession({ ...mine, token: 'ficha-3', ...changes })))
  expect((await again.result.current.settled())?.value).toBe('001-001')
  cleanup()
  const other = renderHook(() => useSerieRetencion(true), { wrapper })
  await waitFor(() => expect(other.result.current.serie?.value).toBe('001-001'))
})

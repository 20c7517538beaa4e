import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'

import { queryClient } from '../../lib/http/query-client.ts'
import { fakeApi, held, ok, refusal } from '../../testing/fake-api.ts'
import { usePreferencia } from '../preferencia/use-preferencia.ts'
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

it('what was chosen of a list before it was read, and refused, is asked for again', async () => {
  const LISTA = '/app/v1/preferencia/compra'
  const first = held(ok({ filas: 10 }))
  const sent = fakeApi({ [`GET ${LISTA}`]: [first.reply, ok({ ocultas: ['total'] })], [`PUT ${LISTA}`]: refusal(503, {}) })
  const { result } = renderHook(() => usePreferencia('compra'), { wrapper })
  result.current.change({ opciones: { abierto: true } })
  await waitFor(() => expect(result.current.value).toEqual({ ocultas: ['total'] }))
  expect(sent.map(({ route }) => route.slice(0, 3))).toEqual(['GET', 'PUT', 'GET'])
  first.letGo()
})

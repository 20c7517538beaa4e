import '../../testing/browser-stubs.ts'

import { AVISO_HEADER, salud } from '@yupana/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { buildSession } from '../../testing/build-session.ts'
import { fetchData } from '../http/http.ts'
import { followSessionNotice, queryClient } from '../http/query-client.ts'
import { startSession } from './session.ts'

let aviso: string
let tokens = 0
let stop: () => void
const KEPT = [['perfil'], ['rol'], ['menus', 'x', 'y'], ['config_general'], ['sesion', 'x', 'y']]
const ended = () => KEPT.filter((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated).map(([concept]) => concept)

beforeEach(() => {
  aviso = 'uno'
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify({ status: '200', msg: 'OK', data: {} }), { headers: { [AVISO_HEADER]: aviso } })),
  )
  startSession({ ...buildSession(), token: `token-${tokens++}` })
  stop = followSessionNotice()
  for (const queryKey of [...KEPT, ['persona', 'lista']]) queryClient.setQueryData(queryKey, 'kept')
})
afterEach(() => {
  stop()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('O-116 R-7.6.6 profile, roles, configuration and menus are kept while answers tell the same, and end once one tells of a change', async () => {
  await fetchData(salud)
  await fetchData(salud)
  expect(ended()).toEqual([])
  aviso = 'dos'
  await fetchData(salud)
  expect(ended()).toEqual(KEPT.map(([concept]) => concept))
  expect(queryClient.getQueryState(['persona', 'lista'])?.isInvalidated).toBe(false)
})

it('O-116 another session begins anew: its first answer is no news', async () => {
  await fetchData(salud)
  startSession({ ...buildSession(), token: `token-${tokens++}` })
  aviso = 'dos'
  await fetchData(salud)
  expect(ended()).toEqual([])
})

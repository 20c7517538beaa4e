import { authLogout } from '@yupana/contract'
import { expect, it, vi } from 'vitest'

import { send, TIMEOUT_MS } from '../lib/http/http.ts'
import { noticeStore } from '../lib/pagina/notices.ts'
import { fakeApi, forgetCalls } from './fake-api.ts'
import { ROUTES } from './shell-api.ts'

it.each([
  ['told of while its test runs', false, 1],
  ['nobody’s news once its test is over', true, 0],
])('a call that is never answered is %s', async (_, isOver, told) => {
  vi.useFakeTimers()
  fakeApi({ [ROUTES.close]: 'silence' })
  void send(authLogout).catch(() => undefined)
  if (isOver) forgetCalls()
  await vi.advanceTimersByTimeAsync(TIMEOUT_MS)
  expect(noticeStore.get().messages).toHaveLength(told)
})

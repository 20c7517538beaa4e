// Before each test file of the web: adds what jsdom lacks. After each test: removes all traces, because the files share one page.
import { setWindowWidth } from './browser-stubs.ts'

import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { afterEach, vi } from 'vitest'

import { forgetToasts } from '../components/toast/toast-list.tsx'
import { changeAppearance } from '../lib/pagina/appearance.ts'
import { clearNotices, forgetNotices } from '../lib/pagina/notices.ts'
import { queryClient } from '../lib/http/query-client.ts'
import { endSession } from '../lib/sesion/session.ts'
import { forgetCalls } from './fake-api.ts'

// React notes with each element the calls that made it, for its warnings: a tenth of the time of these tests. It stops at a number of
// elements, which is taken as reached. A React without this count takes longer, nothing else.
const INSIDE = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
const inside = (React as unknown as Record<string, object | undefined>)[INSIDE]
if (inside) Object.defineProperty(inside, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })

// What is looked for until it comes is missing many times. Only the last time, when the waiting ends, is the page described.
const { getElementError: describePage } = getConfig()
const isWaiting = () => (getConfig() as unknown as { _disableExpensiveErrorDiagnostics: boolean })._disableExpensiveErrorDiagnostics
configure({
  getElementError: (message, container) => (isWaiting() ? new Error(message ?? '') : describePage(message, container)),
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  endSession()
  forgetCalls()
  vi.unstubAllGlobals()
  queryClient.clear()
  clearNotices()
  forgetNotices()
  forgetToasts()
  changeAppearance({ colorMode: 'light', menuTheme: 'light', menuMode: 'static', letterKeys: true })
  localStorage.clear()
  sessionStorage.clear()
  setWindowWidth(1280)
})

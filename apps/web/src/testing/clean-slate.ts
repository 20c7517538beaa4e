// Before each test file of the web: adds what jsdom lacks. After each test: removes all traces, because the files share one page.
import { setWindowWidth } from './browser-stubs.ts'

import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

import { forgetToasts } from '../components/toast/toast-list.tsx'
import { changeAppearance } from '../lib/pagina/appearance.ts'
import { clearNotices, forgetNotices } from '../lib/pagina/notices.ts'
import { queryClient } from '../lib/http/query-client.ts'
import { endSession } from '../lib/sesion/session.ts'
import { forgetCalls } from './fake-api.ts'

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

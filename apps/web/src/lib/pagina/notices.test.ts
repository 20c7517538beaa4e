import { afterEach, expect, it } from 'vitest'

import { addNotice, clearNotices, noticeStore, setLoading } from './notices.ts'

afterEach(clearNotices)

it('R-4.18 R-3.1.4 R-3.1.5 adding appends, with Sistema as title where none is given', () => {
  addNotice({ severity: 'info', detail: 'Uno' })
  addNotice({ severity: 'warn', detail: 'Dos', summary: 'Aviso', sticky: true })
  expect(noticeStore.get().messages).toEqual([
    { severity: 'info', summary: 'Sistema', detail: 'Uno', sticky: false },
    { severity: 'warn', summary: 'Aviso', detail: 'Dos', sticky: true },
  ])
})

it('R-4.19 clearing empties', () => {
  addNotice({ severity: 'info', detail: 'Uno' })
  clearNotices()
  expect(noticeStore.get().messages).toEqual([])
})

it('R-4.20 the loading flag can be set and unset', () => {
  setLoading(true)
  expect(noticeStore.get().loading).toBe(true)
  setLoading(false)
  expect(noticeStore.get().loading).toBe(false)
})

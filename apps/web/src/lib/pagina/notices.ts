import type { Envelope } from '@yupana/contract'

import { createStore } from './store.ts'

export type Severity = 'success' | 'error' | 'warn' | 'info'

export interface Notice {
  severity: Severity
  summary: string
  detail: string
  /** Stays until the user closes it. */
  sticky: boolean
  /** One action that the notice offers: «Deshacer». */
  action?: { label: string; run: () => void } | undefined
  /** Called once the user has closed it. */
  onClose?: (() => void) | undefined
  /** Whether the bell lists it under the activity; true by default. */
  isActivity?: boolean | undefined
  /** Removes the notice when aborted: its cause is over. */
  until?: AbortSignal | undefined
}

export interface Notices {
  messages: readonly Notice[]
  loading: boolean
}

export const DEFAULT_TITLE = 'Sistema'

export const noticeStore = createStore<Notices>({ messages: [], loading: false })

/** A shown notice, kept for the bell during the session. */
export interface PastNotice extends Pick<Notice, 'severity' | 'summary' | 'detail' | 'action'> {
  n: number
  /** ISO, by the browser's clock. */
  at: string
}

const MAX_PAST = 30
/** Number of the last notice; tells notices apart while the page lives. */
let told = 0
/** Newest first. */
export const pastNoticeStore = createStore<readonly PastNotice[]>([])

export const forgetNotices = () => pastNoticeStore.set([])

/** An action that was used is not offered again. */
const dropAction = (n: number) =>
  pastNoticeStore.set(pastNoticeStore.get().map((notice) => (notice.n === n ? { ...notice, action: undefined } : notice)))

export function addNotice({
  severity,
  detail,
  summary = DEFAULT_TITLE,
  sticky = false,
  action,
  onClose,
  until,
  isActivity = true,
}: Pick<Notice, 'severity' | 'detail'> & Partial<Notice>) {
  const n = (told += 1)
  const once = action && { ...action, run: () => (dropAction(n), action.run()) }
  const state = noticeStore.get()
  noticeStore.set({ ...state, messages: [...state.messages, { severity, summary, detail, sticky, action: once, onClose, until }] })
  if (isActivity)
    pastNoticeStore.set(
      [{ severity, summary, detail, action: once, n, at: new Date().toISOString() }, ...pastNoticeStore.get()].slice(0, MAX_PAST),
    )
}

export const clearNotices = () => noticeStore.set({ ...noticeStore.get(), messages: [] })

export const setLoading = (loading: boolean) => noticeStore.set({ ...noticeStore.get(), loading })

/** Success toasts appear only when the answer's status is the string "200". */
export function noticeSuccess(answer: Envelope<unknown>, detail: string, action?: Notice['action']) {
  if (answer.status === '200') addNotice({ severity: 'success', detail, action })
}

import { createStore } from '../pagina/store.ts'

/** Seconds of inactivity left to this session by the last answer; a new object for each answer. */
export const timeLeft = createStore<{ seconds: number | undefined }>({ seconds: undefined })

export const announceTimeLeft = (header: string | null): void =>
  timeLeft.set({ seconds: header !== null && /^\d+$/.test(header) ? Number(header) : undefined })

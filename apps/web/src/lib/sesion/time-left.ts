import { createStore } from '../pagina/store.ts'

/** What the last answer said of the seconds that this session may still be left alone; a new object for each answer. */
export const timeLeft = createStore<{ seconds: number | undefined }>({ seconds: undefined })

export const announceTimeLeft = (header: string | null): void =>
  timeLeft.set({ seconds: header !== null && /^\d+$/.test(header) ? Number(header) : undefined })

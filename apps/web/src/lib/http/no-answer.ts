import { createStore } from '../pagina/store.ts'

/** Counts up whenever a call found nobody at the other end: no network, or a server that is away. */
export const noAnswers = createStore(0)

/** Whether nobody was found at the last look; any answer ends it. */
export const unreachable = createStore(false)

export const noteAnswer = () => {
  if (unreachable.get()) unreachable.set(false)
}

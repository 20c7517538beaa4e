import { createStore } from '../pagina/store.ts'

/** Counts calls that reached no server: no network, or a server that is down. */
export const noAnswers = createStore(0)

/** Whether the last check reached no server; any answer resets it. */
export const unreachable = createStore(false)

export const noteAnswer = () => {
  if (unreachable.get()) unreachable.set(false)
}

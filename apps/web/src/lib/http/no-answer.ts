import { createStore } from '../pagina/store.ts'

/** Counts up whenever a call found nobody at the other end: no network, or a server that is away. */
export const noAnswers = createStore(0)

import { setTimeout as sleep } from 'node:timers/promises'

/** What a guess is made to wait, in milliseconds. A piece of its own, so that tests may note it instead of taking it. */
export const takeDemora = (ms: number): Promise<void> => sleep(ms)

import { setTimeout as sleep } from 'node:timers/promises'

/** Delay of a guess, in milliseconds: an object, so that a test can note it instead of waiting. */
export const demora = { take: (ms: number): Promise<void> => sleep(ms) }

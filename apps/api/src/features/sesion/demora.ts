import { setTimeout as sleep } from 'node:timers/promises'

/** Delay of a guess, in milliseconds. It stands alone so that a test can note it instead of waiting. */
export const takeDemora = (ms: number): Promise<void> => sleep(ms)

import { AsyncLocalStorage } from 'node:async_hooks'

const actor = new AsyncLocalStorage<string>()

/** Runs the work in another user's name: every transaction begun in it writes the actor's id into audit and events (O-14). */
export const actingAs = <T>(actorId: string, work: () => T): T => actor.run(actorId, work)

/** The user who acts in another's name here, if any. */
export const currentActor = (): string | undefined => actor.getStore()

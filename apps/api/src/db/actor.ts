import { AsyncLocalStorage } from 'node:async_hooks'

const actor = new AsyncLocalStorage<string>()

/** Does the work as somebody who acts in another's name: every transaction begun in it carries his id into audit and events (O-14). */
export const actingAs = <T>(actorId: string, work: () => T): T => actor.run(actorId, work)

/** Who acts in another's name here, if anybody does. */
export const currentActor = (): string | undefined => actor.getStore()

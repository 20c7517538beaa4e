import type { Session } from '@yupana/contract'

// A document that was being written when the session ended by itself: whoever signs in again in the same company goes back to it. Kept in
// memory alone; after a reload its editor offers the draft.

/** The address of the document that is open, once something was written in it. */
type Direccion = () => string | undefined

let abierto: Direccion | undefined
let dejado: { direccion: string; usuario: string; empresa: string | null } | undefined

/** An editor is on the screen until what is answered is called. */
export function holdAbierto(direccion: Direccion): () => void {
  abierto = direccion
  return () => {
    if (abierto === direccion) abierto = undefined
  }
}

/** The session is about to end by itself. */
export function interrupt(session: Session | undefined): void {
  const direccion = abierto?.()
  dejado = session && direccion !== undefined ? { direccion, usuario: session.id, empresa: session.businessId } : undefined
}

export const isInterrupted = (): boolean => dejado !== undefined

/** Where this session goes on. */
export const interruptedIn = ({ id, businessId }: Session): string | undefined =>
  dejado?.usuario === id && dejado.empresa === businessId ? dejado.direccion : undefined

export function forgetInterrupted(): void {
  dejado = undefined
}

import type { Session } from '@yupana/contract'

// The document that was open when a session ended by itself: its user returns to it after signing in again to the same company. Kept only
// in memory; after a reload its editor offers the draft.

/** Gives the address of the open document, once it has text. */
type Direccion = () => string | undefined

let abierto: Direccion | undefined
let dejado: { direccion: string; usuario: string; empresa: string | null } | undefined

/** Registers the open editor; the returned function ends this. */
export function holdAbierto(direccion: Direccion): () => void {
  abierto = direccion
  return () => {
    if (abierto === direccion) abierto = undefined
  }
}

/** Notes the open document, before the session ends by itself. */
export function interrupt(session: Session | undefined): void {
  const direccion = abierto?.()
  dejado = session && direccion !== undefined ? { direccion, usuario: session.id, empresa: session.businessId } : undefined
}

export const isInterrupted = (): boolean => dejado !== undefined

/** The address at which this session continues. */
export const interruptedIn = ({ id, businessId }: Session): string | undefined =>
  dejado?.usuario === id && dejado.empresa === businessId ? dejado.direccion : undefined

export function forgetInterrupted(): void {
  dejado = undefined
}

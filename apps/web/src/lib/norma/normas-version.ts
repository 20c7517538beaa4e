import { createStore } from '../pagina/store.ts'

/** The version of the legal facts that the server told last; 0 while nobody changed what the program brings. */
export const announcedNormas = createStore(0)

/** Every answer tells it in a header. */
export function announceNormas(header: string | null): void {
  const version = Number(header)
  if (header !== null && Number.isSafeInteger(version)) announcedNormas.set(version)
}

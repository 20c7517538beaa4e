import { createStore } from '../pagina/store.ts'

/** Version of the legal facts in the server's last answer; 0 while nobody has changed those of the program. */
export const announcedNormas = createStore(0)

/** Reads the version from the header that every answer carries. */
export function announceNormas(header: string | null): void {
  const version = Number(header)
  if (header !== null && Number.isSafeInteger(version)) announcedNormas.set(version)
}

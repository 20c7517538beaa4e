import { addNotice } from './notices.ts'

/** Copies a text and says so; where the browser does not let it, says what to do instead. */
export async function copyText(text: string, done: string, otherwise: string): Promise<void> {
  try {
    // Only there over https or on this machine.
    await navigator.clipboard.writeText(text)
    addNotice({ severity: 'success', detail: done })
  } catch {
    addNotice({ severity: 'info', detail: otherwise })
  }
}

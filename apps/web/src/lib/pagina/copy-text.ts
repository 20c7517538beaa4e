import { addNotice } from './notices.ts'

/** Copies a text and confirms it; if the browser does not allow it, shows `otherwise`. */
export async function copyText(text: string, done: string, otherwise: string): Promise<void> {
  try {
    // The clipboard exists only over https or on localhost.
    await navigator.clipboard.writeText(text)
    addNotice({ severity: 'success', detail: done })
  } catch {
    addNotice({ severity: 'info', detail: otherwise })
  }
}

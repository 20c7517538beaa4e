import { fetchRide, showsPdf, type Formato } from './archivos.ts'
import { saveFile } from '../../lib/save-file.ts'

let last: { frame: HTMLIFrameElement; address: string } | undefined

function discard() {
  last?.frame.remove()
  if (last) URL.revokeObjectURL(last.address)
  last = undefined
}

/** A frame nobody sees, with the file in it. It stays until the next one: the dialog of the browser reads from it. */
function frameOf(address: string): HTMLIFrameElement {
  discard()
  const frame = document.createElement('iframe')
  frame.title = 'Impresión'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0', visibility: 'hidden' })
  frame.src = address
  last = { frame, address }
  return frame
}

function openDialog(frame: HTMLIFrameElement, address: string) {
  try {
    frame.contentWindow?.focus()
    frame.contentWindow?.print()
  } catch {
    // Some browsers let nobody print from inside their viewer: there it opens by itself.
    window.open(address, '_blank', 'noopener')
  }
}

/**
 * Opens the dialog of the browser that prints this RIDE, also before the authorisation (O-98); where PDFs are not shown, saves it.
 * @throws HttpError
 */
export async function printRide(id: string, formato: Formato, clave = id): Promise<void> {
  const file = await fetchRide(id, formato)
  if (!showsPdf()) return saveFile(file, `${clave}.pdf`)
  const address = URL.createObjectURL(file)
  const frame = frameOf(address)
  await new Promise<void>((resolve) => {
    frame.addEventListener('load', () => {
      openDialog(frame, address)
      resolve()
    }, { once: true })
    document.body.append(frame)
  })
}

import { fetchRide, showsPdf, type Formato } from './archivos.ts'
import { saveFile } from '../../lib/http/save-file.ts'

let last: { frame: HTMLIFrameElement; address: string } | undefined

function discard() {
  last?.frame.remove()
  if (last) URL.revokeObjectURL(last.address)
  last = undefined
}

/** A hidden frame with the file. It stays until the next print, because the print dialog reads from it. */
function frameOf(address: string): HTMLIFrameElement {
  discard()
  const frame = document.createElement('iframe')
  frame.title = 'Impresión'
  frame.tabIndex = -1
  frame.setAttribute('aria-hidden', 'true')
  // Not `hidden`: Firefox prints nothing of a frame that it does not draw.
  Object.assign(frame.style, {
    position: 'fixed',
    bottom: '0',
    right: '0',
    width: '1px',
    height: '1px',
    border: '0',
    opacity: '0',
    pointerEvents: 'none',
  })
  frame.src = address
  last = { frame, address }
  return frame
}

/** Whether the print dialog could be opened: some browsers do not allow it from inside their PDF viewer. */
function asksToPrint({ contentWindow }: HTMLIFrameElement): boolean {
  try {
    if (!contentWindow) return false
    contentWindow.focus()
    contentWindow.print()
    return true
  } catch {
    return false
  }
}

/**
 * Opens the dialog of the browser that prints this RIDE, also before the authorisation (O-98).
 * @throws HttpError
 */
export const printRide = async (id: string, formato: Formato, clave = id): Promise<void> => printPdf(await fetchRide(id, formato), clave)

/** Opens the print dialog. If that fails, the file opens in another window; if that fails too, it is saved. */
export async function printPdf(file: Blob, nombre: string): Promise<void> {
  if (!showsPdf()) return saveFile(file, `${nombre}.pdf`)
  const address = URL.createObjectURL(file)
  const frame = frameOf(address)
  await new Promise<void>((resolve) => {
    frame.addEventListener(
      'load',
      () => {
        if (!asksToPrint(frame) && !window.open(address, '_blank')) saveFile(file, `${nombre}.pdf`)
        resolve()
      },
      { once: true },
    )
    document.body.append(frame)
  })
}

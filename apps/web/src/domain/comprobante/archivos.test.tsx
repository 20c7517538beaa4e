import '../../testing/browser-stubs.ts'

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { ThemeProvider } from '../../components/theme/theme-provider.tsx'
import { saveFile } from '../../lib/http/save-file.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { downloadXml } from './archivos.ts'
import { printRide } from './print-ride.ts'
import { RideDialog } from './ride-dialog.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const CLAVE = '2'.repeat(49)
const RIDE = `GET /app/v1/comprobante/download/${ID}?formato=`

let saved: string[]
let contents: Blob[]
const createObjectURL = (content: Blob) => {
  contents.push(content)
  return 'blob:uno'
}
const setViewer = (value: boolean) => Object.defineProperty(navigator, 'pdfViewerEnabled', { value, configurable: true })
beforeEach(() => {
  saved = []
  contents = []
  setViewer(true)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('files of a document', () => {
  it('R-7.6.2 R-7.6.3 saves what is binary, and what is base64 as a PDF, whole and under the given name', async () => {
    const bytes = [0x25, 0x50, 0x44, 0x46, 0x00, 0xff, 0x80]
    saveFile(Uint8Array.from(bytes).buffer, 'uno.pdf')
    saveFile({ data: { fileBase64: btoa(String.fromCharCode(...bytes)) } }, 'dos.pdf')
    expect(saved).toEqual(['uno.pdf', 'dos.pdf'])
    for (const content of contents) expect([...new Uint8Array(await content.arrayBuffer())]).toEqual(bytes)
    expect(contents[1]?.type).toBe('application/pdf')
  })

  it('saves the XML under its clave de acceso', async () => {
    fakeApi({ [`GET /app/v1/comprobante/xml/${ID}`]: { body: '<factura/>' } })
    await downloadXml(ID, CLAVE)
    expect(saved).toEqual([`${CLAVE}.xml`])
  })

  it('shows the RIDE in the viewer of the browser', async () => {
    fakeApi({ [`${RIDE}A4`]: { body: '%PDF' } })
    render(
      <ThemeProvider>
        <RideDialog id={ID} clave={CLAVE} numero="001-001-000000001" onClose={() => undefined} />
      </ThemeProvider>,
    )
    expect((await screen.findByTitle('RIDE 001-001-000000001')).getAttribute('src')).toMatch(/^blob:uno#/)
  })

  it('offers the RIDE as a file where the browser has no viewer', async () => {
    setViewer(false)
    fakeApi({ [`${RIDE}A4`]: { body: '%PDF' } })
    render(
      <ThemeProvider>
        <RideDialog id={ID} clave={CLAVE} numero="001-001-000000001" onClose={() => undefined} />
      </ThemeProvider>,
    )
    expect(await screen.findByText(/Descargue el RIDE/)).toBeDefined()
    screen.getByRole('button', { name: 'Descargar' }).click()
    expect([saved, screen.queryByRole('button', { name: 'Imprimir' })]).toEqual([[`${CLAVE}.pdf`], null])
  })
})

describe('O-98 printing', () => {
  /** Starts a print; `load` loads the frame, whose window prints with `print`. */
  async function ask(print: () => void) {
    fakeApi({ [`${RIDE}TICKET`]: { body: '%PDF' } })
    const done = printRide(ID, 'TICKET', CLAVE)
    const frame = await vi.waitFor(
      () => document.querySelector<HTMLIFrameElement>('iframe[title="Impresión"]') ?? Promise.reject(new Error('no frame')),
    )
    Object.defineProperty(frame, 'contentWindow', { value: { focus: () => undefined, print }, configurable: true })
    return { frame, load: () => void frame.dispatchEvent(new Event('load')), done }
  }
  const refuse = () => {
    throw new DOMException('Blocked', 'SecurityError')
  }

  it('opens the dialog of the browser once, when the file is in its frame', async () => {
    const print = vi.fn()
    const { frame, load, done } = await ask(print)
    expect([frame.getAttribute('src'), print.mock.calls.length, frame.style.visibility]).toEqual(['blob:uno', 0, ''])
    load()
    await done
    expect([print.mock.calls.length, saved]).toEqual([1, []])
  })

  it('opens the file beside the application where a frame may not be printed', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(window)
    const { load, done } = await ask(refuse)
    load()
    await done
    expect([open.mock.calls, saved]).toEqual([[['blob:uno', '_blank']], []])
  })

  it('saves the file where a window is refused too, and where PDFs are not shown', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    const { load, done } = await ask(refuse)
    load()
    await done
    setViewer(false)
    await printRide(ID, 'TICKET', CLAVE)
    expect(saved).toEqual([`${CLAVE}.pdf`, `${CLAVE}.pdf`])
  })
})

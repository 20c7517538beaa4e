import '../../testing/browser-stubs.ts'

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { ThemeProvider } from '../../components/theme/theme-provider.tsx'
import { saveFile } from '../../lib/save-file.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { downloadXml } from './archivos.ts'
import { printRide } from './print-ride.ts'
import { RideDialog } from './ride-dialog.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const CLAVE = '2'.repeat(49)
const RIDE = `GET /app/v1/comprobante/download/${ID}?formato=`

let saved: string[]
const setViewer = (value: boolean) => Object.defineProperty(navigator, 'pdfViewerEnabled', { value, configurable: true })
beforeEach(() => {
  saved = []
  setViewer(true)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:uno', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('files of a document', () => {
  it('R-7.6.2 R-7.6.3 saves what is binary and what is base64 under the given name', () => {
    saveFile(new ArrayBuffer(2), 'uno.pdf')
    saveFile({ data: { fileBase64: btoa('%PDF') } }, 'dos.pdf')
    expect(saved).toEqual(['uno.pdf', 'dos.pdf'])
  })

  it('saves the XML under its clave de acceso', async () => {
    fakeApi({ [`GET /app/v1/comprobante/xml/${ID}`]: { body: '<factura/>' } })
    await downloadXml(ID, CLAVE)
    expect(saved).toEqual([`${CLAVE}.xml`])
  })

  it('shows the RIDE in the viewer of the browser', async () => {
    fakeApi({ [`${RIDE}A4`]: { body: '%PDF' } })
    render(<ThemeProvider><RideDialog id={ID} clave={CLAVE} numero="001-001-000000001" onClose={() => undefined} /></ThemeProvider>)
    expect((await screen.findByTitle('RIDE 001-001-000000001')).getAttribute('src')).toMatch(/^blob:uno#/)
  })

  it('offers the RIDE as a file where the browser has no viewer', async () => {
    setViewer(false)
    fakeApi({ [`${RIDE}A4`]: { body: '%PDF' } })
    render(<ThemeProvider><RideDialog id={ID} clave={CLAVE} numero="001-001-000000001" onClose={() => undefined} /></ThemeProvider>)
    expect(await screen.findByText(/Descargue el RIDE/)).toBeDefined()
    screen.getByRole('button', { name: 'Descargar' }).click()
    expect([saved, screen.queryByRole('button', { name: 'Imprimir' })]).toEqual([[`${CLAVE}.pdf`], null])
  })

  it('O-98 one call asks for the ticket and opens the dialog that prints it', async () => {
    fakeApi({ [`${RIDE}TICKET`]: { body: '%PDF' } })
    const done = printRide(ID, 'TICKET')
    const frame = await vi.waitFor(() => document.querySelector<HTMLIFrameElement>('iframe[title="Impresión"]') ?? Promise.reject(new Error('no frame')))
    const print = vi.fn()
    Object.defineProperty(frame, 'contentWindow', { value: { focus: () => undefined, print }, configurable: true })
    frame.dispatchEvent(new Event('load'))
    await done
    expect(print).toHaveBeenCalledTimes(1)
  })
})

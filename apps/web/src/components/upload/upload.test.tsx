import '../../testing/browser-stubs.ts'

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { clearNotices, noticeStore } from '../../lib/pagina/notices.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { fileSizeText } from './file-size.ts'
import { UploadFilesNow, UploadNow } from './upload-now.tsx'
import { Upload, type UploadProps } from './upload.tsx'

const onChange = vi.fn<(file: File | undefined) => void>()
const fileOf = (bytes: number, name = 'firma.p12') => new File([new Uint8Array(bytes)], name)

function Held(props: Partial<UploadProps>) {
  const [value, setValue] = useState<File>()
  const keep = (file: File | undefined) => {
    onChange(file)
    setValue(file)
  }
  return <Upload label="Archivo" kind="file" accept=".p12" maxBytes={1000} value={value} onChange={keep} {...props} />
}

const open = (props: Partial<UploadProps> = {}) => {
  const { container } = render(
    <MemoryRouter>
      <ThemeProvider>
        <Held {...props} />
      </ThemeProvider>
    </MemoryRouter>,
  )
  return {
    user: userEvent.setup(),
    picker: container.querySelector('input') as HTMLInputElement,
    zone: screen.getByRole('status').parentElement as HTMLElement,
  }
}

beforeEach(() => {
  onChange.mockClear()
  clearNotices()
})
it.each([
  [0, '0.00 KB'],
  [840, '0.84 KB'],
  [1500, '1.50 KB'],
  [65_536, '65.54 KB'],
  [999_994, '999.99 KB'],
  [1_000_000, '1.00 MB'],
  [1_500_000, '1.50 MB'],
  [2_345_678, '2.35 MB'],
])('R-9.18 R-9.19 %i bytes are shown as %s', (bytes, text) => expect(fileSizeText(bytes)).toBe(text))

it('R-2.10.25 R-2.10.26 says where an image is dropped and where a file is loaded', () => {
  open()
  expect(screen.getByText('Presione para cargar un archivo')).toBeDefined()
  cleanup()
  open({ kind: 'image' })
  expect(screen.getByText('Arrastre y suelte la imagen aquí')).toBeDefined()
})

it('R-2.10.27 R-9.23 Elegir opens the picker, and the largest size is told', async () => {
  const { user, picker } = open()
  const opened = vi.spyOn(picker, 'click')
  screen.getByRole('button', { name: 'Elegir: Archivo' }).focus()
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledOnce()
  expect(screen.getByText(/Tamaño máximo: 1\.00 KB\./)).toBeDefined()
})

it('shows name and size of what was chosen, and takes it away again', async () => {
  const { user, picker } = open()
  await user.upload(picker, fileOf(840))
  expect(screen.getByText('firma.p12 · 0.84 KB')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Quitar firma.p12' }))
  expect([onChange.mock.lastCall?.[0], screen.queryByText(/firma\.p12/)]).toEqual([undefined, null])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elegir: Archivo' }))
})

it.each(['Cancelar', 'Subir'])('«%s» goes with the file, and the focus back to where one is chosen', async (name) => {
  const { container } = render(
    <MemoryRouter>
      <ThemeProvider>
        <UploadNow label="Archivo" kind="file" accept=".p12" maxBytes={1000} onUpload={() => Promise.resolve()} />
      </ThemeProvider>
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  await user.upload(container.querySelector('input') as HTMLInputElement, fileOf(10))
  await user.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elegir: Archivo' }))
})

it('takes what is dropped on it', () => {
  const { zone } = open()
  fireEvent.dragOver(zone)
  expect(zone.dataset['over']).toBe('true')
  fireEvent.drop(zone, { dataTransfer: { files: [fileOf(10)] } })
  expect([onChange.mock.lastCall?.[0]?.name, zone.dataset['over']]).toEqual(['firma.p12', undefined])
})

it('several dropped where one goes are refused in words, and none is taken in silence', () => {
  const { zone } = open()
  fireEvent.drop(zone, { dataTransfer: { files: [fileOf(10), fileOf(10, 'otra.p12')] } })
  expect(screen.getByRole('alert').textContent).toBe('Suelte un solo archivo: aquí va uno a la vez.')
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.drop(zone, { dataTransfer: { files: [fileOf(10)] } })
  expect([screen.queryByRole('alert'), onChange.mock.lastCall?.[0]?.name]).toEqual([null, 'firma.p12'])
})

it('a folder is no file: it is said so', () => {
  const { zone } = open()
  const items = [{ webkitGetAsEntry: () => ({ isDirectory: true }) }]
  fireEvent.drop(zone, { dataTransfer: { files: [fileOf(4096, 'mayo')], items } })
  expect([screen.getByRole('alert').textContent, onChange.mock.calls.length]).toEqual(['Es una carpeta: ábrala y suelte sus archivos.', 0])
})

describe('several files at once', () => {
  const onUpload = vi.fn<(files: readonly File[]) => Promise<void>>(() => Promise.resolve())
  const openMany = () => {
    const { container } = render(
      <MemoryRouter>
        <ThemeProvider>
          <UploadFilesNow label="XML" kind="file" accept=".xml" maxBytes={1000} multiple onUpload={onUpload} />
        </ThemeProvider>
      </MemoryRouter>,
    )
    return {
      user: userEvent.setup(),
      picker: container.querySelector('input') as HTMLInputElement,
      zone: screen.getByRole('status').parentElement as HTMLElement,
    }
  }
  beforeEach(() => onUpload.mockClear())

  it('all that are dropped or chosen go, each once; what is none of them says why', async () => {
    const { user, picker, zone } = openMany()
    expect(picker.multiple).toBe(true)
    const files = Array.from({ length: 30 }, (_, n) => fileOf(100, `${n}.xml`))
    fireEvent.drop(zone, { dataTransfer: { files: [...files, fileOf(10, 'pago.pdf'), fileOf(2000, 'grande.xml')] } })
    expect(screen.getByRole('status').textContent).toBe('30 archivos · 3.00 KB')
    expect(screen.getByRole('alert').textContent).toContain('«pago.pdf» es un PDF')
    expect(noticeStore.get().messages.map(({ detail }) => detail)).toEqual([expect.stringContaining('grande.xml') as string])
    await user.upload(picker, [files[0]!, fileOf(10, 'otra.xml')])
    await user.click(screen.getByRole('button', { name: 'Subir' }))
    expect(onUpload.mock.lastCall?.[0].map(({ name }) => name)).toEqual([...files.map(({ name }) => name), 'otra.xml'])
  })

  it('are taken away together', async () => {
    const { user, picker } = openMany()
    await user.upload(picker, [fileOf(10, 'a.xml'), fileOf(10, 'b.xml')])
    await user.click(screen.getByRole('button', { name: 'Quitar los 2 archivos' }))
    expect(screen.getByRole('status').textContent).toBe('Arrastre y suelte los archivos aquí')
  })
})

it('R-5.3.13 O-44 too large: a notice that stays, with name, size and maximum, and nothing is taken', async () => {
  const { user, picker } = open()
  await user.upload(picker, fileOf(1500, 'grande.p12'))
  expect(onChange).not.toHaveBeenCalled()
  expect(noticeStore.get().messages).toEqual([
    {
      severity: 'error',
      summary: 'Tamaño de archivo inválido',
      detail: 'grande.p12: tamaño de archivo inválido, el tamaño máximo de carga es 1.00 KB.',
      sticky: true,
    },
  ])
})

it('while it travels shows progress and takes nothing else', () => {
  const { zone } = open({ busy: true, value: fileOf(10) })
  expect(screen.getByRole('progressbar', { name: 'Subiendo firma.p12' })).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Elegir: Archivo' }).disabled).toBe(true)
  fireEvent.drop(zone, { dataTransfer: { files: [fileOf(10)] } })
  expect(onChange).not.toHaveBeenCalled()
})

it('tells the refusal at the field', () => {
  open({ error: 'El archivo está dañado.' })
  const button = screen.getByRole('button', { name: 'Elegir: Archivo' })
  expect(button.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain('El archivo está dañado.')
})

describe('a file at a wrong door', () => {
  const FIRMA = '.p12,.pfx,application/x-pkcs12'
  const FOTO = 'image/png,image/jpeg'
  const MENUS = ['/comprobante/recibido', '/producto', '/persona'].map((to) => ({ to, label: to }))
  const drop = (name: string, zone: HTMLElement) => fireEvent.drop(zone, { dataTransfer: { files: [fileOf(10, name)] } })

  it.each([
    ['firma.p12', FOTO, 'una firma electrónica', ['/empresa_perfil?seccion=firma']],
    ['logo.PNG', FIRMA, 'una imagen', ['/empresa_perfil?seccion=datos']],
    ['factura.xml', '.xlsx,.csv', 'un comprobante electrónico', ['/comprobante/recibido']],
    ['precios.xlsx', '.xml,.zip', 'una hoja de cálculo', ['/productos/carga', '/persona/carga']],
    ['pago.pdf', '.xlsx,.csv', 'un PDF', []],
  ])('%s in a field of %s is %s, and is not taken', (name, accept, es, links) => {
    startSession(buildSession({ menus: MENUS }))
    const { zone } = open({ accept })
    drop(name, zone)
    expect(screen.getByRole('alert').textContent).toContain(`«${name}» es ${es}`)
    expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(links)
    expect([onChange.mock.calls.length, screen.getByRole('button', { name: 'Elegir: Archivo' }).getAttribute('aria-invalid')]).toEqual([
      0,
      'true',
    ])
  })

  it('is led to no screen that its user does not have, and is forgotten once a right one comes', () => {
    startSession(buildSession({ rol: { id: 3, name: 'VENDEDOR' }, menus: [{ to: '/persona', label: 'Personas' }] }))
    const { zone } = open({ accept: '.xml' })
    drop('firma.pfx', zone)
    expect([screen.getByRole('alert').textContent, screen.queryByRole('link')]).toEqual([
      '«firma.pfx» es una firma electrónica: elija otro archivo.',
      null,
    ])
    drop('personas.csv', zone)
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/persona/carga'])
    drop('factura.xml', zone)
    expect([screen.queryByRole('alert'), onChange.mock.lastCall?.[0]?.name]).toEqual([null, 'factura.xml'])
  })

  it.each([
    ['foto.webp', FOTO],
    ['pago.pdf', '.pdf,application/pdf,image/png,image/jpeg'],
    ['claves.csv', '.xml,.zip,.txt,.csv'],
    ['firma', FIRMA],
    ['hoja.ods', '.xlsx,.csv'],
  ])('%s is left to who reads it in a field of %s', (name, accept) => {
    const { zone } = open({ accept })
    drop(name, zone)
    expect(onChange.mock.lastCall?.[0]?.name).toBe(name)
  })
})

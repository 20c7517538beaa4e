import '../../testing/browser-stubs.ts'

import type { Importacion } from '@yupana/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { describe, expect, it, vi } from 'vitest'

import { ThemeProvider } from '../../components/theme/theme-provider.tsx'
import { queryClient } from '../../lib/http/query-client.ts'
import { fakeApi, held, ok, refusal } from '../../testing/fake-api.ts'
import { Claves } from './claves.tsx'
import { enviosOf } from './recibido.queries.ts'
import { Recibir } from './recibir.tsx'

// The calls go through `fetch`: only the progress is lost.
vi.mock('../../lib/http/xhr-fetch.ts', () => ({ xhrFetch: (address: string, init: RequestInit) => fetch(address, init) }))

const IMPORTAR = 'POST /app/v1/recibido/importar'
const fileOf = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name)
const importacionOf = (archivos: Importacion['archivos']): Importacion => {
  const count = (resultado: string) => archivos.filter((one) => one.resultado === resultado).length
  return { nuevos: count('NUEVO'), pedidos: count('PEDIDO'), repetidos: count('REPETIDO'), rechazados: count('RECHAZADO'), archivos }
}
const nuevo = (archivo: string) => ({ archivo, resultado: 'NUEVO' as const, motivo: null, id: null })

describe('what travels together', () => {
  const namesOf = (files: readonly File[]) => enviosOf(files).map((envio) => envio.map(({ name }) => name))

  it('XML do, a ZIP and a list go alone', () => {
    expect(namesOf(['a.xml', 'mes.zip', 'b.XML', 'lista.txt', 'c.xml'].map((name) => fileOf(name)))).toEqual([
      ['a.xml', 'b.XML', 'c.xml'],
      ['mes.zip'],
      ['lista.txt'],
    ])
  })

  it('a hundred at a time, and no more than a call takes in bytes', () => {
    expect(namesOf(Array.from({ length: 201 }, (_, n) => fileOf(`${n}.xml`))).map(({ length }) => length)).toEqual([100, 100, 1])
    expect(namesOf(Array.from({ length: 3 }, (_, n) => fileOf(`${n}.xml`, 5_000_000)))).toEqual([['0.xml', '1.xml'], ['2.xml']])
  })
})

it('a file too large to be sent is kept by its name among what did not come in', async () => {
  const sent = fakeApi({ [IMPORTAR]: ok(importacionOf([])) })
  const { container } = render(
    <MemoryRouter>
      <ThemeProvider>
        <Recibir multiple description="XML" />
      </ThemeProvider>
    </MemoryRouter>,
  )
  const large = Object.defineProperty(fileOf('de 40 MB.xml'), 'size', { value: 40_000_000 })
  await userEvent.setup().upload(container.querySelector('input') as HTMLInputElement, [large, fileOf('a.xml')])
  await vi.waitFor(() => expect(sent.map(({ route }) => route)).toEqual([IMPORTAR]))
  expect([...(sent[0]!.body as FormData).entries()]).toEqual([['grandes', 'de 40 MB.xml']])
})

it('of several files each is told what became of it, those refused first and why', async () => {
  const sent = fakeApi({
    [IMPORTAR]: [
      ok(importacionOf([nuevo('a.xml'), { archivo: 'b.xml', resultado: 'RECHAZADO', motivo: 'No está firmado.', id: null }])),
      refusal(422, { msg: 'Archivo', data: [{ message: 'El ZIP no tiene ningún XML.', campo: 'file' }] }),
    ],
  })
  const { container } = render(
    <MemoryRouter>
      <ThemeProvider>
        <Recibir multiple description="XML" />
      </ThemeProvider>
    </MemoryRouter>,
  )
  const user = userEvent.setup()
  await user.upload(container.querySelector('input') as HTMLInputElement, [fileOf('a.xml'), fileOf('b.xml'), fileOf('mes.zip')])
  await user.click(screen.getByRole('button', { name: 'Subir' }))
  expect(await screen.findByText('1 nuevo, 2 rechazados')).toBeDefined()
  expect(screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)).toEqual([
    'b.xml: No está firmado.',
    'mes.zip: El ZIP no tiene ningún XML.',
    'a.xml',
  ])
  expect(sent.map(({ route }) => route)).toEqual([IMPORTAR, IMPORTAR])
})

it('R-2.3.25 claves that are scanned while others are asked for stay in the field', async () => {
  const asked = held(ok({ ...importacionOf([]), pedidos: 1 }))
  const sent = fakeApi({ 'POST /app/v1/recibido/pedir': asked.reply, 'GET /app/v1/recibido/pedidos': ok(null) })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ThemeProvider>
          <Claves />
        </ThemeProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const field = screen.getByLabelText<HTMLTextAreaElement>('Claves de acceso')
  const [una, otra] = ['1'.repeat(49), '2'.repeat(49)]
  await user.click(field)
  await user.paste(`${una}\n`)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.paste(`${otra}\n`)
  asked.letGo()
  expect(await screen.findByText('1 clave pedida al SRI')).toBeDefined()
  expect(sent.find(({ route }) => route.startsWith('POST'))?.body).toEqual({ claves: `${una}\n` })
  expect(field.value).toBe(`${otra}\n`)
})

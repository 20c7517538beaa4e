import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Persona } from '@yupana/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { ThemeProvider } from '../../components/theme/theme-provider.tsx'
import { Toasts } from '../../components/toast/toasts.tsx'
import { queryClient } from '../../lib/http/query-client.ts'
import { settings } from '../../lib/pagina/settings.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, held, ok, page, refusal } from '../../testing/fake-api.ts'
import { PersonaPicker } from './persona-picker.tsx'
import { PersonaRapida } from './persona-rapida.tsx'

const persona = (n: number, razon_social: string): Persona => ({
  id: `33333333-3333-4333-8333-33333333333${n}`,
  tipo_identificacion: '04',
  identificacion: `179001234500${n}`,
  razon_social,
  nombre_comercial: null,
  roles: ['cliente'],
  correos: [],
  telefonos: [],
  direccion: null,
  direcciones: [],
  dias_credito: 0,
  limite_credito: null,
  lista_precios: null,
  activo: true,
  version: 1,
  creada_en: '',
  editada_en: '',
  unida_a: null,
})
const LUZ = persona(1, 'PAPELERÍA LUZ')
const search = (q: string) => `GET /app/v1/persona/search?page=0&size=10&q=${q}&rol=cliente&activo=true`
const anyone = (q: string) => `GET /app/v1/persona/search?page=0&size=10&q=${q}&activo=true`
const found = (...content: Persona[]) => page(content, { size: 10 })

const chosen = vi.fn()
const created = vi.fn()

function Screen() {
  const [value, setValue] = useState<{ identificacion: string; razon_social: string } | null>(null)
  return (
    <PersonaPicker
      value={value}
      onCreate={created}
      onChoose={(one) => {
        chosen(one?.razon_social ?? 'CONSUMIDOR FINAL')
        setValue(one ?? { identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' })
      }}
    />
  )
}

function open(replies: Parameters<typeof fakeApi>[0] = {}, element = <Screen />) {
  startSession(buildSession({ collections: [...COLLECTIONS] }))
  const calls = fakeApi(replies)
  render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <Toasts />
        {element}
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return { calls, user: userEvent.setup() }
}
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Cliente' })

beforeEach(() => {
  settings.consultaPadron = false
  queryClient.clear()
  chosen.mockClear()
  created.mockClear()
})
describe('the client', () => {
  it('consumidor final is first in the empty list and Enter picks it', async () => {
    const { user } = open()
    await user.click(input())
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Consumidor final9999999999999', 'Crear cliente'])
    await user.keyboard('{Enter}')
    expect([chosen.mock.calls, input().value, screen.queryByRole('listbox')]).toEqual([[['CONSUMIDOR FINAL']], 'Consumidor final', null])
  })

  it.each(['consumidor', 'final', '9999999999'])('consumidor final is found by «%s», and Enter picks it', async (typed) => {
    const { user } = open({ [search(typed)]: found(), [anyone(typed)]: found() })
    await user.click(input())
    await user.keyboard(typed)
    expect((await screen.findByRole('option', { name: /^Consumidor final/ })).textContent).toBe('Consumidor final9999999999999')
    await user.keyboard('{Enter}')
    await waitFor(() => expect([chosen.mock.calls, created.mock.calls]).toEqual([[['CONSUMIDOR FINAL']], []]))
  })

  it('is searched by name or number, and chosen by arrows and Enter', async () => {
    const { user, calls } = open({ [search('luz')]: found(persona(2, 'LUZURIAGA ANA'), LUZ) })
    await user.click(input())
    await user.keyboard('luz')
    await screen.findByRole('option', { name: /PAPELERÍA LUZ/ })
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect([chosen.mock.calls, input().value, calls.length]).toEqual([[['PAPELERÍA LUZ']], 'PAPELERÍA LUZ', 1])
    expect(screen.getByText(LUZ.identificacion).id, 'spoken with the field').toBe(input().getAttribute('aria-describedby'))
  })

  it('Enter before the answer takes whoever is alone in it', async () => {
    const { user } = open({ [search(LUZ.identificacion)]: found(LUZ) })
    await user.click(input())
    await user.keyboard(`${LUZ.identificacion}{Enter}`)
    await waitFor(() => expect(chosen).toHaveBeenCalledWith('PAPELERÍA LUZ'))
  })

  it('Enter before the answer creates whoever nobody knows, and nobody once more was typed', async () => {
    const late = held(found())
    const { user } = open({
      [search('nadie')]: [found(), late.reply],
      [anyone('nadie')]: found(),
      [search('nadie+mas')]: found(LUZ, persona(2, 'LUZURIAGA ANA')),
    })
    await user.click(input())
    await user.keyboard('nadie{Enter}')
    await waitFor(() => expect(created.mock.calls).toEqual([['nadie']]))
    await user.click(input())
    await user.keyboard('nadie{Enter} mas')
    late.letGo()
    expect(await screen.findByRole('option', { name: /LUZURIAGA/ })).toBeDefined()
    expect([created.mock.calls.length, chosen.mock.calls]).toEqual([1, []])
  })

  it('who is known as something else is found where no client is, and says what they are', async () => {
    const proveedora = { ...LUZ, roles: ['proveedor' as const] }
    const { user } = open({ [search('luz')]: found(), [anyone('luz')]: found(proveedora) })
    await user.click(input())
    await user.keyboard('luz')
    await user.click(await screen.findByRole('option', { name: new RegExp(`${LUZ.identificacion} · Proveedor`) }))
    expect(chosen).toHaveBeenCalledWith('PAPELERÍA LUZ')
  })

  it('says «No hay opciones a elegir» and offers to create what was typed; Esc gives back who was there', async () => {
    const { user } = open({ [search('nadie')]: found(), [anyone('nadie')]: found() })
    await user.click(input())
    await user.keyboard('{Enter}')
    await user.click(input())
    await user.clear(input())
    await user.keyboard('nadie')
    expect(await screen.findByText('No hay opciones a elegir')).toBeDefined()
    await user.click(screen.getByRole('option', { name: 'Crear “nadie”' }))
    expect(created).toHaveBeenCalledWith('nadie')
    await user.keyboard('otro{Escape}{Escape}')
    expect(input().value).toBe('Consumidor final')
  })
})

describe('quick creation', () => {
  it('starts with what was typed, sends one Idempotency-Key and gives the record back', async () => {
    const done = vi.fn()
    const CREATE = 'POST /app/v1/persona/create'
    const conflict = { status: '422', msg: 'Error', data: [{ message: 'Ya existe esa identificación.', campo: 'identificacion' }] }
    const { user, calls } = open(
      { [CREATE]: [refusal(422, conflict), ok({ ...LUZ, avisos: [] })] },
      <PersonaRapida text="1790012345001" onDone={done} onClose={vi.fn()} />,
    )
    expect((await screen.findByLabelText<HTMLInputElement>('Identificación')).value).toBe('1790012345001')
    await user.type(screen.getByLabelText('Razón social o nombres'), 'PAPELERÍA LUZ')
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    expect((await screen.findAllByText('Ya existe esa identificación.')).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(done).toHaveBeenCalledWith(expect.objectContaining({ id: LUZ.id })))
    const keys = calls.filter(({ route }) => route === CREATE).map(({ headers }) => headers.get('Idempotency-Key'))
    expect([keys.length, new Set(keys).size, keys[0]?.length]).toEqual([2, 1, 32])
  })

  const CONOCIDA = 'GET /app/v1/persona/conocida?tipo_identificacion=04&identificacion=1790012345001'

  it('begins at the name when the number is there, and takes the name that was signed with', async () => {
    const { user } = open(
      { [CONOCIDA]: ok({ persona: null, nombre: 'LUZ E HIJOS' }) },
      <PersonaRapida text="1790012345001" onDone={vi.fn()} onClose={vi.fn()} />,
    )
    const name = await screen.findByLabelText<HTMLInputElement>('Razón social o nombres')
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(await screen.findByText('El nombre es el de un comprobante que le envió a la empresa.')).toBeDefined()
    expect(name.value).toBe('LUZ E HIJOS')
    await user.type(name, ' CÍA.')
    expect(screen.queryByText(/le envió a la empresa/)).toBeNull()
  })

  const PADRON = 'GET /app/v1/padron?tipo_identificacion=04&identificacion=1790012345001'

  it.each([
    [
      { resultado: 'ENCONTRADO', persona: { razon_social: 'LUZ S.A.', nombre_comercial: null, direccion: 'QUITO', estado: 'SUSPENDIDO' } },
      'Los datos son los del servicio de consulta, donde consta como SUSPENDIDO.',
      ['LUZ S.A.', 'QUITO'],
    ],
    [{ resultado: 'NO_CONSTA', persona: null }, 'No consta en el servicio de consulta: revise el número.', ['', '']],
    [{ resultado: 'SIN_RESPUESTA', persona: null }, 'El servicio de consulta no respondió: escriba los datos.', ['', '']],
  ])('takes what a service outside knows of somebody new, and says what it does not: %o', async (padron, words, values) => {
    settings.consultaPadron = true
    const { user } = open(
      { [CONOCIDA]: ok({ persona: null, nombre: null }), [PADRON]: ok(padron) },
      <PersonaRapida text="1790012345001" onDone={vi.fn()} onClose={vi.fn()} />,
    )
    const said = await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === words)
    expect(said.getAttribute('role')).toBe('status')
    const [name, address] = ['Razón social o nombres', 'Dirección'].map((label) => screen.getByLabelText<HTMLInputElement>(label))
    expect([name?.value, address?.value]).toEqual(values)
    // Another number is another person: the proposed data goes with it.
    await user.type(screen.getByLabelText('Identificación'), '9')
    await waitFor(() => expect([name?.value, address?.value]).toEqual(['', '']))
  })

  it('asks nobody where the installation has no such service', async () => {
    const { user, calls } = open(
      { [CONOCIDA]: ok({ persona: null, nombre: null }) },
      <PersonaRapida text="1790012345001" onDone={vi.fn()} onClose={vi.fn()} />,
    )
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain(CONOCIDA))
    // Long after the company's data has arrived.
    await user.type(screen.getByLabelText('Razón social o nombres'), 'PAPELERÍA LUZ')
    expect(calls.filter(({ route }) => route.includes('padron'))).toEqual([])
  })

  it('says who has the number already, and chooses them', async () => {
    const done = vi.fn()
    const { id, identificacion, razon_social } = LUZ
    const { user } = open(
      {
        [CONOCIDA]: ok({ persona: { id, identificacion, razon_social, roles: ['proveedor'], activo: true }, nombre: null }),
        [`GET /app/v1/persona/${id}`]: ok(LUZ),
      },
      <PersonaRapida text="1790012345001" onDone={done} onClose={vi.fn()} />,
    )
    await user.click(await screen.findByRole('button', { name: 'Elegir a PAPELERÍA LUZ' }))
    await waitFor(() => expect(done).toHaveBeenCalledWith(LUZ))
    expect(screen.getByText('PAPELERÍA LUZ').parentElement?.textContent).toBe('Ya está registrada: PAPELERÍA LUZ (Proveedor).')
  })
})

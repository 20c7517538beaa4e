import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS } from '@yupana/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildComprobanteFila } from '../../testing/build-comprobante.ts'
import { buildPersona } from '../../testing/build-persona.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const { identificacion: RUC } = buildPersona()
const SEARCH = 'GET /app/v1/persona/search'
const FIRST = `${SEARCH}?page=0&size=5`
const session = buildSession({ menus: [{ to: '/persona', label: 'Personas' }], collections: [...COLLECTIONS] })

type Replies = Parameters<typeof fakeApi>[0]
function open(path: string, replies: Replies, changes: Partial<typeof session> = {}) {
  startSession({ ...session, ...changes })
  const calls = fakeApi({ 'GET /app/v1/auth/sesion': ok({ session: { ...session, ...changes } }), ...replies })
  return { calls, ...renderApp(path) }
}
const sent = (calls: ReturnType<typeof fakeApi>, route: string) => calls.filter((call) => call.route.startsWith(route))

describe('the list', () => {
  it('R-9.4 R-9.5 asks for 5 rows, shows them and the choices of rows', async () => {
    const { calls } = open('/persona', { [FIRST]: page([buildPersona()], { totalElements: 12 }) })
    expect((await screen.findByRole('link', { name: RUC })).getAttribute('href')).toContain(ID)
    expect(screen.getByText('Mostrando 1 a 1 de 12')).toBeDefined()
    expect(
      within(screen.getByLabelText('Filas'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['5', '10', '20', '50'])
    expect(sent(calls, SEARCH).map(({ route }) => route)).toEqual([FIRST])
  })

  it('R-4.22 R-4.23 a heading sorts ascending, descending and not at all, always from the first page, told by aria-sort', async () => {
    const rows = page([buildPersona()], { totalElements: 12, number: 1 })
    const sorted = (sort: string) => `${FIRST}&sort=${encodeURIComponent(sort)}`
    const { user, address } = open('/persona?page=1', {
      [`${SEARCH}?page=1&size=5`]: rows,
      [sorted('razon_social,ASC')]: rows,
      [sorted('razon_social,DESC')]: rows,
      [FIRST]: rows,
    })
    await screen.findByText('PAPELERÍA LUZ')
    const heading = () => screen.getByRole('columnheader', { name: 'Nombre' })
    const click = () => user.click(within(heading()).getByRole('button'))
    expect(heading().getAttribute('aria-sort')).toBe('none')
    await click()
    expect([address(), heading().getAttribute('aria-sort')]).toEqual(['/persona?sort=razon_social%2CASC', 'ascending'])
    await click()
    expect([address(), heading().getAttribute('aria-sort')]).toEqual(['/persona?sort=razon_social%2CDESC', 'descending'])
    await click()
    expect([address(), heading().getAttribute('aria-sort')]).toEqual(['/persona', 'none'])
  })

  it('R-2.10.28 says so when nothing is found, and clears search and filters', async () => {
    const { user, address } = open('/persona?q=nadie&rol=proveedor', {
      [`${FIRST}&q=nadie&rol=proveedor`]: page([]),
      [FIRST]: page([buildPersona()]),
    })
    const empty = (await screen.findByText('No se encontraron registros')).parentElement
    await user.click(within(empty as HTMLElement).getByRole('button', { name: 'Limpiar filtros' }))
    expect(await screen.findByText('PAPELERÍA LUZ')).toBeDefined()
    expect([address(), screen.getByLabelText<HTMLInputElement>('Buscar').value]).toEqual(['/persona', ''])
  })

  it('searches once for what was typed, from the first page', async () => {
    const { calls, address } = open('/persona?page=2', {
      [`${SEARCH}?page=2&size=5`]: page([buildPersona()], { totalElements: 12, number: 2 }),
      [`${FIRST}&q=luz`]: page([buildPersona()]),
    })
    const search = await screen.findByLabelText('Buscar')
    for (const value of ['l', 'lu', 'luz']) fireEvent.change(search, { target: { value } })
    await waitFor(() => expect(address()).toBe('/persona?q=luz'))
    await screen.findByText('Mostrando 1 a 1 de 1')
    expect(sent(calls, SEARCH).map(({ route }) => route)).toEqual([`${SEARCH}?page=2&size=5`, `${FIRST}&q=luz`])
  })

  it('keeps its filters and can be tried again when it could not be loaded', async () => {
    const { user } = open('/persona', { [FIRST]: [refusal(500, {}), page([buildPersona()])] })
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('PAPELERÍA LUZ')).toBeDefined()
  })

  it('deletes by keyboard after asking, and tells why when it cannot', async () => {
    const reason = 'No se puede eliminar: PAPELERÍA LUZ consta en documentos emitidos. Puede desactivarlo.'
    const remove = `DELETE /app/v1/persona/delete/${ID}`
    const { user, calls } = open('/persona', {
      [FIRST]: page([buildPersona()]),
      [remove]: refusal(422, { status: '422', msg: reason, data: [{ message: reason }] }),
    })
    ;(await screen.findByRole('button', { name: 'Acciones de PAPELERÍA LUZ' })).focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
    const dialog = await screen.findByRole('dialog', { name: 'Eliminar a PAPELERÍA LUZ' })
    expect(sent(calls, remove)).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Eliminar persona' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain(reason)
    expect(within(dialog).queryByRole('button', { name: 'Eliminar persona' })).toBeNull()
  })

  it('goes on from a row: a factura for a client, his documents, and what he owes', async () => {
    const menus = [...session.menus, { to: '/comprobante', label: 'Comprobantes' }, { to: '/documento', label: 'Nueva factura' }]
    const rows = [buildPersona(), buildPersona({ id: ID.replace(/3$/, '4'), razon_social: 'IMPRENTA SOL', roles: ['proveedor'] })]
    const { user, address } = open('/persona', { [FIRST]: page(rows) }, { menus })
    await user.click(await screen.findByRole('button', { name: 'Acciones de IMPRENTA SOL' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Editar',
      'Documentos',
      'Estado de cuenta',
      'Eliminar',
    ])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Acciones de PAPELERÍA LUZ' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Nueva factura' }))
    await waitFor(() => expect(address()).toBe(`/documento/registro?de=persona.${ID}`))
  })

  it('O-08 offers no action that the user may not do', async () => {
    const { user } = open('/persona', { [FIRST]: page([buildPersona()]) }, { collections: [] })
    await user.click(await screen.findByRole('button', { name: 'Acciones de PAPELERÍA LUZ' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Ver'])
    expect(screen.queryByRole('link', { name: 'Nueva persona' })).toBeNull()
  })
})

describe('what is known of a person', () => {
  const menus = [...session.menus, { to: '/comprobante', label: 'Comprobantes' }, { to: '/documento/compra', label: 'Compras' }]
  const persona = buildPersona({ roles: ['cliente', 'proveedor'] })
  const COMPROBANTES = `GET /app/v1/comprobante/search?persona_id=${ID}&page=0`
  const RESUMEN = 'GET /app/v1/cartera/resumen'
  const debe = (total: number) => ok({ total, POR_VENCER: 0, D1_30: total, D31_60: 0, D61_90: 0, D91_MAS: 0, favor: 0, cuentas: 1 })

  it('his last purchase, his documents and what was bought of him, each one step away', async () => {
    const fila = buildComprobanteFila({ id: ID.replace(/3$/, '7'), total: montoOf(11_500_000) })
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    const file = (what: string) => `GET /app/v1/${what}/exportar?sort=fecha_emision%2CDESC&persona_id=${ID}&formato=csv`
    const { user, calls } = open(
      `/persona/${ID}?seccion=documentos`,
      {
        [`GET /app/v1/persona/${ID}`]: ok(persona),
        [`${COMPROBANTES}&size=10&sort=fecha_emision%2CDESC`]: page([fila]),
        [`${COMPROBANTES}&size=5&sort=fecha_emision%2CDESC&tipo=01`]: page([fila]),
        [`GET /app/v1/compra/search?persona_id=${ID}&page=0&size=10&sort=fecha_emision%2CDESC`]: page([]),
        [file('comprobante')]: { body: 'Número' },
        [file('compra')]: { body: 'Número' },
      },
      { menus },
    )
    const last = within(await screen.findByRole('region', { name: 'Última compra' }))
    expect((await last.findByRole('link')).getAttribute('href')).toContain(`/comprobante/${fila.id}`)
    expect(last.getByText('$11.50')).toBeDefined()
    const all = within(screen.getByRole('region', { name: 'Documentos' }))
    expect(await all.findByRole('link', { name: new RegExp(fila.numero) })).toBeDefined()
    expect(all.getByRole('link', { name: 'Ver todos' }).getAttribute('href')).toContain(`q=${RUC}`)
    expect(await screen.findByText('Ninguna compra registrada.')).toBeDefined()
    for (const name of ['Documentos', 'Comprado a este proveedor']) {
      await user.click(within(screen.getByRole('region', { name })).getByRole('button', { name: 'Exportar' }))
      await user.click(await screen.findByRole('button', { name: 'CSV (.csv)' }))
    }
    await waitFor(() =>
      expect(calls.map(({ route }) => route).filter((route) => route.includes('/exportar'))).toEqual([file('comprobante'), file('compra')]),
    )
  })

  it('what he owes and what is owed to him, with the way to each statement', async () => {
    open(
      `/persona/${ID}?seccion=saldo`,
      {
        [`GET /app/v1/persona/${ID}`]: ok(persona),
        [`${RESUMEN}?sentido=COBRAR&persona_id=${ID}`]: debe(20_000_000),
        [`${RESUMEN}?sentido=PAGAR&persona_id=${ID}`]: debe(5_000_000),
      },
      { menus },
    )
    const owes = within(await screen.findByRole('region', { name: 'Le debe a la empresa' }))
    expect(await owes.findAllByText('$20.00')).toHaveLength(2)
    expect(owes.getByRole('link', { name: 'Estado de cuenta' }).getAttribute('href')).toContain(`persona=${ID}&sentido=COBRAR`)
    expect(await within(screen.getByRole('region', { name: 'La empresa le debe' })).findAllByText('$5.00')).toHaveLength(2)
  })

  it('nothing of documents for who has not their screen', async () => {
    open(`/persona/${ID}?seccion=saldo`, { [`GET /app/v1/persona/${ID}`]: ok(persona) })
    expect(await screen.findByRole('button', { name: 'Guardar' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Saldo' })).toBeNull()
  })
})

describe('the form', () => {
  const CREATE = 'POST /app/v1/persona/create'
  const save = () => screen.getByRole('button', { name: 'Guardar' })
  const identification = () => screen.findByLabelText('Identificación')

  it('R-5.1.1 R-5.1.2 requires identification and name, says so under each, and puts the focus on the first', async () => {
    const { user, calls } = open('/persona/registro', {})
    const first = await identification()
    await user.click(save())
    await waitFor(() => expect(screen.getAllByText('Este campo es requerido.')).toHaveLength(2))
    expect(await screen.findByText('Complete todos los campos requeridos')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(first))
    expect(sent(calls, CREATE)).toHaveLength(0)
  })

  it('R-5.1.3 R-5.1.8 R-5.2.6 checks each mail, the days of credit and the digits', async () => {
    const { user } = open('/persona/registro', {})
    await identification()
    await user.type(screen.getByLabelText('Correo 1'), 'no-es-correo')
    const days = screen.getByLabelText<HTMLInputElement>('Días de crédito')
    await user.clear(days)
    await user.type(days, '4x.0-00')
    expect(days.value).toBe('4000')
    await user.tab()
    expect(await screen.findByText('Ingrese un correo válido.')).toBeDefined()
    expect(await screen.findByText('Tiene que ser como máximo 3650.')).toBeDefined()
  })

  it('shows who may not decide on credit the terms and why they stay, and sends them as they were', async () => {
    const persona = buildPersona({ dias_credito: 30, limite_credito: montoOf(500_000_000) })
    const EDIT = `PUT /app/v1/persona/edit/${ID}`
    const { user, calls } = open(
      `/persona/${ID}`,
      { [`GET /app/v1/persona/${ID}`]: ok(persona), [EDIT]: ok({ ...persona, avisos: [] }), [SEARCH]: page([persona]) },
      { collections: COLLECTIONS.filter((right) => right !== 'persona:credito') },
    )
    const days = await screen.findByLabelText<HTMLInputElement>('Días de crédito')
    const limit = screen.getByLabelText<HTMLInputElement>('Límite de crédito')
    expect([days.value, days.readOnly, limit.value, limit.readOnly]).toEqual(['30', true, '$500.00', true])
    expect(screen.getAllByText('Lo cambia quien puede dar crédito.')).toHaveLength(2)
    await user.type(screen.getByLabelText('Dirección'), ' 2')
    await user.click(save())
    await waitFor(() => expect(sent(calls, EDIT)).toHaveLength(1))
    expect(sent(calls, EDIT)[0]?.body).toMatchObject({ dias_credito: 30, limite_credito: 500_000_000 })
  })

  it('the kind follows the digits, unless it is one that digits do not tell', async () => {
    const { user } = open('/persona/registro', {})
    const typed = await identification()
    const kind = screen.getByLabelText<HTMLSelectElement>('Tipo de identificación')
    const shown = () => kind.selectedOptions[0]?.textContent
    expect(shown()).toBe('RUC')
    await user.type(typed, '1710034065')
    await waitFor(() => expect(shown()).toBe('Cédula'))
    await user.type(typed, '001')
    await waitFor(() => expect(shown()).toBe('RUC'))
    await user.selectOptions(kind, 'Pasaporte')
    await user.clear(typed)
    await user.type(typed, '1710034065')
    expect(shown()).toBe('Pasaporte')
  })

  it('a letter that was a slip leaves no passport behind, and a kind that somebody chose stays, with a word of its digits', async () => {
    const { user } = open('/persona/registro', {})
    const typed = await identification()
    const kind = screen.getByLabelText<HTMLSelectElement>('Tipo de identificación')
    const shown = () => kind.selectedOptions[0]?.textContent
    await user.type(typed, 'a')
    await waitFor(() => expect(shown()).toBe('Pasaporte'))
    await user.clear(typed)
    await waitFor(() => expect(shown()).toBe('RUC'))
    await user.type(typed, 'a')
    await waitFor(() => expect(shown()).toBe('Pasaporte'))
    fireEvent.change(typed, { target: { value: '1710034065' } })
    await waitFor(() => expect(shown()).toBe('Cédula'))
    expect(screen.queryByText(/parecen una cédula/)).toBeNull()

    fireEvent.change(typed, { target: { value: 'AB12' } })
    await waitFor(() => expect(shown()).toBe('Pasaporte'))
    await user.selectOptions(kind, 'RUC')
    await user.selectOptions(kind, 'Pasaporte')
    fireEvent.change(typed, { target: { value: '1710034065' } })
    expect(await screen.findByText('Estos 10 dígitos parecen una cédula: revise el tipo de identificación.')).toBeDefined()
    expect(shown()).toBe('Pasaporte')
  })

  it('O-62 refuses a cédula that fails and only warns of a company RUC that fails', async () => {
    const { user } = open('/persona/registro', {})
    await user.type(await identification(), '1799999999001')
    expect(await screen.findByText(/dígito verificador de este RUC no coincide/)).toBeDefined()
    await user.selectOptions(screen.getByLabelText('Tipo de identificación'), 'Cédula')
    await user.clear(await identification())
    await user.type(await identification(), '1710034066')
    await user.tab()
    expect(await screen.findByText('La cédula no es correcta: revise sus dígitos.')).toBeDefined()
  })

  it('registers with a key, keeps it on a second try, shows the refusal at its field and the toast on success', async () => {
    const taken = `Ya existe una persona con la identificación ${RUC}.`
    const { user, calls } = open('/persona/registro', {
      [CREATE]: [
        refusal(422, { status: '422', msg: 'Revise los datos ingresados', data: [{ message: taken, campo: 'identificacion' }] }),
        ok({ ...buildPersona(), avisos: [] }),
      ],
      [FIRST]: page([buildPersona()]),
    })
    await user.type(await identification(), RUC)
    await user.type(screen.getByLabelText('Razón social o nombres'), 'PAPELERÍA LUZ')
    await user.click(save())
    const field = await identification()
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(document.activeElement).toBe(field)
    await user.click(save())
    expect(await screen.findByText('Persona registrada exitosamente')).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Personas' })).toBeDefined()
    const [one, two] = sent(calls, CREATE)
    expect(one?.headers.get('Idempotency-Key')).toHaveLength(32)
    expect(two?.headers.get('Idempotency-Key')).toBe(one?.headers.get('Idempotency-Key'))
    expect(two?.body).toMatchObject({
      tipo_identificacion: '04',
      identificacion: RUC,
      razon_social: 'PAPELERÍA LUZ',
      roles: ['cliente'],
      correos: [],
      activo: true,
    })
  })

  it.each([
    ['leaving its field', '{Tab}'],
    ['Enter', '{Enter}'],
  ])('a name is put into capitals with its accents by %s', async (_what, key) => {
    const { user, calls } = open('/persona/registro', { [CREATE]: ok({ ...buildPersona(), avisos: [] }), [FIRST]: page([buildPersona()]) })
    await user.type(await identification(), RUC)
    const name = screen.getByLabelText<HTMLInputElement>('Razón social o nombres')
    await user.type(name, ' María  Ñandú ')
    expect(name.value).toBe(' María  Ñandú ')
    await user.keyboard(key)
    expect(name.value).toBe('MARÍA ÑANDÚ')
    if (key === '{Tab}') await user.click(save())
    expect(await screen.findByText('Persona registrada exitosamente')).toBeDefined()
    expect(sent(calls, CREATE)[0]?.body).toMatchObject({ razon_social: 'MARÍA ÑANDÚ' })
  })

  it('further addresses are rows: added and taken away by keyboard, each under a name of its own', async () => {
    const EDIT = `PUT /app/v1/persona/edit/${ID}`
    const persona = buildPersona({ direcciones: [{ nombre: 'Matriz', direccion: 'Loja' }] })
    const twice = { campo: 'direcciones', message: 'Hay direcciones con el mismo nombre.' }
    const { user, calls } = open(`/persona/${ID}`, {
      [`GET /app/v1/persona/${ID}`]: ok(persona),
      [EDIT]: [refusal(422, { status: '422', msg: 'Revise', data: [twice] }), ok({ ...persona, avisos: [] })],
    })
    const add = await screen.findByRole('button', { name: 'Añadir dirección' })
    add.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre 2')))
    await user.keyboard('Bodega norte{Tab}Av. del Maestro 12')
    expect(screen.getByLabelText<HTMLInputElement>('Dirección 2').value).toBe('Av. del Maestro 12')
    await user.click(save())
    expect(await screen.findByText(twice.message)).toBeDefined()
    screen.getByRole('button', { name: 'Quitar dirección 1' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Añadir dirección' })))
    await user.click(save())
    await waitFor(() => expect(sent(calls, EDIT)).toHaveLength(2))
    expect(sent(calls, EDIT)[1]?.body).toMatchObject({ direcciones: [{ nombre: 'Bodega norte', direccion: 'Av. del Maestro 12' }] })
  })

  it('a row that is not whole is not saved, and twenty is all', async () => {
    const veinte = Array.from({ length: 20 }, (_, at) => ({ nombre: `B${at}`, direccion: at === 19 ? '' : 'Quito' }))
    const { user, calls } = open(`/persona/${ID}`, { [`GET /app/v1/persona/${ID}`]: ok(buildPersona({ direcciones: veinte })) })
    expect(await screen.findByLabelText('Dirección 20')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Añadir dirección' })).toBeNull()
    await user.click(save())
    expect(await screen.findByText('Este campo es requerido.')).toBeDefined()
    expect(sent(calls, 'PUT')).toHaveLength(0)
  })

  it('a name that came from elsewhere stays as it is until somebody changes it', async () => {
    const { user } = open(`/persona/${ID}`, { [`GET /app/v1/persona/${ID}`]: ok(buildPersona({ razon_social: 'Juan Pérez' })) })
    const name = await screen.findByLabelText<HTMLInputElement>('Razón social o nombres')
    await user.click(name)
    await user.tab()
    expect(name.value).toBe('Juan Pérez')
    await user.type(name, ' Ruiz')
    await user.tab()
    expect(name.value).toBe('JUAN PÉREZ RUIZ')
  })

  it('edits over the version that was read; no toast unless the status is the string "200"', async () => {
    const edit = `PUT /app/v1/persona/edit/${ID}`
    const { user, calls } = open(`/persona/${ID}`, {
      [`GET /app/v1/persona/${ID}`]: ok(buildPersona()),
      [edit]: ok({ ...buildPersona(), avisos: [] }, 200),
      [FIRST]: page([]),
    })
    const name = await screen.findByLabelText('Razón social o nombres')
    await user.clear(name)
    await user.type(name, 'PAPELERÍA SOL')
    await user.click(save())
    expect(await screen.findByRole('heading', { name: 'Personas' })).toBeDefined()
    expect(sent(calls, edit)[0]?.body).toMatchObject({ razon_social: 'PAPELERÍA SOL', version: 3 })
    expect(screen.queryByText('Persona editada exitosamente')).toBeNull()
  })

  it('asks before what was typed is lost, and loses nothing when somebody stays', async () => {
    const { user, address } = open('/persona/registro', { [FIRST]: page([]) })
    await user.type(await identification(), '17')
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    await user.click(await screen.findByRole('button', { name: 'Seguir editando' }))
    expect([address(), ((await identification()) as HTMLInputElement).value]).toEqual(['/persona/registro', '17'])
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    await user.click(await screen.findByRole('button', { name: 'Descartar cambios' }))
    await screen.findByRole('heading', { name: 'Personas', level: 1 })
    expect(address()).toBe('/persona')
  })
})

import '../../testing/browser-stubs.ts'

import type { NormaDetalle, NormaFila } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { today } from '../../lib/formato/format.ts'
import { ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const PATH = '/administracion/parametros'
const fila = (changes: Partial<NormaFila> = {}): NormaFila => ({
  id: 'IVA.4.2024-04-01',
  norma: 'IVA.4',
  tema: 'IVA',
  codigo: '4',
  nombre: '15%',
  texto: '15%',
  desde: '2024-04-01',
  hasta: null,
  fuente: 'D.E. 198',
  nota: null,
  confianza: 'V',
  por_confirmar: false,
  enmienda: null,
  ...changes,
})
const plazo = fila({
  id: 'PARAMETRO.retencionPlazoDias.siempre',
  norma: 'PARAMETRO.retencionPlazoDias',
  tema: 'PARAMETRO',
  codigo: 'retencionPlazoDias',
  nombre: 'Plazo para emitir la retención',
  texto: '5 días',
  desde: null,
  fuente: 'LRTI, art. 50',
  confianza: 'M',
  por_confirmar: true,
})
const SEARCH = 'GET /app/v1/norma/search?page=0&size=5'
const HOY = `${SEARCH}&fecha=${today()}`
const detalle: NormaDetalle = {
  id: 'IVA.4',
  tema: 'IVA',
  codigo: '4',
  version: 3,
  periodos: [
    fila({ id: 'IVA.4.2027-01-01', texto: '16%', desde: '2027-01-01', nota: 'Según la ley', enmienda: 3 }),
    fila({ hasta: '2026-12-31' }),
  ],
  cambios: [
    {
      id: 3,
      en: '2026-11-22T10:00:00-05:00',
      usuario: 'soporte',
      motivo: 'Sube la tarifa',
      nombre: '16%',
      valor: '16',
      desde: '2027-01-01',
      hasta: null,
      cierra: false,
      fuente: 'Ley',
      nota: null,
      confianza: 'V',
      retira: null,
      retirada: false,
    },
  ],
}

function open(replies: Parameters<typeof signedIn>[1], rol = { id: 0, name: 'SUPER_ADMIN' }) {
  const calls = signedIn({ rol, menus: [{ to: PATH, label: 'Parámetros Legales' }] }, { [HOY]: page([fila(), plazo]), ...replies })
  return { calls, ...renderApp(PATH) }
}

it('shows what holds today: value, validity, source and what is still unconfirmed', async () => {
  open({})
  const row = within((await screen.findByText('5 días')).closest('tr') as HTMLElement)
  expect(row.getByText('LRTI, art. 50')).toBeDefined()
  expect(row.getByText('Por confirmar')).toBeDefined()
  expect(row.getByText('Siempre')).toBeDefined()
  expect(within(screen.getByText('D.E. 198').closest('tr') as HTMLElement).getByText('01/04/2024')).toBeDefined()
})

it('asks for another day, and for every validity', async () => {
  const { user, address } = open({ [`${SEARCH}&fecha=2023-05-01`]: page([fila({ texto: '12%' })]), [`${SEARCH}`]: page([fila()]) })
  const day = await screen.findByLabelText('Qué rige el día')
  await user.clear(day)
  await user.type(day, '01/05/2023{Enter}')
  expect(await screen.findByText('12%')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Todas las vigencias' }))
  await waitFor(() => expect(address()).toBe(`${PATH}?fecha=todas`))
})

it('adds a validity: says beforehand how all would stand, and sends it with its reason', async () => {
  const { user, calls } = open({ 'POST /app/v1/norma/create': ok(detalle) })
  await user.click(await screen.findByRole('button', { name: /Acciones de 15%/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Añadir vigencia' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Valor'), '16')
  await user.type(dialog.getByLabelText('Desde'), '01/01/2099')
  expect(await dialog.findByText('del 01/04/2024 al 31/12/2098', { exact: false })).toBeDefined()
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await user.type(dialog.getByLabelText('Fuente'), 'Ley de prueba')
  await user.type(dialog.getByLabelText('Motivo del cambio'), 'Sube la tarifa')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toMatchObject({
    tema: 'IVA',
    codigo: '4',
    valor: '16',
    desde: '2099-01-01',
    hasta: null,
    fuente: 'Ley de prueba',
    confirmar_pasado: false,
  })
})

it('past days ask to be confirmed, and a value that cannot be is told while it is written', async () => {
  const { user, calls } = open({
    'POST /app/v1/norma/create': refusal(422, {
      msg: 'Revise los datos ingresados',
      data: [{ campo: 'fuente', message: 'Cite el registro oficial.' }],
    }),
  })
  await user.click(await screen.findByRole('button', { name: /Acciones de 15%/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Añadir vigencia' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Desde'), '01/06/2024')
  await user.type(dialog.getByLabelText('Valor'), '160')
  expect(await dialog.findByText(/fuera de lo razonable/)).toBeDefined()
  await user.clear(dialog.getByLabelText('Valor'))
  await user.type(dialog.getByLabelText('Valor'), '16')
  await user.click(await dialog.findByRole('checkbox', { name: /días pasados/ }))
  await user.type(dialog.getByLabelText('Fuente'), 'Ley')
  await user.type(dialog.getByLabelText('Motivo del cambio'), 'Se publicó tarde')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText('Cite el registro oficial.')).toBeDefined()
  expect(calls.find(({ route }) => route.startsWith('POST'))?.body).toMatchObject({ confirmar_pasado: true })
})

it('shows the history of a fact, and takes a change back', async () => {
  const { user, calls } = open({ 'GET /app/v1/norma/IVA.4': ok(detalle), 'POST /app/v1/norma/retirar': ok(detalle) })
  await user.click(await screen.findByRole('button', { name: /Acciones de 15%/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ver historia' }))
  const vigencias = within(await screen.findByRole('region', { name: 'Vigencias' }))
  expect([vigencias.getByText('16%'), vigencias.getByText('Según la ley')].every(Boolean)).toBe(true)
  expect(screen.getByText(/soporte · Sube la tarifa/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Retirar el cambio desde el 01/01/2027' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Retirar el cambio' }))
  await user.type(dialog.getByLabelText('Motivo'), 'Se derogó')
  await user.click(dialog.getByRole('button', { name: 'Retirar' }))
  await waitFor(() =>
    expect(calls.find(({ route }) => route === 'POST /app/v1/norma/retirar')?.body).toEqual({
      id: 3,
      motivo: 'Se derogó',
      confirmar_pasado: false,
      version: 3,
    }),
  )
})

it('whoever is not SUPER_ADMIN reads, and changes nothing', async () => {
  const { user } = open({}, { id: 1, name: 'ADMIN' })
  await user.click(await screen.findByRole('button', { name: /Acciones de 15%/ }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Ver historia'])
  expect(screen.queryByRole('button', { name: 'Nuevo código' })).toBeNull()
})

import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type CondicionPersona } from '@yupana/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildPersona } from '../../testing/build-persona.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const persona = buildPersona()
const cambio = (id: number, desde: string | null, said: Partial<CondicionPersona>): CondicionPersona => ({
  id: `44444444-4444-4444-8444-44444444444${id}`,
  desde,
  tipo_contribuyente: null,
  regimen: null,
  calificaciones: [],
  por: 'Ana Peña',
  en: '2026-06-15T15:00:00.000Z',
  de: null,
  version: 1,
  ...said,
})
const historia = [
  cambio(1, '2026-03-01', {}),
  cambio(2, '2026-02-01', { regimen: 'RIMPE', calificaciones: ['AGENTE_RETENCION'] }),
  cambio(3, '2026-01-01', { tipo_contribuyente: 'PERSONA_NATURAL', calificaciones: ['GRAN_CONTRIBUYENTE'] }),
]
const ANOTAR = `POST /app/v1/persona/condicion/create/${persona.id}`

it('a change begins with what holds on its day, which follows the day until it is touched, and tells what it ends', async () => {
  const session = buildSession({ menus: [{ to: '/persona', label: 'Personas' }], collections: [...COLLECTIONS] })
  startSession(session)
  const hoy = { tipo_contribuyente: 'PERSONA_NATURAL', regimen: 'RIMPE', calificaciones: [] }
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    [`GET /app/v1/persona/${persona.id}`]: ok(persona),
    [`GET /app/v1/persona/condiciones/${persona.id}`]: ok({ hoy, historia }),
    [ANOTAR]: ok({ hoy, historia }),
  })
  const { user } = renderApp(`/persona/${persona.id}?seccion=regimen`)
  const lista = await screen.findByRole('list', { name: 'Historia del régimen y tipo de contribuyente' })
  expect(within(lista).getByText(/: Sin calificaciones$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Anotar un cambio' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Anotar un cambio' }))
  const marked = () => dialog.queryAllByRole('checkbox', { checked: true }).map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)
  const onDay = (day: string) => {
    fireEvent.change(dialog.getByLabelText('Desde'), { target: { value: day } })
    fireEvent.blur(dialog.getByLabelText('Desde'))
  }
  expect(marked()).toEqual([])
  onDay('15/2/2026')
  await waitFor(() => expect(marked()).toEqual(['Agente de retención']))
  onDay('15/1/2026')
  await waitFor(() => expect(marked()).toEqual(['Gran contribuyente']))
  expect(dialog.getByLabelText<HTMLSelectElement>('Régimen').selectedOptions[0]?.textContent).toBe('Sin especificar')
  await user.selectOptions(dialog.getByLabelText('Tipo de contribuyente'), 'Sociedad')
  onDay('16/2/2026')
  await waitFor(() => expect(marked()).toEqual(['Agente de retención']))
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(calls.filter(({ route }) => route === ANOTAR)).toHaveLength(1))
  expect(calls.find(({ route }) => route === ANOTAR)?.body).toEqual({
    desde: '2026-02-16',
    tipo_contribuyente: 'SOCIEDAD',
    regimen: 'RIMPE',
    calificaciones: ['AGENTE_RETENCION'],
  })
})

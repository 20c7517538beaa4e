import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Anotacion, type Collection } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildComprobante } from '../../testing/build-comprobante.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const documento = buildComprobante()
const ANOTACION = `GET /app/v1/comprobante/anotacion/${documento.id}`
const NOTA = `PUT /app/v1/comprobante/nota_interna/${documento.id}`
const ADJUNTO = `POST /app/v1/comprobante/adjunto/${documento.id}`
const quien = { autor: 'Ana Ruiz', en: '2026-06-15T15:00:00.000Z' }
const contrato = { id: '55555555-5555-4555-8555-555555555551', nombre: 'contrato.pdf', tipo: 'application/pdf', tamano: 120_000, ...quien }
const NADA: Anotacion = { nota: null, version: 0, adjuntos: [] }

async function open(replies: Parameters<typeof fakeApi>[0], collections: readonly Collection[] = COLLECTIONS) {
  const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...collections] })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    [`GET /app/v1/comprobante/${documento.id}`]: ok(documento),
    ...replies,
  })
  const { user } = renderApp(`/comprobante/${documento.id}`)
  return { user, calls, card: within(await screen.findByRole('region', { name: 'Nota interna y adjuntos' })) }
}

it('a note is written for the company alone, over the version that was read', async () => {
  const escrita = { ...NADA, nota: { texto: 'Pide plazo', ...quien }, version: 1 }
  const { user, calls, card } = await open({ [ANOTACION]: ok(NADA), [NOTA]: ok(escrita) })
  expect(await card.findByText('Solo la ve su empresa: no se imprime ni se envía.')).toBeDefined()
  await user.click(card.getByRole('button', { name: 'Escribir una nota' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nota interna' }))
  await user.type(dialog.getByLabelText('Nota'), 'Pide plazo')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await card.findByText('Pide plazo')).toBeDefined()
  expect(card.getByText(/^Ana Ruiz · /)).toBeDefined()
  expect(card.getByRole('button', { name: 'Cambiar la nota' })).toBeDefined()
  expect(calls.find(({ route }) => route === NOTA)?.body).toEqual({ nota: 'Pide plazo', version: 0 })
})

it('a file is attached, and goes after a question that names it', async () => {
  const remove = `DELETE /app/v1/comprobante/adjunto/${contrato.id}`
  const { user, card } = await open({
    [ANOTACION]: [ok(NADA), ok(NADA)],
    [ADJUNTO]: [
      refusal(422, { status: '422', msg: 'X', data: [{ message: 'El PDF no tiene páginas que se puedan leer.', campo: 'file' }] }),
      ok({ ...NADA, adjuntos: [contrato] }),
    ],
    [remove]: ok(null),
  })
  const choose = async () => {
    await user.upload(
      await waitFor(() => document.querySelector<HTMLInputElement>('input[type=file]')!),
      new File(['%PDF-'], 'contrato.pdf', { type: 'application/pdf' }),
    )
    await user.click(card.getByRole('button', { name: 'Subir' }))
  }
  await card.findByText('No tiene adjuntos.')
  await choose()
  expect(await card.findByText('El PDF no tiene páginas que se puedan leer.')).toBeDefined()
  await user.click(card.getByRole('button', { name: 'Subir' }))
  expect(await card.findByRole('button', { name: 'contrato.pdf' })).toBeDefined()
  await user.click(card.getByRole('button', { name: 'Eliminar contrato.pdf' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Eliminar contrato.pdf' })).getByRole('button', { name: 'Eliminar adjunto' }),
  )
  expect(await card.findByText('No tiene adjuntos.')).toBeDefined()
})

it('what cannot be read is told in its place; who makes no documents only reads', async () => {
  const { user, card } = await open(
    { [ANOTACION]: [refusal(500, {}), ok({ nota: { texto: 'Pide plazo', ...quien }, version: 1, adjuntos: [contrato] })] },
    [],
  )
  await user.click(await card.findByRole('button', { name: 'Reintentar' }))
  expect(await card.findByText('Pide plazo')).toBeDefined()
  expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['contrato.pdf'])
})

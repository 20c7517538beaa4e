import '../../lib/formato/zod.ts'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Paquete } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { ok, refusal, type fakeApi } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const READ = 'GET /app/v1/paquete_mensual'
const SAVE = 'PUT /app/v1/paquete_mensual/edit'
const SEND = 'POST /app/v1/paquete_mensual/enviar'

const paquete: Paquete = {
  version: 3,
  activo: true,
  dia: 5,
  correos: ['conta@ejemplo.ec'],
  guardado: { usuario: 'LUZ PAZ', en: '2026-06-01T15:00:00.000Z' },
  proximo: '2999-07-05',
  cuenta: 'SMTP',
  envios: [
    {
      id: '4b1c7a52-0c3e-4d2a-9a53-6f1d2b7c8e90',
      mes: '2026-05-01',
      origen: 'PROGRAMADO',
      correos: ['conta@ejemplo.ec', 'nadie@ejemplo.ec'],
      usuario: null,
      creado_en: '2026-06-05T15:00:00.000Z',
      estado: 'FALLIDO',
      aparte: ['comprobantes-2026-05.zip'],
      fallidos: ['nadie@ejemplo.ec'],
    },
  ],
}

function open(replies: Parameters<typeof fakeApi>[0] = {}, collections = [...COLLECTIONS]) {
  const session = { rol: { id: 1, name: 'ADMIN' }, collections, menus: [{ to: '/declaraciones', label: 'Declaraciones' }] }
  const calls = signedIn(session, { [READ]: ok(paquete), ...replies })
  return { calls, ...renderApp('/declaraciones/paquete') }
}
const bodies = (calls: ReturnType<typeof fakeApi>, route: string) => calls.filter((call) => call.route === route).map(({ body }) => body)
const save = () => screen.findByRole('button', { name: 'Guardar' })

it('saves day and addresses over the version that was read, and tells who saved since', async () => {
  const { calls, user } = open({ [SAVE]: refusal(409, { msg: 'Otra persona lo cambió', data: [{ message: 'Otra persona lo cambió' }] }) })
  expect(await screen.findByText(/El próximo sale el 05\/07\/2999, con junio de 2999\. Guardado por LUZ PAZ/)).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Día del mes'), '28')
  await user.click(screen.getByRole('button', { name: 'Añadir correo' }))
  await user.type(await screen.findByLabelText('Correo 2'), 'socia@ejemplo.ec')
  await user.click(await save())
  await waitFor(() => expect(bodies(calls, SAVE)).toHaveLength(1))
  expect(bodies(calls, SAVE)).toEqual([{ version: 3, activo: true, dia: 28, correos: ['conta@ejemplo.ec', 'socia@ejemplo.ec'] }])
  await user.click(await screen.findByRole('button', { name: 'Descartar lo escrito y cargar los datos actuales' }))
  await waitFor(() => expect(screen.queryByLabelText('Correo 2')).toBeNull())
})

it('is not sent each month to nobody', async () => {
  const { calls, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Quitar correo 1' }))
  await user.click(await save())
  expect(await screen.findByText('Añada al menos un correo: sin ninguno no se envía cada mes.')).toBeDefined()
  expect(bodies(calls, SAVE)).toEqual([])
})

it('sends a chosen month now, and shows what became of each: who never got it, what did not go along', async () => {
  const sent = { ...paquete.envios[0]!, id: 'x', estado: 'ENVIADO', usuario: 'LUZ PAZ', aparte: [], fallidos: [] } as const
  const { calls, user } = open({ [SEND]: ok({ ...paquete, envios: [sent, ...paquete.envios] }) })
  const envios = within(await screen.findByRole('region', { name: 'Envíos' }))
  expect(envios.getByText('No llegó a todos')).toBeDefined()
  expect(envios.getByText('No lo recibió nadie@ejemplo.ec')).toBeDefined()
  expect(envios.getByText('Sin comprobantes-2026-05.zip: se descarga en la aplicación')).toBeDefined()
  const mes = envios.getByLabelText<HTMLSelectElement>('Mes')
  await user.selectOptions(mes, mes.options[3]!.value)
  await user.click(envios.getByRole('button', { name: 'Enviar ahora' }))
  expect(await envios.findByText('Enviado')).toBeDefined()
  expect(bodies(calls, SEND)).toEqual([{ mes: mes.options[3]!.value }])
})

it('is only read by who may not file declarations', async () => {
  open({}, [])
  expect(await screen.findByRole('region', { name: 'Envíos' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Enviar ahora' })).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Enviar cada mes').matches(':disabled')).toBe(true)
})

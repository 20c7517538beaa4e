import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'

import { queryClient } from '../../lib/http/query-client.ts'
import { fakeApi, held, ok } from '../../testing/fake-api.ts'
import { checkPunto, enColaQuery } from './mesa.queries.ts'

const lugar = { empresa_id: '55555555-5555-4555-8555-555555555555', id: '66666666-6666-4666-8666-666666666666' }
const VER = `GET /app/v1/administracion/firma/ver/${lugar.empresa_id}/${lugar.id}`
const COMPROBAR = 'PUT /app/v1/administracion/firma/comprobar'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('a tick stays, also where what was asked for meanwhile was read before it was kept', async () => {
  const none = ok({ comprobado: [] })
  const [reading, keeping] = [held(none), held(ok({ comprobado: ['ROSTRO'] }))]
  const sent = fakeApi({ [VER]: [none, reading.reply, none, ok({ comprobado: ['ROSTRO'] })], [COMPROBAR]: keeping.reply })
  const observer = new QueryObserver(queryClient, enColaQuery(lugar))
  const end = observer.subscribe(() => undefined)
  const shown = () => observer.getCurrentResult().data?.comprobado
  await expect.poll(shown).toEqual([])
  void queryClient.invalidateQueries({ queryKey: enColaQuery(lugar).queryKey })
  await expect.poll(() => sent.filter(({ route }) => route === VER).length).toBe(2)
  const ticked = checkPunto(lugar, 'ROSTRO', true)
  expect(shown()).toEqual(['ROSTRO'])
  await expect.poll(shown).toEqual([])
  keeping.letGo()
  await ticked
  expect(shown()).toEqual(['ROSTRO'])
  reading.letGo()
  end()
})

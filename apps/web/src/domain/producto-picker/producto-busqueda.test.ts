import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'

import { queryClient } from '../../lib/http/query-client.ts'
import { endSession, startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok } from '../../testing/fake-api.ts'
import { findProductos, productosLineaQuery } from './producto-busqueda.ts'

afterEach(() => {
  endSession()
  queryClient.clear()
})

it('O-104 what was scanned is found although the list that asked for it closes first', async () => {
  startSession(buildSession())
  fakeApi({
    'GET /app/productos/search_product_venta?page=0&size=10&q=A': ok({
      content: [{ code: 'A' }],
      totalElements: 1,
      totalPages: 1,
      number: 0,
      size: 10,
      exact: true,
    }),
  })
  const close = new QueryObserver(queryClient, productosLineaQuery('A')).subscribe(() => undefined)
  const found = findProductos('A')
  close()
  expect(await found).toEqual([{ code: 'A' }])
})

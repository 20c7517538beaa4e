import '../testing/browser-stubs.ts'

import { COLLECTIONS } from '@yupana/contract'
import { ROL } from '@yupana/fiscal'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../lib/sesion/session.ts'
import { buildSession } from '../testing/build-session.ts'
import { fakeApi, ok, page } from '../testing/fake-api.ts'
import { renderApp } from '../testing/render-app.tsx'

// Every record has a history: records without a page with tabs show it over their list.

const ID = '7d0a3c1e-5a3b-4e0f-9b1a-2c4d6e8f0a12'
const nombrado = { id: ID, name: 'Principal', description: null, status: 'ACTIVO', version: 1, creado_en: '', editado_en: '' }
const caja = {
  id: ID,
  numero: 'CJ-000007',
  usuario_id: ID,
  cajero: 'María Lema',
  punto: null,
  abierta_en: '2026-11-20T13:00:00Z',
  cerrada_en: null,
  esperado: 0,
  contado: null,
  diferencia: null,
}
const pago = {
  id: ID,
  numero: 'CC-000001',
  tercero_nombre: 'ANA',
  fecha: '2026-11-20',
  metodos: [],
  estado: 'REGISTRADO',
  total: 1_000_000,
}
const LISTS = [
  { path: '/marca', screen: '/marca', nombre: 'Principal', replies: { 'GET /app/marca/search?page=0&size=5': page([nombrado]) } },
  { path: '/unidad', screen: '/unidad', nombre: 'Principal', replies: { 'GET /app/unidad/search?page=0&size=5': page([nombrado]) } },
  {
    path: '/bodega',
    screen: '/bodega',
    nombre: 'Principal',
    replies: { 'GET /app/v1/bodega/search?page=0&size=5': page([{ ...nombrado, establecimiento: null, predeterminada: true }]) },
  },
  {
    path: '/categoria',
    screen: '/categoria',
    nombre: 'Principal',
    replies: { 'GET /app/categoria/search_category': ok([{ ...nombrado, parent_id: null, children: [] }]) },
  },
  {
    path: '/comprobante/caja',
    screen: '/comprobante',
    nombre: 'la caja CJ-000007',
    row: 'CJ-000007',
    replies: {
      'GET /app/v1/caja/search?page=0&size=5': page([caja]),
      'GET /app/v1/caja/contexto': ok({
        abierta: null,
        puntos: [],
        cajeros: [],
        sin_caja: { cobros: 0, valor: 0, reversos: 0, devuelto: 0 },
      }),
    },
  },
  {
    path: '/comprobante/cobros',
    screen: '/comprobante',
    nombre: 'CC-000001',
    replies: { 'GET /app/v1/pago/search?page=0&size=5&sentido=COBRAR': page([pago]) },
  },
]

function open({ path, screen: to, replies }: (typeof LISTS)[number], rol: number) {
  const session = buildSession({ menus: [{ to, label: 'Lista' }], collections: [...COLLECTIONS], rol: { id: rol, name: 'ROL' } })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    [`GET /app/v1/preferencia${to}`]: ok({ ocultas: [], densidad: 'NORMAL' }),
    [`GET /app/v1/auditoria/search?objeto=${ID}&page=0&size=20`]: page([
      {
        id: '1',
        en: '2026-11-20T13:00:00Z',
        accion: 'marca.editar',
        objeto: ID,
        detalle: { name: ['A', 'B'] },
        quien: 'Ana Paz',
        actor: null,
      },
    ]),
    ...replies,
  })
  return { calls, ...renderApp(path) }
}

it.each(LISTS)('$path shows what was done with a record, for who administers', async (list) => {
  const { user } = open(list, ROL.ADMIN)
  await user.click(await screen.findByRole('button', { name: `Acciones de ${list.row ?? list.nombre}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Historial' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Historial de ${list.nombre}` }))
  expect(await dialog.findByText('Cambió una marca')).toBeDefined()
  expect(dialog.getByText(/Ana Paz/)).toBeDefined()
})

it.each(LISTS)('$path offers no history to who does not administer', async (list) => {
  const { user } = open(list, ROL.VENDEDOR)
  await user.click(await screen.findByRole('button', { name: `Acciones de ${list.row ?? list.nombre}` }))
  expect((await screen.findAllByRole('menuitem')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('menuitem', { name: 'Historial' })).toBeNull()
})

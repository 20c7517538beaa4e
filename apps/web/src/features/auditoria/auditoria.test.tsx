import '../../testing/browser-stubs.ts'

import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const hecho = {
  id: 'A7',
  numero: 7,
  en: '2026-11-20T19:32:06Z',
  quien: 'Ana Pérez',
  actor: 'Sofía Soporte',
  accion: 'persona.editar',
  objeto: ID,
  nombre: 'FERRETERÍA EL PERNO',
  detalle: { direccion: ['Quito', 'Ambato'] },
  sellado: true,
}
const menus = [
  { to: '/configuracion/auditoria', label: 'Auditoría' },
  { to: '/persona', label: 'Personas' },
]
const USERS = { 'GET /app/v1/empresa/usuarios': ok([{ id: ID, username: 'ana', name: 'Ana', surname: 'Pérez', rol: 1, activo: true }]) }

it('lists who did what, with both identities under impersonation, and what changed', async () => {
  signedIn({ rol: { id: 1, name: 'ADMIN' }, menus }, { 'GET /app/v1/auditoria/search?page=0&size=5': page([hecho]), ...USERS })
  renderApp('/configuracion/auditoria')
  const row = await screen.findByRole('row', { name: /Cambió una persona/ })
  expect(within(row).getByText('Sofía Soporte (soporte), en nombre de Ana Pérez')).toBeDefined()
  expect(within(row).getByRole('listitem').textContent).toBe('dirección: Quito → Ambato')
  expect(within(row).getByRole('link', { name: 'FERRETERÍA EL PERNO' }).getAttribute('href')).toBe(`/persona/${ID}`)
})

it('shows no identifier where a record has no name', async () => {
  const rows = [{ ...hecho, accion: 'usuario.activar', nombre: null }]
  signedIn({ rol: { id: 1, name: 'ADMIN' }, menus }, { 'GET /app/v1/auditoria/search?page=0&size=5': page(rows), ...USERS })
  renderApp('/configuracion/auditoria')
  expect(await screen.findByRole('row', { name: /Activó a un usuario/ })).toBeDefined()
  expect(screen.queryByText(ID)).toBeNull()
})

it('narrows by who and what, and sends the same filters with the download', async () => {
  const filtered = `quien=${ID}&que=persona%2Cregistro_cliente`
  const file = `GET /app/v1/auditoria/exportar?${filtered}&formato=csv&columnas=en%2Caccion%2Cquien%2Cobjeto%2Cdetalle%2Csellado`
  const calls = signedIn(
    { rol: { id: 1, name: 'ADMIN' }, menus },
    {
      'GET /app/v1/auditoria/search?page=0&size=5': page([hecho]),
      ...USERS,
      [`GET /app/v1/auditoria/search?page=0&size=5&quien=${ID}`]: page([hecho]),
      [`GET /app/v1/auditoria/search?page=0&size=5&${filtered}`]: page([hecho]),
      [file]: { body: 'id\r\n' },
    },
  )
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  const { user, address } = renderApp('/configuracion/auditoria')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Quién' }), await screen.findByRole('option', { name: 'Ana Pérez' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Qué' }), 'Personas')
  expect(address()).toContain('que=persona%2Cregistro_cliente')
  await user.click(screen.getByRole('button', { name: 'Exportar' }))
  await user.click(await screen.findByRole('button', { name: 'CSV (.csv)' }))
  await vi.waitFor(() => expect(calls.some(({ route }) => route === file)).toBe(true))
})

it('is for who administers the company', async () => {
  signedIn({ rol: { id: 3, name: 'VENDEDOR' }, menus })
  const { address } = renderApp('/configuracion/auditoria')
  await screen.findByRole('heading', { name: 'NO ENCONTRADO' })
  expect(address()).toBe('/notfound')
})

it('a record has its story behind a tab', async () => {
  const persona = {
    id: ID,
    tipo_identificacion: '04',
    identificacion: '1790012345001',
    razon_social: 'FERRETERÍA EL PERNO',
    nombre_comercial: null,
    roles: ['cliente'],
    correos: [],
    telefonos: [],
    direccion: null,
    direcciones: [],
    unida_a: null,
    dias_credito: 0,
    activo: true,
    version: 1,
    creada_en: hecho.en,
    editada_en: hecho.en,
  }
  signedIn(
    { rol: { id: 1, name: 'ADMIN' }, menus },
    {
      [`GET /app/v1/persona/${ID}`]: ok(persona),
      [`GET /app/v1/auditoria/search?objeto=${ID}&page=0&size=20`]: page([{ ...hecho, actor: null }]),
    },
  )
  const { user, address } = renderApp(`/persona/${ID}`)
  const nav = await screen.findByRole('navigation', { name: 'Secciones de la persona' })
  await user.click(within(nav).getByRole('link', { name: 'Historial' }))
  expect(address()).toContain('seccion=historial')
  const story = await screen.findByRole('region', { name: 'Cambios' })
  expect(within(story).getByText('Cambió una persona').parentElement?.textContent).toContain('Ana Pérez')
})

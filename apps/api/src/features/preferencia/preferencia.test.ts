import { readPreferencia, savePreferencia, type Preferencia } from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL, TODOS } from '../../plugins/sesion/roles.ts'
import { buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
let empresas: { id: EmpresaId; ruc: string }[]
let usuario: UsuarioBuilt
let token: string

const COMPACTA: Preferencia = { ocultas: ['correo', 'telefono'], densidad: 'COMPACTA' }

beforeAll(async () => {
  app = await buildTestApp()
  empresas = [await buildEmpresa(app), await buildEmpresa(app)]
  usuario = await buildUsuario(app, { empresas })
  token = (await app.signIn(usuario.username, { empresaId: empresas[0]!.id })).token
})
afterAll(() => app?.close())

const read = async (bearer: string, lista = 'persona') =>
  (await app.call<Preferencia>(readPreferencia, { token: bearer, params: { lista } })).data
const save = (body: unknown, lista = 'persona', bearer = token) =>
  app.call<Preferencia>(savePreferencia, { token: bearer, params: { lista }, body })

it('O-104 keeps how a user likes a list, for this user, company and list alone; the last one counts', async () => {
  expect(await read(token)).toEqual({ ocultas: [], densidad: 'NORMAL' })
  await save({ ocultas: ['roles'], densidad: 'NORMAL' })
  expect((await save(COMPACTA)).data).toEqual(COMPACTA)
  expect(await read(token)).toEqual(COMPACTA)

  const colleague = await buildUsuario(app, { empresas: [empresas[0]!] })
  const elsewhere = (await app.signIn(usuario.username, { empresaId: empresas[1]!.id })).token
  for (const untouched of [await read(token, 'producto'), await read((await app.signIn(colleague.username)).token), await read(elsewhere)])
    expect(untouched).toEqual({ ocultas: [], densidad: 'NORMAL' })
})

it('O-58 O-104 keeps what a page remembers by name, and forgets it with the next save', async () => {
  const editor: Preferencia = {
    ocultas: [],
    densidad: 'NORMAL',
    opciones: { vista_previa: true, impresion: 'TICKET', sin_confirmar_hasta: 20_000_000 },
  }
  expect((await save(editor, 'documento')).data).toEqual(editor)
  expect(await read(token, 'documento')).toEqual(editor)
  await save(COMPACTA, 'documento')
  expect(await read(token, 'documento')).toEqual(COMPACTA)
})

it('keeps the views of a list that were saved, by their names', async () => {
  const vistas = [
    { nombre: 'Por cobrar de Ñandú', consulta: 'q=%C3%B1and%C3%BA&tributario=1&sort=total,DESC' },
    { nombre: 'Este mes', consulta: 'periodo=mes' },
  ]
  expect((await save({ ...COMPACTA, vistas })).data).toEqual({ ...COMPACTA, vistas })
  expect(await read(token)).toEqual({ ...COMPACTA, vistas })
  for (const wrong of [
    [{ nombre: '', consulta: '' }],
    [{ nombre: 'A', consulta: 'q=<b>' }],
    [{ nombre: 'A', consulta: 'https://otra' }],
    [...vistas, { nombre: 'este MES', consulta: '' }],
    Array.from({ length: 21 }, (_, at) => ({ nombre: `V${at}`, consulta: '' })),
  ])
    expect((await save({ ...COMPACTA, vistas: wrong })).status).toBe(422)
  expect((await read(token)).vistas).toEqual(vistas)
})

it('O-104 every role has its own', async () => {
  for (const rol of TODOS) {
    const { username } = await buildUsuario(app, { empresas: [empresas[0]!], rol, superAdmin: rol === ROL.SUPER_ADMIN })
    const { token: bearer } = await app.signIn(username)
    expect((await save(COMPACTA, 'inicio', bearer)).status).toBe(200)
    expect(await read(bearer, 'inicio')).toEqual(COMPACTA)
  }
})

it.each([
  ['a list nobody knows', 'otra', COMPACTA],
  ['an unknown density', 'persona', { ...COMPACTA, densidad: 'MINIMA' }],
  ['a column twice', 'persona', { ...COMPACTA, ocultas: ['a', 'a'] }],
  ['what is no column', 'persona', { ...COMPACTA, ocultas: ['<b>'] }],
  ['too many', 'persona', { ...COMPACTA, ocultas: Array.from({ length: 41 }, (_, at) => 'a'.repeat(at + 1)) }],
  ['nothing', 'persona', {}],
  ['an option of an odd name', 'persona', { ...COMPACTA, opciones: { Á: true } }],
  ['an option that is a text', 'persona', { ...COMPACTA, opciones: { a: '<b>' } }],
  [
    'too many options',
    'persona',
    {
      ...COMPACTA,
      opciones: Object.fromEntries(
        Array.from({ length: 41 }, (_, at) => [`a${'b'.repeat(at % 20)}${at < 20 ? 'c' : at < 40 ? 'd' : 'e'}`, true]),
      ),
    },
  ],
])('refuses %s and keeps what was there', async (_what, lista, body) => {
  await save(COMPACTA)
  expect((await save(body, lista)).status).toBe(422)
  expect(await read(token)).toEqual(COMPACTA)
})

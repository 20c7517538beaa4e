import { createEmpresa } from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { StartError } from '../../instalacion/start-error.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { CLAVE_MAESTRA, nextRuc } from '../../testing/builders.ts'
import { createPasswordHasher } from '../sesion/password-hash.ts'
import { checkSuperAdmin, crearSuperAdmin } from './super-admin.service.ts'

const JEFE = { usuario: 'jefe', correo: 'jefe@ejemplo.ec', password: 'Caballo7Verde' }
const PRIMERA = { ruc: '1799999907001', razonSocial: 'PRIMERA S.A.', direccion: 'Quito' }

describe('what is asked for', () => {
  it.each([
    ['user', { usuario: '' }],
    ['user without spaces', { usuario: 'el jefe' }],
    ['user that is no mail', { usuario: 'jefe@ejemplo.ec' }],
    ['user that is no number', { usuario: '1712345678' }],
    ['mail', { correo: 'jefe' }],
    ['password', { password: undefined }],
    ['strong password', { password: 'yupana2026' }],
    ['RUC with its check digit', { ...PRIMERA, ruc: '1759999999001' }],
    ['RUC of an issuer', { ...PRIMERA, ruc: '1799999907002' }],
    ['name of the company', { ...PRIMERA, razonSocial: '' }],
    ['address of the company', { ...PRIMERA, direccion: undefined }],
  ])('%s', (_name, change) => {
    expect(() => checkSuperAdmin({ ...JEFE, ...change })).toThrow(StartError)
  })
})

describe('first SUPER_ADMIN of an installation (O-93)', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await buildTestApp()
  })
  afterAll(() => app.close())
  const crear = (more = {}) =>
    crearSuperAdmin({ ...app.deps, db: app.owner }, createPasswordHasher(CLAVE_MAESTRA), checkSuperAdmin({ ...JEFE, ...more }))

  it('O-93 signs in where there is no company yet, and creates the first one', async () => {
    expect(await crear()).toEqual({ existia: false, empresas: 0 })
    const { token, ...session } = await app.signIn('jefe', { password: JEFE.password })
    expect(session).toMatchObject({ businessId: null, rol: { id: 0, name: 'SUPER_ADMIN' } })
    const ruc = nextRuc()
    const created = await app.call(createEmpresa, {
      token,
      body: { ruc, razon_social: 'SEGUNDA S.A.', dir_matriz: 'Loja', admin_correo: 'ana@ejemplo.ec' },
    })
    expect(created.status).toBe(200)
    expect(await app.owner.selectFrom('empresa').select('ruc').execute()).toEqual([{ ruc }])
  })

  it('belongs to the company founded with it and to those that are there, and keeps its password when asked for again', async () => {
    expect(await crear({ ...PRIMERA, password: 'OtroGrillo54' })).toEqual({ existia: true, empresas: 2 })
    expect(await crear()).toEqual({ existia: true, empresas: 2 })
    const { id } = await app.owner.selectFrom('empresa').select('id').where('ruc', '=', PRIMERA.ruc).executeTakeFirstOrThrow()
    const session = await app.signIn('jefe', { empresaId: id, password: JEFE.password })
    expect(session).toMatchObject({ businessRuc: PRIMERA.ruc, rol: { id: 0, name: 'SUPER_ADMIN' } })
  })

  it('O-90 a company begins with the local authority only where there is one', async () => {
    const ruc = nextRuc()
    const pedido = checkSuperAdmin({ ...JEFE, ...PRIMERA, ruc })
    await crearSuperAdmin(
      { ...app.deps, db: app.owner, config: { ...app.deps.config, simulador: false } },
      createPasswordHasher(CLAVE_MAESTRA),
      pedido,
    )
    const { ambiente } = await app.owner.selectFrom('empresa').select('ambiente').where('ruc', '=', ruc).executeTakeFirstOrThrow()
    expect(ambiente).toBe('PRUEBAS')
  })
})

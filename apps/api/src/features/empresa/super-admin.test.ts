import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { StartError } from '../../start-error.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { CLAVE_MAESTRA } from '../../testing/builders.ts'
import { createContrasenas } from '../sesion/contrasena.service.ts'
import { checkSuperAdmin, crearSuperAdmin } from './super-admin.service.ts'

const JEFE = { usuario: 'jefe', correo: 'jefe@ejemplo.ec', clave: 'Segura2026' }
const PRIMERA = { ruc: '1799999907001', razonSocial: 'PRIMERA S.A.', direccion: 'Quito' }

describe('what is asked for', () => {
  it.each([
    ['user', { usuario: '' }], ['user without spaces', { usuario: 'el jefe' }], ['mail', { correo: 'jefe' }], ['password', { clave: undefined }],
    ['strong password', { clave: 'yupana2026' }], ['RUC with its check digit', { ...PRIMERA, ruc: '1759999999001' }], ['RUC of an issuer', { ...PRIMERA, ruc: '1799999907002' }],
    ['name of the company', { ...PRIMERA, razonSocial: '' }], ['address of the company', { ...PRIMERA, direccion: undefined }],
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
  const crear = (more = {}) => crearSuperAdmin({ ...app.deps, db: app.owner }, createContrasenas(CLAVE_MAESTRA), checkSuperAdmin({ ...JEFE, ...more }))

  it('needs a company to sign in to', async () => {
    await expect(crear()).rejects.toThrow(/No hay ninguna empresa/)
  })

  it('signs in to the company founded with it, and keeps its password when asked for again', async () => {
    expect(await crear(PRIMERA)).toEqual({ existia: false, empresas: 1 })
    expect(await crear({ clave: 'Otra12345' })).toEqual({ existia: true, empresas: 1 })
    const session = await app.signIn('jefe', { password: JEFE.clave })
    expect(session).toMatchObject({ businessRuc: PRIMERA.ruc, rol: { id: 0, name: 'SUPER_ADMIN' } })
  })
})

import {
  configGeneral,
  deleteLogoSistema,
  editSistema,
  readLogoSistema,
  readSistema,
  saveLogoSistema,
  type Sistema,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { pngOf } from '../../testing/images.ts'
import { createMarca } from './marca.service.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await buildTestApp()
  const { username } = await buildUsuario(app, { empresas: [await buildEmpresa(app)], rol: ROL.SUPER_ADMIN, superAdmin: true })
  token = (await app.signIn(username)).token
})
afterAll(() => app?.close())

const read = async () => (await app.call<Sistema>(readSistema, { token })).data
const edit = async (changes: object) =>
  app.call<Sistema>(editSistema, { token, body: { aviso_sri: 'AUTOMATICO', version: (await read()).version, ...changes } })

describe('system configuration', () => {
  it('R-7.1.1 R-3.1.8 anybody gets the four links, and only those', async () => {
    await edit({ facebook: 'https://facebook.example/yupana', whatsapp: 'https://wa.example/593' })
    const { status, raw } = await app.call(configGeneral)
    expect([status, JSON.parse(raw.toString())]).toEqual([
      200,
      {
        status: '200',
        msg: 'OK',
        data: { facebook: 'https://facebook.example/yupana', instagram: null, twitter: null, whatsapp: 'https://wa.example/593' },
      },
    ])
  })

  it('an empty link is none; who saved later than somebody else is told', async () => {
    const { version } = await read()
    expect((await edit({ facebook: '', producto: 'Contable' })).data).toMatchObject({
      facebook: null,
      producto: 'Contable',
      version: version + 1,
    })
    expect((await edit({ version })).status).toBe(409)
  })

  it.each([
    ['javascript:alert(1)', 'facebook'],
    ['facebook.com/yupana', 'instagram'],
    ['https://', 'twitter'],
    [`https://a.ec/${'a'.repeat(300)}`, 'whatsapp'],
  ])('refuses %s as an address, naming the field', async (address, campo) => {
    const { status, problems } = await edit({ [campo]: address })
    expect([status, problems.map((problem) => problem.campo)]).toEqual([422, [campo]])
  })

  it('R-7.1.3 an announcement needs words', async () => {
    const { status, problems } = await edit({ aviso_sri: 'ANUNCIADO', aviso_sri_mensaje: '' })
    expect([status, problems.map(({ campo, message }) => [campo, message])]).toEqual([
      422,
      [['aviso_sri_mensaje', 'Este campo es requerido.']],
    ])
  })
})

describe("the operator's name and logo (O-83)", () => {
  const upload = (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('file', new File([bytes], 'logo.png'))
    return app.call(saveLogoSistema, { token, form })
  }

  it('is Yupana with its mark until the operator says otherwise', async () => {
    await edit({ producto: '' })
    expect(await createMarca(app.deps.db, 'app')()).toEqual({ producto: 'Yupana', logo: null })
    expect((await app.call(readLogoSistema)).status).toBe(404)
  })

  it('the logo is for everybody, kept by browsers, and its address changes with it', async () => {
    expect((await upload(new Uint8Array(pngOf(40, 40)))).status).toBe(200)
    await edit({ producto: 'Contable' })
    const first = await createMarca(app.deps.db, 'app')()
    expect(first).toEqual({ producto: 'Contable', logo: expect.stringMatching(/^\/app\/v1\/sistema\/logo\?v=[0-9a-f]{12}$/) })
    const answer = await app.server.inject(first.logo ?? '')
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=86400',
    ])
    expect((await read()).tiene_logo).toBe(true)
    await app.call(deleteLogoSistema, { token })
    expect(await createMarca(app.deps.db, 'app')()).toEqual({ producto: 'Contable', logo: null })
  })

  it('what is no picture is refused', async () => expect((await upload(new Uint8Array([1, 2, 3]))).status).toBe(422))
})

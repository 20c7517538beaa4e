import { readFileSync } from 'node:fs'
import path from 'node:path'
import { allCertificado, type Certificado, deleteCertificado, replaceCertificado, uploadCertificado } from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { rootFolder } from '../../instalacion/root-folder.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildThread } from '../../testing/build-thread.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { contextoClaveFirma, contextoLlave } from '../../secretos/contextos.ts'

const RUC = '1790012344001'
const PASSWORD = 'clave-Segura1'
const NOW = '2026-11-20T15:30:00Z'
const fixture = (name: string) => readFileSync(path.join(rootFolder(), 'packages/sri/src/firma/fixtures/p12', `${name}.p12`))

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let admin: { id: string }
let token: string

beforeAll(async () => {
  await buildThread('features/certificado/p12.thread.ts')
  app = await buildTestApp({ now: NOW })
  empresa = await buildEmpresa(app, { ruc: RUC })
})
afterAll(() => app.close())
// The certificates name one RUC, and a RUC has one company: each test begins without a company of it.
beforeEach(async () => {
  app.clock.set(NOW)
  for (const tabla of ['certificado_llave', 'certificado', 'intento_ingreso'] as const) await app.owner.deleteFrom(tabla).execute()
  admin = await signInAnew()
})

/** Sessions end with the clock: a new one for each test and each jump in time. */
async function signInAnew(): Promise<{ id: string }> {
  const user = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(user.username)).token
  return user
}

const formOf = (bytes: Uint8Array, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'C:\\firmas\\mi firma.p12')
  return form
}
const upload = (name: string, { password = PASSWORD, ...fields }: Record<string, string> = {}, as = token) =>
  app.call<Certificado>(uploadCertificado, { token: as, form: formOf(fixture(name), { pass: app.encode(password), ...fields }) })
const list = async () => (await app.call<Certificado[]>(allCertificado, { token })).data
const keys = () => app.owner.selectFrom('certificado_llave').selectAll().execute()

describe('upload', () => {
  it('R-3.1.24 R-7.2.9 answers holder, issuer, serial, validity and size, never key or password', async () => {
    const answer = await upload('aes-256')
    expect(answer).toMatchObject({
      status: 200,
      msg: 'Guardado exitosamente',
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        filename: 'mi firma.p12',
        expirationDate: '2035-12-31',
        titular: 'PERSONA FICTICIA DE PRUEBA',
        entidad: 'UANATACA',
        identificacion: RUC,
        rsa_bits: 2048,
        activo: true,
        apto: true,
        rechazos: [],
        aviso_caducidad: null,
        confirmado_sin_ruc: false,
      },
    })
    expect(JSON.stringify([answer.data, await list()])).not.toMatch(/llave_|clave|privateKey|"der"/)
  })

  it('keeps key and password sealed for this company and certificate only', async () => {
    const { data } = await upload('aes-256')
    const [row] = await keys()
    const sealed = { kekId: row!.kek_id, dekEnvuelta: row!.dek_envuelta, cifrado: row!.llave_cifrada }
    const contexto = contextoLlave(empresa.id, data.id, data.huella)
    expect(app.deps.sobre.abrir(sealed, contexto)[0]).toBe(0x30)
    expect(app.deps.sobre.abrirCorto(row!.clave_cifrada, contextoClaveFirma(empresa.id, data.id, data.huella)).toString()).toBe(PASSWORD)
    expect(() => app.deps.sobre.abrir(sealed, contextoLlave(admin.id, data.id, data.huella))).toThrow()
    await expect(app.deps.db.selectFrom('certificado_llave').select('llave_cifrada').execute()).rejects.toThrow(/permission denied/)
  })

  it.each(['rc2-40', 'rc2-128', 'tripledes', 'aes-128', 'dos-llaves'])('reads %s files', async (name) => {
    expect((await upload(name)).status).toBe(200)
  })

  it('takes passwords with letters of any kind', async () => {
    expect((await upload('aes-256-clave-no-ascii', { password: 'contraseña-Ñandú-€' })).status).toBe(200)
  })

  it.each([
    ['truncado', 'file', 'DANADO'],
    ['bytes-al-azar', 'file', 'NO_ES_P12'],
    ['pem-dentro', 'file', 'ES_PEM'],
    ['sin-llave', 'file', 'SIN_LLAVE'],
    ['llave-ajena', 'file', 'LLAVE_NO_CORRESPONDE'],
    ['ec', 'file', 'LLAVE_NO_RSA'],
    ['rsa-1024', 'file', 'LLAVE_CORTA'],
    ['caducado', 'file', 'CADUCADO'],
    ['aun-no-valido', 'file', 'AUN_NO_VALIDO'],
    ['otro-ruc', 'file', 'OTRO_RUC'],
    ['sin-uso-de-firma', 'file', 'NO_ES_DE_FIRMA'],
    ['iteraciones-excesivas', 'file', 'DERIVACION_EXCESIVA'],
    ['sin-identificacion', 'confirmar', 'SIN_IDENTIFICACION'],
  ])('refuses %s with its reason, and stores nothing', async (name, campo, codigo) => {
    const answer = await upload(name)
    expect(answer.status).toBe(422)
    expect(answer.problems[0]).toMatchObject({ campo, codigo, message: expect.stringMatching(/^[A-Z].+\.$/) })
    expect(await list()).toEqual([])
    expect(await keys()).toEqual([])
  })

  it('takes a certificate that names no RUC when the user confirms it, and records that', async () => {
    const { data } = await upload('sin-identificacion', { confirmar: 'true' })
    expect(data).toMatchObject({ confirmado_sin_ruc: true, identificacion: null })
    const row = await app.owner
      .selectFrom('auditoria')
      .select(['usuario_id', 'objeto', 'detalle'])
      .where('objeto', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ usuario_id: admin.id, objeto: data.id, detalle: { confirmado_sin_ruc: true } })
    expect(JSON.stringify(row)).not.toContain(PASSWORD)
  })

  it('pauses for 15 minutes after five wrong passwords, also for the right one', async () => {
    for (let i = 0; i < 5; i++)
      expect(await upload('aes-256', { password: 'mala' })).toMatchObject({
        status: 422,
        problems: [{ campo: 'pass', codigo: 'CLAVE_INCORRECTA' }],
      })
    expect(await upload('aes-256')).toMatchObject({ status: 429, headers: { 'retry-after': '900' } })
    app.clock.advance(15 * 60_000)
    expect((await upload('aes-256')).status).toBe(200)
  })

  it('refuses a clear-text password, a missing file, another type and more than 64 KB', async () => {
    const call = (form: FormData) => app.call(uploadCertificado, { token, form })
    expect(await call(formOf(fixture('aes-256'), { pass: PASSWORD }))).toMatchObject({ status: 422, problems: [{ campo: 'pass' }] })
    const fieldsOnly = new FormData()
    fieldsOnly.append('pass', app.encode(PASSWORD))
    expect(await call(fieldsOnly)).toMatchObject({ status: 422, problems: [{ campo: 'file' }] })
    expect((await call(formOf(Buffer.alloc(65_537, 0x30), { pass: app.encode(PASSWORD) }))).status).toBe(413)
    expect((await app.call(uploadCertificado, { token, body: {} })).status).toBe(415)
  })
})

describe('replacing and removing', () => {
  it('R-7.2.10 puts the old one out of use and destroys its key in the same step', async () => {
    const { data: first } = await upload('aes-256')
    const form = formOf(fixture('aes-128'), { pass: app.encode(PASSWORD) })
    const { data: second } = await app.call<Certificado>(replaceCertificado, { token, params: { id: first.id }, form })
    expect((await list()).map(({ id, activo }) => [id, activo])).toEqual([
      [second.id, true],
      [first.id, false],
    ])
    expect((await keys()).map((row) => row.certificado_id)).toEqual([second.id])
  })

  it('keeps the old one when the new one is refused', async () => {
    const { data: first } = await upload('aes-256')
    expect((await upload('caducado')).status).toBe(422)
    expect((await list()).map(({ id, activo }) => [id, activo])).toEqual([[first.id, true]])
    expect(await keys()).toHaveLength(1)
  })

  it('R-7.2.12 removes the key and keeps the certificate as a record', async () => {
    const { data } = await upload('aes-256')
    const remove = () => app.call(deleteCertificado, { token, params: { id: data.id } })
    expect(await remove()).toMatchObject({ status: 200, msg: 'Guardado exitosamente' })
    expect(await list()).toMatchObject([{ id: data.id, activo: false, apto: false }])
    expect(await keys()).toEqual([])
    expect((await remove()).status).toBe(404)
  })

  it('answers 404 for a certificate of another company', async () => {
    const { data } = await upload('aes-256')
    const stranger = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const theirs = (await app.signIn(stranger.username)).token
    expect((await app.call(deleteCertificado, { token: theirs, params: { id: data.id } })).status).toBe(404)
    const form = formOf(fixture('aes-256'), { pass: app.encode(PASSWORD) })
    expect((await app.call(replaceCertificado, { token: theirs, params: { id: data.id }, form })).status).toBe(404)
    expect((await app.call<Certificado[]>(allCertificado, { token: theirs })).data).toEqual([])
    expect((await list())[0]?.activo).toBe(true)
  })

  it('is for administrators only', async () => {
    const params = { id: '11111111-1111-4111-8111-111111111111' }
    await expectGuarded(app, empresa, uploadCertificado, {}, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    await expectGuarded(app, empresa, replaceCertificado, { params }, [ROL.USUARIO, ROL.VENDEDOR])
    await expectGuarded(app, empresa, deleteCertificado, { params }, [ROL.USUARIO, ROL.VENDEDOR])
    expect((await app.call(allCertificado)).status).toBe(401)
  })
})

describe('expiry', () => {
  it.each([
    ['2035-11-20', null],
    ['2035-12-03', 30],
    ['2035-12-20', 15],
    ['2035-12-26', 7],
    ['2035-12-31', 1],
  ])('warns on %s: %s days', async (day, aviso) => {
    await upload('aes-256')
    app.clock.set(`${day}T12:00:00Z`)
    await signInAnew()
    expect((await list())[0]?.aviso_caducidad).toBe(aviso)
  })

  it('says that an expired one cannot sign', async () => {
    await upload('aes-256')
    app.clock.set('2036-01-02T00:00:00Z')
    await signInAnew()
    expect((await list())[0]).toMatchObject({ apto: false, rechazos: [{ codigo: 'CADUCADO' }], aviso_caducidad: null })
  })
})

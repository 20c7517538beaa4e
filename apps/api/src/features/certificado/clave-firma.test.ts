import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  allCertificado,
  deleteCertificado,
  recoverClaveFirma,
  replaceCertificado,
  searchCartaCuenta,
  showClaveFirma,
  uploadCertificado,
  type CartaCuenta,
  type Certificado,
  type ClaveFirma,
  type Listing,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { rootFolder } from '../../instalacion/root-folder.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildThread } from '../../testing/build-thread.ts'
import { buildEmpresa, buildUsuario, CLAVE_MAESTRA, PASSWORD_USUARIO, tokenOfNew, type UsuarioBuilt } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { enrol } from '../../testing/segundo-factor.ts'

const NOW = '2026-11-20T15:30:00Z'
const PASSWORD = 'clave-Segura1'
const ENVIADO = 'Se ha enviado un correo con la información solicitada'
const MINUTE = 60_000
const INVALIDO = {
  status: 422,
  problems: [{ campo: 'codigo', message: 'Este enlace ya se usó o venció. Pida otro en Firma electrónica.' }],
}

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let admin: UsuarioBuilt
let token: string
let soporte: string

beforeAll(async () => {
  await buildThread('features/certificado/p12.thread.ts')
  app = await buildTestApp({ now: NOW, env: { URL_PUBLICA: 'https://facturas.ejemplo.ec' } })
  empresa = await buildEmpresa(app, { ruc: '1790012344001' })
  const { username } = await buildUsuario(app, { empresas: [empresa] })
  const data = new FormData()
  data.append('pass', app.encode(PASSWORD))
  data.append('confirmar', 'true')
  data.append('file', new Blob([readFileSync(path.join(rootFolder(), 'packages/sri/src/firma/fixtures/p12/aes-256.p12'))]), 'firma.p12')
  const answer = await app.call<Certificado>(uploadCertificado, { token: (await app.signIn(username)).token, form: data })
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
})
afterAll(() => app?.close())
beforeEach(async () => {
  app.clock.set(NOW)
  admin = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(admin.username)).token
  soporte = await tokenOfNew(app, { empresas: [empresa], rol: ROL.SUPER_ADMIN, superAdmin: true })
})

const ask = (as = token) => app.call(recoverClaveFirma, { token: as })
const letters = async ({ mail }: UsuarioBuilt = admin) =>
  (await app.call<Listing<CartaCuenta>>(searchCartaCuenta, { token: soporte, query: { size: '50' } })).data.content.filter(
    ({ para }) => para === mail,
  )
const codeOf = async (who = admin) =>
  /#\/empresa_perfil\?seccion=firma&clave=([\w-]{43})\n/.exec((await letters(who))[0]?.texto ?? '')?.[1] ?? ''
const show = (codigo: string, pass = PASSWORD_USUARIO, as = token) =>
  app.call<ClaveFirma>(showClaveFirma, { token: as, body: { codigo, pass: app.encode(pass) } })
const audit = async () =>
  (
    await app.owner
      .selectFrom('auditoria')
      .select('accion')
      .where('usuario_id', '=', admin.id)
      .where('accion', 'like', 'certificado%')
      .orderBy('id')
      .execute()
  ).map(({ accion }) => accion)

it('R-7.2.11 O-15 mails who asks a link, never the password, which it shows once after that of the account', async () => {
  expect(await ask()).toMatchObject({ status: 200, msg: ENVIADO, data: null, headers: { 'cache-control': 'no-store' } })
  const [letter, ...others] = await letters()
  expect([
    others.length,
    letter?.texto.includes(PASSWORD),
    letter?.texto.includes('https://facturas.ejemplo.ec/#/empresa_perfil?seccion=firma&clave='),
  ]).toEqual([0, false, true])
  const codigo = await codeOf()
  expect(await show(codigo, 'otra')).toMatchObject({ status: 422, problems: [{ campo: 'pass' }] })
  const shown = await show(codigo)
  expect([shown.status, shown.data.filename, shown.data.clave, shown.headers['cache-control']]).toEqual([
    200,
    'firma.p12',
    PASSWORD,
    'no-store',
  ])
  expect(await show(codigo)).toMatchObject(INVALIDO)
  expect(await audit()).toEqual(['certificado.pedir_clave', 'certificado.ver_clave'])
})

it('O-15 serves 15 minutes, and only who asked for it', async () => {
  await ask()
  const codigo = await codeOf()
  const other = await buildUsuario(app, { empresas: [empresa] })
  expect(await show(codigo, PASSWORD_USUARIO, (await app.signIn(other.username)).token)).toMatchObject(INVALIDO)
  app.clock.advance(15 * MINUTE)
  expect(await show(codigo)).toMatchObject(INVALIDO)
})

it('O-15 three a day for a person, and none without a signature', async () => {
  for (let at = 0; at < 3; at++) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
  const bare = await buildEmpresa(app)
  const { username } = await buildUsuario(app, { empresas: [bare] })
  expect((await ask((await app.signIn(username)).token)).status).toBe(422)
})

it('O-15 of a hundred uses at once exactly one sees it', async () => {
  await ask()
  const codigo = await codeOf()
  const answers = await Promise.all(Array.from({ length: 100 }, () => show(codigo)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

it('C18 O-15 knows the password of the account after the master key was replaced', async () => {
  const rotated = await buildTestApp({
    database: app.database,
    now: NOW,
    env: { CLAVE_MAESTRA: 'otra clave maestra, de hoy en adelante', CLAVE_CONTRASENAS: CLAVE_MAESTRA },
  })
  const show = (pass: string) => rotated.call(showClaveFirma, { token, body: { codigo: 'x'.repeat(43), pass: rotated.encode(pass) } })
  expect([await show(PASSWORD_USUARIO), await show('otra')]).toMatchObject([INVALIDO, { problems: [{ campo: 'pass' }] }])
  await rotated.server.close()
})

it('keeps the hash of a link alone, and is for who administers the signature', async () => {
  await ask()
  const codigo = await codeOf()
  const rows = await app.owner.selectFrom('clave_firma_enlace').selectAll().execute()
  expect(rows.every(({ codigo_hash }) => codigo_hash.length === 32 && !codigo_hash.toString('latin1').includes(codigo))).toBe(true)
  for (const endpoint of [recoverClaveFirma, showClaveFirma])
    await expectGuarded(app, empresa, endpoint, endpoint === showClaveFirma ? { body: { codigo, pass: 'x' } } : {}, [
      ROL.USUARIO,
      ROL.VENDEDOR,
      ROL.EMPLEADO,
    ])
})

it('in production whoever handles the signature has a second factor; who has none is told where to set it up', async () => {
  const env = {
    MODO: 'produccion',
    URL_PUBLICA: 'https://facturas.ejemplo.ec',
    CLAVE_MAESTRA: 'vQ3r-9xZkL2mT8wYc5uJ1nB7sD4fG6hP0aEoRiKt',
    CLAVE_CONTRASENAS: CLAVE_MAESTRA,
  }
  const produccion = await buildTestApp({ database: { ...app.database, close: async () => undefined }, now: NOW, env })
  try {
    const otra = await buildEmpresa(app, { ruc: '1790012344001' })
    const quien = await buildUsuario(app, { empresas: [otra] })
    const as = (await produccion.signIn(quien.username)).token
    const archivo = () => {
      const form = new FormData()
      form.append('pass', produccion.encode(PASSWORD))
      form.append('confirmar', 'true')
      form.append('file', new Blob([readFileSync(path.join(rootFolder(), 'packages/sri/src/firma/fixtures/p12/aes-256.p12'))]), 'firma.p12')
      return form
    }
    const params = { id: otra.id }
    const calls = () =>
      Promise.all([
        produccion.call(uploadCertificado, { token: as, form: archivo() }),
        produccion.call(replaceCertificado, { token: as, form: archivo(), params }),
        produccion.call(deleteCertificado, { token: as, params }),
        produccion.call(recoverClaveFirma, { token: as }),
        produccion.call(showClaveFirma, { token: as, body: { codigo: 'x'.repeat(43), pass: produccion.encode(PASSWORD_USUARIO) } }),
      ])
    for (const answer of await calls())
      expect(answer).toMatchObject({
        status: 422,
        msg: 'Para manejar la firma electrónica active primero la verificación en dos pasos en su Perfil, y vuelva a intentarlo.',
      })
    expect((await produccion.call(allCertificado, { token: as })).status).toBe(200)
    await enrol(produccion, as)
    expect((await produccion.call(uploadCertificado, { token: as, form: archivo() })).status).toBe(200)
    expect((await calls()).map(({ msg }) => msg).join()).not.toContain('dos pasos')
  } finally {
    await produccion.server.close()
  }
})

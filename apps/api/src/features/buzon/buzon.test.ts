import { createPrivateKey } from 'node:crypto'
import {
  deleteBuzon,
  estadoBuzon,
  leerBuzon,
  probarBuzon,
  readBuzon,
  saveBuzon,
  searchAuditoria,
  type Buzon,
  type BuzonAjuste,
  type BuzonEstado,
  type HechoAuditado,
  type Listing,
} from '@yupana/contract'
import { readP12 } from '@yupana/sri'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { startImap, type ServidorImap } from '../../testing/imap.ts'
import { startSimulador } from '../../testing/simulador.ts'
import { contextoBuzon } from '../../secretos/contextos.ts'
import { tlsOf } from './conexion.ts'

let app: TestApp
/** An installation that connects only to the internet. */
let afuera: TestApp
let imap: ServidorImap
let empresa: Awaited<ReturnType<typeof buildEmpresa>>
let token: string

beforeAll(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  ;[app, imap] = await Promise.all([buildTestApp({ env: { BUZON_RED_INTERNA: '1' } }), startImap()])
  afuera = await buildTestApp({ database: { ...app.database, close: async () => undefined } })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await afuera?.close()
  await app?.close()
  await imap?.close()
})
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  const { username } = await buildUsuario(app, { empresas: [empresa] })
  ;({ token } = await app.signIn(username))
})

const form = (change: Partial<BuzonAjuste> = {}): BuzonAjuste => ({
  activo: true,
  servidor: '127.0.0.1',
  puerto: imap.puerto,
  seguridad: 'STARTTLS',
  usuario: 'compras@ejemplo.ec',
  contrasena: 'clave-del-buzon',
  carpeta: 'INBOX',
  ...change,
})
const read = async () => app.call<Buzon>(readBuzon, { token })
const save = (version: number, change: Partial<BuzonAjuste> = {}) =>
  app.call<Buzon>(saveBuzon, { token, body: { version, ...form(change) } })
const probar = (change: Partial<BuzonAjuste> = {}, on = app) => on.call<{ correos: number }>(probarBuzon, { token, body: form(change) })
const estado = async () => (await app.call<BuzonEstado | null>(estadoBuzon, { token })).data

describe('the settings of a mailbox', () => {
  it('are off until somebody saves them, over the version that was read', async () => {
    expect((await read()).data).toMatchObject({ version: 0, activo: false, servidor: '', puerto: 993, carpeta: 'INBOX', guardado: null })
    expect(await estado()).toBeNull()
    expect((await save(0)).data).toMatchObject({ version: 1, activo: true, servidor: '127.0.0.1', estado: { leyendo: true, fallo: null } })
    expect((await save(0)).status).toBe(409)
    const [una, otra] = await Promise.all([save(1, { carpeta: 'A' }), save(1, { carpeta: 'B' })])
    expect([una.status, otra.status].sort()).toEqual([200, 409])
    expect((await save(2, { activo: false })).data).toMatchObject({
      version: 3,
      estado: { activo: false, leyendo: false, proximo_en: null },
    })
  })

  it('never answer the password, nor write it down; it is sealed for this company', async () => {
    const answers = [await save(0), await read(), await app.call(estadoBuzon, { token }), await probar({ contrasena: '' })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    for (const { raw } of answers) expect(raw.toString()).not.toMatch(/clave-del-buzon|contrasena/)
    const { contrasena } = await app.owner
      .selectFrom('buzon')
      .select('contrasena')
      .where('empresa_id', '=', empresa.id)
      .executeTakeFirstOrThrow()
    expect(contrasena.toString('latin1')).not.toContain('clave-del-buzon')
    expect(app.deps.sobre.abrirCorto(contrasena, contextoBuzon(empresa.id)).toString()).toBe('clave-del-buzon')
    const { data } = await app.call<Listing<HechoAuditado>>(searchAuditoria, { token, query: { que: 'buzon' } })
    expect(data.content[0]).toMatchObject({ accion: 'buzon.editar', detalle: { servidor: [null, '127.0.0.1'], contrasena: 'nueva' } })
    expect(JSON.stringify(data)).not.toContain('clave-del-buzon')
  })

  it('keep the password for the same server and user alone', async () => {
    await save(0)
    expect((await save(1, { contrasena: '', carpeta: 'Facturas' })).status).toBe(200)
    const elsewhere = { message: 'Escriba la contraseña: la guardada es de otro servidor o de otro usuario.', campo: 'contrasena' }
    for (const change of [{ servidor: 'localhost' }, { puerto: 994 }, { usuario: 'otro' }, { seguridad: 'TLS' }] as const) {
      expect((await save(2, { ...change, contrasena: '' })).problems, JSON.stringify(change)).toEqual([elsewhere])
      expect((await probar({ ...change, contrasena: '' })).problems, JSON.stringify(change)).toEqual([elsewhere])
    }
    expect((await read()).data.version).toBe(2)
  })

  it('are refused at their fields where they are wrong', async () => {
    const campos = async (change: object) => (await save(0, change)).problems.map(({ campo }) => campo)
    expect(await campos({ servidor: 'https://imap.ejemplo.ec/' })).toEqual(['servidor'])
    expect(await campos({ servidor: 'a b' })).toEqual(['servidor'])
    expect(await campos({ puerto: 0 })).toEqual(['puerto'])
    expect(await campos({ puerto: 65_536 })).toEqual(['puerto'])
    expect(await campos({ contrasena: 'a\r\nb' })).toEqual(['contrasena'])
    expect(await campos({ usuario: '' })).toEqual(['usuario'])
    expect(await campos({ carpeta: 'INBOX\r\nA1 DELETE INBOX' })).toEqual(['carpeta'])
    expect(await estado()).toBeNull()
  })

  it('go with their password where the mailbox is removed', async () => {
    await save(0)
    expect((await app.call(deleteBuzon, { token })).status).toBe(200)
    expect([await estado(), (await read()).data.version]).toEqual([null, 0])
    expect((await app.call(deleteBuzon, { token })).status).toBe(404)
    expect((await app.call(leerBuzon, { token })).status).toBe(404)
    expect((await save(0)).status).toBe(200)
  })

  it('R-6.14: are of who administers the company; reading now of who registers purchases; another company sees none of it', async () => {
    await save(0)
    const notAdmin = [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO] as const
    await expectGuarded(app, empresa, readBuzon, {}, notAdmin)
    await expectGuarded(app, empresa, saveBuzon, { body: { version: 1, ...form() } }, notAdmin)
    await expectGuarded(app, empresa, probarBuzon, { body: form() }, notAdmin)
    await expectGuarded(app, empresa, deleteBuzon, {}, notAdmin)
    await expectGuarded(app, empresa, leerBuzon, {}, notAdmin)
    await expectGuarded(app, empresa, estadoBuzon, {}, [ROL.USUARIO])
    const ajena = await buildEmpresa(app)
    const { username } = await buildUsuario(app, { empresas: [ajena] })
    const { token: other } = await app.signIn(username)
    expect((await app.call<Buzon>(readBuzon, { token: other })).data).toMatchObject({ version: 0, servidor: '', usuario: '' })
    expect((await app.call(estadoBuzon, { token: other })).data).toBeNull()
    expect((await app.call(deleteBuzon, { token: other })).status).toBe(404)
    expect((await app.call(probarBuzon, { token: other, body: form({ contrasena: '' }) })).problems[0]?.campo).toBe('contrasena')
    expect((await read()).data.version).toBe(1)
  })
})

describe('«Probar»', () => {
  it('signs in and counts, and keeps nothing', async () => {
    imap.add({ partes: [{ tipo: 'text/plain', contenido: 'x' }] })
    expect((await probar()).data).toEqual({ correos: 1 })
    expect(await estado()).toBeNull()
    expect(imap.dicho.filter((line) => /^(SELECT|UID)/.test(line))).toEqual([])
  })

  it('says at its field what is wrong', async () => {
    const problem = async (change: Partial<BuzonAjuste>) => (await probar(change)).problems[0]
    expect(await problem({ contrasena: 'mala' })).toMatchObject({
      campo: 'contrasena',
      message: expect.stringContaining('no acepta el usuario o la contraseña') as string,
    })
    expect(await problem({ carpeta: 'Nada' })).toEqual({ campo: 'carpeta', message: 'No se pudo abrir la carpeta Nada: revise su nombre.' })
    expect(await problem({ seguridad: 'TLS' })).toMatchObject({
      campo: 'seguridad',
      message: `127.0.0.1 no habla TLS en el puerto ${imap.puerto}: pruebe con STARTTLS o con el puerto 993.`,
    })
    const closed = await startImap()
    await closed.close()
    expect(await problem({ puerto: closed.puerto })).toEqual({
      campo: 'servidor',
      message: `127.0.0.1 no acepta conexiones en el puerto ${closed.puerto}.`,
    })
  })

  it('connects to no address of this machine or its network, unless the installation allows it', async () => {
    const before = imap.conexiones()
    for (const servidor of ['127.0.0.1', 'localhost', '10.1.2.3', '169.254.169.254', '192.168.0.1', '0.0.0.0', '::1', '::ffff:127.0.0.1'])
      expect((await probar({ servidor }, afuera)).problems, servidor).toEqual([
        { campo: 'servidor', message: `${servidor} está en una red interna: esta instalación no se conecta a ella.` },
      ])
    expect(imap.conexiones()).toBe(before)
  })

  it('sends no password to a server whose certificate nobody vouches for, by TLS and by STARTTLS', async () => {
    const sri = await startSimulador()
    const p12 = readP12(await sri.issueP12({ ruc: empresa.ruc, passwordP12: 'clave' }), 'clave', app.clock.now())
    await sri.stop()
    const key = createPrivateKey({ key: Buffer.from(p12.privateKey), format: 'der', type: 'pkcs8' }).export({
      format: 'pem',
      type: 'pkcs8',
    })
    const cert = `-----BEGIN CERTIFICATE-----\n${Buffer.from(p12.certificado).toString('base64')}\n-----END CERTIFICATE-----\n`
    for (const seguridad of ['TLS', 'STARTTLS'] as const) {
      const falso = await startImap({ tls: { key, cert, desde: seguridad === 'TLS' ? 'conexion' : 'STARTTLS' } })
      const { problems } = await probar({ seguridad, puerto: falso.puerto })
      expect(problems, seguridad).toEqual([
        {
          campo: 'servidor',
          message: expect.stringMatching(/^El certificado de 127\.0\.0\.1 no es válido \(.+\): no se le envía la contraseña\.$/) as string,
        },
      ])
      expect(falso.dicho).not.toContain('LOGIN')
      expect(falso.dicho).not.toContain('AUTHENTICATE')
      await falso.close()
    }
  })

  it('never speaks without TLS beyond this machine', () => {
    expect(tlsOf('STARTTLS', '8.8.8.8')).toEqual({ secure: false, doSTARTTLS: true })
    expect(tlsOf('STARTTLS', '10.0.0.5')).toEqual({ secure: false, doSTARTTLS: true })
    expect(tlsOf('TLS', '127.0.0.1')).toEqual({ secure: true })
  })

  it('twenty times in a quarter of an hour, with «Leer ahora»', async () => {
    await save(0)
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await app.call(leerBuzon, { token })).status)
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
    expect((await probar()).status).toBe(429)
  })
})

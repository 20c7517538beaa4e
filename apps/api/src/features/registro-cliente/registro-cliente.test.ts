import { montoOf } from '@yupana/fiscal'
import { createHash, randomUUID } from 'node:crypto'
import {
  acceptRegistroCliente,
  allRegistroCliente,
  COLLECTIONS,
  createPersona,
  createRegistroCliente,
  editPersona,
  readRegistroCliente,
  refuseRegistroCliente,
  revokeRegistroCliente,
  saveLogo,
  searchPersona,
  unirPersona,
  type Listing,
  type Persona,
  type PersonaGuardada,
  type RegistroCliente,
  type RegistroEnlace,
  type RegistroRecibido,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, nextCedula, tokenOfNew } from '../../testing/builders.ts'
import { pngOf } from '../../testing/images.ts'
import { cleanRegistros } from './registro.service.ts'

// A client types data by a link: `/r/{token}`, once, within seven days; a user of the company accepts it.

const DAY = 86_400_000
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})

const key = () => ({ 'idempotency-key': randomUUID() })
const create = async (headers = key()) => {
  const { data, status, msg } = await app.call<RegistroEnlace>(createRegistroCliente, { token, headers })
  return { ...data, status, msg, path: status === 200 ? new URL(data.enlace).pathname : '' }
}
const all = async (as = token) => (await app.call<RegistroCliente[]>(allRegistroCliente, { token: as })).data
const read = async (id: string) => (await app.call<RegistroRecibido>(readRegistroCliente, { token, params: { id } })).data
const accept = (id: string, persona: { id: string; version: number } | null, as = token, headers = key()) =>
  app.call<PersonaGuardada>(acceptRegistroCliente, { token: as, params: { id }, body: { persona }, headers })
const personas = async () => (await app.call<Listing<Persona>>(searchPersona, { token })).data.content
const get = (url: string) => app.server.inject({ method: 'GET', url })
const post = (url: string, fields: Record<string, string>) =>
  app.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const typed = (change: Record<string, string> = {}) => ({
  tipo_identificacion: '05',
  identificacion: nextCedula(),
  razon_social: 'Rosa  Ñacato ',
  correo: 'Rosa@Ejemplo.ec',
  correo_2: 'casa@ejemplo.ec',
  telefono: '099 123 4567',
  direccion: 'Av. Amazonas N1',
  acepta: 'si',
  ...change,
})
const store = async (change: Partial<Persona> & Pick<Persona, 'identificacion'>) =>
  (
    await app.call<PersonaGuardada>(createPersona, {
      token,
      headers: key(),
      body: { tipo_identificacion: '05', razon_social: 'ROSA VIEJA', roles: ['proveedor'], ...change },
    })
  ).data
const shownOf = ({ id, version }: Pick<Persona, 'id' | 'version'>) => ({ id, version })
const acts = async () =>
  (
    await app.owner
      .selectFrom('auditoria')
      .select(['accion', 'detalle'])
      .where('empresa_id', '=', empresa.id)
      .where('accion', 'like', 'registro_cliente.%')
      .orderBy('id')
      .execute()
  ).map(({ accion, detalle }) => [accion, detalle])

describe('the link', () => {
  it('opens a page of the company without scripts or files of the application, its logo aside', async () => {
    const { path, qr } = await create()
    expect(path).toMatch(/^\/r\/[\w-]{43}$/)
    expect(qr.lado).toBeGreaterThan(20)
    const first = await get(path)
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(first.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'nonce-[\w-]+'; form-action 'self'; img-src 'self';/,
    )
    expect(first.body).toContain(`RUC ${empresa.ruc}`)
    expect(first.body).toContain('Ley Orgánica de Protección de Datos Personales')
    expect(first.body).not.toMatch(/<script|<link|<img/)
    expect((await get(`${path}/logo`)).statusCode).toBe(404)

    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(pngOf(40, 20))]), 'logo.png')
    expect((await app.call(saveLogo, { token, form })).status).toBe(200)
    expect((await get(path)).body).toContain(`<img class="logo" src="${path}/logo" alt="">`)
    const logo = await get(`${path}/logo`)
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png'])
    await post(path, typed())
    expect((await get(`${path}/logo`)).statusCode).toBe(404)
  })

  it('only its hash is kept, and a sending that is repeated gets another in place of the one that nobody read', async () => {
    const headers = key()
    const one = await create(headers)
    const again = await create(headers)
    expect(again.id).toBe(one.id)
    expect([(await get(one.path)).statusCode, (await get(again.path)).statusCode]).toEqual([404, 200])
    const rows = await app.owner.selectFrom('registro_cliente').selectAll().where('empresa_id', '=', empresa.id).execute()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.token_hash).toEqual(createHash('sha256').update(again.path.slice(3)).digest())
    await post(again.path, typed())
    expect((await create(headers)).status).toBe(409)
  })

  it('that was used, taken back, is too old, of a suspended company or of nobody looks alike, and none serves again', async () => {
    const [used, revoked, old, suspended] = [await create(), await create(), await create(), await create()]
    await post(used.path, typed())
    expect((await app.call(revokeRegistroCliente, { token, params: { id: revoked.id } })).status).toBe(200)
    await app.owner.updateTable('registro_cliente').set({ vence_en: app.clock.now() }).where('id', '=', old.id).execute()
    const pages = [used.path, revoked.path, old.path, `/r/${'x'.repeat(43)}`, '/r/x']
    const masked = (text: string) => text.replaceAll(/nonce="[^"]+"/g, '')
    const answers = await Promise.all(
      pages.flatMap((path) => [get(path), post(path, typed()), post(path, typed({ identificacion: 'no' }))]),
    )
    await app.owner
      .updateTable('empresa')
      .set({ suspendida_en: app.clock.now(), suspendida_motivo: 'prueba' })
      .where('id', '=', empresa.id)
      .execute()
    answers.push(await get(suspended.path), await post(suspended.path, typed()))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
    expect(new Set(answers.map(({ body }) => masked(body))).size).toBe(1)
    expect(answers[0]?.body).toContain('Este enlace no existe o ya no sirve')
  })

  it('serves for seven days, and what came by it waits for seven more', async () => {
    const [one, other] = [await create(), await create()]
    app.clock.advance(7 * DAY - 1_000)
    expect((await post(one.path, typed())).statusCode).toBe(303)
    app.clock.advance(1_000)
    token = await tokenOfNew(app, { empresas: [empresa] })
    expect((await get(other.path)).statusCode).toBe(404)
    expect((await all()).map(({ id }) => id)).toEqual([one.id])
    app.clock.advance(7 * DAY)
    token = await tokenOfNew(app, { empresas: [empresa] })
    expect(await all()).toEqual([])
    expect((await app.call(readRegistroCliente, { token, params: { id: one.id } })).status).toBe(404)
    expect((await accept(one.id, null)).status).toBe(404)
  })

  it('and what was typed are removed with their term, by the worker', async () => {
    const { path, id } = await create()
    await post(path, typed())
    const fresh = await create()
    await app.owner.updateTable('registro_cliente').set({ vence_en: app.clock.now() }).where('id', '=', id).execute()
    const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 1 })
    await cleanRegistros({ db: createDb(pool), clock: app.clock })
    await pool.end()
    const rows = await app.owner.selectFrom('registro_cliente').select('id').where('empresa_id', '=', empresa.id).execute()
    expect(rows).toEqual([{ id: fresh.id }])
  })

  it('fifty are made in an hour by a company, and the next one says when', async () => {
    for (let n = 0; n < 50; n++) expect((await create()).status).toBe(200)
    const refused = await create()
    expect([refused.status, refused.msg]).toEqual([429, expect.stringContaining('Su empresa creó demasiados enlaces de registro')])
  })

  it('five hundred wait at once, and not one more', async () => {
    const { usuario_id: usuarioId } = await app.owner
      .selectFrom('usuario_empresa')
      .select('usuario_id')
      .where('empresa_id', '=', empresa.id)
      .executeTakeFirstOrThrow()
    const en = app.clock.now()
    await app.owner
      .insertInto('registro_cliente')
      .values(
        Array.from({ length: 499 }, () => ({
          empresa_id: empresa.id,
          id: randomUUID(),
          token_hash: Buffer.from(randomUUID()),
          usuario_id: usuarioId,
          creado_en: en,
          vence_en: new Date(en.getTime() + DAY),
        })),
      )
      .execute()
    const two = await Promise.all([create(), create()])
    expect(two.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(await all()).toHaveLength(500)
  })
})

describe('what a client types', () => {
  it('is kept once: of two at the same instant one arrives, and the same again is no mistake', async () => {
    const { path, id } = await create()
    const one = typed()
    const answers = await Promise.all([post(path, one), post(path, one), post(path, typed({ razon_social: 'Otra' }))])
    const codes = answers.map(({ statusCode }) => statusCode)
    const { datos } = await read(id)
    const isOther = datos.razon_social === 'OTRA'
    expect(codes).toEqual(isOther ? [404, 404, 303] : [303, 303, 404])
    expect(answers.find(({ statusCode }) => statusCode === 303)?.headers.location).toBe('/r/gracias')
    expect((await get('/r/gracias')).body).toContain('Sus datos llegaron a quien se los pidió')
    expect((await acts()).map(([accion]) => accion)).toEqual(['registro_cliente.crear', 'registro_cliente.recibir'])
  })

  it('is checked like the form of a person, told at each field with what was typed, and the link goes on serving', async () => {
    const { path, id } = await create()
    const answer = await post(path, {
      ...typed({ identificacion: '1710034066', razon_social: '<b>X</b>\u202e', correo: 'no', telefono: 'abc', direccion: 'x'.repeat(301) }),
      acepta: '',
    })
    expect(answer.statusCode).toBe(422)
    for (const words of ['U+202E', 'Ingrese un correo válido.', '300 caracteres máximos.', 'Marque la casilla'])
      expect(answer.body).toContain(words)
    expect(answer.body).toContain('value="&lt;b&gt;X&lt;/b&gt;')
    expect(answer.body).not.toContain('<b>X')
    const cedula = await post(path, typed({ identificacion: '1710034066' }))
    expect(cedula.body).toContain('La cédula no es correcta: revise sus dígitos.')
    expect((await post(path, typed({ razon_social: 'ROSA 漢' }))).body).toContain('no se puede imprimir')
    expect((await post(path, typed({ tipo_identificacion: '07', identificacion: '9999999999999' }))).statusCode).toBe(422)
    expect((await post(path, typed({ direccion: 'x'.repeat(9_000) }))).statusCode).toBe(413)
    expect((await all()).find((one) => one.id === id)?.recibido).toBeNull()
    expect((await post(path, typed())).statusCode).toBe(303)
  })

  it('O-62 a RUC that only deserves a second look is told once and goes through the second time', async () => {
    const { path, id } = await create()
    const ruc = { tipo_identificacion: '04', identificacion: '1799999999001' }
    const told = await post(path, typed(ruc))
    expect([told.statusCode, told.body.includes('Si está bien, envíe otra vez.')]).toEqual([422, true])
    expect(told.body).toContain('name="visto" value="1799999999001"')
    const other = await post(path, { ...typed({ ...ruc, identificacion: '1799999998001' }), visto: '1799999999001' })
    expect(other.statusCode).toBe(422)
    expect((await post(path, { ...typed(ruc), visto: '1799999999001' })).statusCode).toBe(303)
    expect((await read(id)).avisos).toEqual([{ campo: 'identificacion', message: expect.stringContaining('dígito verificador') as string }])
  })

  it('who types learns nothing of whom the company knows: the answers are the same', async () => {
    const known = typed()
    await store({ identificacion: known.identificacion, correos: ['secreto@ejemplo.ec'] })
    const answers = []
    for (const fields of [known, typed()]) {
      const { path } = await create()
      const answer = await post(path, fields)
      answers.push([answer.statusCode, answer.body, answer.headers.location])
    }
    expect(answers[0]).toEqual(answers[1])
    expect((await personas()).map(({ razon_social: name }) => name)).toEqual(['ROSA VIEJA'])
  })
})

describe('what the company does with it', () => {
  it('somebody new stands in no list before it is accepted, and is created once', async () => {
    const { path, id } = await create()
    const fields = typed()
    await post(path, fields)
    expect(await personas()).toEqual([])
    expect(await all()).toMatchObject([{ id, recibido: { identificacion: fields.identificacion, razon_social: 'ROSA ÑACATO' } }])
    const recibido = await read(id)
    expect(recibido.persona).toBeNull()
    expect(recibido.cambios.map(({ campo, antes }) => [campo, antes])).toEqual(
      ['identificacion', 'razon_social', 'correos', 'telefonos', 'direccion'].map((campo) => [campo, null]),
    )
    const answers = await Promise.all([accept(id, null), accept(id, null)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await personas()).toMatchObject([
      {
        identificacion: fields.identificacion,
        razon_social: 'ROSA ÑACATO',
        roles: ['cliente'],
        correos: ['rosa@ejemplo.ec', 'casa@ejemplo.ec'],
        telefonos: ['099 123 4567'],
        direccion: 'Av. Amazonas N1',
      },
    ])
    expect(await all()).toEqual([])
    const [row] = await app.owner.selectFrom('registro_cliente').select(['datos', 'persona_id']).where('id', '=', id).execute()
    expect(row).toEqual({ datos: null, persona_id: answers[0].data.id })
    const [last] = (await acts()).slice(-1)
    expect(last).toEqual(['registro_cliente.aceptar', { razon_social: 'ROSA ÑACATO', consintio_en: recibido.en }])
  })

  it('of somebody who is known, also by the RUC of the cédula, what would change is shown, and only that changes', async () => {
    const cedula = nextCedula()
    const before = await store({
      tipo_identificacion: '04',
      identificacion: `${cedula}001`,
      correos: ['vieja@ejemplo.ec', 'rosa@ejemplo.ec'],
      telefonos: ['0991234567', '022222222'],
      dias_credito: 30,
      limite_credito: montoOf(5_000_000),
      activo: false,
    })
    const { path, id } = await create()
    await post(path, typed({ identificacion: cedula, correo_2: '', direccion: '' }))
    const recibido = await read(id)
    expect(recibido.persona).toEqual({ ...shownOf(before), identificacion: `${cedula}001`, razon_social: 'ROSA VIEJA', activo: false })
    expect(recibido.cambios).toEqual([
      { campo: 'razon_social', antes: 'ROSA VIEJA', despues: 'ROSA ÑACATO' },
      { campo: 'correos', antes: 'vieja@ejemplo.ec, rosa@ejemplo.ec', despues: 'rosa@ejemplo.ec, vieja@ejemplo.ec' },
      { campo: 'telefonos', antes: '0991234567, 022222222', despues: '099 123 4567, 022222222' },
      { campo: 'roles', antes: 'Proveedor', despues: 'Proveedor, Cliente' },
    ])
    expect((await accept(id, shownOf(before))).status).toBe(200)
    const [after] = await personas()
    expect(after).toMatchObject({
      id: before.id,
      identificacion: `${cedula}001`,
      razon_social: 'ROSA ÑACATO',
      roles: ['proveedor', 'cliente'],
      dias_credito: 30,
      limite_credito: montoOf(5_000_000),
      direccion: null,
      activo: false,
    })
  })

  it('what says nothing new changes nothing, not even the version of the person', async () => {
    const fields = typed()
    for (const version of [1, 1]) {
      const { path, id } = await create()
      await post(path, fields)
      const { persona, cambios } = await read(id)
      if (persona) expect([persona.version, cambios]).toEqual([version, []])
      expect((await accept(id, persona && shownOf(persona))).data.version).toBe(version)
    }
    expect(await personas()).toHaveLength(1)
  })

  it('nothing is overwritten unseen: who came or changed since it was shown is shown first', async () => {
    const { path, id } = await create()
    const fields = typed()
    await post(path, fields)
    expect((await read(id)).persona).toBeNull()
    const arrived = await store({ identificacion: fields.identificacion })
    expect((await accept(id, null)).status).toBe(409)
    const { version: _version, creada_en: _creada, editada_en: _editada, id: _id, avisos: _avisos, unida_a: _unida, ...form } = arrived
    const edited = await app.call(editPersona, {
      token,
      params: { id: arrived.id },
      body: { ...form, razon_social: 'ROSA CORREGIDA', version: arrived.version },
    })
    expect(edited.status).toBe(200)
    expect((await accept(id, shownOf(arrived))).status).toBe(409)
    expect(await personas()).toMatchObject([{ razon_social: 'ROSA CORREGIDA', correos: [] }])
    const { persona } = await read(id)
    expect((await accept(id, persona && shownOf(persona))).status).toBe(200)
  })

  it('typed by a client whose record was merged away is of the one that stayed', async () => {
    const { path, id } = await create()
    const fields = typed()
    await post(path, fields)
    const [away, stays] = [await store({ identificacion: fields.identificacion }), await store({ identificacion: nextCedula() })]
    expect((await app.call(unirPersona, { token, params: { id: stays.id }, headers: key(), body: { otra_id: away.id } })).status).toBe(200)
    const { persona } = await read(id)
    expect(persona?.id).toBe(stays.id)
    const accepted = await accept(id, persona && shownOf(persona))
    expect([accepted.status, accepted.data.id]).toEqual([200, stays.id])
    expect(await personas()).toMatchObject([
      { id: stays.id, identificacion: stays.identificacion, correos: ['rosa@ejemplo.ec', 'casa@ejemplo.ec'] },
    ])
  })

  it('that is refused is kept nowhere, and no link is taken back whose client was faster', async () => {
    const { path, id } = await create()
    const fields = typed()
    await post(path, fields)
    expect((await app.call(revokeRegistroCliente, { token, params: { id } })).status).toBe(409)
    expect((await read(id)).datos.identificacion).toBe(fields.identificacion)
    expect((await app.call(refuseRegistroCliente, { token, params: { id } })).status).toBe(200)
    expect([await all(), await personas()]).toEqual([[], []])
    expect((await app.call(refuseRegistroCliente, { token, params: { id } })).status).toBe(404)
    const rows = await app.owner.selectFrom('auditoria').selectAll().where('empresa_id', '=', empresa.id).execute()
    expect(JSON.stringify(rows)).not.toContain(fields.identificacion)
    const open = await create()
    expect((await app.call(refuseRegistroCliente, { token, params: { id: open.id } })).status).toBe(404)
  })

  it('takes the right to register people, and to edit them where the client is known', async () => {
    const { path, id } = await create()
    const fields = typed()
    await post(path, fields)
    const before = await store({ identificacion: fields.identificacion })
    const withRights = async (collections: string[]) => {
      const { id: usuarioId, username } = await buildUsuario(app, { empresas: [empresa], rol: ROL.EMPLEADO })
      await app.owner
        .updateTable('usuario_empresa')
        .set({ collections })
        .where('empresa_id', '=', empresa.id)
        .where('usuario_id', '=', usuarioId)
        .execute()
      return (await app.signIn(username)).token
    }
    const without = await withRights(COLLECTIONS.filter((right) => right !== 'persona:crear'))
    expect((await app.call(allRegistroCliente, { token: without })).status).toBe(403)
    const creates = await withRights(['persona:crear'])
    expect(await all(creates)).toHaveLength(1)
    expect((await accept(id, shownOf(before), creates)).status).toBe(403)
    expect(await personas()).toMatchObject([{ razon_social: 'ROSA VIEJA' }])
  })
})

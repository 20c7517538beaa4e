import { randomUUID } from 'node:crypto'
import {
  createCompra,
  createCondicionPersona,
  deleteCondicionPersona,
  deletePersona,
  editCondicionPersona,
  readCondicionesPersona,
  readCondicionProveedor,
  restorePersonas,
  type CondicionesPersona,
  type CondicionProveedor,
  type Persona,
} from '@yupana/contract'
import { addDays, fechaIn } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { dicho, fichasOf, identidadOf, key, ok } from '../../testing/fichas.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { compraForm } from '../../testing/matrix-muestras.ts'

// Kind and régimen of a person by day.
let app: TestApp
let token = ''
let ajena = ''
/** A seller who may not edit people. */
let noEdita = ''

beforeAll(async () => {
  app = await buildTestApp()
  const empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
  const { id, username } = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
  await app.owner
    .updateTable('usuario_empresa')
    .set({ collections: ['persona:crear', 'persona:eliminar'] })
    .where('usuario_id', '=', id)
    .execute()
  noEdita = (await app.signIn(username)).token
  ajena = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
})
afterAll(() => app?.close())

const { crear, unir, separar } = fichasOf(() => ({ app, token }))
const anotar = (persona: { id: string }, body: object, as = token, headers: Record<string, string> = key()) =>
  app.call<CondicionesPersona>(createCondicionPersona, { token: as, params: { id: persona.id }, headers, body })
const corregir = (id: string, body: object, as = token) =>
  app.call<CondicionesPersona>(editCondicionPersona, { token: as, params: { id }, body })
const quitar = (id: string, as = token) => app.call(deleteCondicionPersona, { token: as, params: { id } })
const historia = async (persona: { id: string }) =>
  (await ok(app.call<CondicionesPersona>(readCondicionesPersona, { token, params: { id: persona.id } }))).historia
const shortOf = (rows: CondicionesPersona['historia']) =>
  rows.map(({ desde, tipo_contribuyente: tipo, regimen, de }) => [desde, tipo, regimen, de])
const elDia = ({ tipo_identificacion, identificacion }: Persona, fecha: string, as = token) =>
  ok(app.call<CondicionProveedor>(readCondicionProveedor, { token: as, query: { tipo_identificacion, identificacion, fecha } }))
const regimenes = async (persona: Persona, dias: readonly string[]) => {
  const found = []
  for (const dia of dias) found.push((await elDia(persona, dia)).regimen)
  return found
}
let n = 9_000
const proveedor = () =>
  crear({ tipo_identificacion: '04', identificacion: `${cedulaOf(++n)}001`, razon_social: `PROVEEDOR ${n}`, roles: ['proveedor'] })
const sociedad = () =>
  crear({ tipo_identificacion: '04', identificacion: `179${String(++n).padStart(7, '0')}001`, razon_social: `SOCIEDAD ${n}` })

describe('what a person was on a day', () => {
  it('is what began last until then: the day before, the day itself and the day after', async () => {
    const persona = await proveedor()
    await ok(anotar(persona, { regimen: 'NEGOCIO_POPULAR', tipo_contribuyente: 'PERSONA_NATURAL' }))
    await ok(anotar(persona, { desde: '2026-05-15', regimen: 'RIMPE' }))
    await ok(anotar(persona, { desde: '2026-05-20', regimen: 'GENERAL', calificaciones: ['CONTRIBUYENTE_ESPECIAL'] }))
    expect(
      await regimenes(persona, ['2015-01-01', '2026-05-14', '2026-05-15', '2026-05-16', '2026-05-19', '2026-05-20', '2026-05-21']),
    ).toEqual(['GENERAL', 'NEGOCIO_POPULAR', 'RIMPE', 'RIMPE', 'RIMPE', 'GENERAL', 'GENERAL'])
    expect(await elDia(persona, '2026-05-19')).toMatchObject({ sociedad: false, especial: false })
    expect(await elDia(persona, '2026-05-20')).toMatchObject({ sociedad: false, especial: true, publico: false, exportador: false })
  })

  it('is its RUC and its last purchase until then where its history does not say, and general before', async () => {
    const persona = await sociedad()
    const comprar = (fecha_emision: string, regimen_proveedor: string, numero: string) =>
      ok(
        app.call(createCompra, {
          token,
          headers: key(),
          body: { ...compraForm, proveedor: identidadOf(persona), fecha_emision, fecha_registro: fecha_emision, regimen_proveedor, numero },
        }),
      )
    await comprar('2026-05-10', 'RIMPE', '001-001-000000001')
    await comprar('2026-05-20', 'GENERAL', '001-001-000000002')
    expect(await regimenes(persona, ['2026-05-09', '2026-05-10', '2026-05-19', '2026-05-20'])).toEqual([
      'GENERAL',
      'RIMPE',
      'RIMPE',
      'GENERAL',
    ])
    expect(await elDia(persona, '2026-05-19')).toMatchObject({ sociedad: true })
    await ok(anotar(persona, { desde: '2026-05-12', regimen: 'GENERAL', tipo_contribuyente: 'PERSONA_NATURAL' }))
    expect(await regimenes(persona, ['2026-05-11', '2026-05-12'])).toEqual(['RIMPE', 'GENERAL'])
    expect(await elDia(persona, '2026-05-12')).toMatchObject({ sociedad: false })
  })

  it('is no RIMPE before it existed, though it is written down without a date', async () => {
    const [rimpe, popular] = [await proveedor(), await proveedor()]
    await ok(anotar(rimpe, { regimen: 'RIMPE' }))
    await ok(anotar(popular, { regimen: 'NEGOCIO_POPULAR' }))
    expect(await regimenes(rimpe, ['2015-01-01', '2021-12-31', '2022-01-01'])).toEqual(['GENERAL', 'GENERAL', 'RIMPE'])
    expect(await regimenes(popular, ['2021-12-31', '2022-01-01'])).toEqual(['GENERAL', 'NEGOCIO_POPULAR'])
  })

  it('is nothing of another company, nor of somebody unknown', async () => {
    const persona = await proveedor()
    await ok(anotar(persona, { regimen: 'RIMPE' }))
    expect(await elDia(persona, '2026-05-01', ajena)).toMatchObject({ regimen: 'GENERAL' })
    const desconocida = { ...persona, identificacion: `${cedulaOf(++n)}001` }
    expect(await elDia(desconocida, '2026-05-01')).toMatchObject({ regimen: 'GENERAL', sociedad: false })
  })
})

describe('a change', () => {
  it('is refused in words', async () => {
    const persona = await proveedor()
    const hoy = fechaIn(app.clock.now())
    await ok(anotar(persona, { desde: '2026-05-15', regimen: 'RIMPE' }))
    await ok(anotar(persona, { regimen: 'GENERAL' }))
    expect(await dicho(anotar(persona, { desde: '2026-05-15', regimen: 'GENERAL' }))).toBe(
      '422 Ya hay un cambio desde el 15/05/2026: corríjalo, o escriba otra fecha.',
    )
    expect(await dicho(anotar(persona, { regimen: 'GENERAL' }))).toBe(
      '422 Ya hay una anotación sin fecha: corríjala, o escriba desde cuándo rige esta.',
    )
    expect(await dicho(anotar(persona, { desde: addDays(hoy, 367), regimen: 'GENERAL' }))).toMatch(
      /^422 Anote cambios de hasta un año después de hoy: hasta el /,
    )
    await ok(anotar(persona, { desde: addDays(hoy, 366), regimen: 'GENERAL' }))
    expect(await dicho(anotar(persona, { desde: '2021-12-31', regimen: 'RIMPE' }))).toBe('422 El RIMPE existe desde el 01/01/2022.')
    expect(await dicho(anotar(persona, { desde: '2026-05-16' }))).toBe('422 Elija el tipo, el régimen o una calificación.')
    expect(await dicho(anotar(await sociedad(), { regimen: 'NEGOCIO_POPULAR' }))).toBe(
      '422 Un negocio popular es siempre una persona natural, y el 01/01/2022 sería una sociedad.',
    )
    for (const wrong of [{ regimen: 'RISE' }, { tipo_contribuyente: 'FIDEICOMISO' }, { regimen: 'GENERAL', calificaciones: ['BANCO'] }])
      expect((await anotar(persona, { desde: '2026-05-17', ...wrong })).status).toBe(422)
    expect(await historia(persona)).toHaveLength(3)
  })

  it('leaves no day on which a sociedad is negocio popular, be it written, corrected or taken away', async () => {
    const persona = await proveedor()
    const sociedadEl = (dia: string) => `422 Un negocio popular es siempre una persona natural, y el ${dia} sería una sociedad.`
    await ok(anotar(persona, { desde: '2026-01-01', tipo_contribuyente: 'SOCIEDAD' }))
    expect(await dicho(anotar(persona, { desde: '2026-02-01', regimen: 'NEGOCIO_POPULAR' }))).toBe(sociedadEl('01/02/2026'))
    await ok(anotar(persona, { desde: '2026-03-01', tipo_contribuyente: 'PERSONA_NATURAL' }))
    await ok(anotar(persona, { desde: '2026-03-05', regimen: 'NEGOCIO_POPULAR' }))
    const [popular, natural] = await historia(persona)
    expect(await dicho(quitar(natural!.id))).toBe(sociedadEl('05/03/2026'))
    expect(
      await dicho(corregir(natural!.id, { desde: '2026-03-10', tipo_contribuyente: 'PERSONA_NATURAL', version: natural!.version })),
    ).toBe(sociedadEl('05/03/2026'))
    expect(await dicho(corregir(popular!.id, { desde: null, regimen: 'NEGOCIO_POPULAR', version: popular!.version }))).toBe(
      sociedadEl('01/01/2026'),
    )
    expect(await dicho(anotar(persona, { desde: '2026-03-20', tipo_contribuyente: 'SOCIEDAD' }))).toBe(sociedadEl('20/03/2026'))
    expect(await dicho(anotar(persona, { regimen: 'NEGOCIO_POPULAR' }))).toBe(sociedadEl('01/01/2026'))
    expect(await historia(persona)).toHaveLength(3)
    await ok(anotar(persona, { desde: '2026-03-20', tipo_contribuyente: 'SOCIEDAD', regimen: 'GENERAL' }))
    // A sociedad by its RUC, recorded as a person.
    const otra = await sociedad()
    await ok(anotar(otra, { tipo_contribuyente: 'PERSONA_NATURAL' }))
    await ok(anotar(otra, { desde: '2026-03-01', regimen: 'NEGOCIO_POPULAR' }))
  })

  it('of the kind alone keeps the qualifications, and one may only end them', async () => {
    const persona = await proveedor()
    const calificaciones = async () => (await historia(persona)).map((row) => [row.desde, row.calificaciones])
    expect(await dicho(anotar(persona, { desde: '2026-05-01', calificaciones: [] }))).toBe(
      '422 Elija el tipo, el régimen o una calificación.',
    )
    await ok(anotar(persona, { desde: '2026-05-01', calificaciones: ['CONTRIBUYENTE_ESPECIAL', 'AGENTE_RETENCION'] }))
    expect(await dicho(anotar(persona, { desde: '2026-05-10' }))).toBe('422 Elija el tipo, el régimen o una calificación.')
    await ok(anotar(persona, { desde: '2026-05-10', tipo_contribuyente: 'PERSONA_NATURAL' }))
    expect(await elDia(persona, '2026-05-10')).toMatchObject({ especial: true })
    await ok(anotar(persona, { desde: '2026-05-20', calificaciones: [] }))
    expect(await calificaciones()).toEqual([
      ['2026-05-20', []],
      ['2026-05-10', ['CONTRIBUYENTE_ESPECIAL', 'AGENTE_RETENCION']],
      ['2026-05-01', ['CONTRIBUYENTE_ESPECIAL', 'AGENTE_RETENCION']],
    ])
    expect(await elDia(persona, '2026-05-19')).toMatchObject({ especial: true })
    expect(await elDia(persona, '2026-05-20')).toMatchObject({ especial: false })
    const [fin, natural] = await historia(persona)
    await ok(corregir(natural!.id, { desde: '2026-05-10', regimen: 'GENERAL', version: natural!.version }))
    await ok(corregir(fin!.id, { desde: '2026-05-21', calificaciones: [], version: fin!.version }))
    expect(await elDia(persona, '2026-05-20')).toMatchObject({ especial: true })
    expect(await elDia(persona, '2026-05-21')).toMatchObject({ especial: false })
  })

  it('of one day is one, however many are sent at the same instant; with one key, once', async () => {
    const persona = await proveedor()
    const sent = await Promise.all(
      ['RIMPE', 'GENERAL', 'RIMPE', 'GENERAL'].map((regimen) => anotar(persona, { desde: '2026-05-15', regimen })),
    )
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    const headers = key()
    const twice = await Promise.all([1, 2].map(() => anotar(persona, { desde: '2026-05-16', regimen: 'GENERAL' }, token, headers)))
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    expect(await historia(persona)).toHaveLength(2)
  })

  it('is corrected and taken away, with who did it in the history of the person', async () => {
    const persona = await proveedor()
    await ok(anotar(persona, { desde: '2026-05-15', regimen: 'RIMPE' }))
    const [rimpe] = await historia(persona)
    expect(rimpe?.por).toBeTruthy()
    await ok(corregir(rimpe!.id, { desde: '2026-05-16', regimen: 'RIMPE', version: rimpe!.version }))
    expect(await regimenes(persona, ['2026-05-15', '2026-05-16'])).toEqual(['GENERAL', 'RIMPE'])
    expect((await corregir(rimpe!.id, { regimen: 'GENERAL', version: rimpe!.version })).status).toBe(409)
    const a = await Promise.all([quitar(rimpe!.id), quitar(rimpe!.id)])
    expect(a.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
    expect((await quitar(rimpe!.id)).status).toBe(404)
    expect(await historia(persona)).toEqual([])
    const { rows } = await sql<{ accion: string; detalle: object }>`
      select accion, detalle from auditoria where objeto = ${persona.id} and accion like 'persona_condicion.%' order by id`.execute(
      app.owner,
    )
    expect(rows).toEqual([
      { accion: 'persona_condicion.crear', detalle: { desde: '2026-05-15', regimen: 'RIMPE emprendedor' } },
      { accion: 'persona_condicion.editar', detalle: { desde: ['2026-05-15', '2026-05-16'] } },
      { accion: 'persona_condicion.eliminar', detalle: { desde: '2026-05-16', regimen: 'RIMPE emprendedor' } },
    ])
  })

  it('is of nobody else, and only of who may edit a person', async () => {
    const persona = await proveedor()
    await ok(anotar(persona, { desde: '2026-05-15', regimen: 'RIMPE' }))
    const [rimpe] = await historia(persona)
    expect((await anotar(persona, { regimen: 'RIMPE' }, ajena)).status).toBe(404)
    expect((await anotar({ id: randomUUID() }, { regimen: 'RIMPE' })).status).toBe(404)
    expect((await corregir(rimpe!.id, { regimen: 'GENERAL', version: 1 }, ajena)).status).toBe(404)
    expect((await quitar(rimpe!.id, ajena)).status).toBe(404)
    expect((await anotar(persona, { regimen: 'RIMPE' }, noEdita)).status).toBe(403)
    expect((await corregir(rimpe!.id, { regimen: 'GENERAL', version: 1 }, noEdita)).status).toBe(403)
    expect((await quitar(rimpe!.id, noEdita)).status).toBe(403)
    expect(shortOf(await historia(persona))).toEqual([['2026-05-15', null, 'RIMPE', null]])
  })

  it('goes and comes back with its person', async () => {
    const persona = await proveedor()
    await ok(anotar(persona, { desde: '2026-05-15', regimen: 'RIMPE', calificaciones: ['EXPORTADOR_HABITUAL'] }))
    const before = await historia(persona)
    await ok(app.call(deletePersona, { token, params: { id: persona.id } }))
    await ok(app.call(restorePersonas, { token, body: { ids: [persona.id] } }))
    expect(await historia(persona)).toEqual(before)
  })
})

describe('two records of one person', () => {
  it('have one history while they are merged, and each its own again', async () => {
    const [queda, otra] = [await proveedor(), await proveedor()]
    await ok(anotar(queda, { regimen: 'NEGOCIO_POPULAR' }))
    await ok(anotar(queda, { desde: '2026-05-15', regimen: 'RIMPE' }))
    await ok(anotar(otra, { tipo_contribuyente: 'PERSONA_NATURAL', regimen: 'RIMPE' }))
    await ok(anotar(otra, { desde: '2026-05-15', regimen: 'GENERAL' }))
    await ok(anotar(otra, { desde: '2026-05-20', regimen: 'GENERAL' }))
    const suyas = [await historia(queda), await historia(otra)]
    await ok(unir(queda, otra))
    const de = `${otra.razon_social} (${otra.identificacion})`
    expect(shortOf(await historia(queda))).toEqual([
      ['2026-05-20', null, 'GENERAL', de],
      ['2026-05-15', null, 'RIMPE', null],
      ['2026-05-15', null, 'GENERAL', de],
      [null, null, 'NEGOCIO_POPULAR', null],
      [null, 'PERSONA_NATURAL', 'RIMPE', de],
    ])
    const dias = ['2026-05-14', '2026-05-15', '2026-05-19', '2026-05-20']
    const juntos = ['NEGOCIO_POPULAR', 'RIMPE', 'RIMPE', 'GENERAL']
    expect([await regimenes(queda, dias), await regimenes(otra, dias)]).toEqual([juntos, juntos])
    expect(await dicho(anotar(queda, { desde: '2026-05-20', regimen: 'RIMPE' }))).toMatch(/^422 Ya hay un cambio desde el 20/)
    expect(await dicho(anotar(otra, { desde: '2026-05-21', regimen: 'RIMPE' }))).toMatch(/^422 No se puede editar: /)
    // New changes belong to the record that stayed; a corrected change stays with its own record.
    await ok(anotar(queda, { desde: '2026-05-25', regimen: 'RIMPE' }))
    const [, suya] = await historia(queda)
    await ok(corregir(suya!.id, { desde: '2026-05-22', regimen: 'GENERAL', version: suya!.version }))
    await ok(separar(otra))
    expect(await regimenes(queda, [...dias, '2026-05-25'])).toEqual(['NEGOCIO_POPULAR', 'RIMPE', 'RIMPE', 'RIMPE', 'RIMPE'])
    expect((await historia(queda)).slice(1)).toEqual(suyas[0])
    expect(shortOf(await historia(otra))).toEqual([['2026-05-22', null, 'GENERAL', null], ...shortOf(suyas[1]!).slice(1)])
  })

  it('with a change of the same day each are corrected without a new date, and read alike every time', async () => {
    const [queda, otra] = [await proveedor(), await proveedor()]
    await ok(anotar(queda, { desde: '2026-05-15', regimen: 'RIMPE' }))
    await ok(anotar(otra, { desde: '2026-05-15', regimen: 'GENERAL' }))
    await ok(anotar(otra, { desde: '2026-05-20', regimen: 'GENERAL' }))
    await ok(unir(queda, otra))
    const [veinte, propia, suya] = await historia(queda)
    await ok(corregir(suya!.id, { desde: '2026-05-15', regimen: 'NEGOCIO_POPULAR', version: suya!.version }))
    await ok(corregir(propia!.id, { desde: '2026-05-15', tipo_contribuyente: 'PERSONA_NATURAL', regimen: 'RIMPE', version: 1 }))
    expect(await dicho(corregir(veinte!.id, { desde: '2026-05-15', regimen: 'GENERAL', version: 1 }))).toMatch(/^422 Ya hay un cambio/)
    expect((await historia(queda)).map(({ id }) => id)).toEqual([veinte!.id, propia!.id, suya!.id])
    expect(await regimenes(queda, ['2026-05-15', '2026-05-15'])).toEqual(['RIMPE', 'RIMPE'])
    await ok(separar(otra))
    expect(await regimenes(otra, ['2026-05-15', '2026-05-20'])).toEqual(['NEGOCIO_POPULAR', 'GENERAL'])
  })

  it('of a chain of unions say what the one that gave sooner says', async () => {
    const [a, b, c, d] = [await proveedor(), await proveedor(), await proveedor(), await proveedor()]
    await ok(anotar(a, { regimen: 'RIMPE' }))
    await ok(anotar(b, { tipo_contribuyente: 'SOCIEDAD' }))
    await ok(anotar(b, { desde: '2026-05-15', regimen: 'GENERAL' }))
    await ok(anotar(a, { desde: '2026-05-15', regimen: 'RIMPE' }))
    await ok(anotar(d, { regimen: 'NEGOCIO_POPULAR', tipo_contribuyente: 'PERSONA_NATURAL' }))
    await ok(unir(b, a))
    app.clock.advance(1000)
    await ok(unir(c, b))
    app.clock.advance(1000)
    await ok(unir(c, d))
    expect(await regimenes(c, ['2026-05-14', '2026-05-15'])).toEqual(['RIMPE', 'GENERAL'])
    expect(await elDia(c, '2026-05-15')).toMatchObject({ sociedad: true })
    await ok(separar(b))
    expect(await regimenes(c, ['2026-05-14', '2026-05-15'])).toEqual(['NEGOCIO_POPULAR', 'NEGOCIO_POPULAR'])
    expect(await regimenes(b, ['2026-05-14', '2026-05-15'])).toEqual(['RIMPE', 'GENERAL'])
  })

  it('of which a change is written while they are merged come wholly before or after', async () => {
    const [queda, otra] = [await proveedor(), await proveedor()]
    const [, ...anotados] = await Promise.all([
      unir(queda, otra),
      anotar(otra, { desde: '2026-05-15', regimen: 'RIMPE' }),
      anotar(queda, { desde: '2026-05-15', regimen: 'GENERAL' }),
    ])
    expect(anotados.every(({ status }) => status === 200 || status === 422)).toBe(true)
    expect(await historia(queda)).toHaveLength(anotados.filter(({ status }) => status === 200).length)
  })
})

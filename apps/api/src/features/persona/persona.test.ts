import { montoOf } from '@yupana/fiscal'
import { randomUUID } from 'node:crypto'
import {
  createPago,
  createPersona,
  createSaldoInicial,
  deletePersona,
  editPersona,
  type Endpoint,
  type Listing,
  type Persona,
  type PersonaGuardada,
  type PersonaConocida,
  readPersona,
  readPersonaConocida,
  restorePersonas,
  searchPersona,
  creditoOfCliente,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { buildDocumentoRow } from '../../testing/documentos.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { cedulaOf, rucDudoso, rucOf } from '../../testing/identificaciones.ts'
import { ensurePersona } from './persona.service.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let otra: { id: EmpresaId }
let token: string
let tokenOtra: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
  otra = await buildEmpresa(app)
  tokenOtra = await tokenOfNew(app, { empresas: [otra] })
})
afterAll(() => app.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})

const form = (changes: Record<string, unknown> = {}) => ({
  tipo_identificacion: '05',
  identificacion: cedulaOf(++n),
  razon_social: 'ANA RUIZ',
  roles: ['cliente'],
  correos: ['ana@ejemplo.ec'],
  telefonos: ['0991234567'],
  ...changes,
})
const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const create = (changes: Record<string, unknown> = {}, headers = key(), as = token) =>
  app.call<PersonaGuardada>(createPersona, { token: as, body: form(changes), headers })
const created = async (changes: Record<string, unknown> = {}) => (await create(changes)).data
const search = async (query: Record<string, string>) => (await app.call<Listing<Persona>>(searchPersona, { token, query })).data
const namesOf = ({ content }: Listing<Persona>) => content.map(({ razon_social }) => razon_social)

describe('search', () => {
  it('finds by beginnings of words, in any order, accents or not', async () => {
    await created({ razon_social: 'JOSÉ NÚÑEZ ÁVILA', nombre_comercial: 'La Esquina' })
    await created({ razon_social: 'JOSEFINA PEÑA' })
    expect(namesOf(await search({ q: 'jose' }))).toEqual(['JOSEFINA PEÑA', 'JOSÉ NÚÑEZ ÁVILA'].toSorted((a, b) => (a < b ? 1 : -1)))
    expect(namesOf(await search({ q: 'nune JOSE' }))).toEqual(['JOSÉ NÚÑEZ ÁVILA'])
    expect(namesOf(await search({ q: 'péna' }))).toEqual(['JOSEFINA PEÑA'])
    expect(namesOf(await search({ q: 'esq' }))).toEqual(['JOSÉ NÚÑEZ ÁVILA'])
    expect(namesOf(await search({ q: 'osefina' }))).toEqual([])
    expect(namesOf(await search({ q: '%' }))).toEqual([])
  })

  it('finds by the first digits of the identification', async () => {
    const { identificacion } = await created()
    expect((await search({ q: identificacion.slice(0, 7) })).content.map((row) => row.identificacion)).toContain(identificacion)
  })

  it('pages in alphabetical order, with an exact total', async () => {
    for (const name of ['ZOILA', 'ÁLVARO', 'BEATRIZ', 'alba', 'CARLOS', 'DANIEL', 'ELENA']) await created({ razon_social: name })
    const first = await search({})
    expect(first).toMatchObject({ totalElements: 7, totalPages: 2, number: 0, size: 5, exact: true })
    expect(namesOf(first)).toEqual(['alba', 'ÁLVARO', 'BEATRIZ', 'CARLOS', 'DANIEL'])
    expect(namesOf(await search({ page: '1' }))).toEqual(['ELENA', 'ZOILA'])
    expect(namesOf(await search({ sort: 'razon_social,DESC' }))[0]).toBe('ZOILA')
  })

  it('filters by rol and by activo', async () => {
    await created({ razon_social: 'UNO', roles: ['proveedor', 'cliente'] })
    await created({ razon_social: 'DOS', activo: false })
    expect(namesOf(await search({ rol: 'proveedor' }))).toEqual(['UNO'])
    expect(namesOf(await search({ activo: 'false' }))).toEqual(['DOS'])
    expect((await app.call(searchPersona, { token, query: { rol: 'jefe' } })).status).toBe(422)
  })

  it.each(['version,ASC', 'orden;drop table persona,ASC', 'constructor,DESC', 'razon_social,ASC,x', 'razon_social'])(
    'refuses to sort by %s',
    async (sort) => {
      expect((await app.call(searchPersona, { token, query: { sort } })).status).toBe(422)
    },
  )

  it('tells what a client may owe and the list that is his, to his own company', async () => {
    const { id } = (await create({ lista_precios: 2, dias_credito: 30, limite_credito: 500_000_000 })).data
    const ask = async (bearer: string) => (await app.call(creditoOfCliente, { token: bearer, query: { persona_id: id } })).data
    expect(await ask(token)).toEqual({ dias: 30, lista: 2, limite: 500_000_000, debe: 0, vencido: 0 })
    expect(await ask(tokenOtra)).toBeNull()
  })

  it('shows nothing of another company, not even by its exact words', async () => {
    const ajena = (await create({ razon_social: 'AJENA UNICA' }, key(), tokenOtra)).data
    expect((await search({ q: 'ajena' })).totalElements).toBe(0)
    expect((await search({ q: ajena.identificacion })).totalElements).toBe(0)
  })
})

describe('create', () => {
  it('stores what was written, with its defaults', async () => {
    const answer = await create({ correos: ['A@Ejemplo.ec', 'b@ejemplo.ec'], roles: ['cliente', 'transportista'], direccion: '' })
    expect(answer).toMatchObject({ status: 200, msg: 'Persona registrada exitosamente' })
    expect(answer.data).toMatchObject({
      correos: ['a@ejemplo.ec', 'b@ejemplo.ec'],
      direccion: null,
      dias_credito: 0,
      activo: true,
      version: 1,
      avisos: [],
    })
    const { avisos: _, ...persona } = answer.data
    expect((await app.call(readPersona, { token, params: { id: persona.id } })).data).toEqual(persona)
  })

  it.each([
    ['identificacion', { identificacion: '1712345670' }],
    ['identificacion', { tipo_identificacion: '04', identificacion: '9999999999999' }],
    ['tipo_identificacion', { tipo_identificacion: '07' }],
    ['razon_social', { razon_social: '   ' }],
    ['razon_social', { razon_social: 'A'.repeat(301) }],
    ['razon_social', { razon_social: 'PERSONA 漢' }],
    ['roles', { roles: [] }],
    ['roles', { roles: ['cliente', 'cliente'] }],
    ['correos', { correos: Array.from({ length: 11 }, (_, at) => `a${at}@ejemplo.ec`) }],
    ['correos.0', { correos: ['sin arroba'] }],
    ['dias_credito', { dias_credito: -1 }],
    ['direcciones', { direcciones: Array.from({ length: 21 }, (_, at) => ({ nombre: `B${at}`, direccion: 'Quito' })) }],
    ['direcciones', { direcciones: ['Norte', 'NORTE'].map((nombre) => ({ nombre, direccion: 'Quito' })) }],
    ['direcciones.0.nombre', { direcciones: [{ nombre: ' ', direccion: 'Quito' }] }],
    ['direcciones.0.direccion', { direcciones: [{ nombre: 'Norte', direccion: 'A'.repeat(301) }] }],
    ['direcciones.0.direccion', { direcciones: [{ nombre: 'Norte', direccion: 'CALLE 漢' }] }],
    ['direcciones.0.direccion', { direcciones: [{ nombre: 'Norte', direccion: 'A\nB' }] }],
    ['lista_precios', { lista_precios: 5 }],
  ])('names %s when it is not valid', async (campo, changes) => {
    const answer = await create(changes)
    expect(answer.status).toBe(422)
    expect(answer.problems.map((problem) => problem.campo)).toContain(campo)
  })

  it('only warns of a company RUC that the old algorithm refuses (O-62)', async () => {
    const answer = await create({ tipo_identificacion: '04', identificacion: rucDudoso() })
    expect(answer.status).toBe(200)
    expect(answer.data.avisos).toMatchObject([{ campo: 'identificacion' }])
  })

  it('takes a cédula and its RUC as one person (O-62), in both orders', async () => {
    for (const [first, second] of [
      ['05', '04'],
      ['04', '05'],
    ] as const) {
      const cedula = cedulaOf(++n)
      const numero = { '05': cedula, '04': rucOf(cedula) }
      expect((await create({ tipo_identificacion: first, identificacion: numero[first] })).status).toBe(200)
      const answer = await create({ tipo_identificacion: second, identificacion: numero[second] })
      expect(answer.status).toBe(422)
      expect(answer.problems).toMatchObject([
        { campo: 'identificacion', message: `Ya existe una persona con la identificación ${numero[first]}.` },
      ])
    }
  })

  it('answers the same person to the same Idempotency-Key (O-91)', async () => {
    const headers = key()
    const body = form()
    const call = () => app.call<PersonaGuardada>(createPersona, { token, body, headers })
    const [first, second] = await Promise.all([call(), call()])
    expect(first.status).toBe(200)
    expect(second.data).toEqual(first.data)
    expect((await search({})).totalElements).toBe(1)
    expect((await app.call(createPersona, { token, body: form(), headers })).problems[0]?.message).toContain('ya se usó')
  })

  it('wants a key', async () => {
    expect((await app.call(createPersona, { token, body: form() })).problems[0]?.message).toContain('Idempotency-Key')
    expect((await create({}, { 'idempotency-key': 'corta' })).status).toBe(422)
  })
})

describe('what is known of an identification', () => {
  const known = (tipo_identificacion: string, identificacion: string, as = token) =>
    app.call<PersonaConocida>(readPersonaConocida, { token: as, query: { tipo_identificacion, identificacion } })
  const receive = (emisor_ruc: string, emisor_nombre: string, fecha_emision: string) =>
    app.owner
      .insertInto('recibido')
      .values({
        empresa_id: empresa.id,
        id: randomUUID(),
        ambiente: 'SIMULADOR',
        clave: String(++n).padStart(49, '0'),
        tipo: '01',
        numero: '001-001-000000001',
        fecha_emision,
        emisor_ruc,
        emisor_nombre,
        total: montoOf(1_000_000),
        autorizado: true,
        avisos: '[]' as never,
        formulario: '{}' as never,
        xml: '<factura/>',
        usuario_id: randomUUID(),
        creado_en: app.clock.now(),
      })
      .execute()

  it('is who has it or its twin, whatever they are and even if inactive, and of this company alone', async () => {
    const { id, identificacion } = await created({ razon_social: 'LUZ MORA', roles: ['proveedor'], activo: false })
    const persona = { id, identificacion, razon_social: 'LUZ MORA', roles: ['proveedor'], activo: false }
    expect((await known('05', identificacion)).data).toEqual({ persona, nombre: null })
    expect((await known('04', rucOf(identificacion))).data).toEqual({ persona, nombre: null })
    expect((await known('04', rucOf(identificacion), tokenOtra)).data).toEqual({ persona: null, nombre: null })
  })

  it('is the latest name of whoever sent a document, under their RUC or cédula', async () => {
    const cedula = cedulaOf(++n)
    await receive(rucOf(cedula), 'MORA HNOS.', '2026-03-01')
    await receive(rucOf(cedula), 'MORA E HIJOS', '2026-04-01')
    expect((await known('04', rucOf(cedula))).data).toEqual({ persona: null, nombre: 'MORA E HIJOS' })
    expect((await known('05', cedula)).data).toEqual({ persona: null, nombre: 'MORA E HIJOS' })
    expect((await known('06', cedula)).data).toEqual({ persona: null, nombre: null })
    expect((await known('04', rucOf(cedula), tokenOtra)).data).toEqual({ persona: null, nombre: null })
  })
})

describe('edit', () => {
  const edit = (id: string, body: Record<string, unknown>, as = token) =>
    app.call<PersonaGuardada>(editPersona, { token: as, params: { id }, body: fieldsOf(editPersona, body) })

  it('changes the person, the words and the version, and records who did it', async () => {
    const { avisos: _, ...persona } = await created({ razon_social: 'VIEJO NOMBRE' })
    const answer = await edit(persona.id, { ...persona, razon_social: 'NUEVO NOMBRE', activo: false })
    expect(answer).toMatchObject({
      status: 200,
      msg: 'Persona editada exitosamente',
      data: { razon_social: 'NUEVO NOMBRE', activo: false, version: 2 },
    })
    expect((await search({ q: 'viejo' })).totalElements).toBe(0)
    expect(namesOf(await search({ q: 'nuevo' }))).toEqual(['NUEVO NOMBRE'])
    const audit = await app.owner
      .selectFrom('auditoria')
      .select('detalle')
      .where('empresa_id', '=', empresa.id)
      .where('accion', '=', 'persona.editar')
      .execute()
    expect(audit).toMatchObject([{ detalle: { razon_social: ['VIEJO NOMBRE', 'NUEVO NOMBRE'], activo: [true, false] } }])
  })

  it('keeps twenty further addresses in their order, and the audit tells them as people read them', async () => {
    const direcciones = Array.from({ length: 20 }, (_, at) => ({ nombre: `Bodega ${at}`, direccion: 'É'.repeat(300) }))
    const { avisos: _, ...persona } = await created({ direccion: 'Quito', direcciones })
    expect((await app.call<Persona>(readPersona, { token, params: { id: persona.id } })).data).toMatchObject({
      direccion: 'Quito',
      direcciones,
    })
    await edit(persona.id, { ...persona, direcciones: [{ nombre: ' Bodega norte ', direccion: 'Av. del Maestro 12' }] })
    const { data } = await edit(persona.id, { ...persona, version: 2, direcciones: [] })
    expect(data.direcciones).toEqual([])
    const audit = await app.owner
      .selectFrom('auditoria')
      .select('detalle')
      .where('empresa_id', '=', empresa.id)
      .where('accion', '=', 'persona.editar')
      .orderBy('en')
      .execute()
    const norte = ['Bodega norte: Av. del Maestro 12']
    expect(audit.map(({ detalle }) => detalle)).toEqual(
      expect.arrayContaining([
        { direcciones: [direcciones.map((one) => `${one.nombre}: ${one.direccion}`), norte] },
        { direcciones: [norte, []] },
      ]),
    )
  })

  it('refuses a form that was read before somebody else saved', async () => {
    const persona = await created()
    expect((await edit(persona.id, persona as never)).status).toBe(200)
    expect((await edit(persona.id, persona as never)).status).toBe(409)
  })

  it('may turn a cédula into its RUC, not into the identification of another', async () => {
    const persona = await created()
    const other = await created()
    expect((await edit(persona.id, { ...persona, tipo_identificacion: '04', identificacion: rucOf(persona.identificacion) })).status).toBe(
      200,
    )
    const answer = await edit(persona.id, {
      ...persona,
      version: 2,
      tipo_identificacion: '04',
      identificacion: rucOf(other.identificacion),
    })
    expect(answer.problems).toMatchObject([{ campo: 'identificacion' }])
  })
})

describe('delete', () => {
  const remove = (id: string, as = token) => app.call(deletePersona, { token: as, params: { id } })

  it('removes the person and the words', async () => {
    const { id } = await created({ razon_social: 'EFIMERA' })
    expect(await remove(id)).toMatchObject({ status: 200, msg: 'Persona eliminada exitosamente' })
    expect((await search({ q: 'efimera' })).totalElements).toBe(0)
    expect(await app.owner.selectFrom('busqueda').select('palabra').where('id', '=', id).execute()).toEqual([])
    expect((await remove(id)).status).toBe(404)
  })

  it('taken back, it has its further addresses again', async () => {
    const direcciones = [{ nombre: 'Bodega norte', direccion: 'Av. del Maestro 12' }]
    const { id } = await created({ direcciones })
    await remove(id)
    expect((await app.call(restorePersonas, { token, body: { ids: [id] } })).status).toBe(200)
    expect((await app.call<Persona>(readPersona, { token, params: { id } })).data.direcciones).toEqual(direcciones)
  })

  it('refuses who owes or is owed without any document, and who paid, and says where they stand', async () => {
    const { id } = await created({ razon_social: 'CON SALDO' })
    const saldo = {
      sentido: 'COBRAR',
      persona_id: id,
      numero: '001-001-000000901',
      fecha: '2026-01-01',
      vence: '2026-06-14',
      valor: 1_000_000,
    }
    expect((await app.call(createSaldoInicial, { token, headers: key(), body: saldo })).status).toBe(200)
    const msg = (nombre: string, donde: string) => `No se puede eliminar: ${nombre} consta en ${donde}. Puede desactivarlo.`
    expect(await remove(id)).toMatchObject({ status: 422, msg: msg('CON SALDO', 'cuentas por cobrar o por pagar') })
    const otra = await created({ razon_social: 'CON ANTICIPO' })
    const pago = { sentido: 'COBRAR', persona_id: otra.id, anticipo: 1_000_000, metodos: [{ metodo: 'EFECTIVO', valor: 1_000_000 }] }
    expect((await app.call(createPago, { token, headers: key(), body: pago })).status).toBe(200)
    expect(await remove(otra.id)).toMatchObject({ status: 422, msg: msg('CON ANTICIPO', 'cobros o pagos') })
  })

  it('refuses who stands in a document, and says what to do instead', async () => {
    const { id } = await created({ razon_social: 'CON FACTURA' })
    await buildDocumentoRow(app, empresa, { persona_id: id })
    expect(await remove(id)).toMatchObject({
      status: 422,
      msg: 'No se puede eliminar: CON FACTURA consta en documentos emitidos. Puede desactivarlo.',
    })
  })
})

describe('doors', () => {
  it('keep out who has no session and who may not sell', async () => {
    const { id } = await created()
    const calls: [Endpoint, object][] = [
      [searchPersona, {}],
      [readPersona, { params: { id } }],
      [readPersonaConocida, { query: { tipo_identificacion: '05', identificacion: cedulaOf(1) } }],
      [createPersona, { body: form(), headers: key() }],
      [editPersona, { params: { id }, body: { ...form(), version: 1 } }],
      [deletePersona, { params: { id } }],
    ]
    for (const [endpoint, options] of calls) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO])
    // A seller starts without the right to delete.
    await expectGuarded(app, empresa, deletePersona, { params: { id } }, [ROL.VENDEDOR, ROL.EMPLEADO])
  })

  it('answer 404 for the person of another company, and leave it as it was', async () => {
    const ajena = (await create({}, key(), tokenOtra)).data
    const params = { id: ajena.id }
    expect((await app.call(readPersona, { token, params })).status).toBe(404)
    expect((await app.call(editPersona, { token, params, body: fieldsOf(editPersona, ajena) })).status).toBe(404)
    expect((await app.call(deletePersona, { token, params })).status).toBe(404)
    expect((await app.call<Persona>(readPersona, { token: tokenOtra, params })).data.version).toBe(1)
  })
})

describe('receiver of a document', () => {
  const comprador = (changes: object = {}) => ({
    tipo_identificacion: '05' as const,
    identificacion: cedulaOf(++n),
    razon_social: 'COMPRADORA NUEVA',
    correos: ['C@Ejemplo.ec'],
    telefono: '022345678',
    ...changes,
  })
  const ensure = (receptor: ReturnType<typeof comprador>) =>
    inEmpresa(app.deps.db, empresa.id, (tx) => ensurePersona(tx, empresa.id, receptor, app.clock.now()))

  it('becomes a client that search finds', async () => {
    const id = await ensure(comprador())
    expect((await search({ q: 'compradora' })).content).toMatchObject([
      { id, roles: ['cliente'], correos: ['c@ejemplo.ec'], telefonos: ['022345678'] },
    ])
  })

  it('is who is known by cédula or RUC, with the data they had', async () => {
    const known = await created()
    expect(await ensure(comprador({ tipo_identificacion: '04', identificacion: rucOf(known.identificacion) }))).toBe(known.id)
    expect(namesOf(await search({}))).toEqual([known.razon_social])
  })

  /** Resolves once another transaction waits for a lock of `lockIdentificacion`. */
  const somebodyWaits = async (): Promise<void> => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())) as waits`.execute(
      app.owner,
    )
    return rows[0]?.waits ? undefined : somebodyWaits()
  }

  it('is created once by emissions at the same moment, by cédula and by RUC', async () => {
    const receptor = comprador()
    const twin = { ...receptor, tipo_identificacion: '04' as never, identificacion: rucOf(receptor.identificacion) }
    const {
      id,
      later,
      form: answer,
    } = await inEmpresa(app.deps.db, empresa.id, async (tx) => {
      const mine = await ensurePersona(tx, empresa.id, receptor, app.clock.now())
      const emission = ensure(twin)
      await Promise.race([emission, somebodyWaits()])
      const typed = create({ tipo_identificacion: '04', identificacion: twin.identificacion })
      return { id: mine, later: [emission] as const, form: [typed] as const }
    })
    expect(await later[0]).toBe(id)
    expect((await answer[0]).status).toBe(422)
    expect((await search({})).totalElements).toBe(1)
  })

  it('with a passport of the same digits as a cédula keeps to its text', async () => {
    const id = await ensure(comprador({ tipo_identificacion: '06', identificacion: 'AB123456' }))
    expect(await ensure(comprador({ tipo_identificacion: '06', identificacion: 'AB1234567' }))).not.toBe(id)
    expect(await ensure(comprador({ tipo_identificacion: '06', identificacion: 'AB123456' }))).toBe(id)
  })
})

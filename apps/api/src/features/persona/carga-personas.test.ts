import { randomUUID } from 'node:crypto'
import {
  applyCarga,
  applyCargaPersonas,
  createPersona,
  readCarga,
  readCargaPersonas,
  readPlantillaPersonas,
  searchAuditoria,
  searchErrorCargaPersonas,
  searchPersona,
  uploadPersonas,
  uploadProductos,
  type Carga,
  type Endpoint,
  type ErrorCarga,
  type HechoAuditado,
  type Listing,
  type Persona,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { buildObreros, formOf } from '../../testing/cargas.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { cedulaOf, rucOf } from '../../testing/identificaciones.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let cargas: ReturnType<typeof buildObreros>

beforeAll(async () => {
  app = await buildTestApp()
  cargas = buildObreros(app)
})
afterAll(async () => {
  await cargas?.close()
  await app?.close()
})
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})

const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const work = () => cargas.work()
describe('people from a sheet', () => {
  const personas = async () =>
    (await app.call<Listing<Persona>>(searchPersona, { token, query: { size: '50', sort: 'identificacion,ASC' } })).data.content
  const uploadPeople = (content: string | Buffer, headers = key(), as = token) =>
    app.call<Carga>(uploadPersonas, { token: as, form: formOf(content), headers })
  const readPeople = async (id: string) => (await app.call<Carga>(readCargaPersonas, { token, params: { id } })).data
  const problemsOf = async (id: string) =>
    (await app.call<Listing<ErrorCarga>>(searchErrorCargaPersonas, { token, params: { id }, query: { size: '50' } })).data.content.map(
      ({ celda, message }) => `${celda} ${message}`,
    )
  const applyPeople = (id: string) => app.call<Carga>(applyCargaPersonas, { token, params: { id } })
  const checkedPeople = async (content: string | Buffer) => {
    const answer = await uploadPeople(content)
    expect(answer.status, answer.msg).toBe(200)
    await work()
    return readPeople(answer.data.id)
  }
  const [ana, luis] = [cedulaOf(101), cedulaOf(102)]

  it('registers clients and suppliers as one, found by their names at once', async () => {
    const carga = await checkedPeople(
      `Identificación;Tipo de identificación;Nombre;Rol;Correo;Teléfono;Dirección;Días de crédito;Límite de crédito
${ana};;Ana Peña;;ana@ejemplo.ec;0991234567;Quito;30;500
${rucOf(cedulaOf(103))};RUC;Distribuidora Ñandú;Proveedores y cliente;;;;;
AB-123;Pasaporte;John Doe;Cliente;;;;;`,
    )
    expect(carga).toMatchObject({ tipo: 4, estado: 'REVISADA', filas: 3, errores: 0, cambian: 3 })
    expect(await personas()).toEqual([])
    await applyPeople(carga.id)
    await work()
    expect(await readPeople(carga.id)).toMatchObject({ estado: 'APLICADA' })
    const all = await personas()
    expect(all).toHaveLength(3)
    expect(all.find(({ identificacion }) => identificacion === ana)).toMatchObject({
      tipo_identificacion: '05',
      razon_social: 'Ana Peña',
      roles: ['cliente'],
      correos: ['ana@ejemplo.ec'],
      telefonos: ['0991234567'],
      dias_credito: 30,
      limite_credito: 500_000_000,
      activo: true,
    })
    expect(all.find(({ tipo_identificacion: tipo }) => tipo === '04')).toMatchObject({ roles: ['proveedor', 'cliente'] })
    const found = await app.call<Listing<Persona>>(searchPersona, { token, query: { q: 'nandu' } })
    expect(found.data.content.map(({ razon_social: nombre }) => nombre)).toEqual(['Distribuidora Ñandú'])
    const audit = await app.owner.selectFrom('auditoria').select(['accion', 'detalle']).where('objeto', '=', carga.id).execute()
    expect(audit).toEqual([{ accion: 'persona.cargar', detalle: { archivo: 'hoja.csv', personas: 3 } }])
    const historia = await app.call<Listing<HechoAuditado>>(searchAuditoria, { token, query: { objeto: all[0]!.id } })
    expect(historia.data.content.map(({ accion }) => accion)).toEqual(['persona.cargar'])
  })

  it('names each error by row and cell: the zero a spreadsheet took, who is there already, a cédula beside its RUC', async () => {
    await app.call(createPersona, {
      token,
      headers: key(),
      body: { tipo_identificacion: '05', identificacion: luis, razon_social: 'Luis', roles: ['cliente'] },
    })
    const carga = await checkedPeople(
      `Identificación;Nombre;Rol;Correo;Días de crédito
${ana.slice(1)};Sin cero;;;
${luis};Luis otra vez;;;
${luis}001;Luis con RUC;;;
${ana};Ana;Vecina;;
${ana};Ana;;no es correo;
${ana};Ana;;;30.5
${ana};Ana;;;
${ana}001;Ana con RUC;;;
ZZ;Extraña;;;`,
    )
    expect(await problemsOf(carga.id)).toEqual([
      'A2 Le falta el cero del comienzo: dé a la columna formato de texto y escríbalo.',
      'A3 Ya hay una persona con esta identificación.',
      'A4 Ya hay una persona registrada con esta cédula o RUC.',
      'C5 Escriba Cliente, Proveedor, Transportista o Empleado.',
      'D6 Ingrese un correo válido.',
      'E7 Escriba los días con números enteros.',
      'A9 Es la misma persona que en la fila 8.',
      'A10 No es un RUC ni una cédula: si es un pasaporte o del exterior, dígalo en la columna Tipo de identificación.',
    ])
    expect(await personas()).toHaveLength(1)
  })

  it('takes the price list by its name', async () => {
    const carga = await checkedPeople(
      `Identificación;Nombre;Correos;Lista de precios
${ana};Ana;Ana@ejemplo.ec;lista 2
${luis};Luis;;Precio principal
${cedulaOf(104)};Juan;;`,
    )
    expect(carga).toMatchObject({ estado: 'REVISADA', errores: 0, cambian: 3 })
    await applyPeople(carga.id)
    await work()
    expect((await personas()).map(({ razon_social: nombre, correos, lista_precios: lista }) => ({ nombre, correos, lista }))).toEqual([
      { nombre: 'Ana', correos: ['ana@ejemplo.ec'], lista: 2 },
      { nombre: 'Luis', correos: [], lista: 0 },
      { nombre: 'Juan', correos: [], lista: null },
    ])
  })

  it('takes one mail of each person, and refuses a price list that is not there', async () => {
    const carga = await checkedPeople(
      `Identificación;Nombre;Correo;Lista de precios
${ana};Ana;"uno@ejemplo.ec; otro@ejemplo.ec";
${ana};Ana;malo@;
${ana};Ana;;Lista 5
${ana};Ana;;Mayoristas`,
    )
    const listas = 'Escriba Precio principal, Lista 1, Lista 2, Lista 3 o Lista 4.'
    expect(await problemsOf(carga.id)).toEqual([
      'C2 Escriba un solo correo: los demás se agregan en su ficha.',
      'C3 Ingrese un correo válido.',
      `D4 ${listas}`,
      `D5 ${listas}`,
    ])
    expect(await personas()).toEqual([])
  })

  it('who was registered since is told, and nobody of the sheet enters', async () => {
    const carga = await checkedPeople(`Identificación;Nombre\n${ana};Ana\n${luis};Luis`)
    await app.call(createPersona, {
      token,
      headers: key(),
      body: { tipo_identificacion: '04', identificacion: `${luis}001`, razon_social: 'Luis', roles: ['cliente'] },
    })
    await applyPeople(carga.id)
    await work()
    expect(await readPeople(carga.id)).toMatchObject({ estado: 'REVISADA', errores: 1, cambian: 0 })
    expect(await personas()).toHaveLength(1)
  })

  it('has calls of its own: those of products know no sheet of people, and the other way round', async () => {
    const gente = await checkedPeople(`Identificación;Nombre\n${ana};Ana`)
    const hoja = { token, query: { type_upload_id: '1' }, form: formOf('Código;Nombre;Precio sin IVA;IVA\nA;Arroz;1;15%'), headers: key() }
    const cosas = (await app.call<Carga>(uploadProductos, hoja)).data
    await work()
    for (const [endpoint, id] of [
      [readCarga, gente.id],
      [applyCarga, gente.id],
      [readCargaPersonas, cosas.id],
      [applyCargaPersonas, cosas.id],
    ] as [Endpoint, string][])
      expect((await app.call(endpoint, { token, params: { id } })).status).toBe(404)
    const csv = await app.call(readPlantillaPersonas, { token, query: { formato: 'csv' } })
    expect(csv.raw.toString()).toBe(
      '\uFEFFIdentificación,Tipo de identificación,Nombre,Nombre comercial,Rol,Correo,Teléfono,Dirección,Días de crédito,Límite de crédito,Lista de precios\r\n',
    )
    const calls: [Endpoint, object][] = [
      [uploadPersonas, { form: formOf('x'), headers: key() }],
      [readPlantillaPersonas, {}],
      [readCargaPersonas, { params: { id: gente.id } }],
      [searchErrorCargaPersonas, { params: { id: gente.id } }],
      [applyCargaPersonas, { params: { id: gente.id } }],
    ]
    for (const [endpoint, options] of calls) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.EMPLEADO])
  })
})

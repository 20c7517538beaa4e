import { randomUUID } from 'node:crypto'
import {
  applyCargaPersonas,
  createPersona,
  editPersona,
  readPersona,
  searchErrorCargaPersonas,
  uploadPersonas,
  type Carga,
  type ErrorCarga,
  type Listing,
  type Persona,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildObreros, formOf } from '../../testing/cargas.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'

let app: TestApp
let cargas: ReturnType<typeof buildObreros>
let empresa: { id: EmpresaId }
/** An administrator, a seller, and a seller who decides on credit. */
let [admin, vendedor, conCredito] = ['', '', '']
let n = 200

beforeAll(async () => {
  app = await buildTestApp()
  cargas = buildObreros(app)
  empresa = await buildEmpresa(app)
  admin = await tokenOfNew(app, { empresas: [empresa] })
  vendedor = await tokenOfNew(app, { empresas: [empresa], rol: ROL.VENDEDOR })
  const { id, username } = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
  const { collections } = await app.owner
    .selectFrom('usuario_empresa')
    .select('collections')
    .where('usuario_id', '=', id)
    .executeTakeFirstOrThrow()
  await app.owner
    .updateTable('usuario_empresa')
    .set({ collections: [...collections, 'persona:credito'] })
    .where('usuario_id', '=', id)
    .execute()
  conCredito = (await app.signIn(username)).token
})
afterAll(async () => {
  await cargas?.close()
  await app?.close()
})

const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const form = (changes: object = {}) => ({
  tipo_identificacion: '05',
  identificacion: cedulaOf(++n),
  razon_social: 'ANA RUIZ',
  roles: ['cliente'],
  ...changes,
})
const create = (token: string, changes: object = {}) => app.call<Persona>(createPersona, { token, body: form(changes), headers: key() })
const DIAS = 'Su usuario no puede cambiar el plazo de crédito: déjelo en 0, o pida el cambio a quien pueda dar crédito.'
const LIMITE = 'Su usuario no puede cambiar el límite de crédito: déjelo sin límite, o pida el cambio a quien pueda dar crédito.'

describe('who may not decide on credit', () => {
  it('registers somebody on the terms everybody begins with, and on no others', async () => {
    const refused = await create(vendedor, { dias_credito: 90, limite_credito: 1_000_000 })
    expect(refused.status).toBe(422)
    expect(refused.problems).toEqual([
      { campo: 'dias_credito', message: DIAS },
      { campo: 'limite_credito', message: LIMITE },
    ])
    expect((await create(vendedor, { limite_credito: 0 })).problems).toEqual([{ campo: 'limite_credito', message: LIMITE }])
    expect((await create(vendedor, { lista_precios: 2 })).data).toMatchObject({ dias_credito: 0, limite_credito: null, lista_precios: 2 })
  })

  it('changes everything of a client but the terms, which have to stay as they are', async () => {
    const { id, version } = (await create(admin, { dias_credito: 30, limite_credito: 500_000_000 })).data
    const { identificacion } = (await app.call<Persona>(readPersona, { token: vendedor, params: { id } })).data
    const terms = { dias_credito: 30, limite_credito: 500_000_000 }
    const edit = (token: string, changes: object, at = version) =>
      app.call<Persona>(editPersona, { token, params: { id }, body: { ...form({ ...terms, ...changes }), identificacion, version: at } })
    expect((await edit(vendedor, { limite_credito: null })).problems).toEqual([
      {
        campo: 'limite_credito',
        message: 'Su usuario no puede cambiar el límite de crédito: déjelo en $500.00, o pida el cambio a quien pueda dar crédito.',
      },
    ])
    expect((await edit(vendedor, { dias_credito: 31, limite_credito: 900_000_000 })).problems.map(({ campo }) => campo)).toEqual([
      'dias_credito',
      'limite_credito',
    ])
    // A form without the terms has the initial ones of a person: that would remove the limit.
    expect((await edit(vendedor, { dias_credito: undefined, limite_credito: undefined })).status).toBe(422)
    const moved = await edit(vendedor, { direccion: 'Amazonas N1' })
    expect(moved.data).toMatchObject({ ...terms, direccion: 'Amazonas N1' })
    expect((await edit(conCredito, { limite_credito: 900_000_000 }, moved.data.version)).data).toMatchObject({
      limite_credito: 900_000_000,
    })
    // A decision of another user meanwhile is a conflict, not an attempt to change the terms.
    expect((await edit(vendedor, { direccion: 'Otra' }, moved.data.version)).status).toBe(409)
  })

  it('uploads no terms in a sheet: each is named by its cell', async () => {
    const [ana, luis] = [cedulaOf(1), cedulaOf(2)]
    const hoja = `Identificación;Nombre;Días de crédito;Límite de crédito\n${ana};Ana;30;\n${luis};Luis;0;500`
    const upload = async (token: string) => {
      const { id } = (await app.call<Carga>(uploadPersonas, { token, form: formOf(hoja), headers: key() })).data
      await cargas.work()
      return id
    }
    const { data } = await app.call<Listing<ErrorCarga>>(searchErrorCargaPersonas, {
      token: vendedor,
      params: { id: await upload(vendedor) },
    })
    expect(data.content.map(({ celda, message }) => [celda, message])).toEqual([
      ['C2', DIAS],
      ['D3', LIMITE],
    ])
    const id = await upload(conCredito)
    const apply = (token: string) => app.call<Carga>(applyCargaPersonas, { token, params: { id } })
    expect((await apply(vendedor)).status).toBe(403)
    expect((await apply(conCredito)).status).toBe(200)
  })
})

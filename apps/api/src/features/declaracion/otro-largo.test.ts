import {
  confirmCondiciones,
  declarar,
  exportPapel,
  listDeclaracion,
  listObligacion,
  readEmpresaPerfil,
  readPapel,
  saveEmpresaPerfil,
  savePapel,
  type DeclaracionFila,
  type EmpresaPerfil,
  type Papel,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { insertVenta } from '../../testing/mes-de-prueba.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

// A company that filed July of 2026 by itself, or the half-year that it is in, and what says which of both it files.

type Condicion = EmpresaPerfil['condiciones'][number]
const GENERAL: Condicion = { tipo: 'REGIMEN', desde: '2022-01-01', hasta: null, valor: 'GENERAL' }
const SEMESTRAL: Condicion = { tipo: 'IVA_SEMESTRAL', desde: '2026-07-01', hasta: null, valor: '' }
const rimpe = (desde: string): Condicion => ({ tipo: 'REGIMEN', desde, hasta: null, valor: 'RIMPE' })
const generalHasta = (hasta: string): Condicion => ({ ...GENERAL, hasta })

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string

beforeAll(async () => void (app = await buildTestApp({ now: '2027-01-05T09:00:00-05:00' })))
afterAll(() => app?.close())

const open = async (condiciones: Condicion[], condicionesConfirmadas = true) => {
  empresa = await buildEmpresa(app, { condiciones, condicionesConfirmadas })
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
  const venta = { id: '', tipo: '01', prov: '', sustento: '', tpId: '05', cliente: cedulaOf(1), formaPago: '20' } as const
  const lineas = [{ tarifa: 0, base: '100.00' }] as const
  await insertVenta(app, empresa, { ...venta, fecha: '2026-07-10', lineas: [...lineas], numero: '001-001-000000001' })
}
const read = async (periodo: string, formulario = '104') =>
  (await app.call<Papel>(readPapel, { token, query: { formulario, periodo } })).data
const type = (periodo: string) => {
  const saldos = { '615': 0, '617': 0, '485': 0 }
  return app.call(savePapel, { token, body: { formulario: '104', periodo, version: 0, ajustes: [], saldos } })
}
const fileTyped = async (periodo: string, formulario = '104') => {
  const { version, huella } = await read(periodo, formulario)
  return app.call<Papel>(declarar, { token, body: { formulario, periodo, version, huella, con_defectos: true } })
}
const file = async (periodo: string, formulario = '104') => {
  if (formulario === '104') await type(periodo)
  return fileTyped(periodo, formulario)
}
const perfil = async () => (await app.call<EmpresaPerfil>(readEmpresaPerfil, { token })).data
const change = async (condiciones: Condicion[]) =>
  app.call<EmpresaPerfil>(saveEmpresaPerfil, { token, body: { ...fieldsOf(saveEmpresaPerfil, await perfil()), condiciones } })
/** Where it was refused and what was said, or that it was saved. */
const answerOf = async (condiciones: Condicion[]) => {
  const before = await perfil()
  const { status, problems } = await change(condiciones)
  if (status === 200) return 'saved'
  expect([status, await perfil()]).toEqual([422, before])
  return problems.map(({ campo, message }) => `${campo}: ${message}`).join()
}
const listed = async () =>
  (await app.call<DeclaracionFila[]>(listDeclaracion, { token, query: { anio: '2026' } })).data
    .filter(({ formulario }) => formulario === '104')
    .map(({ periodo, presentada }) => [periodo, presentada?.n])

describe('July filed by itself', () => {
  beforeEach(async () => {
    await open([GENERAL])
    expect((await file('2026-07')).status).toBe(200)
  })
  const SAID =
    'Ya se presentó IVA 104 de julio de 2026: con este cambio se declararía otra vez, dentro de su semestre. El cambio puede regir desde el 01/01/2027.'

  it('its half-year cannot become one period, whatever would make it so', async () => {
    expect(await answerOf([GENERAL, SEMESTRAL])).toBe(`condiciones.1.desde: ${SAID}`)
    expect(await answerOf([GENERAL, { ...SEMESTRAL, desde: '2024-01-01' }])).toBe(`condiciones.1.desde: ${SAID}`)
    expect(await answerOf([generalHasta('2026-06-30'), rimpe('2026-07-01')])).toBe(`condiciones.1.desde: ${SAID}`)
    expect(await answerOf([{ ...GENERAL, valor: 'RIMPE' }])).toBe(`condiciones: ${SAID}`)
    // Later within it: December would be declared with July.
    expect(await answerOf([generalHasta('2026-11-14'), rimpe('2026-11-15')])).toBe(`condiciones.1.desde: ${SAID}`)
  })

  it('other half-years can, and what says nothing of periods', async () => {
    expect(await answerOf([GENERAL, { ...SEMESTRAL, desde: '2026-01-01', hasta: '2026-06-30' }])).toBe('saved')
    expect(await answerOf([GENERAL, { ...SEMESTRAL, desde: '2027-01-01' }])).toBe('saved')
    expect(await answerOf([GENERAL, { tipo: 'AGENTE_RETENCION', desde: '2026-07-01', hasta: null, valor: '1' }])).toBe('saved')
  })

  it('tried out, it binds nobody in production; filed there, it binds from anywhere', async () => {
    const setAmbiente = (ambiente: 'PRODUCCION' | 'SIMULADOR') =>
      app.owner.updateTable('empresa').set({ ambiente }).where('id', '=', empresa.id).execute()
    await setAmbiente('PRODUCCION')
    expect(await answerOf([GENERAL, SEMESTRAL])).toBe('saved')
    expect(await answerOf([GENERAL])).toBe('saved')
    await app.owner.updateTable('declaracion').set({ ambiente: 'PRODUCCION' }).where('empresa_id', '=', empresa.id).execute()
    await setAmbiente('SIMULADOR')
    expect(await answerOf([GENERAL, SEMESTRAL])).toBe(`condiciones.1.desde: ${SAID}`)
  })

  it('where its half-year is one period all the same, both are listed, it is read, and that is not filed', async () => {
    await app.owner
      .insertInto('empresa_condicion')
      .values({ empresa_id: empresa.id, ...SEMESTRAL })
      .execute()
    expect(await listed()).toEqual([
      ['2026-S2', undefined],
      ['2026-07', 1],
    ])
    expect((await read('2026-07')).presentadas).toHaveLength(1)
    const query = { formulario: '104', periodo: '2026-07', formato: 'csv', presentada: '1' }
    expect((await app.call(exportPapel, { token, query })).status).toBe(200)
    const texto =
      'Ya se presentó IVA 104 de julio de 2026: con este período se declararía dos veces. Revise desde cuándo declara cada semestre.'
    expect((await read('2026-S2')).defectos[0]).toMatchObject({ codigo: 'otro_largo', gravedad: 'BLOQUEA', texto })
    expect(await file('2026-S2')).toMatchObject({ status: 422, problems: [{ message: texto }] })
    // What is due is the half-year still.
    const { data } = await app.call<{ obligaciones: { id: string }[] }>(listObligacion, { token, query: { dias: '60' } })
    expect(data.obligaciones.map(({ id }) => id)).toContain('104-2026-S2')
    expect(await answerOf([GENERAL])).toBe('saved')
  })
})

describe('a half-year filed as one period', () => {
  const SAID =
    'Ya se presentó IVA 104 del segundo semestre de 2026: con este cambio se declararía otra vez, mes por mes. El cambio puede regir desde el 01/01/2027.'

  it('its condition is neither removed nor ended before it, nor begins later', async () => {
    await open([GENERAL, { ...SEMESTRAL, desde: '2026-01-01' }])
    expect((await file('2026-S2')).status).toBe(200)
    expect(await answerOf([GENERAL])).toBe(`condiciones: ${SAID}`)
    expect(await answerOf([GENERAL, { ...SEMESTRAL, desde: '2026-01-01', hasta: '2026-06-30' }])).toBe(`condiciones.1.hasta: ${SAID}`)
    expect(await answerOf([GENERAL, { ...SEMESTRAL, desde: '2027-01-01' }])).toBe(`condiciones.1.desde: ${SAID}`)
    expect(await answerOf([GENERAL, SEMESTRAL])).toBe('saved')
    expect(await answerOf([GENERAL, { ...SEMESTRAL, hasta: '2026-12-31' }])).toBe('saved')
    expect(await listed()).toContainEqual(['2026-S2', 1])
  })

  it('of RIMPE, its ATS too', async () => {
    await open([rimpe('2022-01-01')])
    expect((await file('2026-S2', 'ATS')).status).toBe(200)
    const [said, semestral] = [
      await answerOf([
        { ...rimpe('2022-01-01'), hasta: '2026-06-30' },
        { ...GENERAL, desde: '2026-07-01' },
      ]),
      await answerOf([{ ...rimpe('2022-01-01'), hasta: '2026-06-30' }, { ...GENERAL, desde: '2026-07-01' }, SEMESTRAL]),
    ]
    expect(said).toBe(`condiciones.1.desde: ${SAID.replace('IVA 104', 'ATS')}`)
    expect(semestral).toBe(said)
    expect(
      await answerOf([
        { ...rimpe('2022-01-01'), hasta: '2026-12-31' },
        { ...GENERAL, desde: '2027-01-01' },
      ]),
    ).toBe('saved')
  })
})

it('confirming the régimen changes it no more than saving does', async () => {
  await open([{ ...GENERAL, desde: '2026-07-01' }], false)
  await app.owner.updateTable('empresa_condicion').set({ hasta: '2026-12-31' }).where('empresa_id', '=', empresa.id).execute()
  expect((await file('2026-07')).status).toBe(200)
  await app.owner.deleteFrom('empresa_condicion').where('empresa_id', '=', empresa.id).execute()
  app.clock.set('2026-12-20T09:00:00-05:00')
  try {
    const confirm = (regimen: string) => app.call(confirmCondiciones, { token, body: { regimen, obligado_contabilidad: false } })
    expect(await confirm('RIMPE')).toMatchObject({ status: 422, problems: [{ campo: 'regimen' }] })
    expect((await perfil()).condiciones_confirmadas_en).toBeNull()
    expect((await confirm('GENERAL')).status).toBe(200)
  } finally {
    app.clock.set('2027-01-05T09:00:00-05:00')
  }
})

it('filed while its conditions are being changed, it waits and is filed by those that hold then', async () => {
  await open([GENERAL])
  await type('2026-07')
  const { answer } = await app.owner.transaction().execute(async (tx) => {
    await tx.selectFrom('empresa').select('id').where('id', '=', empresa.id).forUpdate().execute()
    await tx
      .insertInto('empresa_condicion')
      .values({ empresa_id: empresa.id, ...SEMESTRAL })
      .execute()
    const filing = fileTyped('2026-07')
    await untilWaiting(app)
    return { answer: filing }
  })
  expect(await answer).toMatchObject({ status: 422, problems: [{ message: 'En ese período la empresa declara cada semestre.' }] })
})

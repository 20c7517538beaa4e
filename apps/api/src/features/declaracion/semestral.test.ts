import { declarar, listDeclaracion, readAts, readPapel, savePapel, type Casilla, type DeclaracionFila, type Papel } from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { insertVenta, type DocumentoDelMes } from '../../testing/mes-de-prueba.ts'
import { readZip } from '../../testing/read-zip.ts'

// Who sells only at 0 %, of the general régimen: form 104 by half-years, all else by months.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let n = 0

const sell = (fecha: string, ...lineas: DocumentoDelMes['lineas']) =>
  insertVenta(app, empresa, {
    ...{ id: '', tipo: '01', fecha, lineas, prov: '', sustento: '', tpId: '05', cliente: cedulaOf(1), formaPago: '20' },
    numero: `001-001-${String(++n).padStart(9, '0')}`,
  })
beforeAll(async () => {
  app = await buildTestApp({ now: '2027-01-05T09:00:00-05:00' })
  const condiciones = [
    { tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' },
    { tipo: 'IVA_SEMESTRAL', desde: '2026-07-01', valor: '' },
  ]
  empresa = await buildEmpresa(app, { razonSocial: 'AGRICOLA DEL SUR S.A.', condiciones })
  const { username } = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(username)).token
  await sell('2026-06-10', { tarifa: 0, base: '10.00' })
  await sell('2026-07-10', { tarifa: 0, base: '100.00' })
  await sell('2026-12-20', { tarifa: 0, base: '50.00' })
})
afterAll(() => app?.close())

const read = (formulario: string, periodo: string) => app.call<Papel>(readPapel, { token, query: { formulario, periodo } })
const boxes = ({ secciones }: Papel) =>
  new Map(
    secciones
      .flatMap(({ filas }) => filas.flatMap(({ casillas }) => casillas.filter((one): one is Casilla => one !== null)))
      .map((one) => [one.codigo, one.valor]),
  )
const file = async (periodo: string) => {
  const { data: papel } = await read('104', periodo)
  const { version, huella } = papel
  return app.call<Papel>(declarar, { token, body: { formulario: '104', periodo, version, huella, con_defectos: true } })
}

it('lists form 104 of months before, of half a year since, and the others by months', async () => {
  const { data } = await app.call<DeclaracionFila[]>(listDeclaracion, { token, query: { anio: '2026' } })
  const of = (formulario: string) => data.filter((one) => one.formulario === formulario).map(({ periodo }) => periodo)
  expect(of('104')).toEqual(['2026-S2', '2026-06'])
  expect(of('103')).toHaveLength(7)
  expect(of('ATS')).toHaveLength(7)
})

it('the paper of half a year adds up its months, as its six monthly ATS do, and none of them says it is of a microempresa', async () => {
  const papel = (await read('104', '2026-S2')).data
  expect([papel.vence.slice(0, 7), boxes(papel).get('413')]).toEqual(['2027-01', 150_000_000])
  const meses = ['07', '08', '09', '10', '11', '12'].map((mes) => `2026-${mes}`)
  let total = 0
  for (const mes of meses) total += boxes((await read('ATS', mes)).data).get('ventas_cero') ?? 0
  expect(total).toBe(150_000_000)
  const { raw } = await app.call(readAts, { token, query: { periodo: '2026-07' } })
  const xml = readZip(raw).get('AT072026.xml') ?? ''
  expect(xml).toContain('<Mes>07</Mes>')
  expect(xml).not.toContain('regimenMicroempresa')
})

it('a month of it cannot be filed; its balances are those of the month that was filed last', async () => {
  expect((await file('2026-07')).problems.map(({ message }) => message)).toEqual(['En ese período la empresa declara cada semestre.'])
  const saldos = { '615': 7_000_000 }
  await app.call(savePapel, { token, body: { formulario: '104', periodo: '2026-06', version: 0, ajustes: [], saldos } })
  expect((await file('2026-06')).status).toBe(200)
  const papel = (await read('104', '2026-S2')).data
  expect([papel.saldos.origen, papel.saldos.periodo, boxes(papel).get('605')]).toEqual(['ANTERIOR', '2026-06', 7_000_000])
})

it('IVA that nobody withheld is named: then it is not by half-years', async () => {
  const named = async () => (await read('104', '2026-S2')).data.defectos.map(({ codigo }) => codigo)
  expect(await named()).not.toContain('semestral_con_iva')
  await sell('2026-08-01', { tarifa: 15, base: '20.00', iva: '3.00' })
  expect(await named()).toContain('semestral_con_iva')
  expect((await read('104', '2026-S2')).data.defectos.find(({ codigo }) => codigo === 'semestral_con_iva')?.texto).toContain('$3.00')
})

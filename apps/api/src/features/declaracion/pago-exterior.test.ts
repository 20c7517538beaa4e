import { readAts, readPapel, type Papel } from '@yupana/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { insertLiquidacion, insertVenta, mesDePrueba, monto } from '../../testing/mes-de-prueba.ts'
import { readZip } from '../../testing/read-zip.ts'
import { atsComplaint, hasOficial } from '../../testing/xml-judge.ts'

// A liquidación de compra to a supplier abroad: where it was paid is said by the retención over it.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
const fecha = '2026-09-10'
const liquidada = { ...mesDePrueba.compras.find(({ tipo }) => tipo === '03')!, fecha, prov: 'EX-9021' }
const [CON, SIN] = ['001-001-000000041', '001-001-000000042'] as const

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
  empresa = await buildEmpresa(app, { razonSocial: 'PAGOS AL EXTERIOR S.A.' })
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
  for (const numero of [CON, SIN]) await insertLiquidacion(app, empresa, { ...liquidada, numero }, '08')
  await withhold()
})
afterAll(() => app?.close())

/** A voucher over the first, entered with the first of two sustentos. */
async function withhold(): Promise<void> {
  const id = await insertVenta(app, empresa, { ...liquidada, tipo: '07', numero: '001-001-000000001', tpId: '08', cliente: liquidada.prov })
  const row = { empresa_id: empresa.id, documento_id: id, version: 1, cod_sustento: '02', cod_doc: '03', fecha, pago_fecha: null }
  const linea = { impuesto: '1' as const, codigo: '504', base: monto('10'), porcentaje: monto('25'), valor: monto('2.5') }
  await app.owner
    .insertInto('documento_retencion')
    .values([
      { ...row, ...linea, n: 1, numero: '001-001-000000077', impuesto: '1' as const },
      { ...row, ...linea, n: 2, numero: CON },
    ])
    .execute()
  const sustento = (numero: string, pais: string) => ({
    numero,
    pago_exterior: { regimen: '01', pais, convenio: false, sujeto_retencion: true, regimen_fiscal: false },
  })
  const entrada = {
    tipo_sujeto: '02',
    parte_relacionada: true,
    docs_sustento: [sustento('001-001-000000077', '136'), sustento(CON, '110')],
  }
  const version = {
    empresa_id: empresa.id,
    documento_id: id,
    n: 1,
    clave: '',
    xml: Buffer.from(''),
    sha256: Buffer.from(''),
    creada_en: new Date(),
  }
  await app.owner
    .insertInto('documento_version')
    .values({ ...version, entrada: JSON.stringify(entrada) as never })
    .execute()
}

it('stands in the ATS with the country of its voucher, the kind of its supplier and what they are to each other', async () => {
  const { raw } = await app.call(readAts, { token, query: { periodo: '2026-09' } })
  const ats = readZip(raw).get('AT092026.xml') ?? ''
  const of = (numero: string) =>
    ats.split('</detalleCompras>').find((part) => part.includes(`<secuencial>${Number(numero.slice(8))}<`)) ?? ''
  const pago = (numero: string) => /<pagoExterior>.*?<\/pagoExterior>/s.exec(of(numero))?.[0].replaceAll(/\s/g, '')
  expect(pago(CON)).toBe(
    '<pagoExterior><pagoLocExt>02</pagoLocExt><tipoRegi>01</tipoRegi><paisEfecPagoGen>110</paisEfecPagoGen><paisEfecPago>110</paisEfecPago>' +
      '<aplicConvDobTrib>NO</aplicConvDobTrib><pagExtSujRetNorLeg>SI</pagExtSujRetNorLeg><pagoRegFis>NO</pagoRegFis></pagoExterior>',
  )
  expect(of(CON)).toContain('<tipoProv>02</tipoProv>')
  expect(of(CON)).toContain('<parteRel>SI</parteRel>')
  expect(pago(SIN)).toContain('<pagoLocExt>01</pagoLocExt>')
  if (hasOficial) expect(atsComplaint(ats)).toBeUndefined()
})

it('without its voucher is a defect', async () => {
  const { data } = await app.call<Papel>(readPapel, { token, query: { formulario: 'ATS', periodo: '2026-09' } })
  expect(data.defectos.find(({ codigo }) => codigo === 'liquidacion_exterior')).toMatchObject({ cuantos: 1 })
})

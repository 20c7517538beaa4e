import { randomBytes } from 'node:crypto'
import { parsePeriodoFiscal } from '@yupana/fiscal'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa } from '../../testing/builders.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { insertVenta } from '../../testing/mes-de-prueba.ts'
import { sumVentas } from './sumas.sql.ts'
import { readVentasPorPeriodo } from './venta-mes.service.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let count = 0

beforeAll(async () => {
  app = await buildTestApp()
  empresa = await buildEmpresa(app)
})
afterAll(() => app?.close())

/** A sale of so many dollars without IVA, from a form that says this. */
async function vender(dolares: number, entrada: object, { tipo = '01', modifica = null as string | null, fecha = '2026-05-10' } = {}) {
  const id = await insertVenta(
    app,
    empresa,
    {
      id: '',
      tipo,
      numero: `001-001-${String(++count).padStart(9, '0')}`,
      fecha,
      tpId: '05',
      cliente: cedulaOf(1),
      prov: '',
      sustento: '',
      lineas: [{ tarifa: 0, base: `${dolares}.00`, iva: '0.00' }],
    },
    modifica,
  )
  const row = { empresa_id: empresa.id, documento_id: id, clave: String(count), xml: Buffer.of(0), sha256: randomBytes(32) }
  await app.owner
    .insertInto('documento_version')
    .values([
      { ...row, n: 1, entrada: JSON.stringify(entrada), usuario_id: null, creada_en: app.clock.now() },
      // Of a version that is not the present one nothing counts.
      { ...row, n: 2, clave: `${count}x`, entrada: JSON.stringify({ exportacion: {} }), usuario_id: null, creada_en: app.clock.now() },
    ])
    .execute()
  return id
}
const marked = (grupos: readonly { tipo: string; marca: string | null; base: number }[]) =>
  grupos.map(({ tipo, marca, base }) => [tipo, marca, base / 1_000_000]).sort()

it('what the form of a factura says marks it and its notes: exports, what is paid for others, and none of the rest', async () => {
  const exportada = await vender(100, { exportacion: { pais_destino: '249' } })
  await vender(20, { reembolsos: [{ numero: '001-001-000000001' }] })
  await vender(3, { reembolsos: [] })
  await vender(4, { reembolsos: null })
  await vender(7, {}, { tipo: '04', modifica: exportada })
  await vender(50, { exportacion: {} }, { fecha: '2026-06-10' })
  const mayo = { desde: '2026-05-01', hasta: '2026-05-31' }
  const lugar = { empresaId: empresa.id, ambiente: 'SIMULADOR' as const }
  const expected = [
    ['01', null, 7],
    ['01', 'EXPORTACION_BIENES', 100],
    ['01', 'REEMBOLSO', 20],
    ['04', 'EXPORTACION_BIENES', 7],
  ].sort()
  const periodos = ['2026-05', '2026-06', '2026-S1', '2026-07'].map((codigo) => parsePeriodoFiscal(codigo)!)
  const [uno, varios] = await inEmpresa(app.deps.db, empresa.id, async (tx) => [
    await sumVentas(tx, { ...lugar, ...mayo }),
    await readVentasPorPeriodo(tx, lugar, periodos, '2026-09-01'),
  ])
  const grupos = (codigo: string) => varios.get(codigo)!.grupos
  expect(marked(uno)).toEqual(expected)
  expect(marked(grupos('2026-05'))).toEqual(expected)
  expect(marked(grupos('2026-06'))).toEqual([['01', 'EXPORTACION_BIENES', 50]])
  expect(marked(grupos('2026-S1'))).toContainEqual(['01', 'EXPORTACION_BIENES', 150])
  expect(grupos('2026-07')).toEqual([])
})

import { randomUUID } from 'node:crypto'
import {
  allBodega,
  createMovimiento,
  createProducto,
  declarar,
  readPapel,
  type BodegaOpcion,
  type MovimientoForm,
  type Papel,
  type ProductoDetalle,
} from '@yupana/contract'
import { fromUnits, periodoFiscalDe } from '@yupana/fiscal'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { create } from '../movimiento/movimiento.door.ts'
import { closeMeses } from './declaracion.sql.ts'
import { calcularPorPresentar } from './presentar.service.ts'

// Goods are moved in a month while it is being closed: before it, or not at all.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let usuario: UsuarioBuilt
let token: string
let bodega: string
let cafe: string

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
  empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] })
  usuario = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(usuario.username)).token
  bodega = (await app.call<BodegaOpcion[]>(allBodega, { token })).data[0]!.id
  const body = { code: 'P1', name: 'CAFÉ', type_product: 'PRODUCTO', iva: 6, price: 1, manage_inventory: true }
  cafe = (await app.call<ProductoDetalle>(createProducto, { token, headers: key(), body })).data.id
})
afterAll(() => app?.close())

const key = () => ({ 'idempotency-key': randomUUID() })
const formOf = (fecha: string) =>
  ({
    tipo: 'INGRESO',
    en_transito: false,
    bodega_id: bodega,
    fecha,
    lineas: [{ producto_id: cafe, cantidad: fromUnits(1) }],
  }) satisfies MovimientoForm
const mover = (fecha: string) => app.call(createMovimiento, { token, headers: key(), body: formOf(fecha) })
const file = async (periodo: string) => {
  const { version, huella } = (await app.call<Papel>(readPapel, { token, query: { formulario: '103', periodo } })).data
  return app.call<Papel>(declarar, { token, body: { formulario: '103', periodo, version, huella, con_defectos: true } })
}
const lugar = () => ({ empresaId: empresa.id, ambiente: 'SIMULADOR' as const })

it.each(['2026-02', '2026-03'])('who closes %s waits for what is being moved in it', async (periodo) => {
  let filed: ReturnType<typeof file> | undefined
  await inEmpresa(app.deps.db, empresa.id, async (tx) => {
    const autor = { ...lugar(), usuarioId: usuario.id, en: app.clock.now(), veCosto: true }
    await create(tx, autor, randomUUID(), formOf(`${periodo}-10`))
    filed = file(periodo)
    await untilWaiting(app)
  })
  expect((await filed)?.data).toMatchObject({ estado: 'DECLARADA', cerrado: true })
  expect((await mover(`${periodo}-10`)).problems).toMatchObject([{ campo: 'fecha' }])
})

it.each([
  ['2026-04', '2026-04-10'],
  ['2026-05', '2026-04-10'],
])('while %s is being closed what is moved on %s waits, and is refused', async (periodo, fecha) => {
  const quien = { ...lugar(), usuarioId: usuario.id, ruc: empresa.ruc, razonSocial: 'X' }
  const cual = { ...lugar(), formulario: '103' as const, periodo: periodoFiscalDe(`${periodo}-01`, 1) }
  let moved: ReturnType<typeof mover> | undefined
  await inEmpresa(app.deps.db, empresa.id, async (tx) => {
    await calcularPorPresentar(tx, quien, cual, '2026-10-15')
    moved = mover(fecha)
    await untilWaiting(app)
    await closeMeses(tx, cual, usuario.id, app.clock.now())
  })
  expect((await moved)?.problems).toMatchObject([{ campo: 'fecha', message: expect.stringContaining('está cerrado') }])
  await app.owner.deleteFrom('mes_cerrado').execute()
})

it('months are closed while goods are moved in them: each is answered, and nobody waits for ever', async () => {
  for (const periodo of ['2026-06', '2026-07', '2026-08']) {
    const [filed, ...moved] = await Promise.all([file(periodo), ...Array.from({ length: 12 }, () => mover(`${periodo}-10`))])
    expect(filed.status).toBe(200)
    expect(moved.filter(({ status }) => status !== 200 && status !== 422)).toEqual([])
  }
})

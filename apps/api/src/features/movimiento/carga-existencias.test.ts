import { randomUUID } from 'node:crypto'
import {
  applyCarga,
  createBodega,
  createProducto,
  readCarga,
  readExistencia,
  searchErrorCarga,
  searchMovimiento,
  searchProducto,
  uploadProductos,
  type Carga,
  type Collection,
  type ErrorCarga,
  type ExistenciaProducto,
  type Listing,
  type Movimiento,
  type Producto,
} from '@yupana/contract'
import { fechaIn } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildObreros, formOf } from '../../testing/cargas.ts'

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
const upload = (tipo: number, content: string | Buffer, headers = key(), as = token) =>
  app.call<Carga>(uploadProductos, { token: as, query: { type_upload_id: String(tipo) }, form: formOf(content), headers })
const read = async (id: string) => (await app.call<Carga>(readCarga, { token, params: { id } })).data
const erroresOf = async (id: string) =>
  (await app.call<Listing<ErrorCarga>>(searchErrorCarga, { token, params: { id }, query: { size: '50' } })).data.content
const apply = (id: string, as = token) => app.call<Carga>(applyCarga, { token: as, params: { id } })
/** Uploaded and checked. */
async function checked(tipo: number, content: string | Buffer): Promise<Carga> {
  const answer = await upload(tipo, content)
  expect(answer.status, answer.msg).toBe(200)
  await work()
  return read(answer.data.id)
}
const created = async (code: string, changes: Record<string, unknown> = {}) =>
  app.call(createProducto, {
    token,
    headers: key(),
    body: { code, name: code, type_product: 'PRODUCTO', iva: 6, price: 1_000_000, ...changes },
  })
const productos = async () => (await app.call<Listing<Producto>>(searchProducto, { token, query: { size: '50' } })).data.content
const crearBodega = async (name: string) =>
  (await app.call<{ id: string }>(createBodega, { token, headers: key(), body: { name } })).data.id
const stockOf = async (code: string) => {
  const found = await productos()
  const id = found.find((one) => one.code === code)?.id ?? ''
  const { bodegas, total } = (await app.call<ExistenciaProducto>(readExistencia, { token, params: { id } })).data
  return {
    total,
    bodegas: bodegas.filter(({ cantidad }) => cantidad !== 0).map(({ bodega, cantidad, valor }) => [bodega.name, cantidad, valor]),
  }
}

describe('the initial stock from a sheet', () => {
  beforeEach(async () => {
    await crearBodega('Norte')
  })

  it('O-70 changes nothing while it is checked, then enters each warehouse once, at its cost', async () => {
    await created('A', { manage_inventory: true, cost: 500_000 })
    await created('B', { manage_inventory: true })
    await created('C', { manage_inventory: true })
    const sheet =
      'Código;Nombre;Bodega;Cantidad;Costo unitario\nA;Arroz;;12,5;2.00\nA;Arroz;NORTE;3;\nB;;Bodega principal;1.000001;0.10\nC;;;0;'
    const carga = await checked(3, sheet)
    expect(carga).toMatchObject({ tipo: 3, estado: 'REVISADA', filas: 4, errores: 0, cambian: 3 })
    expect(await stockOf('A')).toEqual({ total: 0, bodegas: [] })
    await apply(carga.id)
    await work()
    expect(await read(carga.id)).toMatchObject({ estado: 'APLICADA', hechas: 4 })
    expect(await stockOf('A')).toEqual({
      total: 15_500_000,
      bodegas: [
        ['Bodega principal', 12_500_000, 25_000_000],
        ['Norte', 3_000_000, 1_500_000],
      ],
    })
    expect(await stockOf('B')).toEqual({ total: 1_000_001, bodegas: [['Bodega principal', 1_000_001, 100_000]] })
    const { content } = (await app.call<Listing<Movimiento>>(searchMovimiento, { token })).data
    expect(content.map(({ tipo, concepto, bodega, lineas }) => [tipo, concepto, bodega.name, lineas]).sort()).toEqual([
      ['INGRESO', 'INI', 'Bodega principal', 2],
      ['INGRESO', 'INI', 'Norte', 1],
    ])
    const audit = await app.owner.selectFrom('auditoria').select(['accion', 'detalle']).where('objeto', '=', carga.id).execute()
    expect(audit).toEqual([{ accion: 'movimiento.cargar', detalle: { archivo: 'hoja.csv', productos: 3, movimientos: 2 } }])
  })

  it('names what cannot be by row and cell: no product, no stock of it, no such warehouse, twice, moved before', async () => {
    await created('A', { manage_inventory: true })
    await created('S')
    const first = await checked(3, 'Código;Cantidad\nA;1')
    await apply(first.id)
    await work()
    await created('B', { manage_inventory: true })
    const carga = await checked(3, 'Código;Bodega;Cantidad\nX;;1\nS;;1\nB;Sur;1\nB;;2\nB;bodega PRINCIPAL;2\nA;;5\nA;Norte;-1')
    expect((await erroresOf(carga.id)).map(({ celda, message }) => `${celda} ${message}`)).toEqual([
      'A2 No existe un producto con este código.',
      'A3 Este producto no lleva inventario: márquelo en su ficha.',
      'B4 No hay una bodega activa «Sur».',
      'A6 El código está también en la fila 5, en la misma bodega.',
      'A7 Ya tiene movimientos en Bodega principal: corrija su stock con un ajuste.',
      'C8 Tiene que ser como mínimo 0.',
    ])
    expect(await stockOf('A')).toMatchObject({ total: 1_000_000 })
  })

  it('two sheets of one stock enter it once: what moved since is told, and nothing of the second enters', async () => {
    await created('A', { manage_inventory: true })
    await created('B', { manage_inventory: true })
    const one = await checked(3, 'Código;Cantidad\nA;4')
    const other = await checked(3, 'Código;Cantidad\nB;2\nA;4')
    await apply(one.id)
    await apply(other.id)
    await work()
    expect(await read(other.id)).toMatchObject({ estado: 'REVISADA', errores: 1, cambian: 0 })
    expect(await erroresOf(other.id)).toEqual([
      { fila: 3, celda: null, columna: 'Código', message: 'Ya tiene movimientos en Bodega principal: corrija su stock con un ajuste.' },
    ])
    expect([await stockOf('A'), await stockOf('B')]).toMatchObject([{ total: 4_000_000 }, { total: 0 }])
  })

  it('more products than a movement holds enter as several, and the stock is the sum of its kardex', async () => {
    const codes = Array.from({ length: 1_100 }, (_, n) => `P${n}`)
    const nuevos = await checked(
      1,
      `Código;Nombre;Precio sin IVA;IVA;Lleva inventario\n${codes.map((code) => `${code};${code};1;15%;Sí`).join('\n')}`,
    )
    await apply(nuevos.id)
    await work()
    const carga = await checked(3, `Código;Cantidad;Costo unitario\n${codes.map((code, n) => `${code};${n + 1};1.5`).join('\n')}`)
    await apply(carga.id)
    await work()
    expect(await read(carga.id)).toMatchObject({ estado: 'APLICADA', hechas: 1_100 })
    const { content } = (await app.call<Listing<Movimiento>>(searchMovimiento, { token })).data
    expect(content.map(({ lineas }) => lineas).sort((a, b) => a - b)).toEqual([100, 500, 500])
    const sums = await sql<{ hay: number; kardex: number; valor: number }>`
      select (select sum(cantidad)::bigint from existencia where empresa_id = ${empresa.id}) as hay,
             (select sum(cantidad)::bigint from kardex where empresa_id = ${empresa.id}) as kardex,
             (select sum(valor)::bigint from kardex where empresa_id = ${empresa.id}) as valor`.execute(app.owner)
    const units = (1_100 * 1_101) / 2
    expect(sums.rows.map((row) => [Number(row.hay), Number(row.kardex), Number(row.valor)])).toEqual([
      [units * 1_000_000, units * 1_000_000, units * 1_500_000],
    ])
  })

  it('asks for the right to move goods, and for no cost of who may not see it', async () => {
    await created('A', { manage_inventory: true, cost: 700_000 })
    const clerk = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    const giveRights = (collections: Collection[]) =>
      app.owner.updateTable('usuario_empresa').set({ collections }).where('usuario_id', '=', clerk.id).execute()
    await giveRights(['producto:editar'])
    const refused = (await app.signIn(clerk.username)).token
    expect((await upload(3, 'Código;Cantidad\nA;1', key(), refused)).status).toBe(403)
    await giveRights(['producto:editar', 'inventario:mover'])
    const as = (await app.signIn(clerk.username)).token
    const { data } = await upload(3, 'Código;Cantidad;Costo unitario\nA;1;9', key(), as)
    await work()
    expect(await read(data.id)).toMatchObject({ motivo: 'No tiene permiso para ver ni cambiar costos: quite la columna Costo unitario.' })
    const own = await upload(3, 'Código;Cantidad\nA;2', key(), as)
    await work()
    await apply(own.data.id, as)
    await work()
    expect(await stockOf('A')).toMatchObject({ bodegas: [['Bodega principal', 2_000_000, 1_400_000]] })
  })

  it('a closed month takes nothing in', async () => {
    await created('A', { manage_inventory: true })
    const mes = `${fechaIn(app.clock.now()).slice(0, 8)}01`
    await sql`insert into mes_cerrado (empresa_id, ambiente, mes, usuario_id, cerrado_en) values (${empresa.id}, 'SIMULADOR', ${mes}::date, ${randomUUID()}, now())`.execute(
      app.owner,
    )
    expect(await checked(3, 'Código;Cantidad\nA;1')).toMatchObject({
      estado: 'RECHAZADA',
      motivo: expect.stringMatching(/^El mes \d\d\/\d{4} está cerrado: ábralo y suba el archivo otra vez\.$/) as string,
    })
  })
})

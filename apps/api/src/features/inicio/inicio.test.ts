import { randomUUID } from 'node:crypto'
import {
  createMovimiento,
  createPersona,
  createProducto,
  emitFactura,
  readInicio,
  readPendientes,
  searchBodega,
  searchExistencia,
  type Emitido,
  type FacturaFormInput,
  type Inicio,
  type Listing,
  type Pendientes,
} from '@yupana/contract'
import type { Estado } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL, type Rol } from '../../plugins/sesion/roles.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, tokenOfNew, type UsuarioBuilt } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let usuario: UsuarioBuilt
let token: string

const NOW = '2026-06-15T10:00:00-05:00'
const REGIMEN = { tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' } as const

beforeAll(async () => {
  app = await buildTestApp({ now: NOW })
})
beforeEach(async () => {
  app.clock.set(NOW)
  empresa = await buildEmpresa(app, {
    condiciones: [REGIMEN],
    establecimientos: [{ codigo: '001', direccion: 'Quito', puntos: [{ codigo: '001' }, { codigo: '002' }] }],
  })
  usuario = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(usuario.username)).token
})
afterAll(() => app?.close())

const inicio = async (bearer = token) => {
  const { status, data } = await app.call<Inicio>(readInicio, { token: bearer })
  expect(status).toBe(200)
  return data
}
const certify = (hasta = '2027-01-01T00:00:00-05:00') =>
  buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta })
const key = () => ({ 'idempotency-key': randomUUID() })
async function emit(change: Partial<FacturaFormInput> = {}, bearer = token): Promise<Emitido> {
  app.clock.advance(1_000)
  const answer = await app.call<Emitido>(emitFactura, {
    token: bearer,
    params: { id: randomUUID() },
    headers: key(),
    body: facturaForm(change),
  })
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  return answer.data
}
async function walk(id: string, ...estados: Estado[]) {
  for (const estado of estados) await app.owner.updateTable('documento').set({ estado }).where('id', '=', id).execute()
}
async function asRol(rol: Rol) {
  return await tokenOfNew(app, { empresas: [empresa], rol })
}

it('the first steps are done one by one, up to the first authorised factura', async () => {
  const done = async () =>
    Object.entries((await inicio()).pasos)
      .filter(([, isDone]) => isDone)
      .map(([paso]) => paso)
  expect(await done()).toEqual(['empresa', 'condiciones'])
  await app.owner.updateTable('punto_emision').set({ activo: false }).where('empresa_id', '=', empresa.id).execute()
  expect(await done()).toEqual(['condiciones'])
  await app.owner.updateTable('punto_emision').set({ activo: true }).where('empresa_id', '=', empresa.id).execute()

  await app.call(createProducto, { token, headers: key(), body: { code: 'P', name: 'P', type_product: 'SERVICIO', iva: 6, price: 1 } })
  const persona = { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA' }
  await app.call(createPersona, { token, headers: key(), body: { ...persona, roles: ['proveedor'] } })
  expect((await done()).sort()).toEqual(['condiciones', 'empresa', 'producto'])
  await app.call(createPersona, {
    token,
    headers: key(),
    body: { ...persona, tipo_identificacion: '06', identificacion: 'X1', roles: ['cliente'] },
  })
  await certify()
  const { id } = await emit()
  expect((await done()).sort()).toEqual(['cliente', 'condiciones', 'empresa', 'firma', 'producto'])
  await walk(id, 'FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO')
  expect((await inicio()).pasos).toEqual({ empresa: true, condiciones: true, firma: true, producto: true, cliente: true, factura: true })
})

it('counts what asks for attention, and shows the newest five', async () => {
  await certify()
  const documentos: Emitido[] = []
  for (let n = 0; n < 8; n++) documentos.push(await emit())
  const [received, unanswered, rejected, held, unmailed, closed] = documentos.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  await walk(received, 'FIRMADO', 'ENVIANDO', 'RECIBIDA')
  await walk(unanswered, 'FIRMADO', 'ENVIANDO', 'INCIERTO')
  await walk(rejected, 'FIRMADO', 'ENVIANDO', 'RECHAZADO')
  await walk(closed, 'FIRMADO', 'ENVIANDO', 'RECHAZADO', 'CERRADO')
  await walk(held, 'FIRMADO', 'ENVIANDO', 'RETENIDO')
  await walk(unmailed, 'FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO')
  await app.owner.updateTable('documento').set({ correo_estado: 'FALLIDO' }).where('id', '=', unmailed).execute()
  const { atencion, estados, ultimos } = await inicio()
  expect(atencion).toMatchObject({ no_autorizados: 1, retenidos: 1, en_espera: 4, correos_fallidos: 1, pausada: null })
  expect(estados.filter(({ tributario }) => tributario === 2 || tributario === 3)).toEqual([
    { tributario: 2, documentos: 2 },
    { tributario: 3, documentos: 2 },
  ])
  expect((await app.call<Pendientes>(readPendientes, { token })).data).toEqual(atencion)
  expect(ultimos.map(({ id }) => id)).toEqual(
    documentos
      .slice(3)
      .reverse()
      .map(({ id }) => id),
  )
  expect(ultimos[0]?.vendedor).toContain(usuario.username)
})

it('counts the products below their minimum as the list of stock does, what is reserved taken off', async () => {
  const stocked = async (code: string, minimo: number, cantidad: number, changes: object = {}) => {
    const body = { code, name: code, type_product: 'PRODUCTO', iva: 6, price: 1, manage_inventory: true, minimum_stock: minimo, ...changes }
    const { data } = await app.call<{ id: string }>(createProducto, { token, headers: key(), body })
    if (cantidad > 0)
      await app.call(createMovimiento, {
        token,
        headers: key(),
        body: { tipo: 'INGRESO', bodega_id: bodega, lineas: [{ producto_id: data.id, cantidad }] },
      })
  }
  const [{ id: bodega = '' } = {}] = (await app.call<Listing<{ id: string }>>(searchBodega, { token })).data.content
  await stocked('BASTA', 5_000_000, 5_000_000)
  await stocked('FALTA', 5_000_000, 4_999_999)
  await stocked('NADA', 1_000_000, 0)
  await stocked('SIN-MINIMO', 0, 0)
  await stocked('INACTIVO', 1_000_000, 0, { status: 'INACTIVO' })
  const { atencion } = await inicio()
  const list = (await app.call<Listing<{ code: string }>>(searchExistencia, { token, query: { estado: 'REPONER' } })).data
  expect(list.content.map(({ code }) => code)).toEqual(['FALTA', 'NADA'])
  expect(atencion.por_reponer).toBe(list.totalElements)
  expect((await app.call<Pendientes>(readPendientes, { token })).data.por_reponer).toBe(2)
  expect((await inicio(await asRol(ROL.USUARIO))).atencion.por_reponer).toBe(0)
})

it('tells how long the signature still holds, and why emission is stopped', async () => {
  expect((await inicio()).atencion.firma).toBeNull()
  await certify('2026-06-27T10:00:00-05:00')
  expect((await inicio()).atencion.firma?.dias_restantes).toBe(12)
  app.clock.set('2026-06-28T10:00:00-05:00')
  token = (await app.signIn(usuario.username)).token
  expect(await inicio()).toMatchObject({ pasos: { firma: false }, atencion: { firma: { dias_restantes: 0 }, pausada: null } })
  await app.owner
    .updateTable('establecimiento')
    .set({ pausado_motivo: 'Establecimiento cerrado' })
    .where('empresa_id', '=', empresa.id)
    .execute()
  expect((await inicio()).atencion.pausada).toBe('Establecimiento 001: Establecimiento cerrado')
  await app.owner.updateTable('empresa').set({ pausada_motivo: 'RUC cerrado' }).where('id', '=', empresa.id).execute()
  expect((await inicio()).atencion.pausada).toBe('RUC cerrado')
})

it('tells an administrator what is left of the plan this month, counted in PRODUCCION, and nobody else', async () => {
  await certify()
  expect((await inicio()).plan).toBeNull()
  await app.owner.updateTable('empresa').set({ limite_documentos: 2 }).where('id', '=', empresa.id).execute()
  await emit()
  expect((await inicio()).plan).toEqual({ limite: 2, usados: 0 })
  await app.owner.updateTable('empresa').set({ ambiente: 'PRODUCCION' }).where('id', '=', empresa.id).execute()
  for (const usados of [1, 2, 2]) {
    await emit()
    expect((await inicio()).plan).toEqual({ limite: 2, usados })
  }
  app.clock.set('2026-12-01T00:00:00-05:00')
  token = (await app.signIn(usuario.username)).token
  expect((await inicio()).plan).toEqual({ limite: 2, usados: 0 })
  expect((await inicio(await asRol(ROL.EMPLEADO))).plan).toBeNull()
})

it('O-100 sums the sales of the day by point and seller, without what was refused or sold another day', async () => {
  await certify()
  const [{ codigo = '', iva }] = facturaForm().lineas as [FacturaFormInput['lineas'][number]]
  await app.call(createProducto, {
    token,
    headers: key(),
    body: { code: codigo, name: 'P', type_product: 'SERVICIO', iva, price: 1, precio_libre: true },
  })
  await emit()
  app.clock.set('2026-06-16T09:00:00-05:00')
  token = (await app.signIn(usuario.username)).token
  const seller = await asRol(ROL.VENDEDOR)
  const refused = await emit()
  await walk(refused.id, 'FIRMADO', 'ENVIANDO', 'RECHAZADO')
  await emit({}, seller)
  await emit({}, seller)
  await emit({ punto: '002' })
  const { hoy, ventas_hoy: ventas } = await inicio()
  expect(hoy).toBe('2026-06-16')
  expect(ventas.map(({ punto, cantidad, total }) => [punto, cantidad, total])).toEqual([
    ['001', 2, 23_000_000],
    ['002', 1, 11_500_000],
  ])
  expect(ventas[1]?.vendedor).toContain(usuario.username)
})

it('O-90 R-6.14 shows the present environment and company only, and no documents to who may not sell', async () => {
  await certify()
  await emit()
  const stranger = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
  const nothing = { atencion: { en_espera: 0 }, ultimos: [], ventas_hoy: [] }
  expect(await inicio((await app.signIn(stranger.username)).token)).toMatchObject(nothing)
  expect(await inicio(await asRol(ROL.USUARIO))).toMatchObject({ ...nothing, pasos: { firma: true } })
  expect((await inicio(await asRol(ROL.EMPLEADO))).ultimos).toHaveLength(1)
  await app.owner.updateTable('empresa').set({ ambiente: 'PRUEBAS' }).where('id', '=', empresa.id).execute()
  expect(await inicio(await asRol(ROL.ADMIN))).toMatchObject(nothing)
})

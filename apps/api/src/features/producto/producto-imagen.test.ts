import { randomUUID } from 'node:crypto'
import {
  createMarca,
  createProducto,
  deleteProductoImagen,
  duplicateProducto,
  editProducto,
  readProducto,
  readProductoImagen,
  saveProductoImagen,
  searchProducto,
  type Endpoint,
  type Listing,
  type Producto,
  type ProductoDetalle,
} from '@yupana/contract'
import { TIPO_IVA } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { pngOf } from '../../testing/images.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let tokenOtra: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
  tokenOtra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})

const key = () => ({ 'idempotency-key': randomUUID() })
async function created(changes: object = {}, as = token) {
  const body = { code: `P${++n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: TIPO_IVA.QUINCE, price: 1_000_000, ...changes }
  const answer = await app.call<ProductoDetalle>(createProducto, { token: as, headers: key(), body })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const formOf = (bytes: Uint8Array, field = 'file') => {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)]), 'foto.png')
  return form
}
const upload = (id: string, bytes: Uint8Array, as = token) =>
  app.call<ProductoDetalle>(saveProductoImagen, { token: as, params: { id }, form: formOf(bytes) })
const image = (id: string, query: Record<string, string> = {}, as = token) =>
  app.call(readProductoImagen, { token: as, params: { id }, query })
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]
const read = async (id: string) => (await app.call<ProductoDetalle>(readProducto, { token, params: { id } })).data

describe('the picture of a product', () => {
  it('R-7.4.10 is answered as a file, made anew without metadata, and small for lists; another takes its place', async () => {
    const { id, imagen } = await created()
    expect([imagen, (await image(id)).status]).toEqual([null, 404])
    const saved = await upload(id, pngOf(1500, 300, { tEXt: 'Author\0secreto' }))
    expect(saved).toMatchObject({ status: 200, msg: 'Imagen guardada exitosamente' })
    const [whole, mini] = [await image(id), await image(id, { mini: 'true' })]
    expect([whole.status, whole.headers['content-type'], sizeOf(whole.raw)]).toEqual([200, 'image/png', [1024, 205]])
    expect(whole.raw.includes('secreto')).toBe(false)
    expect(sizeOf(mini.raw)).toEqual([96, 19])
    expect((await app.call<Listing<Producto>>(searchProducto, { token })).data.content[0]?.imagen).toBe(saved.data.imagen)
    const other = await upload(id, pngOf(10, 20))
    expect([other.data.imagen === saved.data.imagen, sizeOf((await image(id)).raw)]).toEqual([false, [10, 20]])
  })

  it('a form that was open meanwhile may still be saved', async () => {
    const producto = await created()
    await upload(producto.id, pngOf(10, 10))
    const answer = await app.call<ProductoDetalle>(editProducto, { token, body: fieldsOf(editProducto, { ...producto, name: 'TÉ' }) })
    expect([answer.status, answer.data.imagen]).toEqual([200, expect.any(String)])
  })

  it('goes, and who did it is in the audit', async () => {
    const { id } = await created()
    await upload(id, pngOf(10, 10))
    const answer = await app.call<ProductoDetalle>(deleteProductoImagen, { token, params: { id } })
    expect(answer).toMatchObject({ status: 200, msg: 'Imagen eliminada exitosamente', data: { imagen: null } })
    expect((await image(id)).status).toBe(404)
    const hechos = await app.owner.selectFrom('auditoria').select('accion').where('objeto', '=', id).orderBy('id').execute()
    expect(hechos.map(({ accion }) => accion)).toEqual(['producto.crear', 'producto.imagen', 'producto.quitar_imagen'])
  })

  it.each([
    ['no picture', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422, 'tiene que ser una imagen PNG o JPEG'],
    ['too large a side', () => pngOf(2049, 1), 422, 'La imagen'],
    ['too many bytes', () => Buffer.alloc(2_000_001), 413, '.'],
  ])('refuses %s and keeps the one before', async (_what, bytes, status, words) => {
    const { id } = await created()
    await upload(id, pngOf(10, 10))
    const before = await huella(app)
    const answer = await upload(id, bytes())
    expect([answer.status, answer.problems[0]?.message ?? answer.msg]).toEqual([status, expect.stringMatching(words)])
    expect(await huella(app)).toEqual(before)
  })

  it('of another company answers as if absent and stays as it was', async () => {
    const ajeno = await created({}, tokenOtra)
    await upload(ajeno.id, pngOf(10, 10), tokenOtra)
    const before = await huella(app)
    for (const id of [ajeno.id, randomUUID()]) {
      expect((await image(id)).status).toBe(404)
      expect((await upload(id, pngOf(5, 5))).status).toBe(404)
      expect((await app.call(deleteProductoImagen, { token, params: { id } })).status).toBe(404)
    }
    expect(await huella(app)).toEqual(before)
  })
})

describe('duplicate', () => {
  const duplicate = (id: string, headers: Record<string, string> = key()) =>
    app.call<ProductoDetalle>(duplicateProducto, { token, params: { id }, headers })

  it('R-7.4.15 O-16 registers a copy with another code; bar codes stay with the first, the picture goes with both', async () => {
    const marca = (await app.call<{ id: string }>(createMarca, { token, headers: key(), body: { name: 'Andina' } })).data
    const { id } = await created({
      code: 'A-1',
      barcode: '786',
      barcodes: ['787'],
      auxiliary_code: 'X',
      brand_id: marca.id,
      cost: 5,
      price_list: [7],
    })
    await upload(id, pngOf(10, 10))
    const answer = await duplicate(id)
    expect(answer).toMatchObject({
      status: 200,
      msg: 'Producto duplicado exitosamente',
      headers: { 'cache-control': 'no-store' },
      data: {
        code: 'A-1-2',
        name: 'CAFÉ (copia)',
        barcode: null,
        barcodes: [],
        auxiliary_code: null,
        brand_id: marca.id,
        cost: 5,
        price_list: [7],
        version: 1,
      },
    })
    expect([answer.data.id === id, answer.data.imagen, sizeOf((await image(answer.data.id)).raw)]).toEqual([
      false,
      (await read(id)).imagen,
      [10, 10],
    ])
    expect((await app.call<Listing<Producto>>(searchProducto, { token, query: { q: 'copia' } })).data.content).toMatchObject([
      { code: 'A-1-2' },
    ])
    expect((await duplicate(id)).data.code).toBe('A-1-3')
  })

  it('keeps code and name within their lengths', async () => {
    const { id } = await created({ code: 'C'.repeat(25), name: 'Ñ'.repeat(300) })
    const { data } = await duplicate(id)
    expect([data.code, [...data.name].length, data.name.endsWith('Ñ (copia)')]).toEqual([`${'C'.repeat(23)}-2`, 300, true])
  })

  it('O-91 answers the same copy to the same Idempotency-Key, wants a key, and gives two at the same instant their own codes', async () => {
    const { id } = await created({ code: 'B' })
    const headers = key()
    const [first, second] = await Promise.all([duplicate(id, headers), duplicate(id, headers)])
    expect([first.status, second.data]).toEqual([200, first.data])
    expect((await duplicate(id, {})).problems[0]?.message).toContain('Idempotency-Key')
    const both = await Promise.all([duplicate(id), duplicate(id)])
    expect(both.map(({ data }) => data.code).sort()).toEqual(['B-3', 'B-4'])
  })

  it('says why one whose rate has ended cannot be copied', async () => {
    const { id } = await created()
    await app.owner.updateTable('producto').set({ iva: TIPO_IVA.DOCE }).where('id', '=', id).execute()
    expect((await duplicate(id)).problems).toMatchObject([{ campo: 'iva' }])
  })

  it('of another company answers 404, and nothing is made', async () => {
    const ajeno = await created({}, tokenOtra)
    const before = await huella(app)
    expect([(await duplicate(ajeno.id)).status, (await duplicate(randomUUID())).status]).toEqual([404, 404])
    expect(await huella(app)).toEqual(before)
  })
})

it('keeps out who has no session, who may not sell and who lacks the right', async () => {
  const { id } = await created()
  await upload(id, pngOf(10, 10))
  await expectGuarded(app, empresa, readProductoImagen, { params: { id } }, [ROL.USUARIO])
  const doors: [Endpoint, object][] = [
    [duplicateProducto, { params: { id }, headers: key() }],
    [saveProductoImagen, { params: { id }, form: formOf(pngOf(5, 5)) }],
    [deleteProductoImagen, { params: { id } }],
  ]
  for (const [endpoint, options] of doors) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
})

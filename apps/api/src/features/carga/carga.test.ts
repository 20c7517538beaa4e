import { randomUUID } from 'node:crypto'
import {
  applyCarga,
  createCategoria,
  createMarca,
  createProducto,
  createUnidad,
  readCarga,
  readPlantilla,
  searchActualizacion,
  searchAuditoria,
  searchErrorCarga,
  searchProducto,
  undoActualizacion,
  updateProductos,
  uploadProductos,
  type Actualizacion,
  type Carga,
  type Endpoint,
  type ErrorCarga,
  type HechoAuditado,
  type Listing,
  type Producto,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { leerHoja } from '../../hoja/leer-hoja.ts'
import { filasOf } from '../../hoja/hoja.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildObreros, formOf } from '../../testing/cargas.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { escribirXlsx } from '../../testing/hoja-xlsx.ts'

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
const upload = (tipo: number, content: string | Buffer, headers = key(), as = token) =>
  app.call<Carga>(uploadProductos, { token: as, query: { type_upload_id: String(tipo) }, form: formOf(content), headers })
const read = async (id: string) => (await app.call<Carga>(readCarga, { token, params: { id } })).data
const erroresOf = async (id: string) =>
  (await app.call<Listing<ErrorCarga>>(searchErrorCarga, { token, params: { id }, query: { size: '50' } })).data.content
const apply = (id: string, as = token) => app.call<Carga>(applyCarga, { token: as, params: { id } })
const work = () => cargas.work()
/** Uploaded and checked. */
async function checked(tipo: number, content: string | Buffer): Promise<Carga> {
  const answer = await upload(tipo, content)
  expect(answer.status, answer.msg).toBe(200)
  await work()
  return read(answer.data.id)
}
const productos = async () =>
  (await app.call<Listing<Producto>>(searchProducto, { token, query: { size: '50', sort: 'code,ASC' } })).data.content
const created = async (code: string, changes: Record<string, unknown> = {}) =>
  app.call(createProducto, {
    token,
    headers: key(),
    body: { code, name: code, type_product: 'PRODUCTO', iva: 6, price: 1_000_000, ...changes },
  })

const change = ({ id, version }: Producto, changes: Record<string, unknown>) =>
  app.call(updateProductos, { token, headers: key(), body: [{ id, version, ...changes }] })

const NUEVOS = `Código;Nombre;Tipo;Precio sin IVA;IVA;Código de barras;Lista 1;Costo;Stock mínimo;Lleva inventario
A-1;Café molido;Producto;4,50;15%;7861234567890;4.00;2.10;5;Sí
A-2;Asesoría;servicio;$40.00;0%;;;;;no
`

describe('creating products from a sheet', () => {
  it('O-70 R-7.4.11 checks without changing anything, then applies all as one', async () => {
    const answer = await upload(1, NUEVOS)
    expect(answer).toMatchObject({ status: 200, data: { tipo: 1, estado: 'RECIBIDA', archivo: 'hoja.csv', filas: 0 } })
    await work()
    const { id, ...revisada } = await read(answer.data.id)
    expect(revisada).toMatchObject({ estado: 'REVISADA', filas: 2, errores: 0, cambian: 2, hechas: 2, motivo: null })
    expect(await productos()).toEqual([])
    expect((await apply(id)).data.estado).toBe('APLICANDO')
    expect((await apply(id)).data.estado).toBe('APLICANDO')
    await work()
    expect(await read(id)).toMatchObject({ estado: 'APLICADA', hechas: 2 })
    expect((await apply(id)).data.estado).toBe('APLICADA')
    expect(await productos()).toMatchObject([
      {
        code: 'A-1',
        name: 'Café molido',
        iva: 6,
        price: 4_500_000,
        price_list: [4_000_000],
        cost: 2_100_000,
        barcode: '7861234567890',
        minimum_stock: 5_000_000,
        manage_inventory: true,
      },
      { code: 'A-2', type_product: 'SERVICIO', iva: 1, price: 40_000_000, price_list: [] },
    ])
    const found = await app.call<Listing<{ code: string }>>(searchProducto, { token, query: { q: 'cafe' } })
    expect(found.data.content.map(({ code }) => code)).toEqual(['A-1'])
    const audit = await app.owner.selectFrom('auditoria').select(['accion', 'detalle']).where('objeto', '=', id).execute()
    expect(audit).toEqual([{ accion: 'producto.cargar', detalle: { archivo: 'hoja.csv', productos: 2 } }])
  })

  it('is in the history of what it made, and the prices of a sheet in that of each product they changed', async () => {
    await created('A-0')
    const { id } = await checked(1, NUEVOS)
    await apply(id)
    await work()
    app.clock.advance(60_000)
    const precios = await checked(2, 'Código;Precio sin IVA\nA-1;5.00\nA-2;40.00\n')
    await apply(precios.id)
    await work()
    const historia = async (code: string) => {
      const objeto = (await productos()).find((one) => one.code === code)!.id
      const { data } = await app.call<Listing<HechoAuditado>>(searchAuditoria, { token, query: { objeto } })
      expect(data.totalElements).toBe(data.content.length)
      return data.content.map(({ accion, detalle }) => [accion, detalle])
    }
    const made = ['producto.cargar', { archivo: 'hoja.csv', productos: 2 }]
    expect(await historia('A-1')).toEqual([['producto.cargar_precios', { price: [4_500_000, 5_000_000] }], made])
    expect(await historia('A-2')).toEqual([made])
    expect((await historia('A-0')).map(([accion]) => accion)).toEqual(['producto.crear'])
  })

  it('takes the template of .xlsx with rows', async () => {
    const answer = await app.call(readPlantilla, { token, query: { type_upload_id: '1', formato: 'xlsx' } })
    const [head] = [...filasOf(leerHoja(answer.raw))]
    expect(head?.celdas.slice(0, 5)).toEqual(['Código', 'Nombre', 'Tipo', 'Precio sin IVA', 'IVA'])
    const row = (head?.celdas ?? []).map((titulo) => ({ Código: '007', Nombre: 'Té', 'Precio sin IVA': '1.25', IVA: '0.15' })[titulo] ?? '')
    const carga = await checked(1, escribirXlsx('Productos', [head?.celdas ?? [], row]))
    expect(carga).toMatchObject({ estado: 'REVISADA', errores: 0, cambian: 1 })
    await apply(carga.id)
    await work()
    expect(await productos()).toMatchObject([{ code: '007', iva: 6, price: 1_250_000, type_product: 'PRODUCTO' }])
    const csv = await app.call(readPlantilla, { token, query: { type_upload_id: '2', formato: 'csv' } })
    expect(csv.raw.toString()).toBe('\uFEFFCódigo,Nombre,Precio sin IVA,Lista 1,Lista 2,Lista 3,Lista 4,Costo\r\n')
  })

  it('names each row whose codes another product or row is read by, when it is checked and when it is applied', async () => {
    await created('SUYO', { barcode: '111', barcodes: ['222'] })
    const hoja = (...filas: string[]) => ['Código;Nombre;Precio sin IVA;IVA;Código de barras', ...filas, ''].join('\n')
    const carga = await checked(
      1,
      hoja(
        'A;Uno;1;15%;111',
        'B;Dos;1;15%;222',
        '111;Tres;1;15%;',
        'C;Cuatro;1;15%;333',
        'D;Cinco;1;15%;333',
        '333;Seis;1;15%;',
        'E;Siete;1;15%;SUYO',
      ),
    )
    const suyo = 'ya es del producto SUYO, SUYO.'
    expect((await erroresOf(carga.id)).map(({ celda, message }) => [celda, message])).toEqual([
      ['E2', `El código de barras 111 ${suyo}`],
      ['E3', `El código de barras 222 ${suyo}`],
      ['A4', 'El código de barras 111 está también en la fila 2.'],
      ['A4', 'El código 111 ya es un código de barras del producto SUYO, SUYO.'],
      ['E6', 'El código de barras 333 está también en la fila 5.'],
      ['A7', 'El código de barras 333 está también en la fila 5.'],
      ['E8', `El código de barras SUYO ${suyo}`],
    ])
    const { id } = await checked(1, hoja('F;Ocho;1;15%;444', 'G;Nueve;1;15%;555'))
    await created('OTRO', { barcode: '444' })
    await apply(id)
    await work()
    expect(await read(id)).toMatchObject({ estado: 'REVISADA', errores: 1 })
    expect((await erroresOf(id)).map(({ fila, columna, message }) => [fila, columna, message])).toEqual([
      [2, 'Código de barras', 'El código de barras 444 ya es del producto OTRO, OTRO.'],
    ])
    expect((await productos()).map(({ code }) => code)).toEqual(['OTRO', 'SUYO'])
  })

  it('takes category, brand and unit by their names however written, ICE, IRBPNR and a free price; what is unknown is named', async () => {
    const make = async (call: Endpoint, name: string, more: object = {}) =>
      (await app.call<{ id: string }>(call, { token, headers: key(), body: { name, ...more } })).data.id
    const bebidas = await make(createCategoria, 'Bebidas')
    const calientes = await make(createCategoria, 'Calientes', { parent_id: bebidas })
    const otras = await make(createCategoria, 'Otras')
    await make(createCategoria, 'Calientes', { parent_id: otras })
    const [marca, unidad] = [await make(createMarca, 'Café > Ñandú'), await make(createUnidad, 'Caja')]
    const hoja = (...filas: string[]) =>
      ['Código;Nombre;Precio sin IVA;IVA;Categoría;Marca;Unidad;Código de ICE;Paga IRBPNR;Precio libre', ...filas, ''].join('\n')
    const mala = await checked(1, hoja('A;Uno;1;15%;Frías;Otra;Saco;9999;quizás;2', 'B;Dos;1;15%;calientes;;;;;'))
    expect((await erroresOf(mala.id)).map(({ celda, message }) => [celda, message])).toEqual([
      ['E2', 'No existe la categoría «Frías»: regístrela antes, o deje la celda vacía.'],
      ['F2', 'No existe la marca «Otra»: regístrela antes, o deje la celda vacía.'],
      ['G2', 'No existe la unidad «Saco»: regístrela antes, o deje la celda vacía.'],
      ['I2', 'Escriba Sí o No.'],
      ['J2', 'Escriba Sí o No.'],
      ['E3', 'Hay varias categorías «calientes»: escriba también la de encima, como «Bebidas > calientes».'],
    ])
    const ice = await checked(1, hoja('A;Uno;1;15%;;;;9999;;'))
    expect((await erroresOf(ice.id)).map(({ celda, message }) => [celda, message])).toEqual([
      ['H2', 'El código de ICE 9999 no está en la tabla del SRI que rige hoy.'],
    ])
    const buena = hoja('A;Uno;1;15%;BEBIDAS > calientes;CAFE >NANDU;caja;3011;Sí;si', 'B;Dos;1;15%;bebidas;;;;no;')
    const { id } = await checked(1, buena)
    await apply(id)
    await work()
    expect(await productos()).toMatchObject([
      { category_id: calientes, brand_id: marca, unit_id: unidad, ice_codigo: '3011', irbpnr: true, precio_libre: true },
      { category_id: bebidas, brand_id: null, unit_id: null, ice_codigo: null, irbpnr: false, precio_libre: false },
    ])
    const tarde = await checked(1, hoja('C;Tres;1;15%;Otras > Calientes;;;;;'))
    await app.owner.deleteFrom('categoria').where('empresa_id', '=', empresa.id).where('parent_id', '=', otras).execute()
    await apply(tarde.id)
    await work()
    expect(await erroresOf(tarde.id)).toMatchObject([
      { fila: 2, message: 'Su categoría, marca o unidad ya no existe: suba el archivo otra vez.' },
    ])
  })

  it('names each error by row and cell, and applies nothing', async () => {
    await created('YA')
    const carga = await checked(
      1,
      `Código;Nombre;Precio sin IVA;IVA;Tipo;Lista 1;Lista 2
YA;Uno;1;15%;;;
B;;caro;12%;Cosa;;
C;Dos;-1;15;;;2
C;Tres;=1+1;15%;;;
${'D'.repeat(26)};Cuatro;1;15%;;;
E;Arroz 漢;1;15%;;;
F;Seis;1,234;15%;;;`,
    )
    expect(carga).toMatchObject({ estado: 'REVISADA', filas: 7, errores: 7, cambian: 0 })
    expect((await erroresOf(carga.id)).map(({ fila, celda, columna, message }) => `${fila} ${celda} ${columna}: ${message}`)).toEqual([
      '2 A2 Código: Ya existe un producto con este código.',
      '3 B3 Nombre: Este campo es requerido.',
      '3 C3 Precio sin IVA: Ingrese un número válido.',
      '3 D3 IVA: La tarifa «12%» no está vigente: escriba por ejemplo 15% o 0%.',
      '3 E3 Tipo: Escriba Producto o Servicio.',
      '4 C4 Precio sin IVA: Tiene que ser como mínimo 0.',
      '5 A5 Código: El código está también en la fila 4.',
      '5 C5 Precio sin IVA: La celda tiene una fórmula: péguela como valor.',
      '6 A6 Código: 25 caracteres máximos.',
      '7 B7 Nombre: El carácter 漢 no se puede imprimir.',
      '8 C8 Precio sin IVA: «1,234» puede ser 1.234 o 1234: escriba los decimales con punto y los miles sin separador.',
    ])
    expect(await apply(carga.id)).toMatchObject({ status: 422, msg: 'El archivo no se puede aplicar: tiene errores o nada que cambiar.' })
    await work()
    expect((await productos()).map(({ code }) => code)).toEqual(['YA'])
  })

  it.each([
    ['a head that is unknown', 'Código;Color\nA;rojo', 'No se reconoce la columna «Color» (B1). Use los títulos de la plantilla.'],
    ['a head that is missing', 'Código;Nombre\nA;b', 'Falta la columna «Precio sin IVA». Use los títulos de la plantilla.'],
    ['a head twice', 'Código;Código\nA;b', 'La columna «Código» está dos veces.'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), 'El archivo no es una hoja: guárdelo como .xlsx o .csv.'],
  ])('refuses %s with the reason', async (_name, content, motivo) => {
    expect(await checked(1, content)).toMatchObject({ estado: 'RECHAZADA', motivo, cambian: 0 })
  })

  it('applies none when a code was taken since, and says which', async () => {
    const { id } = await checked(1, NUEVOS)
    await created('A-2')
    await apply(id)
    await work()
    expect(await read(id)).toMatchObject({ estado: 'REVISADA', errores: 1, cambian: 0 })
    expect(await erroresOf(id)).toEqual([{ fila: 3, celda: null, columna: 'Código', message: 'Ya existe un producto con este código.' }])
    expect((await productos()).map(({ code }) => code)).toEqual(['A-2'])
  })
})

describe('prices from a sheet', () => {
  it('O-70 changes what the sheet says of each code, and is undone as one', async () => {
    await created('A', { price_list: [900_000, 800_000], cost: 500_000 })
    await created('B')
    await created('C')
    const carga = await checked(2, 'CODIGO,Nombre,Precio,Lista 2\nA,no se lee,1.25,0.85\nB,,1.00,\nC,,2,')
    expect(carga).toMatchObject({ estado: 'REVISADA', filas: 3, errores: 0, cambian: 2 })
    await apply(carga.id)
    await work()
    expect(await productos()).toMatchObject([
      { code: 'A', name: 'A', price: 1_250_000, price_list: [900_000, 850_000], cost: 500_000, version: 2 },
      { code: 'B', price: 1_000_000, version: 1 },
      { code: 'C', price: 2_000_000, version: 2 },
    ])
    const [hecha] = (await app.call<Listing<Actualizacion>>(searchActualizacion, { token })).data.content
    expect(hecha).toMatchObject({ origen: 'ARCHIVO', productos: 2, campos: ['price', 'price_list'] })
    expect((await app.call(undoActualizacion, { token, params: { id: hecha?.id ?? '' } })).status).toBe(200)
    expect((await productos()).map(({ price }) => price)).toEqual([1_000_000, 1_000_000, 1_000_000])
  })

  it('writes over nothing that was changed since it was checked: no row of the sheet is applied, and those are named', async () => {
    for (const code of ['A-1', 'A-2', 'A-3']) await created(code)
    const { id } = await checked(2, 'Código;Precio sin IVA;Lista 1\nA-1;5.00;4.00\nA-2;6.00;5.00\nA-3;7.00;6.00\n')
    const [, dos, tres] = await productos()
    await change(dos!, { price: 9_000_000 })
    // Columns that are not in the sheet may change.
    await change(tres!, { name: 'Otro nombre' })
    await apply(id)
    await work()
    expect(await read(id)).toMatchObject({ estado: 'REVISADA', errores: 1 })
    expect(await erroresOf(id)).toEqual([
      expect.objectContaining({
        fila: 3,
        message: 'A-2: Cambió después de revisar este archivo: compare sus precios y súbalo de nuevo.',
      }),
    ])
    expect((await productos()).map(({ price }) => price)).toEqual([1_000_000, 9_000_000, 1_000_000])
    const again = await checked(2, 'Código;Precio sin IVA;Lista 1\nA-1;5.00;4.00\nA-2;6.00;5.00\nA-3;7.00;6.00\n')
    await apply(again.id)
    await work()
    expect((await productos()).map(({ price }) => price)).toEqual([5_000_000, 6_000_000, 7_000_000])
  })

  it('reach no other product that took the code since, though it costs the same', async () => {
    for (const code of ['A-1', 'A-2']) await created(code)
    const { id } = await checked(2, 'Código;Precio sin IVA\nA-1;5.00\n')
    const [uno, dos] = await productos()
    const rename = (id: string, code: string) => app.owner.updateTable('producto').set({ code }).where('id', '=', id).execute()
    await rename(uno!.id, 'A-9')
    await rename(dos!.id, 'A-1')
    await apply(id)
    await work()
    expect(await read(id)).toMatchObject({ estado: 'REVISADA', errores: 1 })
    expect((await productos()).map(({ price }) => price)).toEqual([1_000_000, 1_000_000])
  })

  it('and a change at the same instant have one outcome: one of the two is told', async () => {
    await created('A-1')
    for (const price of [2_000_000, 3_000_000, 4_000_000]) {
      const { id } = await checked(2, `Código;Precio sin IVA\nA-1;1${price / 1_000_000}.00\n`)
      const [uno] = await productos()
      await apply(id)
      const [{ status }] = await Promise.all([change(uno!, { price }), work()])
      const { estado } = await read(id)
      const [{ price: present } = { price: 0 }] = await productos()
      expect([
        [200, 'REVISADA', price],
        [422, 'APLICADA', 10_000_000 + price],
      ]).toContainEqual([status, estado, present])
    }
  })

  it('a gap between lists, a code that does not exist and one twice are named', async () => {
    await created('A')
    const carga = await checked(2, 'Código;Precio;Lista 1;Lista 2\nA;2;;3\nX;2;;\nX;3;;')
    expect((await erroresOf(carga.id)).map(({ celda, message }) => `${celda} ${message}`)).toEqual([
      'C2 Complete esta lista o vacíe las que siguen.',
      'A3 No existe un producto con este código.',
      'A4 El código está también en la fila 3.',
    ])
  })

  it('keeps costs from who may not see them', async () => {
    await created('A')
    const seller = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    await app.owner
      .updateTable('usuario_empresa')
      .set({ collections: ['producto:editar'] })
      .where('usuario_id', '=', seller.id)
      .execute()
    const as = (await app.signIn(seller.username)).token
    expect((await upload(1, NUEVOS, key(), as)).status).toBe(403)
    const { data } = await upload(2, 'Código;Costo\nA;1', key(), as)
    await work()
    expect(await read(data.id)).toMatchObject({ motivo: 'No tiene permiso para ver ni cambiar costos: quite la columna Costo.' })
    const own = await checked(2, 'Código;Costo\nA;1')
    expect((await apply(own.id, as)).status).toBe(403)
  })
})

describe('the work', () => {
  it('O-91 does one sending once; three files wait at most', async () => {
    const headers = key()
    const answers = await Promise.all([upload(1, NUEVOS, headers), upload(1, NUEVOS, headers)])
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect((await upload(1, 'otra', headers)).status).toBe(422)
    for (let n = 0; n < 2; n += 1) expect((await upload(1, NUEVOS)).status).toBe(200)
    expect((await upload(1, NUEVOS)).msg).toBe('Su empresa ya tiene 3 archivos en curso. Espere a que terminen.')
    await work()
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => upload(1, NUEVOS)))
    expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(3)
    await work()
  })

  it('of two workers one has it; what a dead one left is done by the next, once', async () => {
    const { id } = await checked(1, NUEVOS)
    await apply(id)
    // Claimed by a worker that never comes back.
    await sql`update carga set tomada_hasta = ${new Date(app.clock.now().getTime() + 60_000)}, intentos = 1 where id = ${id}::uuid`.execute(
      app.owner,
    )
    expect(await Promise.all(cargas.obreros.map((obrero) => obrero.tick()))).toEqual([false, false])
    app.clock.advance(61_000)
    expect((await Promise.all(cargas.obreros.map((obrero) => obrero.tick()))).filter(Boolean)).toHaveLength(1)
    expect(await read(id)).toMatchObject({ estado: 'APLICADA' })
    expect((await productos()).length).toBe(2)
  })

  it('a file that ends its worker again and again is refused', async () => {
    const { data } = await upload(1, NUEVOS)
    await sql`update carga set intentos = 3 where id = ${data.id}::uuid`.execute(app.owner)
    await work()
    expect(await read(data.id)).toMatchObject({
      estado: 'RECHAZADA',
      motivo: 'No se pudo terminar. Vuelva a intentarlo o súbalo en partes.',
    })
  })

  it('refuses other kinds, no file and what is too large', async () => {
    expect((await upload(4, NUEVOS)).status).toBe(422)
    expect((await app.call(uploadProductos, { token, query: { type_upload_id: '1' }, form: new FormData(), headers: key() })).status).toBe(
      422,
    )
    expect((await upload(1, 'a'.repeat(10_000_001))).status).toBe(413)
    expect(
      (await app.call(uploadProductos, { token, query: { type_upload_id: '1' }, form: formOf(NUEVOS) })).problems[0]?.message,
    ).toContain('Idempotency-Key')
  })

  it('goes after a week, more of them in one sweep than one person may upload in an hour', async () => {
    const { id } = await checked(1, NUEVOS)
    await sql`insert into carga select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid()))).* from carga c, generate_series(1, 90)
               where c.id = ${id}`.execute(app.owner)
    app.clock.advance(8 * 86_400_000)
    await cargas.obreros[0].clean()
    for (const table of ['carga', 'carga_fila'] as const)
      expect([table, await app.owner.selectFrom(table).select('empresa_id').execute()]).toEqual([table, []])
  })
})

describe('doors', () => {
  it('R-7.4.11 keep out who has no session, who may not sell and who lacks the right', async () => {
    const { id } = await checked(1, NUEVOS)
    const calls: [Endpoint, object][] = [
      [uploadProductos, { query: { type_upload_id: '1' }, form: formOf(NUEVOS), headers: key() }],
      [readPlantilla, { query: { type_upload_id: '1' } }],
      [readCarga, { params: { id } }],
      [searchErrorCarga, { params: { id } }],
      [applyCarga, { params: { id } }],
    ]
    for (const [endpoint, options] of calls) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  })

  it("answer another company's file like an absent one", async () => {
    const { id } = await checked(1, NUEVOS)
    const otra = await buildEmpresa(app)
    const ajeno = await tokenOfNew(app, { empresas: [otra] })
    for (const endpoint of [readCarga, searchErrorCarga, applyCarga] as Endpoint[])
      expect((await app.call(endpoint, { token: ajeno, params: { id } })).status).toBe(404)
    expect((await read(id)).estado).toBe('REVISADA')
  })
})

import { montoOf } from '@yupana/fiscal'
import { randomUUID } from 'node:crypto'
import { calculateFactura, emitFactura, type Calculo, type FacturaFormInput } from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { buildTestApp, type Answer, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { huella } from '../../testing/huella.ts'

// Wrong input of a user: refused in Spanish, by field, without any change (specification §8, O-51, reliability §3.1).
const VALID = { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' }
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let usuario: { id: string; username: string }
let token: string
let before: Record<string, string>

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-06-15T10:00:00-05:00' })
  empresa = await buildEmpresa(app, {
    establecimientos: [
      { codigo: '001', direccion: 'Quito', puntos: [{ codigo: '001' }, { codigo: '002' }] },
      { codigo: '002', direccion: 'Guayaquil', puntos: [{ codigo: '003' }] },
    ],
  })
  usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, VALID)
  token = (await app.signIn(usuario.username)).token
  before = await huella(app)
})
afterAll(() => app?.close())

interface Sending {
  headers?: Record<string, string>
  as?: string
}
const send = (body: unknown, { headers, as = token }: Sending = {}) =>
  app.call(emitFactura, { token: as, params: { id: randomUUID() }, headers: { 'idempotency-key': randomUUID(), ...headers }, body })
const raw = (text: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) => send(text, { headers })

const ENGLISH = /invalid|expected|required|must|not allowed|too (big|small)/i
async function expectRefused(answer: Answer<unknown>, status: number, campo?: string) {
  expect(answer.status, JSON.stringify(answer.problems)).toBe(status)
  expect(answer.problems.length).toBeGreaterThan(0)
  for (const { message } of answer.problems) expect(message).not.toMatch(ENGLISH)
  if (campo !== undefined) expect(answer.problems.map((problem) => problem.campo)).toContain(campo)
  expect(await huella(app)).toEqual(before)
}

const [LINEA] = facturaForm().lineas
const linea = (change: object) => facturaForm({ lineas: [{ ...LINEA, ...change }] as FacturaFormInput['lineas'] })
const comprador = (change: object) => facturaForm({ comprador: { ...facturaForm().comprador, ...change } })
const pago = (change: object) => facturaForm({ pagos: [{ forma_pago: '20', total: 11_500_000, ...change }] })
const WAYBILL: NonNullable<FacturaFormInput['sustitutiva_guia']> = {
  dir_partida: 'Quito',
  dir_destinatario: 'Ambato',
  fecha_ini: '2026-06-15',
  fecha_fin: '2026-06-16',
  razon_social_transportista: 'TRANSPORTES',
  tipo_identificacion_transportista: '05',
  identificacion_transportista: '1712345675',
  placa: 'ABC-1234',
  destinos: [{ motivo: 'Venta' }],
}
const sustitutiva = (change: object) => facturaForm({ sustitutiva_guia: { ...WAYBILL, ...change } })
const EXPORTACION = {
  incoterm: 'CIF',
  lugar_incoterm: 'X',
  pais_origen: '593',
  puerto_embarque: 'X',
  puerto_destino: 'X',
  pais_destino: '215',
  pais_adquisicion: '215',
  incoterm_total: 'FOB',
}
const ABROAD = {
  exportacion: EXPORTACION,
  lineas: [{ ...facturaForm().lineas[0]!, iva: 1 }],
  pagos: [{ forma_pago: '20', total: 10_000_000 }],
}
const REEMBOLSO = {
  tipo_identificacion: '04' as const,
  identificacion: '1791234567001',
  tipo_proveedor: '02' as const,
  cod_doc: '01',
  numero: '002-001-000000456',
  fecha: '2026-06-10',
  autorizacion: '1234567890',
  impuestos: [{ codigo: '2' as const, codigo_porcentaje: '0', tarifa: 0, base: 10_000_000, valor: 0 }],
}
const FINAL = { tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' } as const

describe('amounts that are no amounts name their field and change nothing', () => {
  const MARK = 123_456_789
  const fields: [string, FacturaFormInput][] = [
    ['lineas.0.cantidad', linea({ cantidad: MARK })],
    ['lineas.0.precio_unitario', linea({ precio_unitario: MARK })],
    ['lineas.0.descuento', linea({ descuento: MARK })],
    ['pagos.0.total', pago({ total: MARK })],
    ['propina', facturaForm({ propina: MARK })],
  ]
  it.each([
    '-0',
    '-1',
    '-1000000',
    '1e400',
    '-1e400',
    '9007199254740992',
    '9223372036854775808',
    '1e30',
    '1000000.5',
    '0.0000001',
    '"1,50"',
    '"1.2.3"',
    '"1000000"',
    '"0x10"',
    '"NaN"',
    '"Infinity"',
    '""',
    'null',
    'true',
    '[1000000]',
    '{}',
  ])('%s', async (text) => {
    for (const [campo, form] of fields) await expectRefused(await raw(JSON.stringify(form).replace(String(MARK), text)), 422, campo)
  })
})

const HUGE = 9_007_199_254_740_991
const lines = (length: number) => Array.from({ length }, () => ({ descripcion: 'x', cantidad: 1_000_000, precio_unitario: 10_000, iva: 1 }))

describe('a form that breaks a rule is refused by its field and takes no number', () => {
  it.each<[string, FacturaFormInput, string]>([
    ['O-18 quantity × price past the safe bound', linea({ cantidad: HUGE, precio_unitario: HUGE }), 'lineas'],
    ['O-18 a product just past the safe bound', linea({ cantidad: 9_007_200_000_000, precio_unitario: 1_000_000_000 }), 'lineas'],
    [
      'O-18 payments whose sum passes the safe bound',
      facturaForm({
        pagos: [
          { forma_pago: '20', total: HUGE },
          { forma_pago: '01', total: HUGE },
        ],
      }),
      'pagos',
    ],
    [
      'third-party items whose sum passes the safe bound',
      facturaForm({
        rubros_terceros: [
          { concepto: 'a', total: HUGE },
          { concepto: 'b', total: HUGE },
        ],
      }),
      'lineas',
    ],
    ['a quantity of zero', linea({ cantidad: 0 }), 'lineas.0.cantidad'],
    ['a discount above its line', linea({ descuento: 10_010_000 }), 'lineas.0.descuento'],
    ['a discount of three decimals', linea({ descuento: 5_000 }), 'lineas.0.descuento'],
    ['R-3.2.8 O-61 12 %, no longer in force', linea({ iva: 2 }), 'lineas.0.iva'],
    ...[0, 8, 9, 11, 99, -6].map((iva): [string, FacturaFormInput, string] => [
      `R-3.2.8 the rate id ${iva}, which does not exist`,
      linea({ iva }),
      'lineas.0.iva',
    ]),
    ['O-61 5 % without the code of its material', linea({ iva: 5 }), 'lineas.0.codigo_auxiliar'],
    ['O-61 5 % with a code that is no material', linea({ iva: 5, codigo_auxiliar: 'F990101' }), 'lineas.0.codigo_auxiliar'],
    ['O-62 a cédula with a wrong check digit', comprador({ identificacion: '1712345674' }), 'comprador.identificacion'],
    ['O-62 a cédula of province 25', comprador({ identificacion: '2512345670' }), 'comprador.identificacion'],
    ['O-62 a cédula of 9 digits', comprador({ identificacion: '171234567' }), 'comprador.identificacion'],
    ['O-62 a RUC of 10 digits', comprador({ tipo_identificacion: '04' }), 'comprador.identificacion'],
    [
      'O-62 a RUC built on a wrong cédula',
      comprador({ tipo_identificacion: '04', identificacion: '1712345674001' }),
      'comprador.identificacion',
    ],
    ['O-62 a RUC that ends in 000', comprador({ tipo_identificacion: '04', identificacion: '1712345675000' }), 'comprador.identificacion'],
    ['O-62 thirteen nines as a RUC', comprador({ tipo_identificacion: '04', identificacion: '9999999999999' }), 'comprador.identificacion'],
    [
      'O-62 a passport of 21 characters',
      comprador({ tipo_identificacion: '06', identificacion: 'A'.repeat(21) }),
      'comprador.identificacion',
    ],
    ['O-62 an empty passport', comprador({ tipo_identificacion: '06', identificacion: ' ' }), 'comprador.identificacion'],
    ['a type of identification that does not exist', comprador({ tipo_identificacion: '09' }), 'comprador.tipo_identificacion'],
    [
      'O-58 a consumidor final above 50',
      facturaForm({
        comprador: FINAL,
        lineas: [{ ...LINEA!, precio_unitario: 43_490_000 }],
        pagos: [{ forma_pago: '01', total: 50_010_000 }],
      }),
      'comprador.identificacion',
    ],
    ['a consumidor final with a name of its own', facturaForm({ comprador: { ...FINAL, razon_social: 'ANA' } }), 'comprador.razon_social'],
    [
      'a consumidor final with another number',
      facturaForm({ comprador: { ...FINAL, identificacion: '1712345675' } }),
      'comprador.identificacion',
    ],
    ['O-59 payments that do not sum to the total', pago({ total: 11_490_000 }), 'pagos'],
    ['O-59 an unknown payment method', pago({ forma_pago: '99' }), 'pagos.0.forma_pago'],
    ['O-59 a payment method that closed in 2016', pago({ forma_pago: '02' }), 'pagos.0.forma_pago'],
    ['a payment method that is no code', pago({ forma_pago: 'efectivo' }), 'pagos.0.forma_pago'],
    ['a payment of three decimals', pago({ total: 11_500_500 }), 'pagos.0.total'],
    [
      'a payment of zero',
      facturaForm({
        pagos: [
          { forma_pago: '20', total: 11_500_000 },
          { forma_pago: '01', total: 0 },
        ],
      }),
      'pagos.1.total',
    ],
    ['no payment', facturaForm({ pagos: [] }), 'pagos'],
    ['a tip above 10 %', facturaForm({ propina: 1_010_000, pagos: [{ forma_pago: '20', total: 12_510_000 }] }), 'propina'],
    ['a tip of three decimals', facturaForm({ propina: 5_000, pagos: [{ forma_pago: '20', total: 11_510_000 }] }), 'propina'],
    ['no line', facturaForm({ lineas: [] }), 'lineas'],
    ['1001 lines', facturaForm({ lineas: lines(1001), pagos: [{ forma_pago: '20', total: 10_010_000 }] }), 'lineas'],
    [
      'more than the 320 KB the SRI takes (its code 26)',
      facturaForm({ lineas: lines(1000), pagos: [{ forma_pago: '20', total: 10_000_000 }] }),
      'lineas',
    ],
    [
      'O-89 the reserved field RUC Proveedor',
      facturaForm({ info_adicional: [{ nombre: ' ruc  PROVEEDOR ', valor: '1' }] }),
      'info_adicional.0.nombre',
    ],
    [
      '15 additional fields',
      facturaForm({ info_adicional: Array.from({ length: 15 }, (_, n) => ({ nombre: `n${n}`, valor: 'v' })) }),
      'info_adicional',
    ],
    ['a date in the future', facturaForm({ fecha_emision: '2026-06-16' }), 'fecha_emision'],
    ['O-55 a date of yesterday that the company does not allow', facturaForm({ fecha_emision: '2026-06-14' }), 'fecha_emision'],
    ['a day that does not exist', facturaForm({ fecha_emision: '2026-02-29' }), 'fecha_emision'],
    ['R-9.9 the last day before 2015', facturaForm({ fecha_emision: '2014-12-31' }), 'fecha_emision'],
    ['a timestamp for a date', facturaForm({ fecha_emision: '2026-06-15T10:00:00Z' }), 'fecha_emision'],
    ['O-99 ICE without the condition of the company', linea({ ice: { codigo: '3011', tarifa: 15_000_000 } }), 'lineas.0.ice'],
    ['O-99 IRBPNR without the condition of the company', linea({ irbpnr: { tarifa: 20_000 } }), 'lineas.0.irbpnr'],
    ['an ICE code that the SRI does not have', linea({ ice: { codigo: '9999', tarifa: 15_000_000 } }), 'lineas.0.ice'],
    ['an ICE code of customs', linea({ ice: { codigo: '3541', tarifa: 75_000_000 } }), 'lineas.0.ice'],
    ['a third-party item of zero', facturaForm({ rubros_terceros: [{ concepto: 'Tasa', total: 0 }] }), 'rubros_terceros.0.total'],
    ['O-63 a substituted waybill that starts before the factura', sustitutiva({ fecha_ini: '2026-06-14' }), 'sustitutiva_guia.fecha_ini'],
    ['O-63 a substituted waybill that ends before it starts', sustitutiva({ fecha_ini: '2026-06-17' }), 'sustitutiva_guia.fecha_fin'],
    [
      'O-62 a carrier with a wrong cédula',
      sustitutiva({ identificacion_transportista: '1712345674' }),
      'sustitutiva_guia.identificacion_transportista',
    ],
    ['O-63 a plate of a substituted waybill that is none', sustitutiva({ placa: 'AB12' }), 'sustitutiva_guia.placa'],
    ['a price without subsidy below the price', linea({ precio_sin_subsidio: 9_999_999 }), 'lineas.0.precio_sin_subsidio'],
    [
      'a factura negociable without an address',
      facturaForm({ negociable: {}, pagos: [{ forma_pago: '20', total: 11_500_000, plazo: 30 }] }),
      'comprador.direccion',
    ],
    [
      'a factura negociable without a term',
      facturaForm({ negociable: {}, comprador: { ...facturaForm().comprador, direccion: 'Quito' } }),
      'pagos.0.plazo',
    ],
    ['an export that charges IVA', facturaForm({ exportacion: EXPORTACION }), 'lineas.0.iva'],
    [
      'an export that stays in Ecuador',
      facturaForm({ ...ABROAD, exportacion: { ...EXPORTACION, pais_destino: '593' } }),
      'exportacion.pais_destino',
    ],
    ['an export to nobody in particular', facturaForm({ ...ABROAD, comprador: FINAL }), 'comprador.identificacion'],
    ['an export whose incoterm is no code', facturaForm({ exportacion: { ...EXPORTACION, incoterm: 'cif' } }), 'exportacion.incoterm'],
    ['recovered vouchers that no line charges', facturaForm({ reembolsos: [REEMBOLSO] }), 'reembolsos'],
    ['a recovered voucher of tomorrow', facturaForm({ reembolsos: [{ ...REEMBOLSO, fecha: '2026-06-16' }] }), 'reembolsos.0.fecha'],
    ['a malformed guía de remisión', facturaForm({ guia_remision: '1-1-1' }), 'guia_remision'],
    ['a mail that is none', comprador({ correos: ['ana@ejemplo'] }), 'comprador.correos.0'],
    ['§3.3 a product that does not exist', linea({ producto_id: randomUUID() }), 'lineas.0.producto_id'],
    ['a point that does not exist', facturaForm({ punto: '009' }), 'punto'],
    ['an establishment that does not exist', facturaForm({ establecimiento: '009' }), 'establecimiento'],
    ['a point of another establishment', facturaForm({ punto: '003' }), 'punto'],
    ['a point that is no code', facturaForm({ punto: '1' }), 'punto'],
  ])('%s', async (_rule, form, campo) => {
    await expectRefused(await send(form), 422, campo)
  })

  it('a form with several faults names each of them', async () => {
    const answer = await send({ ...linea({ cantidad: 0, iva: 99, descripcion: '🦙' }), propina: 5_000_000 })
    await expectRefused(answer, 422)
    expect(answer.problems.map((problem) => problem.campo)).toEqual(
      expect.arrayContaining(['lineas.0.cantidad', 'lineas.0.iva', 'lineas.0.descripcion', 'propina']),
    )
  })

  it('calcular says the same problems without refusing, and changes nothing', async () => {
    const { status, data } = await app.call<Calculo>(calculateFactura, { token, body: linea({ iva: 2, cantidad: 0 }) })
    expect(status).toBe(200)
    expect(data.problemas.map((problema) => problema.campo)).toEqual(expect.arrayContaining(['lineas.0.iva', 'lineas.0.cantidad']))
    expect(await huella(app)).toEqual(before)
  })
})

describe('O-111: text that XML, RIDE or screen cannot show alike is refused by its field', () => {
  const texts: [string, (text: string) => FacturaFormInput][] = [
    ['lineas.0.descripcion', (descripcion) => linea({ descripcion })],
    ['comprador.razon_social', (razon_social) => comprador({ razon_social })],
    ['comprador.direccion', (direccion) => comprador({ direccion })],
    ['comprador.telefono', (telefono) => comprador({ telefono })],
    ['info_adicional.0.valor', (valor) => facturaForm({ info_adicional: [{ nombre: 'Nota', valor }] })],
    ['lineas.0.unidad_medida', (unidad_medida) => linea({ unidad_medida })],
    ['placa', (placa) => facturaForm({ placa })],
  ]
  it.each([
    ['NUL', '\u0000'],
    ['bell', '\u0007'],
    ['line feed', '\n'],
    ['U+0085', '\u0085'],
    ['line separator', '\u2028'],
    ['U+FFFE', '\ufffe'],
    ['right-to-left override', '\u202e'],
    ['zero-width space', '\u200b'],
    ['private use', '\ue000'],
    ['high surrogate alone', '\ud83d'],
    ['low surrogate alone', '\ude00'],
    ['emoji', '🦙'],
    ['a letter the font lacks', '漢'],
  ])('%s', async (_name, character) => {
    for (const [campo, form] of texts) await expectRefused(await send(form(`a${character}b`)), 422, campo)
  })

  it.each([
    ['NUL', '\u0000'],
    ['bell', '\u0007'],
    ['emoji', '🦙'],
    ['high surrogate alone', '\ud83d'],
  ])('%s in a mail address', async (_name, character) => {
    await expectRefused(await send(comprador({ correos: ['ok@ejemplo.ec', `a${character}b@ejemplo.ec`] })), 422, 'comprador.correos.1')
  })

  it.each([
    ['letters', 'ñ'],
    ['letters outside the first plane', '𝔸'],
    ['letters with a separate accent', 'e\u0301'],
  ])('301 code points fail: %s', async (_name, letter) => {
    const text = [...letter.repeat(301)].slice(0, 301).join('')
    const answer = await send(linea({ descripcion: text }))
    await expectRefused(answer, 422, 'lineas.0.descripcion')
    expect(answer.problems[0]?.message).toBe('300 caracteres máximos.')
  })

  it('names the character that cannot be printed', async () => {
    expect((await send(linea({ descripcion: 'Café 🦙' }))).problems[0]?.message).toContain('🦙')
  })
})

describe('who and with what', () => {
  /** Runs on a change that is undone afterwards, so that every case has the same base. */
  async function during<T>(change: () => Promise<unknown>, undo: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
    await change()
    const base = before
    before = await huella(app)
    try {
      return await work()
    } finally {
      await undo()
      before = base
    }
  }
  const certificate = (change: { activo?: boolean; desde?: string; hasta?: string }) => () =>
    app.owner.updateTable('certificado').set(change).where('empresa_id', '=', empresa.id).execute()
  const point = (activo: boolean) => () =>
    app.owner.updateTable('punto_emision').set({ activo }).where('empresa_id', '=', empresa.id).where('codigo', '=', '001').execute()
  const establishment = (activo: boolean) => () =>
    app.owner.updateTable('establecimiento').set({ activo }).where('empresa_id', '=', empresa.id).where('codigo', '=', '001').execute()

  it('O-48: without a certificate no number is taken', () =>
    during(certificate({ activo: false }), certificate({ activo: true }), async () => expectRefused(await send(facturaForm()), 422)))

  it('O-48: an expired certificate is refused with its last day', () =>
    during(certificate({ hasta: '2026-06-15T09:59:59-05:00' }), certificate({ hasta: VALID.hasta }), async () => {
      const answer = await send(facturaForm())
      await expectRefused(answer, 422)
      expect(answer.msg).toContain('15/06/2026')
    }))

  it('O-48: a certificate that is not valid yet is refused', () =>
    during(certificate({ desde: '2026-06-16T00:00:00-05:00' }), certificate({ desde: VALID.desde }), async () =>
      expectRefused(await send(facturaForm()), 422),
    ))

  it('an inactive point', () => during(point(false), point(true), async () => expectRefused(await send(facturaForm()), 422, 'punto')))

  it('an inactive establishment', () =>
    during(establishment(false), establishment(true), async () => expectRefused(await send(facturaForm()), 422, 'establecimiento')))

  it('O-100: a user bound to another point', () =>
    during(
      () =>
        app.owner
          .insertInto('usuario_punto')
          .values({ empresa_id: empresa.id, usuario_id: usuario.id, establecimiento: '001', punto: '002' })
          .execute(),
      () => app.owner.deleteFrom('usuario_punto').where('empresa_id', '=', empresa.id).execute(),
      async () => expectRefused(await send(facturaForm()), 422, 'punto'),
    ))

  it('O-102: a negocio popular with 15 %', () =>
    during(
      () =>
        app.owner
          .insertInto('empresa_condicion')
          .values({ empresa_id: empresa.id, tipo: 'REGIMEN', desde: '2026-01-01', hasta: null, valor: 'NEGOCIO_POPULAR' })
          .execute(),
      () => app.owner.deleteFrom('empresa_condicion').where('empresa_id', '=', empresa.id).execute(),
      async () => expectRefused(await send(facturaForm()), 422, 'lineas.0.iva'),
    ))

  it("§3.3: another company's product answers like one that does not exist", async () => {
    const other = await buildEmpresa(app)
    const stranger = await buildUsuario(app, { empresas: [other] })
    const id = randomUUID()
    await app.owner
      .insertInto('producto')
      .values({
        empresa_id: other.id,
        id,
        code: 'X',
        auxiliary_code: null,
        barcode: null,
        name: 'X',
        type_product: 'PRODUCTO',
        category_id: null,
        brand_id: null,
        unit_id: null,
        iva: 6,
        price: montoOf(1),
        ice_codigo: null,
        orden: 'x',
        creado_en: app.clock.now(),
        editado_en: app.clock.now(),
      })
      .execute()
    before = await huella(app)
    const [foreign, absent] = [await send(linea({ producto_id: id })), await send(linea({ producto_id: randomUUID() }))]
    await expectRefused(foreign, 422, 'lineas.0.producto_id')
    expect(foreign.raw.equals(absent.raw)).toBe(true)
    expect(stranger.id).not.toBe(usuario.id)
  })

  it.each([
    ['missing', undefined],
    ['short', 'abc-123'],
    ['long', 'a'.repeat(101)],
    ['not a key', 'con espacios y ñ'],
  ])('O-91: an Idempotency-Key that is %s', async (_name, key) => {
    const answer = await app.call(emitFactura, {
      token,
      params: { id: randomUUID() },
      headers: key === undefined ? {} : { 'idempotency-key': key },
      body: facturaForm(),
    })
    await expectRefused(answer, 422, 'Idempotency-Key')
  })
})

describe('bodies that are no form (reliability §3.1)', () => {
  const text = JSON.stringify(facturaForm())
  const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
  it.each<[string, string | Buffer, number]>([
    ['text', 'hola', 400],
    ['truncated', text.slice(0, -1), 400],
    ['two roots', text + text, 400],
    ['empty', '', 400],
    ['UTF-16', Buffer.from(text, 'utf16le'), 400],
    ['a __proto__ key', text.replace('{', '{"__proto__":{"x":1},'), 400],
    ['a nested __proto__ key', text.replace('"comprador":{', '"comprador":{"__proto__":{"x":1},'), 400],
    ['an escaped __proto__ key', text.replace('{', '{"\\u005f_proto__":{"x":1},'), 400],
    ['constructor.prototype', text.replace('{', '{"constructor":{"prototype":{"x":1}},'), 400],
    ['nesting of 100,000', nested(100_000), 422],
    ['100,000 keys', `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join()}}`, 422],
    ['over a megabyte', text.replace('ANA', 'A'.repeat(1_100_000)), 413],
    ['a list', '[]', 422],
    ['null', 'null', 422],
    ['a number', '1', 422],
  ])('%s', async (_name, body, status) => {
    await expectRefused(await raw(body), status)
  })

  it.each([
    ['punto', '"punto":"001"', '"punto":["001"]'],
    ['comprador', '"comprador":{', '"comprador":[{'],
    ['lineas', '"lineas":[', '"lineas":{"0":['],
    ['pagos.0.forma_pago', '"forma_pago":"20"', '"forma_pago":["20"]'],
  ])('a list or an object where %s is none', async (campo, from, to) => {
    const closed = to.endsWith('[{')
      ? text.replace(from, to).replace('},"lineas"', '}],"lineas"')
      : to.includes('{"0"')
        ? text.replace(from, to).replace('],"pagos"', ']},"pagos"')
        : text.replace(from, to)
    await expectRefused(await raw(closed), 422, campo)
  })

  it.each([
    ['a key said twice', '"punto":"001"', '"punto":"001","punto":"002"', 'punto'],
    ['also when escaped', '"cantidad":1000000', '"cantidad":1000000,"\\u0063antidad":2000000', 'cantidad'],
  ])('%s', async (_name, from, to, campo) => {
    await expectRefused(await raw(text.replace(from, to)), 422, campo)
  })

  it.each([
    ['text/plain', 415],
    ['application/xml', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 422],
  ])('the content type %s', async (type, status) => {
    await expectRefused(await raw(text, { 'content-type': type }), status)
  })
})

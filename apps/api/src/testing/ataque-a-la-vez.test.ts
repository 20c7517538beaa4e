import {
  acceptRecibido,
  createCompra,
  createGastoPersonal,
  createPago,
  createSaldoInicial,
  DINERO_MAX,
  deleteCompra,
  deleteGastoPersonal,
  REPORTES,
  type Cuenta,
  type Endpoint,
} from '@yupana/contract'
import { FORMULARIOS, MONTO_MAX } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { flushRechazos } from '../plugins/rechazos/rechazos-conteo.ts'
import { Ataque, ENVIOS, expectPalabras, type Envio } from './ataque-envios.ts'
import { buildTestApp, type Answer, type TestApp } from './build-test-app.ts'
import { buildUsuario } from './builders.ts'
import { huella } from './huella.ts'

// B8: purchases, the inbox, personal expenses and money owed, a hundred calls at once, with rows of others and as large as permitted.

const VECES = 100
let app: TestApp
let de: Ataque

beforeAll(async () => {
  app = await buildTestApp()
  de = await new Ataque(app).prepare()
})
afterAll(() => app?.close())

const atOnce = <T>(send: (n: number) => Promise<T>) => Promise.all(Array.from({ length: VECES }, (_, n) => send(n)))
/** How many of each status, and no answer that is no answer. */
function tally(answers: readonly Answer<unknown>[], name = ''): Record<number, number> {
  for (const answer of answers) expectPalabras(answer, name)
  return answers.reduce<Record<number, number>>((all, { status }) => ({ ...all, [status]: (all[status] ?? 0) + 1 }), {})
}
const idsOf = (answers: readonly Answer<unknown>[]) => new Set(answers.map(({ data }) => (data as { id: string }).id))

const CREAN: Readonly<Record<string, () => Promise<Envio>>> = {
  compra: async () => [createCompra, de.compra()],
  gasto_personal: async () => [createGastoPersonal, de.gasto()],
  saldo_inicial: async () => [createSaldoInicial, de.saldo()],
}

describe('a hundred at once (O-91)', () => {
  it.each([...Object.keys(CREAN), 'pago'])('%s: with one key it is one; without a key it is none', async (name) => {
    const [endpoint, body] = name === 'pago' ? await ENVIOS['pago/create']!(de) : await CREAN[name]!()
    const before = await huella(app)
    expect(tally(await atOnce(() => de.call(endpoint, body, { headers: {} })))).toEqual({ 422: VECES })
    expect(await huella(app)).toEqual(before)
    const headers = de.key()
    const answers = await atOnce(() => de.call(endpoint, body, { headers }))
    expect(tally(answers, name)).toEqual({ 200: VECES })
    expect(idsOf(answers).size).toBe(1)
    const after = await huella(app)
    expect((await de.call(endpoint, { ...(body as object), fecha: '2026-05-01' }, { headers })).status).toBe(422)
    expect(await huella(app)).toEqual(after)
  })

  it.each(Object.keys(CREAN))('%s: the same document with a hundred keys is registered once, the others are told', async (name) => {
    const [endpoint, body] = await CREAN[name]!()
    expect(tally(await atOnce(() => de.call(endpoint, body)), name)).toEqual({ 200: 1, 422: VECES - 1 })
  })

  it('a balance of five is paid five times, one dollar each, and never a sixth', async () => {
    const { id } = await de.made<Cuenta>(createSaldoInicial, de.saldo())
    expect(tally(await atOnce(() => de.call(createPago, de.pago(id))))).toEqual({ 200: 5, 422: VECES - 5 })
    const { saldo } = await app.owner.selectFrom('cuenta').select('saldo').where('id', '=', id).executeTakeFirstOrThrow()
    expect(saldo).toBe(0)
  })

  it('a received document becomes one purchase, whoever asks', async () => {
    const { id } = await de.recibido()
    const answers = await atOnce(() => de.call<{ compra_id: string }>(acceptRecibido, {}, { params: { id } }))
    expect(tally(answers)).toEqual({ 200: VECES })
    expect(new Set(answers.map(({ data }) => data.compra_id)).size).toBe(1)
  })

  const UNA_VEZ: [string, Record<number, number>][] = [
    ['compra/edit', { 200: 1, 409: VECES - 1 }],
    ['compra/anular', { 200: 1, 409: VECES - 1 }],
    ['cartera/saldo_inicial/reversar', { 200: VECES }],
    ['pago/reversar', { 200: VECES }],
    ['caja/cerrar', { 200: 1, 409: VECES - 1 }],
    ['gasto_personal/edit', { 200: 1, 409: VECES - 1 }],
    ['gasto_personal/situacion', { 200: 1, 409: VECES - 1 }],
  ]
  it.each(UNA_VEZ)('%s is done once', async (name, expected) => {
    const [endpoint, body, options] = await ENVIOS[name]!(de)
    const before = await auditoria()
    expect(tally(await atOnce(() => de.call(endpoint, body, options)), name)).toEqual(expected)
    const isTold = !name.startsWith('gasto_personal')
    expect((await auditoria()) - before).toBe(isTold ? 1 : 0)
  })

  it.each([
    ['compra', createCompra, deleteCompra],
    ['gasto_personal', createGastoPersonal, deleteGastoPersonal],
  ] as const)('%s: deleted by one, gone for the others', async (name, create, remove) => {
    const { id } = await de.made(create, (await CREAN[name]!())[1])
    expect(tally(await atOnce(() => de.call(remove, undefined, { params: { id } })))).toEqual({ 200: 1, 404: VECES - 1 })
  })
})

const auditoria = async () => (await sql<{ n: number }>`select count(*)::int as n from auditoria`.execute(app.owner)).rows[0]!.n

describe('rows of another company, named in a form', () => {
  const nombran = (): [string, Endpoint, (id: string) => object, string][] => [
    [
      'product of a line',
      createCompra,
      (id) => ({ ...de.compra(), lineas: [{ ...de.compra().lineas[0], producto_id: id }] }),
      de.ajena.producto,
    ],
    ['warehouse of a purchase', createCompra, (id) => ({ ...de.compra(), bodega_id: id }), de.ajena.bodega],
    ['person of a balance', createSaldoInicial, (id) => ({ ...de.saldo(), persona_id: id }), de.ajena.persona],
    ['account that is paid', createPago, (id) => de.pago(id), de.ajena.cuenta],
    [
      'person who pays',
      createPago,
      (id) => ({ sentido: 'COBRAR', persona_id: id, anticipo: 1_000_000, metodos: [{ metodo: 'EFECTIVO', valor: 1_000_000 }] }),
      de.ajena.persona,
    ],
  ]

  it('answer like absent ones, and nothing changes', async () => {
    const before = await huella(app)
    for (const [name, endpoint, body, foreign] of nombran()) {
      const [hers, nobodys] = [await de.call(endpoint, body(foreign)), await de.call(endpoint, body(crypto.randomUUID()))]
      expect(hers.status, name).toBe(422)
      expect(hers.raw.toString(), name).toBe(nobodys.raw.toString())
    }
    expect(await huella(app)).toEqual(before)
  })

  it('a supplier who is somebody else’s person is one of ours in the purchase', async () => {
    const form = de.compra()
    const { id } = await de.made(createCompra, { ...form, proveedor: { ...form.proveedor, persona_id: de.ajena.persona } })
    const { persona_id: persona } = await app.owner.selectFrom('compra').select('persona_id').where('id', '=', id).executeTakeFirstOrThrow()
    expect(persona).not.toBe(de.ajena.persona)
  })
})

describe('as large as permitted', () => {
  const INFORMES = Object.keys(REPORTES).flatMap((reporte) => [`/v1/reporte?reporte=${reporte}`, `/v1/reporte/exportar?reporte=${reporte}`])
  const PAPELES = FORMULARIOS.flatMap((formulario) => [
    `/v1/declaracion/papel?formulario=${formulario}`,
    `/v1/declaracion/papel/exportar?formulario=${formulario}`,
  ])
  const CIFRAS = [1, 2, 3, 4].flatMap((tipo) => [`/v1/cifras?periodo=2&fecha=2026-06-01&tipo=${tipo}`])
  const OTRAS = [
    '/v1/cartera/resumen?sentido=PAGAR',
    '/v1/cartera/personas?sentido=PAGAR',
    '/v1/cifras/productos?periodo=2&fecha=2026-06-01',
  ]

  it('balances, advances and purchases of the largest amount are kept or refused, and every list, sum and file answers in words', async () => {
    const rica = await new Ataque(app).prepare()
    const enorme = Math.floor(MONTO_MAX / 1_000_000) * 1_000_000
    const persona = { persona_id: rica.propia.persona }
    const metodos = [{ metodo: 'OTRO', valor: DINERO_MAX }]
    for (let n = 0; n < 3; n++) {
      for (const sentido of ['COBRAR', 'PAGAR']) {
        await rica.made(createSaldoInicial, { ...rica.saldo(), sentido, valor: DINERO_MAX })
        await rica.made(createPago, { ...persona, sentido, anticipo: DINERO_MAX, metodos })
      }
      const impuestos = [{ codigo: '2', codigo_porcentaje: '0', tarifa: 0, base: enorme, valor: 0 }]
      // Owed: what changes hands at once has a ceiling, what is bought has none but that of an amount.
      const pagos = [{ forma_pago: '20', total: enorme }]
      const { costo_adicional: _costo, ...compra } = { ...rica.compra(), impuestos, total: enorme, pagos, vence: '2026-12-31' }
      await rica.made(createCompra, { ...compra, lineas: [] })
      const linea = { ...rica.compra().lineas[0], cantidad: MONTO_MAX, precio_unitario: MONTO_MAX, base: enorme, iva: 0, factor: MONTO_MAX }
      expect((await rica.call(createCompra, { ...compra, numero: rica.numero(), lineas: [linea] })).status).toBe(422)
    }
    const QUERY: Record<string, string> = {
      ...persona,
      sentido: 'PAGAR',
      anio: '2026',
      desde: '2026-06-01',
      hasta: '2026-06-30',
      periodo: '2026-06',
    }
    const tooLarge: string[] = []
    const ask = async (endpoint: Endpoint, query: Record<string, string>) => {
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, rica.propia.producto]))
      const answer = await rica.call(endpoint, undefined, { params, query })
      expectPalabras(answer, `${endpoint.path} ${JSON.stringify(query)}`)
      if (answer.msg.startsWith('Los valores suman más')) tooLarge.push(endpoint.path)
    }
    const declaredOf = ({ query }: Endpoint) => Object.keys((query as { shape?: object } | undefined)?.shape ?? {})
    const picked = (endpoint: Endpoint) => Object.fromEntries(Object.entries(QUERY).filter(([name]) => declaredOf(endpoint).includes(name)))
    for (const { endpoint, policy } of app.router.entries)
      if (endpoint.method === 'GET' && policy !== 'public' && !endpoint.path.includes('/seguir')) await ask(endpoint, picked(endpoint))
    for (const asked of [...INFORMES, ...PAPELES, ...CIFRAS, ...OTRAS]) {
      const { pathname, searchParams } = new URL(asked, 'http://x')
      const endpoint = rica.endpoint(`GET ${pathname}`)
      await ask(endpoint, { ...picked(endpoint), ...Object.fromEntries(searchParams) })
    }
    expect(tooLarge).toContain('/v1/cartera/personas')
  })
})

describe('what is refused', () => {
  it('leaves its trace: each call without the right is counted for the person, each without a session for the installation', async () => {
    const who = await buildUsuario(app, { empresas: [de.empresa] })
    await app.owner.updateTable('usuario_empresa').set({ collections: [] }).where('usuario_id', '=', who.id).execute()
    const { token } = await app.signIn(who.username)
    const counted = async (cuenta: string, clase: 'permisos' | 'sesiones') => {
      await flushRechazos(app.deps.db, app.clock.now())
      const { rows } = await sql<{ n: number }>`select ${sql.ref(clase)}::int as n from rechazo where cuenta = ${cuenta}`.execute(app.owner)
      return rows[0]?.n ?? 0
    }
    const todas = '00000000-0000-0000-0000-000000000000'
    const envios = await Promise.all(Object.values(ENVIOS).map((envio) => envio(de)))
    const guarded = envios.filter(([{ path }]) => !path.startsWith('/v1/gasto_personal'))
    const before = await huella(app)
    const anonymous = await counted(todas, 'sesiones')
    for (const [endpoint, body, options] of guarded) expect((await de.call(endpoint, body, { ...options, token })).status).toBe(403)
    for (const [endpoint, body, options] of envios)
      expect((await de.call(endpoint, body, { ...options, token: undefined })).status).toBe(401)
    expect(await counted(who.id, 'permisos')).toBe(guarded.length)
    expect((await counted(todas, 'sesiones')) - anonymous).toBe(envios.length)
    expect(await huella(app)).toEqual(before)
  })
})

import { randomBytes, randomUUID } from 'node:crypto'
import {
  abrirCaja,
  cerrarCaja,
  createCompra,
  createPago,
  createProducto,
  emitFactura,
  readCaja,
  readTablero,
  type Caja,
  type Emitido,
  type Endpoint,
  type Producto,
} from '@yupana/contract'
import { fechaIn, montoOf, parsePeriodoFiscal, TIPO_MOVIMIENTO } from '@yupana/fiscal'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { Random } from '../testing/random.ts'
import { createDb, createPool, type Role } from '../db/connect.ts'
import { fuenteDe } from '../features/cifras/cifra-tramo.service.ts'
import { listGrupos } from '../features/declaracion/casillero-guardado.service.ts'
import { readCualesCompra } from '../features/declaracion/sumas.sql.ts'
import { readVentasPorPeriodo } from '../features/declaracion/venta-mes.service.ts'
import { recordAuditoria } from '../features/auditoria/hecho-empresa.sql.ts'
import { sealAuditoria } from '../features/auditoria/sellado.service.ts'
import { inEmpresa } from '../db/transaction.ts'
import { CONDICION_RETENEDOR, TIPOS } from '../testing/tipos-de-documento.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../testing/emisor.ts'
import { buildOrdenPagada } from '../testing/orden-pagada.ts'
import { startSimulador, type SimuladorDePrueba } from '../testing/simulador.ts'
import { onServer, urlOfDatabase } from '../testing/test-server.ts'
import { reviewAtraso } from './atraso.ts'
import type { Revision } from './invariante.ts'
import { reviewLibro } from './libro.ts'
import { linesOf, reviewInvariantes, type Informe } from './revisar.ts'

// A sound database is built once; each test adds one violation to it, as its owner with the triggers off.

let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let owner: pg.Pool
let intact: Pools

interface Pools {
  owner: pg.Pool
  app: pg.Pool
  worker: pg.Pool
}

async function emit(form: object, endpoint: Endpoint = emitFactura): Promise<void> {
  const { status } = await app.call<Emitido>(endpoint, {
    token: emisor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: form,
  })
  expect(status).toBe(200)
}

/** Registers a payment before there is any debt. */
async function cobrar(): Promise<void> {
  const { id } = await app.owner.selectFrom('persona').select('id').where('empresa_id', '=', emisor.id).limit(1).executeTakeFirstOrThrow()
  const { status } = await app.call(createPago, {
    token: emisor.token,
    headers: { 'idempotency-key': randomUUID() },
    body: { sentido: 'COBRAR', persona_id: id, anticipo: 1_000_000, metodos: [{ metodo: 'EFECTIVO', valor: 1_000_000 }] },
  })
  expect(status).toBe(200)
}

/** Opens a till before the sales, and closes it after them. */
async function abrirYCerrar(sell: () => Promise<void>): Promise<void> {
  const call = async (endpoint: Endpoint, body: object, id?: string) => {
    const headers = { 'idempotency-key': randomUUID() }
    const { status, data } = await app.call<Caja>(endpoint, {
      token: emisor.token,
      headers,
      body,
      ...(id !== undefined && { params: { id } }),
    })
    expect(status).toBe(200)
    return data
  }
  const { id } = await call(abrirCaja, { apertura: 10_000_000 })
  await sell()
  const { data } = await app.call<Caja>(readCaja, { token: emisor.token, params: { id } })
  await call(cerrarCaja, { esperado: data.esperado, contado: 0, nota: 'Se entregó al dueño' }, id)
}

/** A product with a stock, whose sales leave its kardex. */
async function inventariado(): Promise<string> {
  const { data } = await app.call<Producto>(createProducto, {
    token: emisor.token,
    headers: { 'idempotency-key': randomUUID() },
    body: { code: 'INV', name: 'A', type_product: 'PRODUCTO', iva: 6, price: 3_333_330, manage_inventory: true },
  })
  return data.id
}

/** Buys goods, and returns some of them with the supplier's note. */
async function comprar(producto_id: string): Promise<void> {
  const proveedor = { tipo_identificacion: '04', identificacion: '1790016919001', razon_social: 'PROVEEDOR' }
  const fecha_emision = fechaIn(app.clock.now())
  const register = async (tipo: string, numero: string, cantidad: number, base: number, change: object = {}) => {
    const { status } = await app.call(createCompra, {
      token: emisor.token,
      headers: { 'idempotency-key': randomUUID() },
      body: {
        tipo,
        numero,
        proveedor,
        fecha_emision,
        sustento: '06',
        autorizacion: '1234567890',
        impuestos: [{ codigo: '2', codigo_porcentaje: '0', tarifa: 0, base, valor: 0 }],
        total: base,
        lineas: [{ descripcion: 'A', cantidad, precio_unitario: 1_000_000, base, producto_id, factor: 2_000_000 }],
        ...change,
      },
    })
    expect(status).toBe(200)
  }
  const numero = '001-001-000000077'
  await register('01', numero, 3_000_000, 3_000_000)
  await register('04', '001-001-000000078', 1_000_000, 1_000_000, {
    devuelve_mercaderia: true,
    modificado: { tipo: '01', numero, fecha: fecha_emision },
  })
}

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  emisor = await buildEmisor(app, sri)
  const worker = buildWorker(app, sri)
  const producto_id = await inventariado()
  await abrirYCerrar(async () => {
    await emit(facturaForm())
    await cobrar()
  })
  await emit(
    facturaForm({
      lineas: [
        { producto_id, descripcion: 'A', cantidad: 3_000_000, precio_unitario: 3_333_330, iva: 6 },
        { descripcion: 'B', cantidad: 1_000_000, precio_unitario: 1_010_000, iva: 1 },
      ],
      pagos: [{ forma_pago: '20', total: 12_510_000, plazo: 30, unidad_tiempo: 'dias' }],
    }),
  )
  await emit(facturaForm({ comprador: { tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' } }))
  // One document of every other type, the only one of its series.
  await app.owner
    .insertInto('empresa_condicion')
    .values({ empresa_id: emisor.id, hasta: null, ...CONDICION_RETENEDOR })
    .execute()
  for (const tipo of TIPOS.filter(({ nombre }) => !nombre.startsWith('factura')))
    await emit(tipo.form(new Random(7), fechaIn(app.clock.now())), tipo.emit)
  await comprar(producto_id)
  await cobrar()
  const orden = await buildOrdenPagada(app, { empresaId: emisor.id, usuarioId: randomUUID() }, [{ tipo: 'NATURAL', anios: 1 }])
  const declaracion = { formulario: '104' as const, periodo: '2026-S1' }
  const { id: factura, total } = await app.owner
    .selectFrom('documento')
    .select(['id', 'total'])
    .where('secuencial', '=', 1)
    .where('tipo', '=', '01')
    .executeTakeFirstOrThrow()
  const venta = { vende_id: emisor.id, factura_id: factura, factura_numero: '001-001-000000001', subtotal: total, iva: montoOf(0), total }
  await app.owner
    .updateTable('orden')
    .set({ ...venta, lineas: JSON.stringify([{ declaracion }]) })
    .where('id', '=', orden)
    .execute()
  await app.owner
    .insertInto('declaracion_comprada')
    .values({ empresa_id: emisor.id, formulario: '104', desde: '2026-01-01', meses: 6, orden_id: orden })
    .execute()
  await worker.settle()
  await worker.close()
  await inEmpresa(app.deps.db, emisor.id, (tx) =>
    recordAuditoria(tx, { empresaId: emisor.id, usuarioId: null, en: app.clock.now(), accion: 'prueba' }),
  )
  // As the list of declarations and its boxes read them once the month is over.
  const lugar = { empresaId: emisor.id, ambiente: 'SIMULADOR' as const }
  const periodo = parsePeriodoFiscal('2026-06')!
  await inEmpresa(app.deps.db, emisor.id, async (tx) => {
    const { grupos = [] } = (await readVentasPorPeriodo(tx, lugar, [periodo], '2026-07-20')).get(periodo.codigo) ?? {}
    const cuales = await readCualesCompra(tx, { ...lugar, ...periodo })
    for (const lista of [{ lado: 'ventas', grupos } as const, { lado: 'compras', grupos: cuales } as const])
      await listGrupos(tx, { ...lugar, periodo }, '2026-07-20', { ...lista, columna: 'bruto' }, { page: 0, size: 1 })
  })
  const junio = { desde: '2026-06-01', hasta: '2026-06-30' }
  for (const tipo of Object.values(TIPO_MOVIMIENTO))
    await inEmpresa(app.deps.db, emisor.id, (tx) => fuenteDe(tx, { ...lugar, tipo }, junio))
  expect((await app.call(readTablero, { token: emisor.token })).status).toBe(200)
  app.clock.advance(10_000)
  const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 1 })
  await sealAuditoria({ db: createDb(pool), clock: app.clock })
  await pool.end()
  intact = await clone()
  owner = createPool(app.database.adminUrl, 'yupana_owner', { max: 1 })
})
afterAll(async () => {
  await owner?.end()
  if (intact) await end(intact)
  await app?.close()
  await sri?.stop()
})

/** A copy of the sound database for permanent changes. Dropped with all others at the end of the run. */
async function clone(): Promise<Pools> {
  const { adminUrl } = inject('testServer')
  const source = new URL(app.database.adminUrl.replace(/^postgres(ql)?:\/\/[^/]*/, 'http://x')).pathname.slice(1)
  const name = `${source}_${randomBytes(3).toString('hex')}`
  await onServer(adminUrl, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()', [
    source,
  ])
  await onServer(adminUrl, `create database ${name} template ${source} strategy file_copy`)
  const open = (url: string, role: Role) => createPool(urlOfDatabase(url, name), role, { max: 2 })
  return {
    owner: open(app.database.adminUrl, 'yupana_owner'),
    app: open(app.database.appUrl, 'yupana_app'),
    worker: open(app.database.workerUrl, 'yupana_worker'),
  }
}

const end = ({ owner, app: appPool, worker }: Pools) => Promise.all([owner, appPool, worker].map((pool) => pool.end()))

const run = async (owner: pg.Pool | pg.PoolClient, sql: string) => {
  for (const statement of sql.split(';').filter((part) => part.trim())) await owner.query(statement)
}

/**
 * Runs `work` with this violation added, as the owner, in a transaction that is rolled back. The pools that try changes use another copy.
 */
async function withPlanted<T>(sql: string, work: (revision: Revision) => Promise<T>): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await run(client, sql)
    return await work({ ...rest(), owner: client, app: intact.app, worker: intact.worker })
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const rest = () => ({ now: () => app.clock.now(), control: `http://127.0.0.1:${sri.port}/control`, onProgress: () => undefined })

const broken = ({ hallazgos }: Informe) => hallazgos.filter(({ fallas }) => fallas > 0).map(({ id, titulo }) => `${id} ${titulo}`)
const off = (table: string) => `alter table ${table} disable trigger user;`
const SECOND = '(select id from documento where secuencial = 2)'

describe('invariants', () => {
  it('hold on a sound database, ledger included', async () => {
    const informe = await withPlanted('', reviewInvariantes)
    expect(broken(informe)).toEqual([])
    expect(informe.violations).toBe(0)
    expect(informe.hallazgos.filter(({ revisados, omitido }) => revisados === 0 && !omitido)).toEqual([])
    expect([...linesOf(informe)].every((line) => /^[✔–] I\d+/.test(line))).toBe(true)
  })

  // Every check, with a violation of it.
  it.each([
    [
      'I1 La clave de acceso dice lo mismo que su documento',
      `${off('documento')} update documento set fecha_emision = fecha_emision - 1 where secuencial = 2`,
    ],
    [
      'I1 Cada clave de acceso tiene su dígito verificador',
      `${off('documento')} update documento set clave = left(clave, 48) || (right(clave, 1)::int + 1) % 10 where secuencial = 2`,
    ],
    [
      'I1 Una clave, un número, un documento',
      `${off('documento')} alter table documento drop constraint documento_empresa_id_clave_key; update documento set clave = (select clave from documento where secuencial = 1 and tipo = '01') where secuencial = 2`,
    ],
    [
      'I1 El libro del simulador no tiene claves nuestras que no tengamos, ni le falta lo autorizado',
      `${off('documento')} update documento set clave = reverse(clave) where secuencial = 2`,
    ],
    ['I2 Numeración seguida: cada número que falta tiene su motivo', `update serie set siguiente = siguiente + 1 where usada`],
    [
      'I2 Numeración seguida: cada número que falta tiene su motivo',
      `${off('documento')} update documento set secuencial = 9 where secuencial = 2`,
    ],
    [
      'I2 Numeración seguida: cada número que falta tiene su motivo',
      `${off('documento')} update documento set secuencial = 9 where secuencial = 1 and tipo = '01'`,
    ],
    ['I2 Ningún contador va detrás de sus documentos', `${off('serie')} update serie set siguiente = 3 where usada`],
    [
      'I3 Cada documento está completo: versión, líneas, envío, historia',
      `${off('documento_linea')} delete from documento_linea where documento_id = ${SECOND}`,
    ],
    [
      'I3 Cada documento está completo: versión, líneas, envío, historia',
      `${off('documento_evento')} delete from documento_evento where documento_id = ${SECOND}`,
    ],
    ['I3 Cada documento está completo: versión, líneas, envío, historia', `delete from documento_envio where documento_id = ${SECOND}`],
    [
      'I5 Nada sale sin firma guardada, y cada firma consta como uso del certificado',
      `${off('documento_firma')} delete from documento_firma where documento_id = ${SECOND}`,
    ],
    [
      'I5 Nada sale sin firma guardada, y cada firma consta como uso del certificado',
      `${off('certificado_uso')} delete from certificado_uso`,
    ],
    [
      'I5 Todo AUTORIZADO guarda la respuesta del SRI',
      `${off('documento_autorizacion')} delete from documento_autorizacion where documento_id = ${SECOND}`,
    ],
    [
      'I5 Lo emitido y lo firmado no cambiaron, y la firma vale',
      `${off('documento_firma')} update documento_firma set xml = set_byte(xml, 200, (get_byte(xml, 200) + 1) % 256) where documento_id = ${SECOND}`,
    ],
    [
      'I5 Lo emitido y lo firmado no cambiaron, y la firma vale',
      `${off('documento_firma')} update documento_firma f set xml = o.xml, sha256 = o.sha256 from documento_firma o where f.documento_id = ${SECOND} and o.documento_id = (select id from documento where secuencial = 1 and tipo = '01')`,
    ],
    [
      'I5 Lo emitido y lo firmado no cambiaron, y la firma vale',
      `${off('documento_version')} update documento_version set sha256 = '\\x00' where documento_id = ${SECOND}`,
    ],
    [
      'I5 Lo emitido y lo firmado no cambiaron, y la firma vale',
      `update certificado set der = set_byte(der, 300, (get_byte(der, 300) + 1) % 256)`,
    ],
    [
      'I6 Todos los envíos de un documento son los mismos bytes, los firmados',
      `${off('documento_firma')} update documento_firma set sha256 = sha256('otra') where documento_id = ${SECOND}`,
    ],
    [
      'I8 La historia de cada documento lleva, paso a paso, a su estado',
      `${off('documento')} update documento set estado = 'ANULADO' where secuencial = 2`,
    ],
    [
      'I8 La historia de cada documento lleva, paso a paso, a su estado',
      `${off('documento_evento')} delete from documento_evento where n = 3 and documento_id = ${SECOND}`,
    ],
    [
      'I8 La historia de cada documento lleva, paso a paso, a su estado',
      `${off('documento_evento')} update documento_evento set de = 'EMITIDO' where n = 3 and documento_id = ${SECOND}`,
    ],
    ['I8 AUTORIZADO no vuelve atrás', `${off('documento')} update documento set estado = 'RECIBIDA' where secuencial = 2`],
    ['I9 Ningún documento en camino queda huérfano', `${off('documento')} update documento set estado = 'INCIERTO' where secuencial = 2`],
    ['I11 Lo que hay es la suma de su kardex', `update existencia set cantidad = cantidad + 1`],
    ['I11 Lo que hay es la suma de su kardex', `update existencia set valor = valor + 10000`],
    ['I11 Lo que hay es la suma de su kardex', `${off('existencia')} delete from existencia`],
    ['I11 Lo que hay es la suma de su kardex', `${off('kardex')} delete from kardex`],
    [
      'I11 Cada kardex sigue sin saltos, y cada saldo es el anterior más su fila',
      `${off('kardex')} update kardex set saldo_cantidad = saldo_cantidad - 1`,
    ],
    [
      'I11 Cada kardex sigue sin saltos, y cada saldo es el anterior más su fila',
      `${off('kardex')} update kardex set secuencia = secuencia + 10`,
    ],
    [
      'I11 Cada documento movió lo que dice, una vez, y lo anulado o cerrado volvió, una vez',
      `${off('kardex')} update kardex set cantidad = cantidad * 2, saldo_cantidad = saldo_cantidad * 2; update existencia set cantidad = cantidad * 2`,
    ],
    [
      'I11 Cada documento movió lo que dice, una vez, y lo anulado o cerrado volvió, una vez',
      `${off('documento')} update documento set estado = 'ANULADO' where secuencial = 2`,
    ],
    ...[
      `update compra set entrada = jsonb_set(entrada, '{lineas,0,factor}', '3000000') where tipo = '01'`,
      `update compra set entrada = entrada - 'devuelve_mercaderia' where tipo = '04'`,
      `update compra set estado = 'ANULADA', motivo_anulacion = 'x' where tipo = '04'`,
      `delete from compra where tipo = '04'`,
    ].map((sql): [string, string] => [
      'I11 Cada compra movió lo que dicen sus líneas, y lo anulado o eliminado volvió',
      `${off('compra')} ${sql}`,
    ]),
    ['I17 Lo que se debe es la suma de sus asientos, uno tras otro', `update cuenta set saldo = saldo + 10000`],
    ['I17 Lo que se debe es la suma de sus asientos, uno tras otro', `${off('asiento')} delete from asiento`],
    ['I17 Lo que se debe es la suma de sus asientos, uno tras otro', `${off('asiento')} update asiento set saldo = saldo + 10000`],
    [
      'I17 Cada cobro o pago vale sus métodos y lo que aplica; reversado, nada',
      `insert into pago (empresa_id, id, ambiente, sentido, numero, fecha, tercero_nombre, tercero_identificacion, total, anticipo, metodos, usuario_id, creado_en)
       select empresa_id, id, ambiente, 'COBRAR', 9, fecha, 'X', '1', 10000, 0, '[{"metodo":"EFECTIVO","valor":10000}]', id, creado_en from cuenta where tipo is not null limit 1`,
    ],
    [
      'I17 De un comprobante anulado o cerrado nada queda por cobrar ni por pagar',
      `${off('documento')} update documento set estado = 'ANULADO' where secuencial = 2`,
    ],
    ...[
      `${off('documento')} update documento set fecha_emision = fecha_emision + 30 where secuencial = 2`,
      `${off('documento')} update documento set iva = iva + 10000 where secuencial = 2`,
      `${off('documento_linea')} update documento_linea set base = base + 10000 where documento_id = ${SECOND} and n = 1`,
      `update venta_mes set cifras = jsonb_set(cifras, '{anulados}', '1')`,
    ].map((sql): [string, string] => ['I18 Lo guardado de las ventas de un mes es lo que dicen sus documentos', sql]),
    ...[
      `${off('documento')} update documento set total = total + 10000 where secuencial = 2`,
      `${off('documento_linea')} update documento_linea set cantidad = cantidad + 10000 where documento_id = ${SECOND} and n = 1`,
      `${off('documento_pago')} update documento_pago set total = total + 10000 where documento_id = ${SECOND}`,
      ...['dia', 'cliente', 'categoria', 'producto', 'forma_pago'].map(
        (corte) => `update cifra_parte set total = total + 1 where corte = '${corte}'`,
      ),
      `update cifra_parte set costo = coalesce(costo, 0) + 1 where corte = 'margen'`,
      `update cifra_parte set subtotal = subtotal + 1 where tipo = 1 and corte = 'dia'`,
    ].map((sql): [string, string] => [
      'I25 Lo guardado de las ventas de un día o mes, por cada corte, es lo que dicen sus documentos',
      sql,
    ]),
    ...[
      `${off('compra')} update compra set total = total + 10000 where tipo = '01'`,
      `${off('compra')} update compra set estado = 'ANULADA', motivo_anulacion = 'X' where tipo = '01'`,
      ...['dia', 'proveedor', 'sustento', 'forma_pago'].map(
        (corte) => `update cifra_parte set total = total + 1 where tipo = 2 and corte = '${corte}'`,
      ),
      `update cifra_parte set subtotal = subtotal + 1 where tipo = 2 and corte = 'dia'`,
    ].map((sql): [string, string] => [
      'I26 Lo guardado de los gastos de un día o mes, por cada corte, es lo que dicen sus compras y liquidaciones',
      sql,
    ]),
    ...[
      `update venta_casillero set ids[1] = gen_random_uuid()`,
      `update venta_casillero set ids[2] = ids[1]`,
      `update compra_casillero set ids[1] = gen_random_uuid()`,
      `${off('documento')} update documento set estado = 'ANULADO' where secuencial = 2`,
      `${off('compra')} update compra set estado = 'ANULADA', motivo_anulacion = 'X'`,
    ].map((sql): [string, string] => ['I27 Lo guardado de un casillero son comprobantes de su mes que cuentan, cada uno una vez', sql]),
    [
      'I19 Las notas de crédito de una factura no pasan de su total',
      `${off('documento_nota')} update documento_nota n set modificado_id = ${SECOND} from documento d where d.id = n.documento_id and d.tipo = '04';
       ${off('documento')} update documento set total = total + 100000000000 where tipo = '04'`,
    ],
    ...[
      `insert into firma_pagada (empresa_id, orden_id, n, tipo, anios) select empresa_id, id, 9, 'NATURAL', 1 from orden`,
      `insert into firma_solicitud (empresa_id, id, usuario_id, tipo, anios, creada_en, editada_en) select empresa_id, id, id, 'JURIDICA', 1, now(), now() from orden;
       insert into firma_pagada (empresa_id, orden_id, n, tipo, anios, solicitud_id) select empresa_id, id, 9, 'NATURAL', 1, id from orden`,
    ].map((sql): [string, string] => [
      'I20 Una firma pagada libre es de una orden pagada, y la usada paga una solicitud de su tipo y años',
      `insert into orden (empresa_id, id, usuario_id, comprador, lineas, subtotal, iva, total, vence, creada_en, editada_en)
       select id, gen_random_uuid(), id, 'X', '[]', 1, 0, 1, '2026-12-31', now(), now() from empresa limit 1; ${sql}`,
    ]),
    ...[
      `insert into declaracion_comprada (empresa_id, formulario, desde, meses, orden_id) select empresa_id, '104', '2026-05-01', 1, id from orden where estado = 'POR_PAGAR'`,
      `update orden set lineas = '[{"declaracion": {"formulario": "104", "periodo": "2026-05"}}]' where estado = 'PAGADA'`,
    ].map((sql): [string, string] => [
      'I21 Una declaración comprada por hacer es de una orden pagada, y cada orden pagada tiene las suyas',
      `insert into orden (empresa_id, id, usuario_id, comprador, lineas, subtotal, iva, total, vence, creada_en, editada_en)
       select id, gen_random_uuid(), id, 'X', '[]', 1, 0, 1, '2026-12-31', now(), now() from empresa limit 1; ${sql}`,
    ]),
    ...[
      `${off('caja')} update caja set esperado = esperado + 10000`,
      `${off('caja_origen')} delete from caja_origen where origen = 'PAGO'`,
      `insert into caja_movimiento select empresa_id, id, id, 'EGRESO', 1, 'Tarde', usuario_id, cerrada_en from caja`,
    ].map((sql): [string, string] => ['I22 Lo esperado de una caja cerrada es su apertura más su efectivo, y nada entró después', sql]),
    [
      'I22 Lo que una caja recibió o devolvió existe, y un pago devuelto está reversado',
      `insert into caja_origen select empresa_id, caja_id, origen, origen_id, version, -1, creado_en from caja_origen where origen = 'PAGO'`,
    ],
    ...[
      `update orden set total = total + 10000, subtotal = subtotal + 10000 where factura_id is not null`,
      `update orden set factura_id = gen_random_uuid() where factura_id is not null`,
    ].map((sql): [string, string] => ['I23 La factura de una orden existe y vale lo que la orden', sql]),
    ...[
      `update tablero_cuenta set cifras = '7' where que = 'EN_ESPERA'`,
      `${off('recibido')} insert into recibido (empresa_id, id, ambiente, clave, tipo, numero, fecha_emision, emisor_ruc, emisor_nombre, total, autorizado, avisos, formulario, xml, usuario_id, creado_en)
       select id, id, 'SIMULADOR', repeat('1', 49), '07', '001-001-000000001', '2026-06-16', '1790016919001', 'X', 0, true, '[]', '{}', '', id, now() from empresa`,
      `${off('documento')} update documento set estado = 'RECHAZADO' where secuencial = 2`,
    ].map((sql): [string, string] => ['I24 Lo guardado para el tablero de empresas es lo que se cuenta', sql]),
    [
      'I12 Los totales son la suma de sus líneas',
      `${off('documento_linea')} update documento_linea set base = base + 10000 where documento_id = ${SECOND} and n = 1`,
    ],
    [
      'I12 El XML dice los mismos totales que su fila',
      `${off('documento')} update documento set total = total + 10000 where secuencial = 2`,
    ],
    ...['01', '03', '04', '05', '06', '07'].flatMap((tipo) =>
      ['subtotal', 'descuento', 'iva', 'total'].map((campo): [string, string] => [
        'I12 El XML dice los mismos totales que su fila',
        `${off('documento')} update documento set ${campo} = ${campo} + 10000 where tipo = '${tipo}'`,
      ]),
    ),
    ...['01', '03', '04', '05', '06'].map((tipo): [string, string] => [
      'I12 Los totales son la suma de sus líneas',
      `${off('documento_linea')} update documento_linea set base = base + 10000 where documento_id = (select id from documento where tipo = '${tipo}' and secuencial = 1)`,
    ]),
    [
      'I12 Los totales son la suma de sus líneas',
      `${off('documento_retencion')} update documento_retencion set valor = valor + 10000 where n = 2`,
    ],
    [
      'I12 El XML dice los mismos totales que su fila',
      `${off('documento_linea')} update documento_linea set cantidad = cantidad + 1 where documento_id = (select id from documento where tipo = '06')`,
    ],
    [
      'I13 Todo AUTORIZADO con direcciones tiene su correo',
      `delete from correo_destinatario where correo_id = (select id from correo where documento_id = ${SECOND})`,
    ],
    [
      'I13 Ningún correo antes de AUTORIZADO, ni solo al consumidor final, ni fuera de la bandeja en SIMULADOR',
      `update correo set medio = 'SMTP' where documento_id = ${SECOND}`,
    ],
    [
      'I13 Ningún correo antes de AUTORIZADO, ni solo al consumidor final, ni fuera de la bandeja en SIMULADOR',
      `update correo set documento_id = (select id from documento where receptor_tipo = '07') where documento_id = ${SECOND}`,
    ],
    [
      'I13 Ningún correo antes de AUTORIZADO, ni solo al consumidor final, ni fuera de la bandeja en SIMULADOR',
      `${off('documento')} update documento set estado = 'RECIBIDA' where secuencial = 2`,
    ],
    [
      'I15 Cada cambio de estado dice quién y por qué',
      `${off('documento_evento')} update documento_evento set proceso = null, usuario_id = null where n = 2`,
    ],
    ['I15 Cada cambio de estado dice quién y por qué', `${off('documento_evento')} update documento_evento set causa = ' ' where n = 2`],
    [
      'I15 La cadena de sellos de la auditoría está entera',
      `${off('auditoria')} update auditoria set detalle = '{"otro": 1}' where accion = 'prueba'`,
    ],
  ])('%s: seen to fail (%#)', async (name, sql) => {
    const informe = await withPlanted(sql, reviewInvariantes)
    expect(broken(informe)).toContain(name)
    expect(informe.violations).toBeGreaterThan(0)
  })

  it.each([
    'drop trigger documento_cambia on documento',
    `${off('documento_firma')} grant update, delete on documento_firma to yupana_app`,
  ])('I7: what would let an issued document be changed is found: %s', async (sql) => {
    const pools = await clone()
    await run(pools.owner, sql)
    const informe = await reviewInvariantes({ ...rest(), ...pools })
    await end(pools)
    expect(broken(informe)).toEqual(['I7 Lo autorizado está congelado: la base misma rechaza cada cambio'])
  })

  it('I2: a jump that somebody explained is no gap', async () => {
    const informe = await withPlanted(
      `insert into serie_salto (empresa_id, ambiente, tipo, establecimiento, punto, desde, hasta, motivo, en)
         select empresa_id, ambiente, tipo, establecimiento, punto, siguiente, siguiente + 9, 'talonario anterior', now() from serie where usada;
       update serie set siguiente = siguiente + 10 where usada`,
      reviewInvariantes,
    )
    expect(broken(informe)).toEqual([])
  })

  it('I9: what is overdue and not taken counts while a worker lives, and only then', async () => {
    const planted = `${off('documento')} update documento set estado = 'INCIERTO' where secuencial = 2;
      update documento_envio set proximo_intento = '2026-06-15T09:00:00-05:00' where documento_id = ${SECOND}`
    await withPlanted(planted, async (revision) => {
      expect(await reviewAtraso(revision, 0)).toMatchObject([{ fallas: 0, omitido: expect.stringContaining('trabajador') as unknown }])
      await revision.owner.query('select pg_advisory_xact_lock_shared(74019, 1)')
      const held = await reviewAtraso(revision, 0)
      await revision.owner.query('update documento_envio set proximo_intento = $1', [app.clock.now()])
      const soon = await reviewAtraso(revision, 0)
      expect(held).toMatchObject([{ fallas: 1, ejemplos: [expect.stringContaining('INCIERTO') as unknown] }])
      expect(soon).toMatchObject([{ fallas: 0, revisados: 8 }])
    })
  })

  it('I10: what the SRI resolved long ago and is not known here counts while a worker lives and the SRI is well, and only then', async () => {
    const firmeza = async (revision: Revision, now: string) =>
      (await reviewLibro({ ...revision, now: () => new Date(now) })).find(({ id }) => id === 'I10')
    await withPlanted(`${off('documento')} update documento set estado = 'RECIBIDA' where secuencial = 2`, async (revision) => {
      expect(await firmeza(revision, '2026-06-18T10:00:00-05:00')).toMatchObject({
        fallas: 0,
        omitido: expect.stringContaining('trabajador') as unknown,
      })
      await revision.owner.query('select pg_advisory_xact_lock_shared(74019, 1)')
      expect(await firmeza(revision, '2026-06-18T10:00:00-05:00')).toMatchObject({
        fallas: 1,
        ejemplos: [expect.stringContaining('RECIBIDA') as unknown],
      })
      expect(await firmeza(revision, '2026-06-16T10:00:00-05:00')).toMatchObject({ fallas: 0, revisados: 8 })
      await sri.control('POST', '/fallas', { tipo: 'silencio', clave: '1'.repeat(49) })
      expect(await firmeza(revision, '2026-06-18T10:00:00-05:00')).toMatchObject({
        fallas: 0,
        omitido: expect.stringContaining('fallas') as unknown,
      })
      await sri.control('DELETE', '/fallas')
    })
  })
})

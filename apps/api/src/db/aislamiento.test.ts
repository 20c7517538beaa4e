import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  createBorrador,
  createCompra,
  createRetencionRecibida,
  createCotizacion,
  moveCotizacion,
  createProducto,
  emitFactura,
  PASOS_ANULACION,
  requestAnulacion,
  shareDocumento,
  type Emitido,
} from '@yupana/contract'
import { ESTADOS, montoOf, TIPO_MOVIMIENTO, TRANSICIONES } from '@yupana/fiscal'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { rootFolder } from '../instalacion/root-folder.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../testing/emisor.ts'
import { compraForm, insertTrabajo, recibidoRow, retencionRecibidaForm } from '../testing/matrix-muestras.ts'
import { fillLibros } from '../testing/filas-libros.ts'
import { fillTienda } from '../testing/filas-tienda.ts'
import { startSimulador, type SimuladorDePrueba } from '../testing/simulador.ts'
import { API, DOORS, ROLES, WORKER, type Role } from '../testing/puertas.ts'
import { createPool } from './connect.ts'

// The second lock: refusals of the database itself, even for a wrong query (reliability §2.2-10 and 11, §3.3, B7, I6, I7).

/**
 * Doors that take a user id: the user a SUPER_ADMIN asks about, the user a code must belong to, and users for whom no query can ask a proof
 * (SECURITY.md).
 */
const TOLD_A_PERSON: readonly string[] = [
  'administracion_usuario',
  'usuario_activar',
  'sesiones_de_usuario_cerrar',
  'segundo_factor_quitar',
  'auditoria_de_usuario',
  'desafio_tomar',
  'clave_de_firma_tomar',
  'invitacion_reclamar',
  'empresas_de_usuario',
  'sesion_abrir',
  'desafio_crear',
  'restablecimiento_crear',
  'red_conocer',
  'red_es_conocida',
  'sesiones_de_empleado_cerrar',
]

/** Tables whose rows never change once written; the exceptions of `documento` and its neighbours are listed below. */
const ISSUED = [
  'documento',
  'documento_version',
  'documento_linea',
  'documento_pago',
  'documento_nota',
  'guia_factura',
  'documento_retencion',
  'documento_firma',
  'documento_autorizacion',
  'documento_intento',
  'documento_evento',
  'documento_envio',
  'certificado_uso',
  'serie_salto',
  'auditoria',
  'auditoria_sello',
  'auditoria_cabeza',
  'idempotencia',
  'ajuste_correo',
  'plan_aviso',
  'plan_aviso_visto',
]
/** Columns of an issued, authorised document that an UPDATE may change, by role. */
const MUTABLE: Readonly<Record<Role, readonly string[]>> = {
  yupana_app: [
    'documento.codigo_sri',
    'documento.correo_estado',
    'documento_envio.proximo_intento',
    'documento_envio.intentos',
    'documento_envio.pudo_llegar',
    'documento_envio.atrasado',
  ],
  yupana_worker: [
    'documento.codigo_sri',
    'documento.correo_estado',
    'documento_envio.proximo_intento',
    'documento_envio.intentos',
    'documento_envio.cerco',
    'documento_envio.arrendatario',
    'documento_envio.arriendo_hasta',
    'documento_envio.pudo_llegar',
    'documento_envio.enviado_en',
    'documento_envio.atrasado',
    'documento_envio.espera_por',
  ],
}

let app: TestApp
let sri: SimuladorDePrueba
let a: Emisor
let b: Emisor
let documento: Emitido
const pools = {} as Record<Role | 'yupana_owner', pg.Pool>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  await sri.control('POST', '/config', { retrasoMs: 0 })
  pools.yupana_owner = createPool(app.database.adminUrl, 'yupana_owner', { max: 1 })
  pools.yupana_app = createPool(app.database.appUrl, 'yupana_app', { max: 1 })
  pools.yupana_worker = createPool(app.database.workerUrl, 'yupana_worker', { max: 1 })
  const worker = buildWorker(app, sri)
  ;[a, b] = [await buildEmisor(app, sri), await buildEmisor(app, sri)]
  for (const emisor of [a, b]) documento = await fill(emisor, worker.settle)
  await worker.close()
})
afterAll(async () => {
  await Promise.all(Object.values(pools).map((pool) => pool.end()))
  await app?.close()
  await sri?.stop()
})

/** Writes a row in every table of the company: most through the services, the rest by hand. */
async function fill({ id, usuario, token }: Emisor, settle: () => Promise<void>): Promise<Emitido> {
  const headers = { 'idempotency-key': randomUUID() }
  const { data } = await app.call<Emitido>(emitFactura, { token, params: { id: randomUUID() }, headers, body: facturaForm() })
  await app.call(createBorrador, { token, body: { contenido: {} } })
  const { comprador, lineas } = facturaForm()
  const { data: cotizacion } = await app.call<{ id: string }>(createCotizacion, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: { establecimiento: '001', punto: '001', validez_dias: 15, comprador, lineas },
  })
  await app.call(moveCotizacion, { token, params: { id: cotizacion.id }, body: { estado: 'ENVIADA', version: 1 } })
  const parte = { empresa_id: id, factura_id: data.id, cotizacion_id: cotizacion.id, tomado: '[]' }
  await app.owner.insertInto('cotizacion_factura').values(parte).execute()
  const mes = { empresa_id: id, ambiente: 'SIMULADOR' as const, mes: '2026-01-01', usuario_id: usuario.id, cerrado_en: app.clock.now() }
  await app.owner.insertInto('mes_cerrado').values(mes).execute()
  const venta = { empresa_id: id, ambiente: 'SIMULADOR' as const, mes: '2026-01-01', formula: Buffer.alloc(32), cifras: '{}' }
  await app.owner
    .insertInto('venta_mes')
    .values({ ...venta, foto: '1:1:' })
    .execute()
  await app.owner.insertInto('venta_cambio').values({ empresa_id: id, ambiente: 'SIMULADOR', mes: '2026-01-01' }).execute()
  const lista = { empresa_id: id, ambiente: 'SIMULADOR' as const, mes: '2026-01-01', cual: Buffer.alloc(32), ids: [], valores: [] }
  await app.owner
    .insertInto('venta_casillero')
    .values({ ...lista, marcas: [] })
    .execute()
  await app.owner
    .insertInto('compra_casillero')
    .values({ ...lista, origenes: [], foto: '1:1:' })
    .execute()
  await app.owner.insertInto('compra_cambio').values({ empresa_id: id, ambiente: null, mes: null }).execute()
  const tramo = { empresa_id: id, ambiente: 'SIMULADOR' as const, tipo: TIPO_MOVIMIENTO.VENTAS, grano: 'MES' as const, desde: '2026-01-01' }
  await app.owner
    .insertInto('cifra_tramo')
    .values({ ...tramo, formula: Buffer.alloc(32), foto: '1:1:' })
    .execute()
  await app.owner.insertInto('cifra_cambio').values({ empresa_id: id, ambiente: null, tipo: TIPO_MOVIMIENTO.VENTAS, dia: null }).execute()
  const sumado = { corte: 'dia', clave: '2026-01-01', documentos: 1, subtotal: montoOf(1), iva: montoOf(0), total: montoOf(1), cantidad: 0 }
  await app.owner
    .insertInto('cifra_parte')
    .values({ ...tramo, ...sumado })
    .execute()
  const cuenta = { empresa_id: id, ambiente: 'SIMULADOR' as const, que: 'EN_ESPERA' }
  await app.owner
    .insertInto('tablero_cuenta')
    .values({ ...cuenta, desde: '2026-01-01', cifras: '0' })
    .execute()
  await app.owner.insertInto('tablero_cambio').values(cuenta).execute()
  const entregado = {
    empresa_id: id,
    documento_id: data.id,
    sha256: Buffer.alloc(32),
    formato: 'A4' as const,
    entregado_en: app.clock.now(),
  }
  await app.owner.insertInto('ride_entregado').values(entregado).execute()
  await app.owner
    .insertInto('calendario')
    .values({ empresa_id: id, usuario_id: usuario.id, hash: null, creado_en: app.clock.now() })
    .execute()
  const papel = { empresa_id: id, declaracion_id: randomUUID() }
  const cuando = { creado_en: app.clock.now(), editado_en: app.clock.now() }
  await app.owner
    .insertInto('declaracion')
    .values({
      empresa_id: id,
      id: papel.declaracion_id,
      ambiente: 'SIMULADOR',
      formulario: '104',
      desde: '2026-01-01',
      meses: 1,
      ajustes: '[]',
      saldos: '{}',
      difiere: false,
      ...cuando,
    })
    .execute()
  await app.call(shareDocumento, { token, params: { id: data.id } })
  const marca = { empresa_id: id, documento_id: data.id, usuario_id: usuario.id, marcada_en: app.clock.now() }
  await app.owner
    .insertInto('declaracion_marca')
    .values({ ...marca, marca: 'ACTIVO_FIJO' })
    .execute()
  const { marcada_en: en, ...deQuien } = marca
  const cliente = { parte_relacionada: false, tipo_cliente: '02', regimen: '01', pais: '110', pais_destino: '110' } as const
  await app.owner
    .insertInto('exportacion_ats')
    .values({ ...deQuien, ...cliente, clase: '03', tipo_ingreso: '410', version: 1, en })
    .execute()
  await app.owner
    .insertInto('declaracion_presentada')
    .values({
      ...papel,
      n: 1,
      valores: '{}',
      ajustes: '[]',
      sha256: Buffer.alloc(32),
      usuario_id: usuario.id,
      declarada_en: app.clock.now(),
      numero_sri: '123456',
      fecha_sri: '2026-02-01',
      razon_social: 'Empresa',
      vence: '2026-02-28',
    })
    .execute()
  await app.owner
    .insertInto('declaracion_ats')
    .values({ ...papel, n: 1, parte: 1, contenido: Buffer.alloc(1) })
    .execute()
  const { data: compra } = await app.call<{ id: string }>(createCompra, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: compraForm,
  })
  const comprada = { empresa_id: id, compra_id: compra.id, n: 1, producto_id: randomUUID(), ambiente: 'SIMULADOR' as const }
  await app.owner
    .insertInto('compra_linea')
    .values({ ...comprada, fecha: '2026-01-01', en: app.clock.now(), cantidad: 1, factor: 1, base: montoOf(1) })
    .execute()
  await app.call(createRetencionRecibida, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: retencionRecibidaForm,
  })
  await app.owner
    .insertInto('recibido')
    .values(recibidoRow(id, usuario.id, app.clock.now()))
    .execute()
  await app.call(createProducto, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: { code: 'P', name: 'P', type_product: 'SERVICIO', iva: 6, price: 1, barcodes: ['P1'] },
  })
  await settle()
  const owner = (text: string, values: unknown[]) => pools.yupana_owner.query(text, values)
  const now = app.clock.now()
  await owner(
    `insert into recibido_pedido (empresa_id, ambiente, clave, lote, usuario_id, creado_en, estado) values ($1, 'SIMULADOR', repeat('0', 49), $1, $2, $3, 'TRAIDO')`,
    [id, usuario.id, now],
  )
  for (const table of ['unidad', 'marca', 'categoria'])
    await owner(`insert into ${table} (empresa_id, id, name, orden, creado_en, editado_en) values ($1, $1, 'X', 'x', $2, $2)`, [id, now])
  await owner(
    `insert into carga (empresa_id, id, tipo, ambiente, usuario_id, ve_costo, da_credito, archivo, estado, creada_en) values ($1, $2, 1, 'SIMULADOR', $2, true, false, 'x', 'REVISADA', $3)`,
    [id, usuario.id, now],
  )
  await insertTrabajo(app.owner, id, usuario.id, now)
  await owner(`insert into carga_fila values ($1, $2, 2, '{}', null)`, [id, usuario.id])
  await owner(`insert into actualizacion values ($1, $2, 'HOJA', $2, 1, '{price}', null, $3)`, [id, usuario.id, now])
  await owner(`insert into actualizacion_fila values ($1, $2, $2, '{}', '{}')`, [id, usuario.id])
  for (const code of ['PARTE', 'COMBO'])
    await owner(
      `insert into producto (empresa_id, id, code, name, type_product, iva, price, orden, creado_en, editado_en) values ($1, $2, $3, 'X', 'PRODUCTO', 6, 1, 'x', $4, $4)`,
      [id, code === 'COMBO' ? usuario.id : data.id, code, now],
    )
  await owner(`insert into combo_parte values ($1, $2, $3, 1, 1)`, [id, usuario.id, data.id])
  await owner(`insert into equivalencia values ($1, 'EC:0', 'C:X', null, 1, $2, $3)`, [id, usuario.id, now])
  await owner(`insert into regla_proveedor (empresa_id, proveedor_clave, usuario_id, editado_en) values ($1, 'EC:0', $2, $3)`, [
    id,
    usuario.id,
    now,
  ])
  await owner(`insert into recibido_rechazo values ($1, 'SIMULADOR', 'x.xml', 'X', $2, $3)`, [id, usuario.id, now])
  await fillLibros(owner, id, usuario.id, now)
  await fillTienda(owner, id, usuario.id, now)
  await owner(`insert into firma_aviso_visto values ($1, $2, $2, $3)`, [id, usuario.id, now])
  await owner(`insert into papelera values ($1, 'marca', $1, '{}', $2)`, [id, now])
  await owner(`insert into documento_nota_interna values ($1, $2, 'X', 1, $3, $4)`, [id, data.id, usuario.id, now])
  await owner(`insert into documento_adjunto values ($1, $1, $2, $3, $4)`, [id, data.id, usuario.id, now])
  await owner(`insert into documento_respuesta_tardia values ($1, $2, 0, $3, 'prueba', 'prueba')`, [id, data.id, now])
  await owner(`insert into documento_revision values ($1, $2, $3)`, [id, data.id, now])
  await owner(`insert into revision_visto values ($1, $2, $3, $4)`, [id, data.id, usuario.id, now])
  await owner(`insert into usuario_punto values ($1, $2, '001', '001')`, [id, usuario.id])
  await owner(
    `insert into invitacion (empresa_id, id, token_hash, mail, rol, invitada_por, creada_en, vence_en) values ($1, $2, sha256($3::bytea), 'x@ejemplo.ec', 4, $2, $4, $4)`,
    [id, usuario.id, Buffer.from(id), now],
  )
  await owner(
    `insert into clave_firma_enlace select empresa_id, sha256($2::bytea), id, $3, $4, $4 from certificado where empresa_id = $1 limit 1`,
    [id, Buffer.from(id), usuario.id, now],
  )
  await owner(`insert into preferencia values ($1, $2, 'persona', '{}', 'NORMAL')`, [id, usuario.id])
  await owner(`insert into serie_salto values ($1, 'SIMULADOR', '01', '001', '001', 500, 501, 'prueba', $2, $3)`, [id, usuario.id, now])
  await owner(`insert into documento_nota values ($1, $2, 1, null, '01', '001-001-000000001', '2026-06-01')`, [id, data.id])
  await owner(`insert into guia_factura values ($1, '001-001-000000001', $2, 1)`, [id, data.id])
  await owner(
    `insert into documento_retencion values ($1, $2, 1, 1, '01', '01', '001-001-000000001', '2026-06-01', '1', '312', 100, 2, 2)`,
    [id, data.id],
  )
  await owner(`insert into impersonacion values ($1, $2, $2, $2, 'prueba', $3, $4, $4)`, [id, usuario.id, randomBytes(32), now])
  await owner(`insert into impersonacion_permiso values ($1, '2026-06-15', true, $2, $3)`, [id, usuario.id, now])
  await owner(`insert into ajuste_correo values ($1, 1, null, '{}', '{}', null, '{}', $2, $3)`, [id, usuario.id, now])
  await owner(`insert into paquete_mensual values ($1, 1, false, 5, '{}', '2026-06-01', $2, $3)`, [id, usuario.id, now])
  await owner(`insert into paquete_envio values ($1, $2, 'SIMULADOR', '2026-05-01', 'A_MANO', '{x@ejemplo.ec}', $2, $3, 'BANDEJA')`, [
    id,
    usuario.id,
    now,
  ])
  await owner(`insert into plan_aviso values ($1, $2, '2026-06-01', 'documentos', 80, 10, 8, $3)`, [id, usuario.id, now])
  await owner(`insert into plan_aviso_visto values ($1, $2, $2, $3)`, [id, usuario.id, now])
  await owner(
    `insert into auditoria_sello select empresa_id, id, '\\x00', $2, id from auditoria where empresa_id = $1 limit 1 on conflict do nothing`,
    [id, now],
  )
  await owner(
    `insert into auditoria_cabeza select empresa_id, '2026-06-15', id, sello from auditoria_sello where empresa_id = $1 limit 1`,
    [id],
  )
  await app.call(requestAnulacion, { token, params: { id: data.id }, body: { motivo: 'La venta no se hizo', pasos: PASOS_ANULACION } })
  return data
}

/** Runs as a role inside a company (or none) and rolls back; answers rows and count, or the SQLSTATE of the refusal. */
async function as(
  role: Role | 'yupana_owner',
  empresaId: string | undefined,
  text: string,
  values: unknown[] = [],
): Promise<{ rows: Record<string, unknown>[]; count: number; refused?: string }> {
  const client = await pools[role].connect()
  try {
    await client.query('begin')
    if (empresaId) await client.query(`select set_config('yupana.empresa', $1, true)`, [empresaId])
    const result = await client.query<Record<string, unknown>>(text, values)
    return { rows: result.rows, count: result.rowCount ?? 0 }
  } catch (error) {
    return { rows: [], count: 0, refused: String((error as { code?: string }).code) }
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const catalogue = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await pools.yupana_owner.query<T>(text, values)).rows
const names = async (text: string, values: unknown[] = []) => (await catalogue<{ name: string }>(text, values)).map((row) => row.name)

/** Tables that belong to companies, from the catalogue: a new one is included automatically. */
const tenantTables = () =>
  catalogue<{ name: string; key: string; enabled: boolean; forced: boolean }>(`
  select c.relname as name, a.attname as key, c.relrowsecurity as enabled, c.relforcerowsecurity as forced
    from pg_class c join pg_attribute a on a.attrelid = c.oid and (a.attname = 'empresa_id' or (c.relname = 'empresa' and a.attname = 'id'))
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped order by 1`)

describe('row-level security (reliability §3.3)', () => {
  it('is enabled and forced on every table that has a company', async () => {
    const tables = await tenantTables()
    expect(tables.length).toBeGreaterThan(25)
    expect(tables.filter(({ enabled, forced }) => !(enabled && forced)).map(({ name }) => name)).toEqual([])
  })

  it('shows no row without a company, and with A none of B, on every table and by both roles', async () => {
    for (const { name, key } of await tenantTables()) {
      expect(
        (await as('yupana_owner', undefined, `select 1 from ${name} where ${key} = $1`, [b.id])).count,
        `${name} has a row of B to hide`,
      ).toBeGreaterThan(0)
      for (const role of ROLES) {
        const [none, own, foreign] = [
          await as(role, undefined, `select ${key} from ${name}`),
          await as(role, a.id, `select ${key} from ${name} where ${key} = $1`, [a.id]),
          await as(role, a.id, `select ${key} from ${name} where ${key} <> $1`, [a.id]),
        ]
        expect(none.count, `${name} as ${role} without company`).toBe(0)
        expect(foreign.count, `${name} as ${role} of A`).toBe(0)
        expect(own.refused !== undefined || own.count > 0, `${name} as ${role} sees its own or nothing at all`).toBe(true)
      }
    }
  })

  it('refuses rows written in the name of another company', async () => {
    const writes = [
      `insert into idempotencia values ($1, 'clave-de-prueba', $1, '\\x00', $1, now())`,
      `insert into auditoria (empresa_id, en, accion) values ($1, now(), 'x')`,
      `insert into serie (empresa_id, ambiente, tipo, establecimiento, punto) values ($1, 'PRUEBAS', '07', '001', '001')`,
      `insert into documento_evento (empresa_id, documento_id, n, en, a, causa) values ($1, $1, 1, now(), 'EMITIDO', 'x')`,
      `insert into borrador (empresa_id, id, usuario_id, ambiente, tipo, contenido, creado_en, editado_en) values ($1, $1, $1, 'PRUEBAS', '01', '{}', now(), now())`,
    ]
    for (const text of writes) {
      expect(await as('yupana_app', a.id, text, [b.id]), text).toMatchObject({ refused: '42501' })
      expect(await as('yupana_app', undefined, text, [b.id]), text).toMatchObject({ refused: '42501' })
    }
    for (const text of [
      'update persona set activo = false where empresa_id = $1',
      'delete from persona where empresa_id = $1',
      'update empresa set telefono = null where id = $1',
    ])
      expect(await as('yupana_app', a.id, text, [b.id]), text).toMatchObject({ count: 0 })
    expect(await as('yupana_app', a.id, 'update borrador set empresa_id = $1', [b.id])).toMatchObject({ refused: '42501' })
  })
})

describe('roles', () => {
  it('API and worker are neither superuser nor able to pass row-level security, own nothing and are no member of the owner', async () => {
    expect(
      await catalogue(
        `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = any($1) order by 1`,
        [ROLES],
      ),
    ).toEqual(ROLES.map((rolname) => ({ rolname, rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false })))
    expect(
      await names(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) = any($1)`,
        [ROLES],
      ),
    ).toEqual([])
    expect(
      await catalogue(
        `select pg_has_role('yupana_app', 'yupana_owner', 'member') as app, pg_has_role('yupana_worker', 'yupana_owner', 'member') as worker`,
      ),
    ).toEqual([{ app: false, worker: false }])
    expect(await catalogue(`select rolsuper, rolbypassrls from pg_roles where rolname in ('yupana_owner', 'yupana_jobs')`)).toEqual([
      { rolsuper: false, rolbypassrls: false },
      { rolsuper: false, rolbypassrls: false },
    ])
  })

  it('the API cannot read a stored key, a user or a session, nor the queue', async () => {
    for (const column of ['llave_cifrada', 'dek_envuelta', 'clave_cifrada', 'kek_id', '*'])
      expect(await as('yupana_app', a.id, `select ${column} from certificado_llave`), column).toMatchObject({ refused: '42501' })
    expect(await as('yupana_app', a.id, 'select certificado_id from certificado_llave')).toMatchObject({ count: 1 })
    for (const text of [
      'select 1 from usuario',
      'select 1 from sesion',
      'select password_hash from usuario',
      'update usuario set super_admin = true',
      'delete from sesion',
      `select 1 from graphile_worker._private_jobs`,
    ])
      expect(await as('yupana_app', a.id, text), text).toMatchObject({ refused: '42501' })
    for (const text of ['select 1 from usuario', 'select 1 from sesion', 'update certificado_llave set kek_id = kek_id'])
      expect(await as('yupana_worker', a.id, text), text).toMatchObject({ refused: '42501' })
  })

  it('neither can undo the locks: no policy, trigger, function or truncate', async () => {
    for (const role of ROLES) {
      for (const text of [
        'alter table documento disable row level security',
        'alter table documento disable trigger documento_cambia',
        'drop policy empresa on documento',
        'truncate documento_evento',
        'set role yupana_owner',
        'set session_replication_role = replica',
        'create table public.x (a int)',
        `insert into transicion values ('AUTORIZADO', 'EMITIDO')`,
        'delete from transicion',
      ])
        expect((await as(role, a.id, text)).refused, `${text} as ${role}`).toBeDefined()
    }
  })

  it('functions with SECURITY DEFINER are these and no others, each for its callers alone, each with a fixed search path', async () => {
    const found = await catalogue<{ name: string; app: boolean; worker: boolean; everybody: boolean; fixed: boolean }>(`
      select p.proname as name, has_function_privilege('yupana_app', p.oid, 'execute') as app, has_function_privilege('yupana_worker', p.oid, 'execute') as worker,
             exists (select 1 from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl where acl.grantee = 0) as everybody,
             exists (select 1 from unnest(p.proconfig) setting where setting like 'search_path=%') as fixed
        from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`)
    expect(Object.fromEntries(found.map(({ name, app: api, worker }) => [name, [...(api ? API : []), ...(worker ? WORKER : [])]]))).toEqual(
      DOORS,
    )
    expect(found.filter(({ everybody, fixed }) => everybody || !fixed)).toEqual([])
  })

  it('no door is told a person but those that are named', async () => {
    const told = await names(`
      select distinct p.proname as name from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege('yupana_app', p.oid, 'execute')
         and exists (select 1 from unnest(p.proargnames[:p.pronargs], p.proargtypes::oid[]) as arg(name, type) where arg.name = 'de' and arg.type = 'uuid'::regtype)`)
    expect(told.sort()).toEqual([...TOLD_A_PERSON].sort())
  })

  it('nothing lasts longer than its kind may, whatever a door is told', async () => {
    const api = (text: string, values: unknown[]) => pools.yupana_app.query(text, values)
    const [ahora, siempre] = [new Date('2026-06-15T12:00:00Z'), new Date('2126-06-15T12:00:00Z')]
    const [token, codigo] = [randomBytes(32), randomBytes(32)]
    await api('select sesion_abrir($1, $2, $3, $4, $5)', [token, a.usuario.id, a.id, ahora, siempre])
    const vence = async () =>
      (await catalogue<{ vence_en: string }>('select vence_en from sesion where token_hash = $1', [token]))[0]?.vence_en
    expect(await vence()).toBe('2026-06-16T00:00:00.000Z')
    await api('select sesion_extender($1, $2)', [token, siempre])
    expect(await vence()).toBe('2026-06-16T12:00:00.000Z')
    await expect(api('select restablecimiento_crear($1, $2, $3, $4)', [codigo, a.usuario.id, ahora, siempre])).rejects.toMatchObject({
      code: '23514',
    })
    const link = `insert into clave_firma_enlace (empresa_id, codigo_hash, certificado_id, usuario_id, creado_en, vence_en) select $1, $2, id, $3, $4, $5 from certificado limit 1`
    expect(await as('yupana_app', a.id, link, [a.id, codigo, a.usuario.id, ahora, siempre])).toMatchObject({ refused: '23514' })
    expect(
      await as('yupana_app', a.id, `insert into impersonacion values ($1, $2, $2, $2, 'prueba', $3, $4, $5)`, [
        a.id,
        a.usuario.id,
        codigo,
        ahora,
        siempre,
      ]),
    ).toMatchObject({ refused: '23514' })
    expect(
      await as(
        'yupana_app',
        a.id,
        `insert into invitacion (empresa_id, id, token_hash, mail, rol, invitada_por, creada_en, vence_en) values ($1, $2, $3, 'y@ejemplo.ec', 4, $2, $4, $5)`,
        [a.id, a.usuario.id, codigo, ahora, siempre],
      ),
    ).toMatchObject({ refused: '23514' })
  })

  it('docs/puertas.md lists the same functions for the same callers', () => {
    const text = readFileSync(path.join(rootFolder(), 'docs/puertas.md'), 'utf8')
    const rows = text
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
    const listed = rows.flatMap(([, functions = '', , callers = '']) =>
      [...functions.matchAll(/`(\w+)`/g)].map(([, name]) => [
        name,
        [...(callers.includes('API') ? API : []), ...(callers.includes('worker') ? WORKER : [])],
      ]),
    )
    expect(Object.fromEntries(listed)).toEqual(DOORS)
  })
})

/** Another value of the same type, for an UPDATE that changes the column. */
const CHANGED: Readonly<Record<string, (column: string) => string>> = {
  uuid: () => 'gen_random_uuid()',
  text: (c) => `coalesce(${c}, '') || 'x'`,
  int4: (c) => `coalesce(${c}, 0) + 1`,
  int8: (c) => `coalesce(${c}, 0) + 1`,
  int2: (c) => `${c} + 1`,
  date: (c) => `${c} + 1`,
  timestamptz: (c) => `coalesce(${c}, now()) + interval '1 second'`,
  bool: (c) => `not ${c}`,
  bytea: (c) => `coalesce(${c}, '') || '\\x01'`,
  jsonb: () => `'{"x":1}'`,
  _text: (c) => `${c} || 'x'`,
}

describe('I6, I7: what was issued is frozen by the database', () => {
  it('no role removes any of it, not even the owner', async () => {
    for (const table of ISSUED) {
      const rows = (await as('yupana_owner', undefined, `select 1 from ${table} where empresa_id = $1`, [b.id])).count
      expect(rows, table).toBeGreaterThan(0)
      for (const role of ROLES) expect((await as(role, b.id, `delete from ${table}`)).refused, `${table} as ${role}`).toBeDefined()
      if (!['documento_envio', 'idempotencia'].includes(table))
        expect((await as('yupana_owner', undefined, `delete from ${table}`)).refused, `${table} as owner`).toBeDefined()
    }
  })

  it('no role empties a table that keeps its rows, not even the owner, not even by CASCADE', async () => {
    const kept = await names(
      `select distinct t.tgrelid::regclass::text as name from pg_trigger t where t.tgfoid = 'rechazar_cambio'::regproc and t.tgtype & 8 <> 0`,
    )
    expect(kept).toEqual(expect.arrayContaining(ISSUED.filter((table) => !['documento_envio', 'idempotencia'].includes(table))))
    for (const table of [...kept, 'serie', 'empresa', 'usuario']) {
      expect((await as('yupana_owner', undefined, `truncate ${table} cascade`)).refused, table).toBe('23001')
      for (const role of ROLES) expect((await as(role, b.id, `truncate ${table} cascade`)).refused, `${table} as ${role}`).toBeDefined()
    }
  })

  it.each(ROLES)('%s changes no column of an authorised document but those of its delivery', async (role) => {
    const columns = await catalogue<{ table: string; column: string; type: string; isKey: boolean }>(
      `
      select table_name as table, column_name as column, udt_name as type from information_schema.columns where table_schema = 'public' and table_name = any($1)`,
      [ISSUED],
    )
    expect(columns.length).toBeGreaterThan(90)
    const mutable: string[] = []
    for (const { table, column, type } of columns) {
      const changed = CHANGED[type]
      if (!changed) throw new Error(`no other value for ${type}`)
      const value = column === 'correo_estado' ? `'FALLIDO'` : column === 'estado' ? `'EMITIDO'` : changed(column)
      const answer = await as(role, b.id, `update ${table} set ${column} = ${value}`)
      if (answer.refused === undefined) {
        expect(answer.count, `${table}.${column} was tried on a row`).toBeGreaterThan(0)
        mutable.push(`${table}.${column}`)
      }
    }
    expect(mutable.sort()).toEqual([...MUTABLE[role]].sort())
  })
})

describe('I8: the state moves only along the table', () => {
  const allowed = TRANSICIONES.filter(({ from }) => from !== 'BORRADOR')
    .map(({ from, to }) => `${from}>${to}`)
    .sort()

  it('the table in the database equals TRANSICIONES without BORRADOR', async () => {
    expect((await names(`select de || '>' || a as name from transicion`)).sort()).toEqual(allowed)
  })

  it('the trigger lets exactly these moves pass, by the application and by the worker', async () => {
    const states = ESTADOS.filter((estado) => estado !== 'BORRADOR')
    const owner = (text: string, values: unknown[] = []) => pools.yupana_owner.query(text, values)
    for (const role of ROLES) {
      const passed: string[] = []
      for (const de of states) {
        await owner('alter table documento disable trigger documento_cambia')
        await owner('update documento set estado = $1 where id = $2', [de, documento.id])
        await owner('alter table documento enable trigger documento_cambia')
        for (const to of ESTADOS) {
          if (to === de) continue
          const { refused, count } = await as(role, b.id, 'update documento set estado = $1 where id = $2', [to, documento.id])
          if (refused === undefined && count === 1) passed.push(`${de}>${to}`)
        }
      }
      expect(passed.sort(), role).toEqual(allowed)
    }
  })

  it('O-106: content changes only as a correction of a rejected document, with its next version', async () => {
    const text = (set: string) => as('yupana_app', b.id, `update documento set ${set} where id = $1`, [documento.id])
    await pools.yupana_owner.query('alter table documento disable trigger documento_cambia')
    await pools.yupana_owner.query(`update documento set estado = 'RECHAZADO' where id = $1`, [documento.id])
    await pools.yupana_owner.query('alter table documento enable trigger documento_cambia')
    expect(await text('total = total + 1')).toMatchObject({ refused: '23001' })
    expect(await text(`total = total + 1, estado = 'EMITIDO'`)).toMatchObject({ refused: '23001' })
    expect(await text(`total = total + 1, estado = 'EMITIDO', version = version + 2`)).toMatchObject({ refused: '23001' })
    expect(await text(`total = total + 1, estado = 'EMITIDO', version = version + 1`)).toMatchObject({ count: 1 })
    expect(await text(`secuencial = secuencial + 1, estado = 'EMITIDO', version = version + 1`)).toMatchObject({ refused: '42501' })
  })
})

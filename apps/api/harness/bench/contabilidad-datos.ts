import pg from 'pg'

import { startFixture } from './fixture.ts'
import type { Installation } from './installation.ts'
import { prepareEmisores } from './prepare.ts'

const EMPRESAS = 20
const DOCUMENTOS = 1_000_000
/** Documents of the first company, all within a year, with lines and payments. */
const DE_LA_GRANDE = 200_000
const CLIENTES = 2_000
const PRODUCTOS = 500
/** Purchases of the first company, all booked in the previous month. */
const COMPRAS = 20_000
const PROVEEDORES = 300
/** Received documents in all inboxes; a fifth of them is the first company's. */
const RECIBIDOS = 1_000_000
/** `edicion`: to be raised with each change of the generated data. */
const CONTABILIDAD = { name: 'yupana-medicion-contabilidad', edicion: 4 }

const PERSONAS_SQL = `
  insert into persona (empresa_id, id, tipo_identificacion, identificacion, razon_social, roles, orden, creada_en, editada_en)
  select e.id, gen_random_uuid(), '05', '17' || lpad((g * 4001 % 90000000 + 1000000)::text, 8, '0'), 'CLIENTE ' || g, '{cliente}'::text[], 'cliente ' || g, now(), now()
    from empresa e, generate_series(1, ${CLIENTES}) g
  union all
  select t.id, gen_random_uuid(), '04', '17' || lpad((g * 4001 % 90000000 + 1000000)::text, 8, '0') || '001', 'PROVEEDOR ' || g, '{proveedor}'::text[], 'proveedor ' || g, now(), now()
    from tmp_empresa t, generate_series(1, ${PROVEEDORES}) g where t.n = 1`

const PRODUCTOS_SQL = `
  insert into producto (empresa_id, id, code, name, type_product, iva, price, cost, minimum_stock, manage_inventory, orden, creado_en, editado_en)
  select t.id, gen_random_uuid(), 'A' || lpad(g::text, 6, '0'), 'PRODUCTO ' || g, 'PRODUCTO', 6, g * 10000, g * 5000, 0, false, 'producto ' || g, now(), now()
    from tmp_empresa t, generate_series(1, ${PRODUCTOS}) g where t.n = 1`

// Documents of the first company from one year, of the others from three; one in fifty was voided or refused.
const DOCUMENTOS_SQL = `
  with filas as (
    select g, case when g <= ${DE_LA_GRANDE} then 1 else 2 + g % ${EMPRESAS - 1} end as n,
           now() - case when g <= ${DE_LA_GRANDE} then g * (interval '365 days' / ${DE_LA_GRANDE})
                        else (g - ${DE_LA_GRANDE}) * (interval '1095 days' / ${DOCUMENTOS - DE_LA_GRANDE}) end as en,
           g::bigint * 7919 % ${CLIENTES} as cliente, (100 + g % 90000)::bigint * 10000 as base
      from generate_series($1::int, $2::int) g)
  insert into documento (empresa_id, id, ambiente, tipo, establecimiento, punto, secuencial, clave, fecha_emision, estado, persona_id, receptor_tipo,
    receptor_identificacion, receptor_nombre, subtotal, descuento, iva, total, creado_en, autorizado_en, correo_estado)
  select e.id, gen_random_uuid(), 'PRODUCCION', '01', '001', '001', f.g,
         to_char(f.en, 'DDMMYYYY') || '01' || e.ruc || '2' || '001001' || lpad(f.g::text, 9, '0') || '1234567810', (f.en at time zone 'America/Guayaquil')::date,
         case when f.g % 100 = 0 then 'RECHAZADO' when f.g % 100 = 1 then 'ANULADO' else 'AUTORIZADO' end, p.id, '05', p.identificacion, p.razon_social,
         f.base * 2, 0, f.base * 2 * 15 / 100, f.base * 2 + f.base * 2 * 15 / 100, f.en, case when f.g % 100 > 0 then f.en + interval '3 seconds' end, 'ENVIADO'
    from filas f join tmp_empresa e on e.n = f.n join tmp_persona p on p.empresa_id = e.id and p.n = f.cliente`

const LINEAS_SQL = `
  insert into documento_linea (empresa_id, documento_id, version, n, producto_id, codigo, descripcion, cantidad, precio_unitario, descuento, base, tipo_iva, iva,
    ambiente, tipo, fecha, en)
  select d.empresa_id, d.id, d.version, l, p.id, p.code, p.name, 1000000, d.subtotal / 2, 0, d.subtotal / 2, 6, d.subtotal / 2 * 15 / 100,
         d.ambiente, d.tipo, d.fecha_emision, d.creado_en
    from tmp_empresa e join documento d on d.empresa_id = e.id, generate_series(1, 2) l
    join tmp_producto p on true
   where e.n = 1 and p.n = (d.secuencial * l) % ${PRODUCTOS}`

const PAGOS_SQL = `
  insert into documento_pago (empresa_id, documento_id, version, n, forma_pago, total)
  select d.empresa_id, d.id, d.version, 1, (array['01', '19', '20'])[1 + d.secuencial % 3], d.total from tmp_empresa e join documento d on d.empresa_id = e.id where e.n = 1`

const COMPRAS_SQL = `
  insert into compra (empresa_id, id, ambiente, tipo, numero, autorizacion, fecha_emision, fecha_registro, persona_id, proveedor_tipo, proveedor_identificacion,
    proveedor_nombre, proveedor_clave, proveedor_regimen, sustento, subtotal, base_gravada, base_cero, base_no_objeto, base_exenta, iva, ice, irbpnr, otros,
    total, pagos, entrada, usuario_id, creado_en, editado_en)
  select e.id, gen_random_uuid(), 'PRODUCCION', '01', '001-001-' || lpad(g::text, 9, '0'), '7' || lpad(g::text, 48, '0'), x.dia, x.dia, p.id, '04', p.identificacion,
         p.razon_social, 'EC:' || left(p.identificacion, 10), 'GENERAL', '01', 100000000, 100000000, 0, 0, 0, 15000000, 0, 0, 0, 115000000,
         '[{"forma_pago":"20","total":115000000}]', '{}', p.id, now(), now()
    from tmp_empresa e, generate_series(1, ${COMPRAS}) g, lateral (select ((date_trunc('month', current_date) - interval '1 month')::date + g % 28) as dia) x, tmp_proveedor p
   where e.n = 1 and p.n = g % ${PROVEEDORES}`

// All are put aside, so that only the documents of the bench wait. Every supplier is one of the first company.
const RECIBIDOS_SQL = `
  insert into recibido (empresa_id, id, ambiente, clave, tipo, numero, fecha_emision, emisor_ruc, emisor_nombre, total, autorizado, avisos, formulario, xml,
    ignorado, usuario_id, creado_en)
  select e.id, gen_random_uuid(), 'PRODUCCION', '8' || lpad(g::text, 48, '0'), '01', '001-002-' || lpad(g::text, 9, '0'), current_date - g % 1000, p.identificacion,
         p.razon_social, 115000000, true, '[]', '{}', '', true, e.id, now() - g * interval '1 minute'
    from generate_series(1, ${RECIBIDOS}) g
    join tmp_empresa e on e.n = case when g <= ${RECIBIDOS / 5} then 1 else 2 + g % ${EMPRESAS - 1} end
    join tmp_proveedor p on p.n = g % ${PROVEEDORES}`

const IMPUESTOS_SQL = `
  insert into compra_impuesto (empresa_id, compra_id, n, codigo, codigo_porcentaje, tarifa, base, valor)
  select empresa_id, id, 1, '2', '4', 15000000, 100000000, 15000000 from compra`

const numbered = (name: string, table: string, where: string) => `
  create temp table ${name} as select *, (row_number() over (partition by empresa_id order by orden) - 1)::int as n from ${table} where ${where};
  create index on ${name} (empresa_id, n); analyze ${name}`

async function generate({ database }: Installation, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'")
    await client.query('create temp table tmp_empresa as select row_number() over (order by ruc)::int as n, id, ruc from empresa')
    await client.query(PERSONAS_SQL)
    await client.query(PRODUCTOS_SQL)
    await client.query(numbered('tmp_persona', 'persona', `'cliente' = any(roles)`))
    await client.query(numbered('tmp_proveedor', 'persona', `'proveedor' = any(roles)`))
    await client.query(numbered('tmp_producto', 'producto', 'true'))
    const lote = 100_000
    for (let from = 1; from <= DOCUMENTOS; from += lote) {
      await client.query(DOCUMENTOS_SQL, [from, from + lote - 1])
      say(`  ${(from + lote - 1).toLocaleString('es-EC')} documentos escritos`)
    }
    for (const text of [LINEAS_SQL, PAGOS_SQL, COMPRAS_SQL, IMPUESTOS_SQL, RECIBIDOS_SQL]) await client.query(text)
    for (const table of ['documento', 'documento_linea', 'documento_pago', 'persona', 'compra', 'compra_impuesto', 'producto', 'recibido'])
      await client.query(`vacuum (analyze) ${table}`)
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/**
 * An installation with only the API, over a million documents of twenty companies. The first has 200,000 documents of a year, 20,000
 * purchases of a month, and an inbox of 200,000 among a million.
 */
export const startContabilidad = (say: (line: string) => void): Promise<Installation> =>
  startFixture(CONTABILIDAD, say, async (installation) => {
    say(`  generando ${DOCUMENTOS.toLocaleString('es-EC')} documentos (una sola vez)…`)
    await prepareEmisores(installation, { cuantas: EMPRESAS, ambiente: 'PRODUCCION', conFirma: false })
    await generate(installation, say)
  })

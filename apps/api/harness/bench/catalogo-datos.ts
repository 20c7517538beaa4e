import pg from 'pg'

import { startFixture } from './fixture.ts'
import type { Installation } from './installation.ts'
import { APELLIDOS, NOMBRES_DE_PILA } from './nombres.ts'
import { prepareEmisores } from './prepare.ts'

export const PRODUCTOS = 100_000
const PERSONAS = 50_000
const MOVIMIENTOS = 1_000_000
const ASIENTOS = 1_000_000
/** Movements of the most moved product, and entries of the client with most purchases. */
export const DEL_PRODUCTO = 50_000
export const DEL_CLIENTE = 20_000
/** Lines of a movement of the other products. */
const LINEAS = 10

const COSAS =
  'arroz azúcar aceite harina fideo atún leche queso jabón champú detergente papel cuaderno lápiz esfero foco cable tornillo clavo martillo pintura brocha cemento varilla tubo llave candado pila linterna batería'.split(
    ' ',
  )
const MARCAS = 'andina pacífico sierra costa oriente cóndor tungurahua chimborazo cotopaxi galápagos imbabura pichincha'.split(' ')
const TAMANOS = 'pequeño mediano grande familiar doble triple premium 100g 250g 500g 1kg'.split(' ')

const PRODUCTOS_SQL = `
  insert into producto (empresa_id, id, code, barcode, name, type_product, iva, price, cost, minimum_stock, manage_inventory, orden, creado_en, editado_en)
  select e.id, gen_random_uuid(), 'A' || lpad(g::text, 6, '0'), '786' || lpad(g::text, 10, '0'), upper(n.name), 'PRODUCTO', 6, (100 + g % 9000) * 10000, (50 + g % 4500) * 10000,
         case when g % 20 = 0 then 5000000 else 0 end, true, n.orden || ' ' || lpad(g::text, 6, '0'), now(), now()
    from empresa e, generate_series(1, ${PRODUCTOS}) g,
         lateral (select ($1::text[])[1 + g % cardinality($1)] || ' ' || ($2::text[])[1 + g / 7 % cardinality($2)] || ' ' || ($3::text[])[1 + g / 91 % cardinality($3)] || ' ' || g as name) t,
         lateral (select t.name, translate(t.name, 'áéíóúüñ', 'aeiouun') as orden) n`

const PERSONAS_SQL = `
  insert into persona (empresa_id, id, tipo_identificacion, identificacion, razon_social, roles, orden, creada_en, editada_en)
  select e.id, gen_random_uuid(), '05', '17' || lpad(g::text, 8, '0'), nombre.texto, '{cliente}', lower(nombre.texto) || ' ' || g, now(), now()
    from empresa e, generate_series(1, ${PERSONAS}) g,
         lateral (select ($1::text[])[1 + g % cardinality($1)] || ' ' || ($2::text[])[1 + g / 7 % cardinality($2)] || ' ' || ($2::text[])[1 + g / 3 % cardinality($2)] as texto) nombre`

const PALABRAS = [
  `insert into busqueda (empresa_id, tipo, palabra, id)
   select distinct p.empresa_id, 'producto', palabra, p.id from producto p,
          unnest(string_to_array(translate(lower(p.name), 'áéíóúüñ', 'aeiouun'), ' ') || lower(p.code) || p.barcode) as palabra on conflict do nothing`,
  `insert into busqueda (empresa_id, tipo, palabra, id)
   select distinct p.empresa_id, 'persona', palabra, p.id from persona p, unnest(string_to_array(lower(p.razon_social), ' ') || p.identificacion) as palabra
   on conflict do nothing`,
]

const TABLAS_DE_PASO = [
  `create temp table tmp_producto as select id, row_number() over (order by code)::int as n from producto`,
  `create temp table tmp_persona as select id, identificacion, razon_social, row_number() over (order by identificacion)::int as n from persona`,
  'create index on tmp_producto (n)',
  'create index on tmp_persona (n)',
  'analyze tmp_producto',
  'analyze tmp_persona',
  // Each row is a line of a movement within two years. Every product comes in once and then leaves; the first one comes and goes in turn.
  `create temp table tmp_linea as
     select g, gen_random_uuid() as movimiento, 1 as producto, 1 as n, case when g % 2 = 1 then 1 else -1 end as signo from generate_series(1, ${DEL_PRODUCTO}) g
     union all
     select ${DEL_PRODUCTO} + g, null, 2 + (g - 1) % (${PRODUCTOS} - 1), 1 + (g - 1) % ${LINEAS}, case when g < ${PRODUCTOS} then 1 else -1 end
       from generate_series(1, ${MOVIMIENTOS - DEL_PRODUCTO}) g`,
  `create temp table tmp_movimiento as select gen_random_uuid() as id, (g - ${DEL_PRODUCTO} - 1) / ${LINEAS} as lote, min(signo) as signo, min(g) as g
     from tmp_linea where movimiento is null group by 2`,
  'create index on tmp_movimiento (lote)',
  'analyze tmp_movimiento',
]

const DIA = `current_date - ((${MOVIMIENTOS} - l.g) / ${Math.ceil(MOVIMIENTOS / 700)})::int`

const KARDEX = [
  `insert into movimiento (empresa_id, id, ambiente, tipo, concepto, fecha, bodega_id, lineas, creado_en)
   select b.empresa_id, l.movimiento, 'PRODUCCION', case when signo > 0 then 'INGRESO' else 'EGRESO' end, case when signo > 0 then 'COM' else 'AJS' end,
          ${DIA}, b.id, 1, now() from tmp_linea l, bodega b where l.movimiento is not null`,
  `insert into movimiento (empresa_id, id, ambiente, tipo, concepto, fecha, bodega_id, lineas, creado_en)
   select b.empresa_id, l.id, 'PRODUCCION', case when signo > 0 then 'INGRESO' else 'EGRESO' end, case when signo > 0 then 'COM' else 'AJS' end,
          ${DIA}, b.id, ${LINEAS}, now() from tmp_movimiento l, bodega b`,
  // Twelve units come in at a dollar each, and leave one at a time.
  `insert into kardex (empresa_id, ambiente, movimiento_id, fecha, n, bodega_id, producto_id, secuencia, concepto, cantidad, valor, saldo_cantidad, saldo_valor)
   select b.empresa_id, 'PRODUCCION', l.movimiento, m.fecha, l.n, b.id, p.id, l.secuencia, m.concepto, l.cantidad, l.cantidad, l.saldo, l.saldo
     from (select coalesce(x.movimiento, t.id) as movimiento, x.n, x.producto, y.cantidad,
                  row_number() over w as secuencia, sum(y.cantidad) over w as saldo
             from tmp_linea x left join tmp_movimiento t on x.movimiento is null and t.lote = (x.g - ${DEL_PRODUCTO} - 1) / ${LINEAS},
                  lateral (select case when x.signo > 0 then 12000000::bigint else -1000000 end as cantidad) y
           window w as (partition by x.producto order by x.g)) l
     join movimiento m on m.id = l.movimiento join tmp_producto p on p.n = l.producto cross join bodega b`,
  `insert into existencia (empresa_id, ambiente, bodega_id, producto_id, cantidad, valor, costo, secuencia, fecha)
   select empresa_id, ambiente, bodega_id, producto_id, sum(cantidad), sum(valor), 1000000, max(secuencia), max(fecha) from kardex group by 1, 2, 3, 4`,
]

// Two entries per account, the debt and its payment; one account in five is still open.
const CARTERA = [
  `create temp table tmp_cuenta as
   select g, gen_random_uuid() as id, case when g <= ${DEL_CLIENTE / 2} then 1 else 2 + g % (${PERSONAS} - 1) end as persona,
          (current_date - (g % 700))::date as fecha, (100 + g % 5000) * 10000::bigint as valor, g % 5 = 0 as abierta from generate_series(1, ${ASIENTOS / 2}) g`,
  `insert into cuenta (empresa_id, id, ambiente, sentido, origen, origen_id, cuota, persona_id, tercero_clave, tercero_nombre, tipo, numero, fecha, vence, saldo, asientos, ultimo_asiento, creado_en)
   select e.id, c.id, 'PRODUCCION', 'COBRAR', 'DOCUMENTO', c.id, 1, p.id, 'EC:' || p.identificacion, p.razon_social, '01', '001-001-' || lpad(c.g::text, 9, '0'),
          c.fecha, c.fecha + 30, case when c.abierta then c.valor / 2 else 0 end, 2, least(c.fecha + 2, current_date), now() from tmp_cuenta c join tmp_persona p on p.n = c.persona cross join empresa e`,
  `insert into asiento (empresa_id, cuenta_id, n, fecha, concepto, valor, saldo, origen_id, suceso, referencia, creado_en)
   select e.id, c.id, x.n, least(c.fecha + x.n, current_date), x.concepto, x.valor, x.saldo, x.origen, x.concepto, '001-001-' || lpad(c.g::text, 9, '0'), now()
     from tmp_cuenta c cross join empresa e,
          lateral (values (1, 'DOCUMENTO', c.valor, c.valor, c.id),
                          (2, 'PAGO', case when c.abierta then c.valor / 2 - c.valor else -c.valor end, case when c.abierta then c.valor / 2 else 0 end, gen_random_uuid()))
            as x (n, concepto, valor, saldo, origen)`,
]

async function generateCatalogo({ database }: Installation, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'")
    await client.query(PRODUCTOS_SQL, [COSAS, MARCAS, TAMANOS])
    await client.query(PERSONAS_SQL, [NOMBRES_DE_PILA, APELLIDOS])
    for (const text of PALABRAS) await client.query(text)
    say(`  ${PRODUCTOS.toLocaleString('es-EC')} productos y ${PERSONAS.toLocaleString('es-EC')} personas escritos`)
    for (const text of [...TABLAS_DE_PASO, ...KARDEX]) await client.query(text)
    say(`  ${MOVIMIENTOS.toLocaleString('es-EC')} filas de kardex escritas`)
    for (const text of CARTERA) await client.query(text)
    say(`  ${ASIENTOS.toLocaleString('es-EC')} asientos escritos`)
    for (const table of ['producto', 'producto_precio', 'persona', 'busqueda', 'movimiento', 'kardex', 'existencia', 'cuenta', 'asiento'])
      await client.query(`vacuum (analyze) ${table}`)
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** One company with a large catalogue, its kardex and its receivables. */
export const startCatalogo = (say: (line: string) => void): Promise<Installation> =>
  startFixture(
    { name: 'yupana-medicion-catalogo', edicion: 2 },
    say,
    async (installation) => {
      await prepareEmisores(installation, { cuantas: 1, ambiente: 'PRODUCCION', conFirma: false })
      await generateCatalogo(installation, say)
    },
    {},
  )

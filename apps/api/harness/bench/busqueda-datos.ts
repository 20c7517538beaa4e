import pg from 'pg'

import { startFixture } from './fixture.ts'
import type { Installation } from './installation.ts'
import { NOMBRES_DE_PILA, APELLIDOS } from './nombres.ts'
import { prepareEmisores, USUARIO } from './prepare.ts'

const DOCUMENTOS = 1_000_000
const EMPRESAS = 20
/** Number of small companies, so that an accountant has forty in all. */
const PEQUENAS = 20
export const EMPRESAS_DE_CONTADORA = EMPRESAS + PEQUENAS
/** The accountant, a user of all of them; her own company is the last. */
export const CONTADORA = `${USUARIO}${EMPRESAS_DE_CONTADORA}`
const POR_PEQUENA = 5_000
/** Purchases of each company in the last ninety days. */
const COMPRAS = 1_000
const RECIBIDOS = 1_000
const PERSONAS = 2_000
/** Share of the first company, which is searched; the others have equal parts of the rest. */
const GRANDE = 0.2
const LOTE = 100_000
/** `edicion`: to be raised with each change of the generated data. */
const MILLON = { name: 'yupana-medicion-busqueda', edicion: 4 }

const personas = (empresas: string) => `
  insert into persona (empresa_id, id, tipo_identificacion, identificacion, razon_social, roles, orden, creada_en, editada_en)
  select e.id, gen_random_uuid(), '05', '17' || lpad((g * 4001 % 90000000 + 1000000)::text, 8, '0'), nombre.texto, '{cliente}', lower(nombre.texto), now(), now()
    from (select id from empresa order by ruc limit ${empresas}) e, generate_series(1, ${PERSONAS}) g,
         lateral (select ($1::text[])[1 + g % cardinality($1)] || ' ' || ($2::text[])[1 + g / 7 % cardinality($2)] || ' ' || ($2::text[])[1 + g / 3 % cardinality($2)] as texto) nombre`

const PALABRAS = `
  insert into busqueda (empresa_id, tipo, palabra, id)
  select distinct p.empresa_id, 'persona', palabra, p.id from persona p, unnest(string_to_array(lower(p.razon_social), ' ') || p.identificacion) as palabra
  on conflict do nothing`

// Three years up to now, oldest first as if written in order; a few hundred are in progress, one in thirty was refused or voided.
const LOTE_SQL = `
  with filas as (
    select g, case when g % 10 < ${GRANDE * 10} then 1 else 2 + (g / 10 * 7 + g % 10) % ${EMPRESAS - 1} end as empresa_n,
           now() - (${DOCUMENTOS} - g) * (interval '1095 days' / ${DOCUMENTOS}) as en, floor(power(random(), 2) * ${PERSONAS})::int as cliente, random() as suerte, 1 + g / 10 % 2 as punto
      from generate_series($1::int, $2::int) g
  ), numeradas as (
    select f.*, e.id as empresa_id, e.ruc, (100 + random() * 90000)::bigint * 10000 as base from filas f join tmp_empresa e on e.n = f.empresa_n
  )
  insert into documento (empresa_id, id, ambiente, tipo, establecimiento, punto, secuencial, clave, fecha_emision, estado, persona_id, receptor_tipo,
    receptor_identificacion, receptor_nombre, subtotal, descuento, iva, total, vendedor_id, creado_en, autorizado_en, correo_estado)
  select f.empresa_id, gen_random_uuid(), 'PRODUCCION', '01', '001', lpad(f.punto::text, 3, '0'), f.g,
         to_char(f.en, 'DDMMYYYY') || '01' || f.ruc || '2' || '001' || lpad(f.punto::text, 3, '0') || lpad(f.g::text, 9, '0') || '12345678' || '1' || '0',
         (f.en at time zone 'America/Guayaquil')::date,
         case when f.g > ${DOCUMENTOS} - 400 then (array['EMITIDO', 'RECIBIDA', 'INCIERTO', 'AUTORIZADO'])[1 + f.g % 4]
              when f.suerte < 0.012 then 'RECHAZADO' when f.suerte < 0.02 then 'CERRADO' when f.suerte < 0.035 then 'ANULADO' else 'AUTORIZADO' end,
         p.id, '05', p.identificacion, p.razon_social, f.base, 0, f.base * 15 / 100, f.base + f.base * 15 / 100, u.usuario_id, f.en,
         case when f.suerte >= 0.02 and f.g <= ${DOCUMENTOS} - 400 then f.en + interval '3 seconds' end, 'ENVIADO'
    from numeradas f
    join tmp_persona p on p.empresa_id = f.empresa_id and p.n = f.cliente
    join tmp_usuario u on u.empresa_id = f.empresa_id`

const DE_LAS_PEQUENAS = `
  insert into documento (empresa_id, id, ambiente, tipo, establecimiento, punto, secuencial, clave, fecha_emision, estado, receptor_tipo,
    receptor_identificacion, receptor_nombre, subtotal, descuento, iva, total, creado_en, autorizado_en, correo_estado)
  select e.id, gen_random_uuid(), d.ambiente, d.tipo, d.establecimiento, d.punto, d.secuencial, d.clave, d.fecha_emision, d.estado, d.receptor_tipo,
         d.receptor_identificacion, d.receptor_nombre, d.subtotal, d.descuento, d.iva, d.total, d.creado_en, d.autorizado_en, d.correo_estado
    from tmp_empresa e
   cross join (select d.* from tmp_empresa o join documento d on d.empresa_id = o.id where o.n = 2 order by d.creado_en desc limit ${POR_PEQUENA}) d
   where e.n > ${EMPRESAS}`

const PROVEEDORES = `
  insert into persona (empresa_id, id, tipo_identificacion, identificacion, razon_social, roles, orden, creada_en, editada_en)
  select id, id, '04', '1790016919001', 'PROVEEDOR DE MEDICIÓN', '{proveedor}', 'proveedor', now(), now() from empresa`

const COMPRAS_SQL = `
  insert into compra (empresa_id, id, ambiente, tipo, numero, fecha_emision, fecha_registro, persona_id, proveedor_tipo, proveedor_identificacion,
    proveedor_nombre, proveedor_clave, proveedor_regimen, sustento, subtotal, base_gravada, base_cero, base_no_objeto, base_exenta, iva, ice, irbpnr, otros,
    total, pagos, entrada, usuario_id, creado_en, editado_en)
  select e.id, gen_random_uuid(), 'PRODUCCION', '01', '001-001-' || lpad(g::text, 9, '0'), x.dia, x.dia, e.id, '04', '1790016919001', 'PROVEEDOR DE MEDICIÓN',
         'EC:1790016919', 'GENERAL', '01', 100, 100, 0, 0, 0, 15, 0, 0, 0, 115, '[]', '{}', e.id, now(), now()
    from tmp_empresa e, generate_series(1, ${COMPRAS}) g, lateral (select current_date - g % 90 as dia) x`

// One in ten waits in the inbox.
const RECIBIDOS_SQL = `
  insert into recibido (empresa_id, id, ambiente, clave, tipo, numero, fecha_emision, emisor_ruc, emisor_nombre, total, autorizado, avisos, formulario, xml,
    ignorado, usuario_id, creado_en)
  select e.id, gen_random_uuid(), 'PRODUCCION', lpad(g::text, 49, '0'), '01', '001-002-' || lpad(g::text, 9, '0'), current_date - g % 90, '1790016919001',
         'PROVEEDOR DE MEDICIÓN', 115, true, '[]', '{}', '', g % 10 > 0, e.id, now()
    from tmp_empresa e, generate_series(1, ${RECIBIDOS}) g`

const AGENTES = `
  insert into empresa_condicion (empresa_id, tipo, desde, valor)
  select id, 'AGENTE_RETENCION', '2022-01-01', '1' from tmp_empresa where n % 2 = 0`

const DE_LA_CONTADORA = `
  insert into usuario_empresa (empresa_id, usuario_id, rol, collections)
  select e.id, m.usuario_id, m.rol, m.collections from usuario_empresa m join usuario u on u.id = m.usuario_id cross join tmp_empresa e
   where u.username = '${CONTADORA}' and e.id <> m.empresa_id`

/** More data of an accountant's board: small companies, purchases, an inbox, agents of withholding. */
async function generateContadora(client: pg.Client): Promise<void> {
  for (const text of [DE_LAS_PEQUENAS, PROVEEDORES, COMPRAS_SQL, RECIBIDOS_SQL, AGENTES, DE_LA_CONTADORA]) await client.query(text)
}

/** Writes the million as the owner of the tables: first people and words, then documents in order of time. */
async function generateMillion(adminUrl: string, say: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'")
    await client.query(personas(String(EMPRESAS)), [NOMBRES_DE_PILA, APELLIDOS])
    await client.query(PALABRAS)
    await client.query(`create temp table tmp_empresa as select row_number() over (order by ruc)::int as n, id, ruc from empresa`)
    await client.query(
      `create temp table tmp_usuario as select empresa_id, min(usuario_id::text)::uuid as usuario_id from usuario_empresa group by 1`,
    )
    await client.query(`create temp table tmp_persona as
      select empresa_id, id, identificacion, razon_social, (row_number() over (partition by empresa_id order by identificacion) - 1)::int as n from persona`)
    await client.query('create index on tmp_persona (empresa_id, n); analyze tmp_empresa; analyze tmp_usuario; analyze tmp_persona')
    // Without its indexes the table accepts a million rows several times faster.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
        where i.indrelid = 'documento'::regclass and not i.indisunique`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (let from = 1; from <= DOCUMENTOS; from += LOTE) {
      await client.query(LOTE_SQL, [from, Math.min(from + LOTE - 1, DOCUMENTOS)])
      say(`  ${Math.min(from + LOTE - 1, DOCUMENTOS).toLocaleString('es-EC')} documentos escritos`)
    }
    for (const { definition } of indexes) await client.query(definition)
    await generateContadora(client)
    for (const table of ['documento', 'persona', 'busqueda', 'compra', 'recibido']) await client.query(`vacuum (analyze) ${table}`)
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** An installation with only the API, over the million. */
export const startMillon = (say: (line: string) => void): Promise<Installation> =>
  startFixture(MILLON, say, async (installation) => {
    say(`  generando ${DOCUMENTOS.toLocaleString('es-EC')} documentos (una sola vez)…`)
    await prepareEmisores(installation, { cuantas: EMPRESAS_DE_CONTADORA, ambiente: 'PRODUCCION', conFirma: false })
    await generateMillion(installation.database.adminUrl, say)
  })

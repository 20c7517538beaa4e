import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

import { supervisionOf } from '../../src/db/embedded/running.ts'
import { startEmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts'
import { NOMBRES_DE_PILA, APELLIDOS } from './nombres.ts'

export const DOCUMENTOS = 1_000_000
export const EMPRESAS = 20
const PERSONAS = 2_000
/** Share of the first company, the one that is searched: a fifth; the others have the rest in equal parts. */
const GRANDE = 0.2
const LOTE = 100_000
/** Raise when what is generated changes. */
const EDICION = 3

const here = path.dirname(fileURLToPath(import.meta.url))

/** Where the million lies from one run to the next. */
export const fixtureFolder = () =>
  path.join(process.env['DATA_DIR'] ? path.join(process.env['DATA_DIR'], 'bench') : os.tmpdir(), 'yupana-medicion-busqueda')

/** Changes with the schema: an old million is of no use then. */
function edition(): string {
  const migrations = path.join(here, 'migrations')
  const hash = createHash('sha256').update(String(EDICION))
  for (const name of readdirSync(migrations).sort()) hash.update(readFileSync(path.join(migrations, name)))
  return hash.digest('hex')
}

const noteOf = (folder: string) => path.join(folder, 'edicion.txt')

export const isCurrent = (folder: string) => existsSync(noteOf(folder)) && readFileSync(noteOf(folder), 'utf8') === edition()
export const markCurrent = (folder: string) => writeFileSync(noteOf(folder), edition())

/** An empty folder for a new million; what a killed run left is ended first. */
export async function clearFixture(folder: string): Promise<void> {
  if ((await supervisionOf(folder).catch(() => 'none')) === 'abandoned')
    await (await startEmbeddedDatabase({ dataDir: folder, onProgress: () => undefined })).stop()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // As root the database runs as another user, who has to pass here.
  chmodSync(folder, 0o711)
}

const personas = (empresas: string) => `
  insert into persona (empresa_id, id, tipo_identificacion, identificacion, razon_social, roles, orden, creada_en, editada_en)
  select e.id, gen_random_uuid(), '05', '17' || lpad((g * 4001 % 90000000 + 1000000)::text, 8, '0'), nombre.texto, '{cliente}', lower(nombre.texto), now(), now()
    from (select id from empresa order by ruc limit ${empresas}) e, generate_series(1, ${PERSONAS}) g,
         lateral (select ($1::text[])[1 + g % cardinality($1)] || ' ' || ($2::text[])[1 + g / 7 % cardinality($2)] || ' ' || ($2::text[])[1 + g / 3 % cardinality($2)] as texto) nombre`

const PALABRAS = `
  insert into busqueda (empresa_id, tipo, palabra, id)
  select distinct p.empresa_id, 'persona', palabra, p.id from persona p, unnest(string_to_array(lower(p.razon_social), ' ') || p.identificacion) as palabra
  on conflict do nothing`

// Three years up to now, older first as they would have been written; a few hundred are on their way, one in thirty was refused or voided.
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

/** Writes the million as the owner of the tables: people and words, then documents in the order of time. */
export async function generateMillion(adminUrl: string, say: (line: string) => void): Promise<void> {
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
    // Without its lists the table takes a million rows several times as fast.
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
    await client.query('vacuum (analyze) documento')
    await client.query('vacuum (analyze) persona')
    await client.query('vacuum (analyze) busqueda')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

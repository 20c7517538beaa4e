// Reads the schema `public` from the catalogues of PostgreSQL.
import type pg from 'pg'

export interface Tabla {
  nombre: string
  rls: boolean
  rls_forced: boolean
  unlogged: boolean
}
export interface Columna {
  tabla: string
  nombre: string
  tipo: string
  not_null: boolean
  /** The default, or the expression of a generated value. */
  valor: string | null
}
/** A line of text about a table: a constraint, an index, a policy, a trigger, a right. */
export interface Detalle {
  tabla: string
  texto: string
}
export interface Funcion {
  nombre: string
  clase: 'function' | 'procedure'
  argumentos: string
  resultado: string | null
  lenguaje: string
  volatilidad: string
  definer: boolean
  duenio: string
  ajustes: string | null
  derechos: string | null
}
export interface Tipo {
  nombre: string
  texto: string
}

export interface Catalogo {
  tablas: Tabla[]
  columnas: Columna[]
  restricciones: Detalle[]
  indices: Detalle[]
  politicas: Detalle[]
  disparadores: Detalle[]
  derechos: Detalle[]
  funciones: Funcion[]
  tipos: Tipo[]
}

const HERE = `'public'::regnamespace`
/** Names in byte order, independent of the server's language. */
const BY_NAME = (column: string) => `${column} collate "C"`
const GRANTEE = `case when a.grantee = 0 then 'everybody' else a.grantee::regrole::text end`

const TABLAS = `
  select relname as nombre, relrowsecurity as rls, relforcerowsecurity as rls_forced, relpersistence = 'u' as unlogged
    from pg_class where relnamespace = ${HERE} and relkind in ('r', 'p', 'v', 'm') order by ${BY_NAME('relname')}`

const COLUMNAS = `
  select c.relname as tabla, a.attname as nombre, format_type(a.atttypid, a.atttypmod) as tipo, a.attnotnull as not_null,
         case when a.attidentity <> '' then 'identity' when a.attgenerated <> '' then 'generated: ' || pg_get_expr(d.adbin, d.adrelid)
              else pg_get_expr(d.adbin, d.adrelid) end as valor
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = ${HERE} and c.relkind in ('r', 'p', 'v', 'm') order by ${BY_NAME('c.relname')}, a.attnum`

// «not null» is shown with its column, although newer servers also keep it as a constraint.
const RESTRICCIONES = `
  select c.relname as tabla, k.conname || ': ' || pg_get_constraintdef(k.oid) as texto
    from pg_constraint k join pg_class c on c.oid = k.conrelid
   where c.relnamespace = ${HERE} and k.contype in ('p', 'u', 'f', 'c', 'x')
   order by ${BY_NAME('c.relname')}, position(k.contype in 'pufcx'), ${BY_NAME('k.conname')}`

const INDICES = `
  select c.relname as tabla, i.relname || ': ' || case when x.indisunique then 'unique ' else '' end
           || regexp_replace(pg_get_indexdef(x.indexrelid), '^.* USING ', '') as texto
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
   where c.relnamespace = ${HERE} and not exists (select 1 from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
   order by ${BY_NAME('c.relname')}, ${BY_NAME('i.relname')}`

const POLITICAS = `
  select tablename as tabla, policyname || ' (' || lower(cmd) || ', ' || lower(permissive) || ') to '
           || (select string_agg(r, ', ' order by ${BY_NAME('r')}) from unnest(roles::text[]) r)
           || coalesce(' using ' || qual, '') || coalesce(' with check ' || with_check, '') as texto
    from pg_policies where schemaname = 'public' order by ${BY_NAME('tablename')}, ${BY_NAME('policyname')}`

const DISPARADORES = `
  select c.relname as tabla, regexp_replace(pg_get_triggerdef(t.oid, true), '^CREATE (CONSTRAINT )?TRIGGER ', '') as texto
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relnamespace = ${HERE} and not t.tgisinternal order by ${BY_NAME('c.relname')}, ${BY_NAME('t.tgname')}`

const DERECHOS = `
  with dado as (
    select c.relname as tabla, ${GRANTEE} as rol, a.privilege_type as que, null::name as columna, 0 as lugar
      from pg_class c, aclexplode(c.relacl) a
     where c.relnamespace = ${HERE} and c.relkind in ('r', 'p', 'v', 'm') and a.grantee <> c.relowner
    union all
    select c.relname, ${GRANTEE}, a.privilege_type, t.attname, t.attnum
      from pg_class c join pg_attribute t on t.attrelid = c.oid and not t.attisdropped, aclexplode(t.attacl) a
     where c.relnamespace = ${HERE} and a.grantee <> c.relowner
  ), junto as (
    select tabla, rol, lower(que) || coalesce(' (' || string_agg(columna, ', ' order by lugar) || ')', '') as que from dado
     group by tabla, rol, lower(que), columna is null
  )
  select tabla, rol || ': ' || string_agg(que, ', ' order by ${BY_NAME('que')}) as texto
    from junto group by tabla, rol order by ${BY_NAME('tabla')}, ${BY_NAME('rol')}`

const FUNCIONES = `
  select p.proname as nombre, case p.prokind when 'p' then 'procedure' else 'function' end as clase,
         pg_get_function_arguments(p.oid) as argumentos, pg_get_function_result(p.oid) as resultado, l.lanname as lenguaje,
         case p.provolatile when 'i' then 'immutable' when 's' then 'stable' else 'volatile' end as volatilidad,
         p.prosecdef as definer, p.proowner::regrole::text as duenio, array_to_string(p.proconfig, ', ') as ajustes,
         (select string_agg(rol, ', ' order by ${BY_NAME('rol')})
            from (select ${GRANTEE} as rol from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee <> p.proowner) de) as derechos
    from pg_proc p join pg_language l on l.oid = p.prolang
   where p.pronamespace = ${HERE} order by ${BY_NAME('p.proname')}, ${BY_NAME('pg_get_function_arguments(p.oid)')}`

const TIPOS = `
  select t.typname as nombre, case t.typtype
           when 'e' then 'enum (' || (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) || ')'
           when 'd' then 'domain over ' || format_type(t.typbasetype, t.typtypmod)
           else 'row (' || (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
                              from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped) || ')' end as texto
    from pg_type t left join pg_class c on c.oid = t.typrelid
   where t.typnamespace = ${HERE} and (t.typtype in ('e', 'd') or (t.typtype = 'c' and c.relkind = 'c')) order by ${BY_NAME('t.typname')}`

export async function readCatalogo(client: pg.Client): Promise<Catalogo> {
  const rows = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  // Names of other schemas are written in full, names of this one are not.
  await client.query('set search_path to public')
  return {
    tablas: await rows<Tabla>(TABLAS),
    columnas: await rows<Columna>(COLUMNAS),
    restricciones: await rows<Detalle>(RESTRICCIONES),
    indices: await rows<Detalle>(INDICES),
    politicas: await rows<Detalle>(POLITICAS),
    disparadores: await rows<Detalle>(DISPARADORES),
    derechos: await rows<Detalle>(DERECHOS),
    funciones: await rows<Funcion>(FUNCIONES),
    tipos: await rows<Tipo>(TIPOS),
  }
}

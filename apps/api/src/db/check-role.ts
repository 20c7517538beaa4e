import pg from 'pg'

import type { DatabaseUrls } from '../config/config.ts'
import { StartError } from '../instalacion/start-error.ts'
import type { Role } from './connect.ts'

/** Roles that a process may take in the database; the worker also runs the queue. */
const ALLOWED: Readonly<Partial<Record<keyof DatabaseUrls, readonly Role[]>>> = {
  DATABASE_URL_API: ['yupana_app'],
  DATABASE_URL_WORKER: ['yupana_worker', 'yupana_jobs'],
}

/**
 * @throws StartError when the user of that address could do more than its part: become another role, create roles or databases, pass
 * row-level security, or change its own tables. A faulty query would then reach every company.
 */
export async function checkRole(setting: keyof DatabaseUrls, url: string): Promise<void> {
  const allowed = ALLOWED[setting] ?? []
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ usuario: string; poderes: string[]; otros: string[]; falta: boolean }>(EXCESS, [allowed])
    const { usuario, poderes, otros, falta } = rows[0]!
    const excess = [...poderes, ...(otros.length > 0 ? [`puede tomar el papel de ${otros.slice(0, 3).join(', ')}`] : [])]
    if (excess.length > 0)
      throw new StartError(
        `${setting}: el usuario «${usuario}» puede más de lo que le toca (${excess.join('; ')}). Ponga en esa dirección el usuario ${allowed[0]}, con su propia contraseña.`,
      )
    if (falta)
      throw new StartError(
        `${setting}: el usuario «${usuario}» no es ${allowed[0]} ni puede serlo. Ponga en esa dirección el usuario ${allowed[0]}, con su propia contraseña.`,
      )
  } finally {
    await client.end().catch(() => undefined)
  }
}

const EXCESS = `
  select u.rolname as usuario,
         array_remove(array[
           case when u.rolsuper then 'es superusuario' end,
           case when u.rolcreaterole then 'crea usuarios' end,
           case when u.rolcreatedb then 'crea bases' end,
           case when u.rolbypassrls then 'pasa por encima de la separación de empresas' end,
           case when u.rolreplication then 'replica la base' end,
           case when exists (select 1 from pg_database d where d.datname = current_database() and d.datdba = u.oid) then 'es dueño de la base' end,
           case when exists (select 1 from pg_class c where c.relowner = u.oid) or exists (select 1 from pg_proc p where p.proowner = u.oid) then 'es dueño de tablas o funciones' end], null) as poderes,
         case when u.rolsuper then '{}' else
           (select coalesce(array_agg(r.rolname::text order by r.rolname), '{}') from pg_roles r where r.oid <> u.oid and r.rolname <> all($1) and pg_has_role(u.oid, r.oid, 'member')) end as otros,
         not exists (select 1 from pg_roles r where r.rolname = ($1::text[])[1] and pg_has_role(u.oid, r.oid, 'member')) as falta
    from pg_roles u where u.rolname = session_user`

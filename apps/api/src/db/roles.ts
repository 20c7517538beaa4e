import type pg from 'pg'

const ROLES = ['yupana_owner', 'yupana_app', 'yupana_worker', 'yupana_jobs'] as const
/** Roles belong to the cluster, not to one database: they are created by one process at a time. */
const ROLES_LOCK = 7_401_922_604

/** Without a password: the administrator of the addresses sets one. */
export async function createRoleOnce(admin: pg.Client, role: (typeof ROLES)[number]): Promise<void> {
  const { rowCount } = await admin.query('select 1 from pg_roles where rolname = $1', [role])
  if (!rowCount) await admin.query(`create role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls`)
}

/**
 * The four roles, none superuser, none able to pass row-level security: owner of the tables (migrations), API, worker, and the owner of the
 * queue's tables. The administrator becomes a member of each, so that one address can serve all.
 */
export async function ensureRoles(admin: pg.Client): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [ROLES_LOCK])
  try {
    for (const role of ROLES) await createRoleOnce(admin, role)
    const { rows } = await admin.query<{ usuario: string; base: string; super: boolean }>(
      `select quote_ident(current_user) as usuario, quote_ident(current_database()) as base, rolsuper as super from pg_roles where rolname = current_user`,
    )
    const { usuario, base, super: isSuper } = rows[0]!
    if (!isSuper) for (const role of ROLES) await admin.query(`grant ${role} to ${usuario}`)
    // Migrations hand the bell over to yupana_jobs: only a member may do that.
    await admin.query('grant yupana_jobs to yupana_owner')
    // The worker process runs the queue beside its own work.
    await admin.query('grant yupana_jobs to yupana_worker')
    await admin.query(`grant create, connect, temporary on database ${base} to yupana_owner, yupana_jobs`)
    await admin.query(`grant connect on database ${base} to yupana_app, yupana_worker`)
    await admin.query('grant usage, create on schema public to yupana_owner')
    await admin.query('grant usage on schema public to yupana_app, yupana_worker, yupana_jobs')
    // The queue's maintainer rings on behalf of the application through a function it owns in our schema.
    await admin.query('grant create on schema public to yupana_jobs')
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [ROLES_LOCK])
  }
}

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createDb, createPool, type Db } from './connect.ts'
import { migrate } from './migrate.ts'
import { sql } from 'kysely'

// People of an installation from before mails had to be verified (migration 0300).

let database: TestDatabase
let db: Db
let end: () => Promise<void>

beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false })
  await migrate(
    database.adminUrl,
    () => undefined,
    (name) => name < '0300',
  )
  const pool = createPool(database.adminUrl, 'yupana_owner', { max: 1 })
  ;[db, end] = [createDb(pool), () => pool.end()]
})
afterAll(async () => {
  await end?.()
  await database?.close()
})

const CREADO = '2026-01-01T00:00:00Z'
const insert = async (username: string, mail: string, ci: string | null = null) => {
  const id = randomUUID()
  await sql`insert into usuario (id, username, mail, ci, name, password_hash, creado_en) values (${id}, ${username}, ${mail}, ${ci}, 'x', 'x', ${CREADO})`.execute(
    db,
  )
  return id
}

it('O-114 keeps the mail that came with the account, makes a claim of one that was typed, and gives each name to one person', async () => {
  const empresa = randomUUID()
  await sql`insert into empresa (id, ruc, razon_social, dir_matriz, secreto, creada_en) values (${empresa}, '1799999907001', 'A', 'B', '', ${CREADO})`.execute(
    db,
  )
  const [operador, ladron, invitada, correo, numero, pasaporte] = [
    await insert('jefe', 'jefe@ejemplo.ec'),
    await insert('ladron', 'rosa@ejemplo.ec'),
    await insert('invitada', 'invitada@ejemplo.ec'),
    await insert('luis@ejemplo.ec', 'ana@ejemplo.ec'),
    await insert('1712345675', 'numero@ejemplo.ec', '0912345678'),
    await insert('ab123', 'pasaporte@ejemplo.ec'),
  ]
  const [dueno, arroba] = [await insert('dueno', 'dueno@ejemplo.ec', 'AB123'), await insert('arroba', 'arroba@ejemplo.ec', 'x@ejemplo.ec')]
  const aceptar = (id: string, mail: string, en: string) =>
    sql`
    insert into invitacion (empresa_id, id, token_hash, mail, rol, invitada_por, creada_en, vence_en, aceptada_en, aceptada_por)
    values (${empresa}, ${randomUUID()}, ${randomUUID()}::text::bytea, ${mail}, 1, ${operador}, ${CREADO}, ${CREADO}, ${en}, ${id})`.execute(
      db,
    )
  await aceptar(invitada, 'invitada@ejemplo.ec', CREADO)
  // Taken with the mail that he had typed: what this migration is about.
  await aceptar(ladron, 'rosa@ejemplo.ec', '2026-02-01T00:00:00Z')
  await sql`insert into auditoria (empresa_id, usuario_id, en, accion, objeto, detalle) values (${empresa}, ${ladron}, now(), 'perfil.editar', ${ladron}, '{"mail": ["a@ejemplo.ec", "rosa@ejemplo.ec"]}')`.execute(
    db,
  )

  await migrate(database.adminUrl)

  const { rows } = await sql<{ id: string; username: string; mail: string; ci: string | null; pendiente: string | null }>`
    select u.id, u.username, u.mail, u.ci, c.mail as pendiente from usuario u left join correo_reclamado c on c.usuario_id = u.id`.execute(
    db,
  )
  const of = (id: string) => rows.find((row) => row.id === id)
  expect(of(operador)).toMatchObject({ username: 'jefe', mail: 'jefe@ejemplo.ec', pendiente: null })
  expect(of(invitada)).toMatchObject({ mail: 'invitada@ejemplo.ec', pendiente: null })
  expect(of(ladron)).toMatchObject({ mail: '', pendiente: 'rosa@ejemplo.ec' })
  expect(of(correo)).toMatchObject({ username: 'luis', mail: 'ana@ejemplo.ec' })
  expect(of(numero)).toMatchObject({ username: 'usuario1712345675', ci: '0912345678' })
  expect(of(pasaporte)?.username).toBe('ab1232')
  expect([of(dueno)?.ci, of(arroba)?.ci]).toEqual(['AB123', null])
  expect((await sql`select * from nombre_ingreso`.execute(db)).rows).toHaveLength(8 + 7 + 2)
  const renamed = await sql<{ objeto: string }>`select objeto from administracion_hecho where accion = 'usuario.renombrar'`.execute(db)
  expect(renamed.rows.map(({ objeto }) => objeto).sort()).toEqual([correo, numero, pasaporte, arroba].sort())
})

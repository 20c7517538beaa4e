import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildEmpresa, buildUsuario } from '../testing/builders.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { actingAs } from './actor.ts'
import { createDb, createPool, type Db } from './connect.ts'
import type { EmpresaId } from './empresa-id.ts'
import { inEmpresa, sendInEmpresa, type Tx } from './transaction.ts'

let app: TestApp
let empresaId: EmpresaId
const pools: ReturnType<typeof createPool>[] = []
const open = (pipeline: boolean): Db => {
  const pool = createPool(app.database.appUrl, 'yupana_app', { max: 1, pipeline })
  pools.push(pool)
  return createDb(pool)
}
beforeAll(async () => {
  app = await buildTestApp()
  empresaId = (await buildEmpresa(app)).id
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await app?.close()
})

const insert = (tx: Tx, accion: string) =>
  tx
    .insertInto('auditoria')
    .values({ empresa_id: empresaId, en: app.clock.now(), usuario_id: null, accion, objeto: null, detalle: '{}' })
    .execute()
const count = async (accion: string) =>
  (
    await app.owner
      .selectFrom('auditoria')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('accion', '=', accion)
      .executeTakeFirstOrThrow()
  ).n

describe.each([[true], [false]])('a transaction, statements sent ahead: %s', (pipeline) => {
  it('commits what the work did, and sees its own company only', async () => {
    const db = open(pipeline)
    const name = randomUUID()
    await inEmpresa(db, empresaId, async (tx) => {
      await insert(tx, name)
      const { rows } = await sql<{ id: string }>`select id from empresa`.execute(tx)
      expect(rows).toEqual([{ id: empresaId }])
    })
    expect(await count(name)).toBe(1)
    expect((await sql`select id from empresa`.execute(db)).rows).toEqual([])
  })

  it('leaves nothing behind when the work throws, and the connection goes on', async () => {
    const db = open(pipeline)
    const name = randomUUID()
    await expect(
      inEmpresa(db, empresaId, async (tx) => {
        await insert(tx, name)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await expect(
      inEmpresa(db, empresaId, async (tx) => {
        await insert(tx, name)
        await sql`select 1/0`.execute(tx)
      }),
    ).rejects.toThrow('division')
    expect(await count(name)).toBe(0)
    await inEmpresa(db, empresaId, (tx) => insert(tx, name))
    expect(await count(name)).toBe(1)
  })

  it('does not take a swallowed failure for a commit', async () => {
    const db = open(pipeline)
    const name = randomUUID()
    const overlooked = inEmpresa(db, empresaId, async (tx) => {
      await insert(tx, name)
      await sql`select 1/0`.execute(tx).catch(() => undefined)
    })
    await expect(overlooked).rejects.toThrow('division')
    expect(await count(name)).toBe(0)
  })

  it('C20: tells the first failure, never that the transaction had failed before', async () => {
    const db = open(pipeline)
    const full = (tx: Tx) => sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(tx)
    const seen = inEmpresa(db, empresaId, async (tx) => {
      const lost = full(tx).catch(() => undefined)
      await Promise.all([insert(tx, 'x'), lost]).catch(() => undefined)
      await insert(tx, 'y')
    })
    await expect(seen).rejects.toMatchObject({ code: '53100' })
    // The next transaction on this connection gets none of its errors.
    await expect(inEmpresa(db, empresaId, (tx) => sql`select 1/0`.execute(tx))).rejects.toMatchObject({ code: '22012' })
  })

  it('sends statements and commit in one go, all or nothing', async () => {
    const db = open(pipeline)
    const name = randomUUID()
    await sendInEmpresa(db, empresaId, 2, (tx) => Promise.all([insert(tx, name), insert(tx, name)]))
    expect(await count(name)).toBe(2)
    const failing = sendInEmpresa(db, empresaId, 3, (tx) => Promise.all([insert(tx, name), sql`select 1/0`.execute(tx), insert(tx, name)]))
    await expect(failing).rejects.toThrow('division')
    expect(await count(name)).toBe(2)
    await sendInEmpresa(db, empresaId, 1, (tx) => insert(tx, name))
    expect(await count(name)).toBe(3)
  })

  it("O-14: writes who acts in another's name into each row, and nobody into the rows of the next transaction", async () => {
    const db = open(pipeline)
    const name = randomUUID()
    const { id: actor } = await buildUsuario(app, { empresas: [] })
    await actingAs(actor, () => inEmpresa(db, empresaId, (tx) => insert(tx, name)))
    await actingAs(actor, () => sendInEmpresa(db, empresaId, 1, (tx) => insert(tx, name)))
    await inEmpresa(db, empresaId, (tx) => insert(tx, name))
    const rows = await app.owner.selectFrom('auditoria').select('actor_id').where('accion', '=', name).orderBy('id').execute()
    expect(rows.map(({ actor_id }) => actor_id)).toEqual([actor, actor, null])
  })

  it('does nothing when the work sends nothing, and refuses an id that is no UUID', async () => {
    const db = open(pipeline)
    expect(await inEmpresa(db, empresaId, async () => 7)).toBe(7)
    await expect(inEmpresa(db, `x'; drop table empresa; --` as EmpresaId, async () => 7)).rejects.toThrow(RangeError)
  })
})

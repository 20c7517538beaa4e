import { randomBytes } from 'node:crypto'
import type { PerfilForm } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildSesiones, type Quien, type Sesiones } from '../../testing/sesiones-que-no-sirven.ts'
import { savePassword, palabrasDe } from '../sesion/password.sql.ts'
import { usernameIn } from '../sesion/sesion.sql.ts'
import { deleteReclamo, readReclamo, saveReclamo, takeReclamo } from '../verificacion/verificacion.sql.ts'
import { closeOthers, openSesiones, readAvatar, readPerfil, saveAvatar, savePerfil } from './perfil.sql.ts'

// As yupana_app: the answers of the profile's doors to an invalid or ended session.

let app: TestApp
let sesiones: Sesiones
beforeAll(async () => {
  app = await buildTestApp()
  sesiones = await buildSesiones(app)
})
afterAll(() => app?.close())

const HOUR = 3_600_000
const reclamo = ({ ahora }: Quien) => ({ mail: 'otro@ejemplo.ec', hash: randomBytes(32), ahora, hasta: new Date(ahora.getTime() + HOUR) })
const formOf = (username: string): PerfilForm => ({
  ci: undefined,
  name: 'Ajena',
  surname: 'Ajena',
  mail: '',
  username,
  phone: undefined,
  birthDate: undefined,
})

const READS: Readonly<Record<string, (quien: Quien) => Promise<unknown>>> = {
  usuario_perfil: (quien) => readPerfil(app.deps.db, quien, quien.ahora),
  usuario_avatar: (quien) => readAvatar(app.deps.db, quien, quien.ahora),
  sesiones_de_usuario: (quien) => openSesiones(app.deps.db, quien, quien.ahora),
  correo_reclamo: (quien) => readReclamo(app.deps.db, quien, quien.ahora),
}
const WRITES: Readonly<Record<string, (quien: Quien) => Promise<unknown>>> = {
  usuario_guardar_perfil: (quien) => savePerfil(app.deps.db, quien, formOf(sesiones.who.username), quien.ahora),
  usuario_guardar_avatar: (quien) => saveAvatar(app.deps.db, quien, { bytes: Buffer.from('x'), tipo: 'image/png' }, quien.ahora),
  usuario_cambiar_clave: (quien) => savePassword(app.deps.db, quien, 'x', quien.ahora),
  sesiones_cerrar_otras: (quien) => closeOthers(app.deps.db, quien, quien.ahora),
  correo_reclamar: (quien) => saveReclamo(app.deps.db, quien, reclamo(quien)),
  correo_retirar: (quien) => deleteReclamo(app.deps.db, quien, quien.ahora),
  correo_verificar: (quien) => takeReclamo(app.deps.db, randomBytes(32), quien, quien.ahora),
}

/** Every row that these doors could change. */
const state = async () =>
  (
    await sql`
  select (select jsonb_agg(u order by u.id) from usuario u) as usuarios, (select jsonb_agg(s order by s.token_hash) from sesion s) as sesiones, (select jsonb_agg(c) from correo_reclamado c) as reclamos`.execute(
      app.owner,
    )
  ).rows

describe('a session that opens nothing', () => {
  it.each(Object.keys({ ...READS, ...WRITES }))(
    '%s refuses one that is unknown, ended, expired, of a disabled person, or waits for its password',
    async (door) => {
      const before = await state()
      for (const [what, quien] of Object.entries(sesiones.ninguna))
        await expect({ ...READS, ...WRITES }[door]!(quien), what).rejects.toMatchObject({
          status: 401,
          code: what === 'waiting' ? 'INACTIVE' : 'UNAUTHORIZED',
        })
      expect(await state()).toEqual(before)
    },
  )

  it.each(Object.keys(WRITES))('O-14 %s refuses that of support in the name of the person', async (door) => {
    const before = await state()
    await expect(WRITES[door]!(sesiones.soporte)).rejects.toMatchObject({ status: 401 })
    expect(await state()).toEqual(before)
  })

  it('palabras_de_cuenta and sesion_quien tell it nothing; who comes back to one that waits is told its name', async () => {
    const { waiting, ...others } = sesiones.ninguna
    for (const { tokenHash, ahora } of Object.values(others)) {
      expect([await palabrasDe(app.deps.db, tokenHash, ahora), await usernameIn(app.deps.db, tokenHash, ahora)]).toEqual([[], ''])
    }
    expect(await usernameIn(app.deps.db, waiting.tokenHash, waiting.ahora)).toBe(sesiones.who.username)
    expect(await usernameIn(app.deps.db, sesiones.soporte.tokenHash, sesiones.soporte.ahora)).not.toBe(sesiones.who.username)
  })
})

describe('an open session', () => {
  it.each(Object.keys(READS))('O-14 %s answers it, and that of support', async (door) => {
    await expect(READS[door]!(sesiones.abierta)).resolves.not.toThrow()
    await expect(READS[door]!(sesiones.soporte)).resolves.not.toThrow()
  })

  it.each(Object.keys(WRITES))('%s serves it and touches nobody else', async (door) => {
    const [own, other] = [await buildSesiones(app), await buildSesiones(app)]
    const of = async ({ who }: Sesiones) =>
      (
        await sql`
      select u as usuario, (select jsonb_agg(s order by s.token_hash) from sesion s where s.usuario_id = u.id) as sesiones, (select jsonb_agg(c) from correo_reclamado c where c.usuario_id = u.id) as reclamos
        from usuario u where u.id = ${who.id}`.execute(app.owner)
      ).rows
    const before = await of(other)
    sesiones = { ...sesiones, who: own.who }
    await expect(WRITES[door]!(own.abierta)).resolves.not.toThrow()
    expect(await of(other)).toEqual(before)
  })

  it('O-114 asks for no mail beyond twenty-four hours', async () => {
    const { abierta } = await buildSesiones(app)
    const late = { ...reclamo(abierta), hasta: new Date(abierta.ahora.getTime() + 24 * HOUR + 1) }
    await expect(saveReclamo(app.deps.db, abierta, late)).rejects.toMatchObject({ code: '23514' })
  })
})

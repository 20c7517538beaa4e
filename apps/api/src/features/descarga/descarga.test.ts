import { randomUUID } from 'node:crypto'
import {
  authLogout,
  downloadDescarga,
  downloadDocumentoEnCola,
  downloadDocumentoFirma,
  downloadPaqueteEnCola,
  searchPersona,
  type Descarga,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { buildSolicitudAprobada, type SolicitudAprobada } from '../../testing/solicitud-aprobada.ts'
import { cleanDescargas } from './descarga.door.ts'

const EN = '2026-11-24T10:00:00-05:00'
const PDF = Buffer.concat([Buffer.from('%PDF-1.5\n'), Buffer.alloc(1_500_000, 'x'), Buffer.from('\n%%EOF')])

let app: TestApp
let mesa: string
let empresa: { id: EmpresaId }
let usuarioId: string
let token: string
let solicitud: SolicitudAprobada

beforeAll(async () => {
  app = await buildTestApp({ now: EN })
  mesa = await tokenOfNew(app, { empresas: [], superAdmin: true })
})
afterAll(() => app?.close())
beforeEach(async () => {
  app.clock.set(EN)
  empresa = await buildEmpresa(app)
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  usuarioId = usuario.id
  token = (await app.signIn(usuario.username)).token
  solicitud = await buildSolicitudAprobada(app, { empresaId: empresa.id, usuarioId }, PDF)
})

const ask = (as = token, id = solicitud.id) =>
  app.call<Descarga>(downloadDocumentoFirma, { token: as, params: { id }, body: { clase: 'RUC' } })
const give = async () => (await ask()).data.ticket
const take = (ticket: string, as?: string) => app.call(downloadDescarga, { params: { ticket }, token: as })
const rows = () => app.owner.selectFrom('descarga').selectAll().where('empresa_id', '=', empresa.id).execute()
const looks = async () =>
  (
    await app.owner
      .selectFrom('auditoria')
      .select(['usuario_id', 'detalle'])
      .where('accion', '=', 'firma.ver_documento')
      .where('objeto', '=', solicitud.id)
      .execute()
  ).map(({ usuario_id, detalle }) => [usuario_id, detalle])

const ABSENT = { status: 404, msg: 'Esta descarga ya se usó, venció o no existe. Vuelva a la página y pida el archivo otra vez.' }

describe('a ticket of a download', () => {
  it('brings the file once, as it was given and with no session beside it; the look is in the audit before', async () => {
    const { data } = await ask()
    expect(data.ticket).toMatch(/^[\w-]{43}$/)
    expect(await looks()).toEqual([[usuarioId, { documento: 'RUC' }]])
    const answer = await take(data.ticket)
    expect([answer.status, answer.raw.equals(PDF)]).toEqual([200, true])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(PDF.length),
      'content-disposition': 'attachment; filename="certificado-del-ruc.pdf"',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(await take(data.ticket)).toMatchObject(ABSENT)
    expect(await looks()).toHaveLength(1)
  })

  it('is kept by its hash alone', async () => {
    const ticket = await give()
    const kept = await rows()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(ticket)
    expect(kept[0]?.hash.toString('base64url')).not.toBe(ticket)
  })

  it('is used by one of two requests at the same instant', async () => {
    const ticket = await give()
    const both = await Promise.all([take(ticket), take(ticket)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  it.each<[string, () => Promise<{ ticket: string; as?: string }>]>([
    [
      'over',
      async () => {
        const ticket = await give()
        app.clock.advance(60_000)
        return { ticket }
      },
    ],
    ['invented', () => Promise.resolve({ ticket: 'A'.repeat(43) })],
    ['no ticket', () => Promise.resolve({ ticket: '%00' })],
    ['shown by another session', async () => ({ ticket: await give(), as: await tokenOfNew(app, { empresas: [empresa] }) })],
    [
      'of a session that ended',
      async () => {
        const ticket = await give()
        await app.call(authLogout, { token })
        return { ticket }
      },
    ],
    [
      'of a session that works in another company now',
      async () => {
        const ticket = await give()
        const { id } = await buildEmpresa(app)
        await sql`update sesion set empresa_id = ${id} where usuario_id = ${usuarioId}`.execute(app.owner)
        await sql`insert into usuario_empresa (empresa_id, usuario_id, rol) values (${id}, ${usuarioId}, ${ROL.ADMIN})`.execute(app.owner)
        return { ticket }
      },
    ],
    [
      'of somebody who may buy no more',
      async () => {
        const ticket = await give()
        await sql`update usuario_empresa set collections = '{}' where usuario_id = ${usuarioId}`.execute(app.owner)
        return { ticket }
      },
    ],
    [
      'of a package, of somebody who is SUPER_ADMIN no more',
      async () => {
        const jefe = await buildUsuario(app, { empresas: [empresa], superAdmin: true })
        const { token: suyo } = await app.signIn(jefe.username)
        const body = { empresa_id: empresa.id, id: solicitud.id }
        const { ticket } = (await app.call<Descarga>(downloadPaqueteEnCola, { token: suyo, body })).data
        await sql`update usuario set super_admin = false where id = ${jefe.id}`.execute(app.owner)
        return { ticket }
      },
    ],
    [
      'of somebody who was put out of the company',
      async () => {
        const ticket = await give()
        await sql`update usuario_empresa set activo = false where usuario_id = ${usuarioId}`.execute(app.owner)
        return { ticket }
      },
    ],
  ])('that is %s answers like an absent one, also later', async (_what, build) => {
    const { ticket, as } = await build()
    expect(await take(ticket, as)).toMatchObject(ABSENT)
    expect(await take(ticket)).toMatchObject(ABSENT)
  })

  it('whose file was deleted meanwhile brings nothing', async () => {
    const ticket = await give()
    await sql`delete from archivo where id = ${solicitud.archivo}`.execute(app.owner)
    expect((await take(ticket)).status).toBe(404)
  })

  it('goes by itself where nobody used it, and no other does', async () => {
    await give()
    app.clock.advance(30_000)
    const later = await give()
    app.clock.advance(40_000)
    await cleanDescargas(app.owner, app.clock.now())
    expect(await rows()).toHaveLength(1)
    expect((await take(later)).status).toBe(200)
  })
})

describe('a ticket is given', () => {
  it('to the requester of a document and to SUPER_ADMIN, who need not be in its company', async () => {
    const other = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
    const colleague = await tokenOfNew(app, { empresas: [empresa] })
    expect((await ask(other)).status).toBe(404)
    expect((await ask(colleague)).status).toBe(404)
    expect((await ask(token, randomUUID())).status).toBe(404)
    const body = { empresa_id: empresa.id, id: solicitud.id, clase: 'RUC' }
    const { ticket } = (await app.call<Descarga>(downloadDocumentoEnCola, { token: mesa, body })).data
    expect((await take(ticket)).raw.equals(PDF)).toBe(true)
    await expectGuarded(app, empresa, downloadDocumentoEnCola, { body }, [ROL.ADMIN, ROL.USUARIO])
    await expectGuarded(app, empresa, downloadDocumentoFirma, { params: { id: solicitud.id }, body: { clase: 'RUC' } }, [ROL.USUARIO])
  })

  it('not for what the storage cannot bring: that is said in words, and nobody looked', async () => {
    await sql`
      update almacen_objeto o set bytes = set_byte(bytes, 20, get_byte(bytes, 20) # 1)
        from archivo_parte p where p.objeto = o.objeto and p.archivo_id = ${solicitud.archivo}`.execute(app.owner)
    expect(await ask()).toMatchObject({ status: 410, msg: expect.stringContaining('ya no se puede leer') as string })
    expect([await looks(), await rows()]).toEqual([[], []])
  })

  it('for a package that is noted as taken with it: the second one only where that is said', async () => {
    const body = { empresa_id: empresa.id, id: solicitud.id }
    const first = await app.call<Descarga>(downloadPaqueteEnCola, { token: mesa, body })
    expect((await app.call(downloadPaqueteEnCola, { token: mesa, body })).status).toBe(422)
    expect((await take(first.data.ticket)).headers['content-disposition']).toBe('attachment; filename="firma-ana-paz.zip"')
  })
})

it('a ticket opens nothing else: as a session it is nobody’s', async () => {
  const ticket = await give()
  expect((await app.call(searchPersona, { token: ticket })).status).toBe(401)
  expect((await take(ticket)).status).toBe(200)
})

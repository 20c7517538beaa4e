import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { authBusiness, authCodigo, authSession, impersonationLogin, searchEmpresa, searchPersona, type Desafio } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { demora } from '../../features/sesion/demora.ts'
import { POR_PERSONA, tellRechazos } from '../../features/rechazo/rechazo.service.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, PASSWORD_USUARIO, type UsuarioBuilt } from '../../testing/builders.ts'
import { enrol } from '../../testing/segundo-factor.ts'
import { flushRechazos } from './rechazos-conteo.ts'
import { claseOf } from './rechazos.ts'
import { ROL } from '../sesion/roles.ts'

// The delay after a wrong guess is skipped here.
vi.spyOn(demora, 'take').mockResolvedValue()

let app: TestApp
let empresa: { id: EmpresaId }
let jefe: UsuarioBuilt
let pool: ReturnType<typeof createPool>
const written: Record<string, unknown>[] = []
let count = 0

beforeAll(async () => {
  app = await buildTestApp()
  empresa = await buildEmpresa(app)
  jefe = await buildUsuario(app, { empresas: [], superAdmin: true })
  pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(JSON.parse(String(text)) as Record<string, unknown>) > 0)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await pool?.end()
  await app?.close()
})

const nextRed = () => `10.80.${++count >> 8}.${count & 255}`
const linesOf = async (work: () => Promise<unknown>) => {
  const before = written.length
  await work()
  return written.slice(before).filter(({ event }) => event === 'refused')
}
const enter = (email: string, pass: string, red = nextRed()) => app.call(authBusiness, { body: { email, pass: app.encode(pass) }, red })
/** The regular work of the server's clock and a worker. */
const tell = async () => {
  await flushRechazos(app.deps.db, app.clock.now())
  await tellRechazos({ ...app.deps, db: createDb(pool) })
}
const auditOf = ({ id }: UsuarioBuilt) =>
  app.owner
    .selectFrom('auditoria')
    .select(['empresa_id', 'usuario_id', 'detalle'])
    .where('accion', '=', 'cuenta.rechazos')
    .where('objeto', '=', id)
    .orderBy('id')
    .execute()
const lettersTo = async (mail: string, asunto: string) => {
  const rows = await app.owner.selectFrom('carta_cuenta').selectAll().where('para', '=', mail).where('asunto', '=', asunto).execute()
  return rows.map(({ id, texto }) => app.deps.sobre.abrirCorto(texto!, `carta de cuenta ${id}`).toString())
}
const SUYA = 'Alguien intenta ingresar con su cuenta'
const TODAS = 'Intentos de ingreso rechazados'

describe('what is refused', () => {
  it('leaves one line each: wrong passwords and codes, 401, 403 and 429, with network, route, request and the account hashed', async () => {
    const who = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    const red = nextRed()
    const { token } = await app.signIn(who.username, { red })
    await enrol(app, token, red)
    const ids: unknown[] = []
    const call = async (answer: Promise<{ status: number; headers: Record<string, unknown> }>) =>
      ids.push((await answer).headers['x-request-id'])
    const lines = await linesOf(async () => {
      for (const name of [who.username, who.mail, who.ci]) await call(enter(name, 'mala', red))
      const {
        data: { desafio },
      } = (await enter(who.username, PASSWORD_USUARIO, red)) as { data: Desafio }
      await call(app.call(authCodigo, { body: { desafio, codigo: '000000' }, red }))
      await call(app.call(impersonationLogin, { params: { accessToken: 'x'.repeat(43) }, body: { accessToken: 'x'.repeat(43) }, red }))
      await call(app.call(authSession, { red }))
      await call(app.call(searchEmpresa, { token, red }))
      for (let n = 0; n < 6; n++) await call(enter('nadie-aqui', 'mala', red))
    })
    expect(lines.map(({ status, code }) => `${String(status)} ${String(code)}`)).toEqual([
      ...Array.from({ length: 3 }, () => '422 BAD_CREDENTIALS'),
      '422 CODIGO',
      '422 BAD_IMPERSONATION',
      '401 UNAUTHORIZED',
      '403 FORBIDDEN',
      ...Array.from({ length: 5 }, () => '422 BAD_CREDENTIALS'),
      '429 TOO_MANY',
    ])
    expect(lines[0]).toMatchObject({ level: 'warn', method: 'POST', route: `/app${authBusiness.path}` })
    expect(lines.map(({ request }) => request)).toEqual(ids)
    expect(new Set(lines.map(({ network }) => network))).toEqual(new Set([red]))
    const accounts = lines.map(({ account }) => account)
    expect(new Set([...accounts.slice(0, 4), accounts[6]]).size).toBe(1)
    expect(new Set(accounts.slice(7)).size).toBe(1)
    expect([accounts[0], accounts[7]]).toEqual([expect.stringMatching(/^[\w-]{16}$/), expect.stringMatching(/^[\w-]{16}$/)])
    expect(accounts[4] ?? accounts[5]).toBeUndefined()
    for (const secret of [who.username, who.mail, who.ci, who.id, 'nadie-aqui']) expect(JSON.stringify(lines)).not.toContain(secret)
  })

  it('a wrong link of a quote or a calendar, and a wrong ticket of a download, leaves its line too', async () => {
    const wrong = [`/c/${'x'.repeat(43)}`, `/c/${'x'.repeat(43)}/pdf`, `/o/${'x'.repeat(43)}.ics`, `/app/v1/descarga/${'x'.repeat(43)}`]
    const lines = await linesOf(async () => {
      for (const url of wrong) await app.server.inject({ url })
    })
    expect(lines.map(({ status, code, route }) => `${String(status)} ${String(code)} ${String(route)}`)).toEqual([
      '404 LINK_INVALID /c/:token',
      '404 LINK_INVALID /c/:token/pdf',
      '404 LINK_INVALID /o/:archivo',
      '404 DOWNLOAD /app/v1/descarga/:ticket',
    ])
  })

  it('of a flood a bounded number of lines is written, and the others are counted', async () => {
    const red = nextRed()
    const lines = await linesOf(async () => {
      for (let n = 0; n < 700; n++) await app.call(authSession, { red })
    })
    expect(lines).toHaveLength(500)
    const count = () =>
      sql<{ sesiones: number }>`select sesiones from rechazo where cuenta = '00000000-0000-0000-0000-000000000000'`.execute(app.owner)
    await flushRechazos(app.deps.db, app.clock.now())
    expect((await count()).rows[0]?.sesiones).toBeGreaterThanOrEqual(700)
    expect(await linesOf(() => app.call(authSession, { red: nextRed() }))).toHaveLength(1)
  })

  it('is counted in the audit of the person in each company: the first at once, the others when the hour is over', async () => {
    const second = await buildEmpresa(app)
    const who = await buildUsuario(app, { empresas: [empresa, second] })
    await enter(who.mail, 'mala', '10.81.0.1')
    await tell()
    await enter(who.username, 'mala', '10.81.0.1')
    await enter(who.ci, 'mala', '10.81.0.2')
    await tell()
    await tell()
    expect(await auditOf(who)).toHaveLength(2)
    app.clock.advance(60 * 60_000)
    await tell()
    const rows = (await auditOf(who)).map(({ empresa_id, usuario_id, detalle }) => ({ empresa_id, usuario_id, ...(detalle as object) }))
    for (const { id } of [empresa, second]) {
      const mine = rows.filter(({ empresa_id }) => empresa_id === id)
      expect(mine).toMatchObject([
        { usuario_id: null, contrasenas: 1, redes: ['10.81.0.1'] },
        { usuario_id: null, contrasenas: 3, redes: ['10.81.0.1', '10.81.0.2'] },
      ])
    }
    const alone = await buildUsuario(app, { empresas: [] })
    await enter(alone.username, 'mala')
    await tell()
    expect(await app.owner.selectFrom('administracion_hecho').select('detalle').where('objeto', '=', alone.id).execute()).toMatchObject([
      { detalle: { contrasenas: 1 } },
    ])
  })

  it('in number is told to the person and to SUPER_ADMIN by mail, once, whichever worker comes first', async () => {
    const who = await buildUsuario(app, { empresas: [empresa] })
    app.clock.advance(60 * 60_000)
    const told = (await lettersTo(jefe.mail, TODAS)).length
    for (let n = 0; n < POR_PERSONA - 1; n++) await enter(who.username, 'mala')
    await tell()
    expect([(await lettersTo(who.mail, SUYA)).length, (await lettersTo(jefe.mail, TODAS)).length]).toEqual([0, told])
    for (let n = 0; n < 5; n++) await enter(who.username, 'mala')
    await flushRechazos(app.deps.db, app.clock.now())
    await Promise.all([tell(), tell()])
    for (let n = 0; n < 5; n++) await enter(who.username, 'mala')
    await tell()
    const [mine, theirs] = [await lettersTo(who.mail, SUYA), await lettersTo(jefe.mail, TODAS)]
    expect([mine.length, theirs.length]).toEqual([1, told + 1])
    expect(mine[0]).toMatch(new RegExp(`se rechazaron 24 contraseñas o códigos incorrectos para su cuenta ${who.username}`))
    expect(theirs.at(-1)).toContain(`- ${who.username}: 24`)
  })

  it("is nobody's to take away: the API adds to the counts, and neither reads, changes nor deletes them", async () => {
    const api = createPool(app.database.appUrl, 'yupana_app', { max: 1 })
    for (const statement of [
      'select * from rechazo',
      'update rechazo set ingresos = 0',
      'delete from rechazo',
      'truncate rechazo',
      'select rechazos_auditar(now())',
      'select limpiar_rechazos(now())',
      'delete from auditoria',
    ])
      await expect(sql.raw(statement).execute(createDb(api)), statement).rejects.toThrow(/permission denied/)
    await sql`select rechazos_sumar(${JSON.stringify([{ cuenta: jefe.id, ingresos: -5, codigos: 0, permisos: 0, limites: 0, sesiones: 0, redes: [] }])}::jsonb, now())`.execute(
      createDb(api),
    )
    expect(
      (await sql<{ ingresos: number }>`select ingresos from rechazo where cuenta = ${jefe.id}`.execute(app.owner)).rows.every(
        ({ ingresos }) => ingresos >= 0,
      ),
    ).toBe(true)
    await api.end()
  })

  it('of a session in a company is counted too: 403 and 429', async () => {
    const who = await buildUsuario(app, { empresas: [empresa], rol: ROL.USUARIO })
    const { token } = await app.signIn(who.username, { red: nextRed() })
    expect((await app.call(searchEmpresa, { token })).status).toBe(403)
    expect((await app.call(searchPersona, { token })).status).toBeLessThan(500)
    await tell()
    expect((await auditOf(who))[0]?.detalle).toMatchObject({ sin_permiso: expect.any(Number) as number })
  })
})

/** With status 422: passwords, codes and one-use links that did not hold. */
const PRUEBAS = [
  'BAD_CREDENTIALS',
  'BAD_IMPERSONATION',
  'WRONG_PASSWORD',
  'LINK',
  'RESET_CODE',
  'CODIGO',
  'DESAFIO',
  'INVITATION',
  'MAIL_LINK',
  'INVITATION_NOT_YOURS',
]
/** The others with status 422: a new error belongs here, or above. */
const SIN_PRUEBA = [
  'REVERSED',
  'SIN_NOTA',
  'AJUSTE',
  'ALREADY_EMPLOYEE',
  'ALREADY_REGISTERED',
  'ALREADY_UNDONE',
  'ATTACHMENTS',
  'BODEGA_DEFAULT',
  'BODEGA_ESTABLISHMENT',
  'BODEGA_STATUS',
  'CANTON',
  'CATALOG_FULL',
  'CATEGORY_CIRCLE',
  'CATEGORY_DEPTH',
  'CATEGORY_PARENT',
  'CENTAVOS',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_MISSING',
  'CERTIFICATE_UNUSABLE',
  'CHECKLIST',
  'CI',
  'CODE',
  'CODE_ALREADY_USED',
  'CODIGO_NEEDED',
  'COMPANY',
  'COMPANY_ADMINISTERED',
  'COMPANY_PAUSED',
  'COMPANY_SUSPENDED',
  'CONDICIONES_UNCONFIRMED',
  'CONFIRM',
  'CORREO',
  'COUPON',
  'COUPONS_FULL',
  'COUPON_REFUSED',
  'DATE_NOT_ALLOWED',
  'DECLARATION_BOUGHT',
  'DECLARATION_FILED',
  'DECLARATION_INCOMPLETE',
  'DEFECTO',
  'DELETION_KEPT',
  'DISABLED',
  'DISCOUNT',
  'DOCUMENT',
  'DOCUMENT_TOO_LONG',
  'ENTITY',
  'ESTABLISHMENT',
  'ESTABLISHMENT_USED',
  'FACTOR_ACTIVE',
  'FACTOR_FOR_SIGNATURE',
  'FACTOR_MISSING',
  'FACTOR_NEEDED',
  'FACTOR_NOT_BEGUN',
  'FECHA',
  'FILE_MISSING',
  'FILE_PART',
  'FUTURE_DATE',
  'GASTO_A_NOMBRE',
  'GASTO_FECHA',
  'GASTO_REPETIDO',
  'GASTO_RUBRO',
  'GASTO_XML',
  'IDEMPOTENCY_KEY',
  'IDEMPOTENCY_REUSED',
  'IDENTIFICATION_USED',
  'IMAGE',
  'INVALID',
  'INVITATION_SIGN_IN',
  'INVITATION_SUSPENDED',
  'IN_USE',
  'ISSUED_OUTSIDE',
  'IVA',
  'JOBS_WAITING',
  'KIND',
  'LAST_ADMIN',
  'MAIL',
  'MAILBOX',
  'MAIL_RESERVED',
  'MAIL_TAKEN',
  'MENU',
  'MERGED',
  'NAME',
  'NAME_ALREADY_USED',
  'NORMA_DESDE',
  'NORMA_PASADO',
  'NORMA_REPETIDA',
  'NOTE',
  'NOTHING_OWED',
  'NOT_CLOSED',
  'NOTHING_TO_ADJUST',
  'NOT_A_MEMBER',
  'NOT_MERGED',
  'NOT_RECEIVABLE',
  'NOT_VOIDABLE',
  'NO_COMPANY',
  'NO_MAIL',
  'NO_MAIL_PENDING',
  'ORDERS_WAITING',
  'ORDER_MOVE',
  'ORDER_UNISSUED',
  'OWN_USER',
  'PACKAGE_ON_ITS_WAY',
  'PACKAGE_TO_NOBODY',
  'PASS',
  'PASSWORD',
  'PASSWORD_NEEDED',
  'PDF',
  'PERIODO',
  'POINT',
  'POINT_FIXED',
  'POINT_NOT_ALLOWED',
  'POINT_USED',
  'PRESENTADA',
  'PRICE',
  'PRODUCT',
  'QUOTE',
  'QUOTE_CHANGED',
  'QUOTE_EXPIRED',
  'QUOTE_STATE',
  'REASON',
  'REFERENCE',
  'REGIMEN_NEEDED',
  'REPORTE_LARGO',
  'RIGHT',
  'ROLE',
  'ROWS_REFUSED',
  'RUC',
  'RUC_USED',
  'SAME',
  'SELLER',
  'SERIES_EXHAUSTED',
  'SERIES_FORWARD',
  'SERIES_PAUSED',
  'SIGNATURES_WAITING',
  'SIGNATURE_CLOSED',
  'SIGNATURE_DRAFTS',
  'SIGNATURE_MOVE',
  'SIGNATURE_NONE_PAID',
  'SIGNATURE_OPEN',
  'SIGNATURE_TAKEN',
  'SIN_CAJA',
  'SIN_EFECTIVO',
  'SORT',
  'STOCK_TOO_LARGE',
  'STORE_CHANGED',
  'STORE_EMPTY',
  'STORE_FULL',
  'STORE_PRICE',
  'SUM_TOO_LARGE',
  'TAKEN',
  'TOO_EARLY',
  'TOO_MANY_FIELDS',
  'TOO_MANY_TO_UNDO',
  'UNDECLARED',
  'UNKNOWN_REF',
  'UNPAID',
  'UPLOADS_WAITING',
  'UPLOAD_NOT_READY',
  'USUARIO',
  'VALID_FROM',
  'VALID_TO',
  'VIDEO',
  'WRONG_STATE',
]

describe('every refusal', () => {
  const src = path.resolve(import.meta.dirname, '../..')
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(src, file), 'utf8'))
  const codes = sources.flatMap((text) =>
    [...text.matchAll(/(?:new AppError\(\s*'(\w+)',\s*422|\bfield\(\s*'([A-Z]\w+)')/g)].map(([, error, field]) => error ?? field ?? ''),
  )

  it.each(PRUEBAS)('%s, of a proof, leaves its line', (code) => {
    expect(claseOf({ code, status: 422 })).toMatch(/^(ingresos|codigos)$/)
  })

  it('is said to be of a proof or of none', () => {
    expect([...new Set(codes)].sort()).toEqual([...PRUEBAS, ...SIN_PRUEBA].sort())
  })
})

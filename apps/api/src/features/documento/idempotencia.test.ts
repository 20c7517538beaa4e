import { randomUUID } from 'node:crypto'
import {
  calculateFactura,
  createBorrador,
  deleteBorrador,
  duplicateFactura,
  editBorrador,
  emitFactura,
  readBorrador,
  searchBorrador,
  type Borrador,
  type Calculo,
  type Emitido,
  type FacturaForm,
  type FacturaFormInput,
  type Listing,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { huella } from '../../testing/huella.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string

beforeAll(async () => {
  app = await buildTestApp()
})
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  token = (await app.signIn(usuario.username)).token
})
afterAll(() => app?.close())

const emit = (form: FacturaFormInput = facturaForm(), { id = randomUUID() as string, key = randomUUID() as string, as = token } = {}) =>
  app.call<Emitido>(emitFactura, { token: as, params: { id }, headers: { 'idempotency-key': key }, body: form })
const numbers = async () =>
  (await app.owner.selectFrom('documento').select('secuencial').where('empresa_id', '=', empresa.id).orderBy('secuencial').execute()).map(
    (row) => row.secuencial,
  )
const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1)

describe('the same submission gives the same document (I1, I4, O-50, O-91)', () => {
  it('I4: 64 parallel identical submissions give one document, one number, one answer', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    const answers = await Promise.all(upTo(64).map(() => emit(facturaForm(), { id, key })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => `${data.id} ${data.numero} ${data.clave}`)).size).toBe(1)
    expect(await numbers()).toEqual([1])
  })

  it('I4: the same key with another body is refused and takes nothing', async () => {
    const [id, key] = [randomUUID(), randomUUID()]
    await emit(facturaForm(), { id, key })
    const before = await huella(app)
    const other = facturaForm({ lineas: [{ descripcion: 'Otra', cantidad: 1_000_000, precio_unitario: 10_000_000, iva: 6 }] })
    expect(await emit(other, { id, key })).toMatchObject({ status: 422, problems: [{ campo: 'Idempotency-Key' }] })
    expect((await emit(facturaForm(), { key })).status).toBe(422)
    expect(await huella(app)).toEqual(before)
  })

  it('O-55: the same key after midnight gives the document of the day before; another key with that date is told the days that are allowed', async () => {
    const start = app.clock.now()
    app.clock.set('2026-06-15T23:59:59-05:00')
    token = await tokenOfNew(app, { empresas: [empresa] })
    const [id, key, form] = [randomUUID(), randomUUID(), facturaForm({ fecha_emision: '2026-06-15' })]
    const before = await emit(form, { id, key })
    app.clock.set('2026-06-16T00:00:01-05:00')
    const after = await emit(form, { id, key })
    const refused = await emit(form)
    await app.owner.updateTable('empresa').set({ dias_fecha_anterior: 1 }).where('id', '=', empresa.id).execute()
    const [allowed, tooOld] = [await emit(form), await emit(facturaForm({ fecha_emision: '2026-06-14' }))]
    app.clock.set(start.toISOString())
    expect([before.data.fecha_emision, after.data]).toEqual(['2026-06-15', before.data])
    expect([refused.status, refused.problems[0]]).toMatchObject([
      422,
      { campo: 'fecha_emision', message: 'La fecha de emisión tiene que ser la de hoy, 16/06/2026: el SRI pide transmitir el mismo día.' },
    ])
    expect([allowed.data.fecha_emision, tooOld.problems[0]?.message]).toEqual([
      '2026-06-15',
      'La fecha de emisión puede ir del 15/06/2026 a hoy, 16/06/2026: son los días anteriores que admite la empresa.',
    ])
    expect(await numbers()).toEqual([1, 2])
  })

  it('another key for a form that was issued is a conflict and takes no number', async () => {
    const id = randomUUID()
    await emit(facturaForm(), { id })
    const before = await huella(app)
    expect((await emit(facturaForm(), { id })).status).toBe(409)
    expect(await huella(app)).toEqual(before)
    await emit()
    expect(await numbers()).toEqual([1, 2])
  })

  it('32 parallel submissions of one form under keys of their own give one document and 31 conflicts', async () => {
    const id = randomUUID()
    const answers = await Promise.all(upTo(32).map(() => emit(facturaForm(), { id })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...upTo(31).map(() => 409)])
    expect(await numbers()).toEqual([1])
  })

  it('a key belongs to its company: another company may use the same', async () => {
    const key = randomUUID()
    const other = await buildEmpresa(app)
    const stranger = await buildUsuario(app, { empresas: [other] })
    await buildCertificadoRow(app, other, stranger, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
    const mine = await emit(facturaForm(), { key })
    const theirs = await emit(facturaForm(), { key, as: (await app.signIn(stranger.username)).token })
    expect([mine.status, theirs.status]).toEqual([200, 200])
    expect(theirs.data.id).not.toBe(mine.data.id)
  })
})

describe('numbers (I2, O-51)', () => {
  it('I2: 40 parallel emissions on one point are numbered 1 to 40 without a gap', async () => {
    const receiver = (n: number) =>
      facturaForm({ comprador: { tipo_identificacion: '06', identificacion: `P${n % 7}`, razon_social: `CLIENTE ${n % 7}` } })
    const answers = await Promise.all(upTo(40).map((n) => emit(receiver(n))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await numbers()).toEqual(upTo(40))
    expect(new Set(answers.map(({ data }) => data.clave)).size).toBe(40)
    expect(answers.map(({ data }) => Number(data.numero.slice(-9))).sort((a, b) => a - b)).toEqual(upTo(40))
  })

  it('O-51: refused forms among good ones burn no number, and their key may be used again', async () => {
    const key = randomUUID()
    const bad = facturaForm({ pagos: [{ forma_pago: '20', total: 1_000_000 }] })
    const answers = await Promise.all(upTo(20).map((n) => (n % 2 ? emit(bad, n === 1 ? { key } : {}) : emit())))
    expect(answers.map(({ status }) => status)).toEqual(upTo(20).map((n) => (n % 2 ? 422 : 200)))
    expect((await emit(facturaForm(), { key })).status).toBe(200)
    expect(await numbers()).toEqual(upTo(11))
  })

  it('a paused series and an exhausted one refuse and keep their counter', async () => {
    const serie = app.owner
      .updateTable('serie')
      .where('empresa_id', '=', empresa.id)
      .where('ambiente', '=', 'SIMULADOR')
      .where('tipo', '=', '01')
    await serie.set({ pausada_motivo: 'código 45' }).execute()
    expect(await emit()).toMatchObject({ status: 422, msg: expect.stringContaining('código 45') })
    await serie.set({ pausada_motivo: null, siguiente: 999_999_999 }).execute()
    expect((await emit()).data.numero).toBe('001-001-999999999')
    expect(await emit()).toMatchObject({ status: 422, msg: expect.stringContaining('último número') })
    expect(await numbers()).toEqual([999_999_999])
  })
})

describe('drafts (O-66, O-104)', () => {
  const list = async () => (await app.call<Listing<Borrador>>(searchBorrador, { token })).data
  const create = (body: object) => app.call<Borrador>(createBorrador, { token, body })

  it('are kept as typed, edited, found and deleted; none takes a number', async () => {
    const contenido = { punto: '001', lineas: [{ descripcion: 'a medias ñ 𝔸 \\u0000' }] }
    const { data } = await create({ contenido })
    expect(data).toMatchObject({ version: 1, contenido, sin_nombre: false })
    const params = { id: data.id }
    expect((await app.call<Borrador>(editBorrador, { token, params, body: { contenido: { punto: '002' } } })).data).toMatchObject({
      id: data.id,
      version: 2,
      contenido: { punto: '002' },
    })
    expect((await app.call<Borrador>(readBorrador, { token, params })).data).toMatchObject({ version: 2, contenido: { punto: '002' } })
    expect((await list()).content.map((row) => row.id)).toEqual([data.id])
    expect((await app.call(deleteBorrador, { token, params })).status).toBe(200)
    expect((await app.call(readBorrador, { token, params })).status).toBe(404)
    expect((await app.call(deleteBorrador, { token, params })).status).toBe(404)
    expect((await app.call(editBorrador, { token, params, body: { contenido: {} } })).status).toBe(404)
    expect((await list()).totalElements).toBe(0)
    expect(await numbers()).toEqual([])
  })

  it('the unnamed one replaces the unnamed one before it, also from two windows at once; named ones stay', async () => {
    await create({ contenido: { n: 0 } })
    await create({ contenido: { n: 1 }, sin_nombre: true })
    const answers = await Promise.all(upTo(12).map((n) => create({ contenido: { n }, sin_nombre: true })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { content } = await list()
    expect(content.map((row) => row.sin_nombre).sort()).toEqual([false, true])
  })

  it('emitting removes the draft of the same id, and a save that comes late does not bring it back', async () => {
    const { data } = await create({ contenido: {} })
    expect((await emit(facturaForm(), { id: data.id })).status).toBe(200)
    expect((await list()).totalElements).toBe(0)
    expect((await create({ id: data.id, contenido: {} })).status).toBe(409)
    expect((await list()).totalElements).toBe(0)
  })

  describe('saved in the very instant of its issue', () => {
    /** Resolves once `many` connections wait for another. */
    const waiting = async (many: number): Promise<void> => {
      const { rows } = await sql<{ n: number }>`
        select count(distinct pid)::int as n from pg_locks
         where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(app.owner)
      return (rows[0]?.n ?? 0) >= many ? undefined : waiting(many)
    }
    /** Runs `ask` while an emission has taken its draft and not ended. */
    const whileIssuing = (id: string, ask: () => Promise<unknown>) =>
      app.owner.transaction().execute(async (tx) => {
        await sql`lock table cuenta in share row exclusive mode`.execute(tx)
        const emission = emit(facturaForm({ pagos: [{ forma_pago: '20', total: 11_500_000, plazo: 30, unidad_tiempo: 'dias' }] }), { id })
        await waiting(1)
        const asked = ask()
        await waiting(2)
        return { emission, asked }
      })

    it.each([
      ['an edit', (id: string) => app.call(editBorrador, { token, params: { id }, body: { contenido: { tarde: true } } })],
      ['a save', (id: string) => create({ id, contenido: { tarde: true } })],
    ])('O-104 %s is refused in words, and no draft stays', async (_name, ask) => {
      const { data } = await create({ contenido: {} })
      const { emission, asked } = await whileIssuing(data.id, () => ask(data.id))
      expect((await emission).status).toBe(200)
      expect(await asked).toMatchObject({ status: 409, msg: expect.stringContaining('ya se emitió') as unknown })
      expect((await list()).totalElements).toBe(0)
    })

    it('O-104 a first save under the id that is being issued leaves no draft', async () => {
      const id = randomUUID()
      const { emission, asked } = await whileIssuing(id, () => create({ id, contenido: {} }))
      expect((await emission).status).toBe(200)
      expect(await asked).toMatchObject({ status: 409 })
      expect((await list()).totalElements).toBe(0)
    })

    it('many at once, in any order: nothing stays', async () => {
      const ids = await Promise.all(upTo(8).map(async () => (await create({ contenido: {} })).data.id))
      const answers = await Promise.all(
        ids.flatMap((id) => [
          emit(facturaForm(), { id }),
          app.call(editBorrador, { token, params: { id }, body: { contenido: {} } }),
          create({ id, contenido: {} }),
        ]),
      )
      expect(answers.filter((_, at) => at % 3 === 0).map(({ status }) => status)).toEqual(ids.map(() => 200))
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect((await list()).totalElements).toBe(0)
    })
  })

  it('an edit of a draft deleted in that instant does not bring it back; a first save repeated is one draft', async () => {
    const id = randomUUID()
    const answers = await Promise.all(upTo(6).map((n) => create({ id, contenido: { n } })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await list()).totalElements).toBe(1)
    const params = { id }
    const [gone, ...edits] = await Promise.all([
      app.call(deleteBorrador, { token, params }),
      ...upTo(6).map((n) => app.call(editBorrador, { token, params, body: { contenido: { n } } })),
    ])
    expect(gone.status).toBe(200)
    expect(edits.every(({ status }) => status === 200 || status === 404)).toBe(true)
    expect((await list()).totalElements).toBe(0)
  })

  it('a refused emission leaves the draft where it was', async () => {
    const { data } = await create({ contenido: { a: 1 } })
    expect((await emit(facturaForm({ propina: 9_000_000 }), { id: data.id })).status).toBe(422)
    expect((await app.call<Borrador>(readBorrador, { token, params: { id: data.id } })).data.contenido).toEqual({ a: 1 })
  })

  it.each([
    ['NUL', 'a\u0000b'],
    ['half a pair', 'a\ud800'],
    ['too much', 'x'.repeat(400_001)],
  ])('%s is refused', async (_name, texto) => {
    expect(await create({ contenido: { lineas: [{ texto }] } })).toMatchObject({ status: 422, problems: [{ campo: 'contenido' }] })
  })

  it('are of the environment they were typed in (O-90)', async () => {
    await create({ contenido: {} })
    await app.owner.updateTable('empresa').set({ ambiente: 'PRUEBAS' }).where('id', '=', empresa.id).execute()
    const { username } = await buildUsuario(app, { empresas: [empresa] })
    const other = (await app.signIn(username)).token
    expect((await app.call<Listing<Borrador>>(searchBorrador, { token: other })).data.totalElements).toBe(0)
  })
})

describe('without saving', () => {
  it('calcular changes nothing and says what emission would', async () => {
    const before = await huella(app)
    const { data } = await app.call<Calculo>(calculateFactura, { token, body: facturaForm() })
    expect(data).toMatchObject({
      subtotal: 10_000_000,
      total: 11_500_000,
      problemas: [],
      lineas: [{ base: 10_000_000, iva: 1_500_000, total: 11_500_000 }],
    })
    expect(await huella(app)).toEqual(before)
    expect((await emit()).data.total).toBe(data.total)
  })

  it('O-16: duplicar answers the form without date or number, changes nothing, and the form can be issued', async () => {
    const original = (await emit(facturaForm({ info_adicional: [{ nombre: 'Nota', valor: 'x' }] }))).data
    const before = await huella(app)
    const { data } = await app.call<FacturaForm>(duplicateFactura, { token, params: { id: original.id } })
    expect(data).toMatchObject({ info_adicional: [{ nombre: 'Nota', valor: 'x' }], comprador: { identificacion: '1712345675' } })
    expect(data).not.toHaveProperty('fecha_emision')
    expect(await huella(app)).toEqual(before)
    expect((await emit(data)).data.numero).toBe('001-001-000000002')
  })
})

import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import {
  cancelTrabajo,
  downloadDescarga,
  downloadTrabajo,
  listTrabajo,
  NOMBRES_REPORTE,
  readTrabajo,
  startArchivos,
  startReporte,
  type Descarga,
  type Trabajo,
  type TrabajoEmpezado,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { openAlmacen } from '../../almacen/almacen.ts'
import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Deps } from '../../deps.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, CLAVE_MAESTRA, tokenOfNew, type UsuarioBuilt } from '../../testing/builders.ts'
import { bundledProgram } from '../../testing/bundled-program.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { readZip } from '../../testing/read-zip.ts'
import { TIPOS_DE_TRABAJO } from '../../tipos-trabajo.ts'
import { Trabajos } from './trabajo-obra.service.ts'
import type { TipoDeTrabajo } from './tipo.ts'

const NOW = '2026-10-15T09:00:00-05:00'
const ANIO = { desde: '2026-01-01', hasta: '2026-12-31' }
const SEGUNDO = 1_000
const DIA = 86_400_000

let app: TestApp
let pool: ReturnType<typeof createPool>
let deps: Deps
let empresa: { id: EmpresaId }
let cajera: UsuarioBuilt
let token: string
/** A session lasts less than a file. */
const signIn = async () => (await app.signIn(cajera.username)).token
const signal = new AbortController().signal

beforeAll(async () => {
  app = await buildTestApp({ now: NOW })
  pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 6 })
  const db = createDb(pool)
  deps = { ...app.deps, db, almacen: openAlmacen(app.deps.config, db) }
  empresa = await buildEmpresa(app)
  cajera = await buildUsuario(app, { empresas: [empresa] })
  token = await signIn()
  await fillRecibidos(empresa, 201)
  await fillCuentas(empresa, 5_001)
})
afterAll(async () => {
  await pool?.end()
  await app?.close()
})
afterEach(async () => {
  await app.owner.deleteFrom('trabajo').execute()
  await app.owner.deleteFrom('archivo').execute()
  app.clock.set(NOW)
})

const fillRecibidos = (de: { id: EmpresaId }, cuantos: number) =>
  sql`insert into recibido (empresa_id, id, ambiente, clave, tipo, numero, fecha_emision, emisor_ruc, emisor_nombre, total, autorizado, avisos,
        formulario, xml, usuario_id, creado_en)
      select ${de.id}, gen_random_uuid(), 'SIMULADOR', lpad(n::text, 49, '0'), '01', '001-001-' || lpad(n::text, 9, '0'), '2026-09-01', '1790012345001',
             'PROVEEDORA', 1000000, true, '[]', '{}', '<factura n="' || n || '"/>', ${randomUUID()}, ${NOW}
        from generate_series(1, ${cuantos}::int) n`.execute(app.owner)

const fillCuentas = (de: { id: EmpresaId }, cuantas: number) =>
  sql`with c as (
        insert into cuenta (empresa_id, id, ambiente, sentido, origen, origen_id, cuota, tercero_clave, tercero_nombre, numero, fecha, vence, saldo,
            asientos, creado_en, ultimo_asiento)
        select ${de.id}, gen_random_uuid(), 'SIMULADOR', 'COBRAR', 'SALDO_INICIAL', gen_random_uuid(), 1, 'EC:' || n, 'CLIENTE ' || n, '001-001-' || lpad(n::text, 9, '0'),
               '2026-09-01', '2026-09-30', 1000000, 1, ${NOW}, '2026-09-01' from generate_series(1, ${cuantas}::int) n returning empresa_id, id, saldo, fecha, numero)
      insert into asiento (empresa_id, cuenta_id, n, fecha, concepto, valor, saldo, origen_id, suceso, referencia, creado_en)
      select empresa_id, id, 1, fecha, 'SALDO_INICIAL', saldo, saldo, id, 'x', numero, ${NOW} from c`.execute(app.owner)

const begin = (body: object = ANIO, bearer = token) =>
  app.call<TrabajoEmpezado>('reporte' in body ? startReporte : startArchivos, { token: bearer, body })
const started = async (body: object = ANIO, bearer = token): Promise<Trabajo> => (await begin(body, bearer)).data.trabajo!
const list = async (bearer = token) => (await app.call<Trabajo[]>(listTrabajo, { token: bearer })).data
const read = async ({ id }: Pick<Trabajo, 'id'>, bearer = token) => app.call<Trabajo>(readTrabajo, { token: bearer, params: { id } })
const cancel = ({ id }: Trabajo, bearer = token) => app.call<Trabajo>(cancelTrabajo, { token: bearer, params: { id } })
const ticket = ({ id }: Trabajo, bearer = token) => app.call<Descarga>(downloadTrabajo, { token: bearer, params: { id } })
const take = async (trabajo: Trabajo, bearer = token) => {
  const given = await ticket(trabajo, bearer)
  return given.status === 200 ? app.call(downloadDescarga, { params: { ticket: given.data.ticket } }) : given
}
const worker = (tipos: readonly TipoDeTrabajo[] = TIPOS_DE_TRABAJO, latidoMs = 20) => new Trabajos(deps, tipos, { latidoMs })
const files = async () => (await app.owner.selectFrom('archivo').select('id').execute()).length
const objects = async () => (await app.owner.selectFrom('almacen_objeto').select('objeto').execute()).length

/** A kind whose file is under way until it is let go, after one part of it was put. */
function held() {
  let [letGo, begun] = [() => {}, () => {}]
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  const isUnderWay = new Promise<void>((resolve) => (begun = resolve))
  async function* contenido() {
    yield Buffer.alloc(1_000_000, 'a')
    begun()
    await gate
    yield Buffer.from('end')
  }
  const kind: TipoDeTrabajo = {
    id: 'ARCHIVOS',
    make: (_, __, tell) => {
      tell(7)
      return Promise.resolve({ mime: 'application/zip', contenido: contenido() })
    },
  }
  return { kind, letGo: () => letGo(), isUnderWay }
}

describe('what is asked for', () => {
  it('is a job where it is large, and nothing where it is small', async () => {
    expect(await started()).toMatchObject({
      tipo: 'ARCHIVOS',
      estado: 'PENDIENTE',
      total: 201,
      hechos: 0,
      pedido: ANIO,
      tamano: null,
      vence_en: null,
    })
    expect((await begin({ desde: '2026-01-01', hasta: '2026-01-31' })).data).toEqual({ trabajo: null })
    expect((await begin({ reporte: 'ventas', ...ANIO, formato: 'pdf' })).data).toEqual({ trabajo: null })
    expect(await started({ reporte: 'por_cobrar', ...ANIO, formato: 'csv' })).toMatchObject({ tipo: 'REPORTE', total: 5_001 })
    expect(await list()).toHaveLength(2)
    const hechos = await app.owner.selectFrom('auditoria').select(['accion', 'detalle']).where('accion', 'like', 'reporte.%').execute()
    expect(hechos.map(({ accion }) => accion).sort()).toEqual(['reporte.archivos', 'reporte.exportar'])
  })

  it('is started once, however often and at however many places it is asked for at one instant', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => begin()))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ data }) => data.trabajo?.id)).size).toBe(1)
    expect(await list()).toHaveLength(1)
    // Once it has ended it may be asked for again: there may be more by now.
    await worker().tick(signal)
    expect((await started()).id).not.toBe(answers[0]?.data.trabajo?.id)
  })

  it('is refused without the right that the report asks for, to a USUARIO, and for more rows than a print has', async () => {
    const body = { reporte: 'existencias', ...ANIO, formato: 'csv' }
    const vendedor = await tokenOfNew(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    expect((await begin(body, vendedor)).status).toBe(403)
    await expectGuarded(app, empresa, startReporte, { body }, [ROL.USUARIO])
    await expectGuarded(app, empresa, startArchivos, { body: ANIO }, [ROL.USUARIO])
    const id = randomUUID()
    for (const call of [listTrabajo, readTrabajo, cancelTrabajo, downloadTrabajo])
      await expectGuarded(app, empresa, call, { params: { id } }, [ROL.USUARIO])
    const largo = await begin({ reporte: 'por_cobrar', ...ANIO, formato: 'pdf' })
    expect([largo.status, largo.problems[0]?.campo]).toEqual([422, 'formato'])
    expect((await begin({ desde: '2026-09-30', hasta: '2026-09-01' })).status).toBe(422)
  })

  it('is so many at once of a person, and so many of a company', async () => {
    const mes = (n: number) => ({ desde: `2026-0${n}-01`, hasta: '2026-09-30' })
    for (const n of [1, 2, 3]) expect((await begin(mes(n))).status).toBe(200)
    const fourth = await begin(mes(4))
    expect([fourth.status, fourth.msg]).toEqual([422, 'Usted ya tiene 3 archivos en preparación. Espere a que terminen o cancele uno.'])
    const second = await tokenOfNew(app, { empresas: [empresa] })
    for (const n of [1, 2, 3]) expect((await begin(mes(n), second)).status).toBe(200)
    const third = await begin(mes(1), await tokenOfNew(app, { empresas: [empresa] }))
    expect([third.status, third.msg]).toEqual([422, 'Su empresa ya tiene 6 archivos en preparación. Espere a que terminen o cancele uno.'])
  })

  it('is of nobody else: another person and another company find nothing', async () => {
    const trabajo = await started()
    await worker().tick(signal)
    const others = [await tokenOfNew(app, { empresas: [empresa] }), await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })]
    for (const other of others) {
      expect(await list(other)).toEqual([])
      for (const call of [read, cancel, take]) expect((await call(trabajo, other)).status).toBe(404)
    }
    expect((await take(trabajo)).status).toBe(200)
  })
})

describe('a worker', () => {
  it('makes the ZIP of a period as it is sent at once', async () => {
    const trabajo = await started()
    expect([await worker().tick(signal), await worker().tick(signal)]).toEqual([true, false])
    const { data } = await read(trabajo)
    expect(data).toMatchObject({ estado: 'LISTO', hechos: 201, archivo: 'comprobantes-2026-01-01-2026-12-31.zip' })
    const { raw, headers } = await take(trabajo)
    expect([headers['content-type'], raw.length]).toEqual(['application/zip', data.tamano])
    expect(headers['content-disposition']).toBe('attachment; filename="comprobantes-2026-01-01-2026-12-31.zip"')
    const names = [...readZip(raw).keys()]
    expect([names.length, names.at(-1)]).toEqual([202, 'resultado.csv'])
  })

  it('makes a report of a year, row for row, with its total; and reads every report there is', async () => {
    const trabajo = await started({ reporte: 'por_cobrar', ...ANIO, formato: 'csv' })
    await worker().tick(signal)
    expect((await read(trabajo)).data).toMatchObject({ estado: 'LISTO', hechos: 5_001 })
    const lines = (await take(trabajo)).raw.toString('utf8').trimEnd().split('\r\n')
    expect([lines.length, new Set(lines).size]).toEqual([5_002, 5_002])
    const make = TIPOS_DE_TRABAJO.find(({ id }) => id === 'REPORTE')!.make
    const of = { empresaId: empresa.id, ambiente: 'SIMULADOR' } as const
    for (const reporte of NOMBRES_REPORTE)
      for await (const parte of (await make(deps, { ...of, pedido: { ...ANIO, reporte, formato: 'xlsx' } }, () => undefined)).contenido)
        expect(parte.length).toBeGreaterThan(0)
  })

  it('a ticket of its file gives it once, to nobody of another company, and to nobody who lost the right or the file since', async () => {
    const trabajo = await started()
    await worker().tick(signal)
    await app.owner.updateTable('trabajo').set({ derecho: 'producto:ver_costo' }).where('id', '=', trabajo.id).execute()
    const takeBy = (given: string) => app.call(downloadDescarga, { params: { ticket: given } })
    const [first, second, third] = [
      (await ticket(trabajo)).data.ticket,
      (await ticket(trabajo)).data.ticket,
      (await ticket(trabajo)).data.ticket,
    ]
    expect([(await takeBy(first)).status, (await takeBy(first)).status]).toEqual([200, 404])
    const foreign = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
    expect((await ticket(trabajo, foreign)).status).toBe(404)
    const rights = await app.owner
      .selectFrom('usuario_empresa')
      .select('collections')
      .where('empresa_id', '=', empresa.id)
      .executeTakeFirstOrThrow()
    await sql`update usuario_empresa set collections = '{}' where empresa_id = ${empresa.id}`.execute(app.owner)
    expect((await takeBy(second)).status).toBe(403)
    await app.owner.updateTable('usuario_empresa').set(rights).where('empresa_id', '=', empresa.id).execute()
    await app.owner.updateTable('trabajo').set({ vence_en: app.clock.now() }).where('id', '=', trabajo.id).execute()
    expect((await takeBy(third)).status).toBe(404)
  })

  it('makes a print of a report', async () => {
    const small = await buildEmpresa(app)
    await fillCuentas(small, 600)
    const suya = await tokenOfNew(app, { empresas: [small] })
    const trabajo = await started({ reporte: 'por_cobrar', ...ANIO, formato: 'pdf' }, suya)
    await worker().tick(signal)
    expect((await take(trabajo, suya)).raw.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('tells how far it is, and stops where it is cancelled: nothing is kept of it', async () => {
    const trabajo = await started()
    const before = await objects()
    const { kind, isUnderWay, letGo } = held()
    const done = worker([kind]).tick(signal)
    await isUnderWay
    await vi.waitFor(async () => expect((await read(trabajo)).data).toMatchObject({ estado: 'EN_CURSO', hechos: 7, total: 201 }))
    expect((await cancel(trabajo)).data).toMatchObject({ estado: 'CANCELADO' })
    letGo()
    expect(await done).toBe(true)
    expect((await read(trabajo)).data).toMatchObject({ estado: 'CANCELADO', tamano: null })
    expect([await files(), await objects(), (await take(trabajo)).status]).toEqual([0, before, 404])
    // What has ended stays as it is.
    expect((await cancel(trabajo)).data.estado).toBe('CANCELADO')
  })

  it('that comes late, its lease over, ends nothing: the one after it does, once', async () => {
    const trabajo = await started()
    const { kind, isUnderWay, letGo } = held()
    // A process that was stopped by its machine notes nothing.
    const late = worker([kind], DIA).tick(signal)
    await isUnderWay
    expect(await worker().tick(signal)).toBe(false)
    app.clock.advance(31 * SEGUNDO)
    expect(await worker().tick(signal)).toBe(true)
    const { data } = await read(trabajo)
    letGo()
    await late
    expect([(await read(trabajo)).data, await files()]).toEqual([data, 1])
    expect(readZip((await take(trabajo)).raw).size).toBe(202)
  })

  it('that is killed in the middle leaves it to another, who makes it whole; what was put goes', async () => {
    const trabajo = await started()
    const before = await objects()
    const program = await bundledProgram(path.join(import.meta.dirname, '../../testing/trabajo-to-kill.ts'))
    const child = fork(program, {
      env: { PATH: process.env['PATH'], DATABASE_URL_WORKER: app.database.workerUrl, CLAVE_MAESTRA, RELOJ: NOW, DATA_DIR: '/nonexistent' },
    })
    await vi.waitFor(async () => expect(await objects()).toBe(before + 2), { timeout: 30_000, interval: 100 })
    child.kill('SIGKILL')
    const [, by] = (await once(child, 'exit')) as [number | null, string | null]
    rmSync(program)
    expect([by, (await read(trabajo)).data.estado]).toEqual(['SIGKILL', 'EN_CURSO'])
    app.clock.advance(10 * 60 * SEGUNDO)
    expect(await worker().tick(signal)).toBe(true)
    expect([(await read(trabajo)).data.estado, await files(), readZip((await take(trabajo)).raw).size]).toEqual(['LISTO', 1, 202])
    const { rows } = await sql<{ sueltos: number }>`
      select count(*)::int as sueltos from almacen_objeto o
       where not exists (select from archivo_parte p where p.objeto = o.objeto) and not exists (select from almacen_baja b where b.objeto = o.objeto)`.execute(
      app.owner,
    )
    expect(rows[0]?.sueltos).toBe(0)
  })

  it('begins it anew where its process is ended, which counts as no attempt', async () => {
    const trabajo = await started()
    const { kind, isUnderWay, letGo } = held()
    const stopping = new AbortController()
    const done = worker([kind]).tick(stopping.signal)
    await isUnderWay
    stopping.abort()
    letGo()
    await done
    expect((await read(trabajo)).data.estado).toBe('PENDIENTE')
    expect(await app.owner.selectFrom('trabajo').select(['intentos', 'arriendo_hasta']).execute()).toEqual([
      { intentos: 0, arriendo_hasta: null },
    ])
    await worker().tick(signal)
    expect((await read(trabajo)).data.estado).toBe('LISTO')
  })

  it('gives it up after three times, in words, and the same can be asked for again', async () => {
    const trabajo = await started()
    const broken: TipoDeTrabajo = { id: 'ARCHIVOS', make: () => Promise.reject(new Error('broken')) }
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    for (const estado of ['PENDIENTE', 'PENDIENTE', 'FALLIDO']) {
      expect(await worker([broken]).tick(signal)).toBe(true)
      expect((await read(trabajo)).data.estado).toBe(estado)
      app.clock.advance(60 * SEGUNDO)
    }
    vi.restoreAllMocks()
    expect((await read(trabajo)).data.motivo).toBe('No se pudo terminar. Vuelva a intentarlo; si se repite, pida menos días.')
    expect((await started()).id).not.toBe(trabajo.id)
  })

  it('serves the companies by turns, and of each one job at a time', async () => {
    const other = await buildEmpresa(app)
    await fillRecibidos(other, 201)
    const suya = await tokenOfNew(app, { empresas: [other] })
    const mine = [await started()]
    app.clock.advance(SEGUNDO)
    mine.push(await started({ desde: '2026-02-01', hasta: '2026-12-31' }))
    app.clock.advance(SEGUNDO)
    const theirs = await started(ANIO, suya)
    const { kind, isUnderWay, letGo } = held()
    const first = worker([kind]).tick(signal)
    await isUnderWay
    const ticks = await Promise.all([worker().tick(signal), worker().tick(signal)])
    expect([ticks.sort(), (await read(mine[0]!)).data.estado]).toEqual([[false, true], 'EN_CURSO'])
    expect([(await read(theirs, suya)).data.estado, (await read(mine[1]!)).data.estado]).toEqual(['LISTO', 'PENDIENTE'])
    letGo()
    await first
    expect(await worker().tick(signal)).toBe(true)
    expect((await read(mine[1]!)).data.estado).toBe('LISTO')
  })

  it('removes what is over, with its file, a day later', async () => {
    const trabajo = await started()
    await worker().tick(signal)
    app.clock.advance(DIA - SEGUNDO)
    await worker().clean()
    const renewed = await signIn()
    expect((await take(trabajo, renewed)).status).toBe(200)
    app.clock.advance(2 * SEGUNDO)
    expect([(await take(trabajo, renewed)).status, await list(renewed)]).toEqual([404, []])
    await worker().clean()
    expect([await files(), await app.owner.selectFrom('trabajo').select('id').execute()]).toEqual([0, []])
  })
})

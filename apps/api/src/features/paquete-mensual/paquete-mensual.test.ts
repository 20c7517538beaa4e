import { randomUUID } from 'node:crypto'
import { emitFactura, readPaquete, savePaquete, sendPaquete, type Emitido, type Paquete } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { startBuzon, type Buzon } from '../../testing/buzon.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { readZip } from '../../testing/read-zip.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { onServer } from '../../testing/test-server.ts'
import { claimPaquete, EntregaCartas } from '../carta/carta.door.ts'
import { EntregaPaquetes, postPaquetes } from './paquete-mensual.door.ts'

// The accountant's package, with a mail server and workers of their own. Today is 15 June 2026.

let app: TestApp
let sri: SimuladorDePrueba
let buzon: Buzon
let emisor: Emisor
const pools: ReturnType<typeof createPool>[] = []
const workers: EntregaPaquetes[] = []
const deps = (at: number) => ({ ...app.deps, db: createDb(pools[at]!) })

beforeAll(async () => {
  buzon = await startBuzon()
  ;[app, sri] = await Promise.all([
    buildTestApp({ now: '2026-06-15T10:00:00-05:00', env: { SMTP_URL: buzon.url } }),
    startSimulador({ reloj: '2026-06-15T10:00:00-05:00' }),
  ])
  pools.push(...[0, 1].map(() => createPool(app.database.workerUrl, 'yupana_worker', { max: 3 })))
  workers.push(...[0, 1].map((at) => new EntregaPaquetes(deps(at))))
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  await Promise.all(pools.map((pool) => pool.end()))
  await app?.close()
  await sri?.stop()
  await buzon?.close()
})
beforeEach(async () => {
  await app.owner.deleteFrom('carta_cuenta').execute()
  await app.owner.updateTable('paquete_mensual').set({ activo: false }).execute()
  await sql`truncate limite_uso`.execute(app.owner)
  buzon.recibidas.length = 0
  buzon.refuse([])
  // Companies in the simulator mail no one (O-95).
  emisor = await buildEmisor(app, sri, { ambiente: 'PRUEBAS' })
})

const key = () => ({ 'idempotency-key': randomUUID() })
const save = (change: object = {}, { token }: { token: string } = emisor) =>
  app.call<Paquete>(savePaquete, { token, body: { version: 0, activo: true, dia: 15, correos: ['conta@ejemplo.ec'], ...change } })
const read = async ({ token }: { token: string } = emisor) => (await app.call<Paquete>(readPaquete, { token })).data
const send = (mes: string, headers = key(), { token }: { token: string } = emisor) =>
  app.call<Paquete>(sendPaquete, { token, headers, body: { mes } })
const postBoth = () => Promise.all([0, 1].map((at) => postPaquetes(deps(at))))
/** Two workers at once, for as many rounds as there may be packages. */
const deliver = async (times = 3) => {
  for (let n = 0; n < times; n++) await Promise.all(workers.map((worker) => worker.deliverDue()))
}
async function emit({ token }: Emisor): Promise<void> {
  const call = { token, params: { id: randomUUID() }, headers: key(), body: facturaForm() }
  expect((await app.call<Emitido>(emitFactura, call)).status).toBe(200)
}

/** The parts of a mail by the names of their files; the text under «texto». */
function partesOf(mail: string): Map<string, Buffer> {
  const partes = new Map<string, Buffer>()
  for (const parte of mail.split(/\r\n--[^\r\n]+\r\n/)) {
    const [head = '', ...body] = parte.split('\r\n\r\n')
    const name = /filename="?([^"\r\n;]+)/.exec(head)?.[1]
    if (name !== undefined) partes.set(name, Buffer.from(body.join('').replace(/\r\n/g, ''), 'base64'))
    else if (/text\/plain/.test(head)) {
      const text = body.join('\n\n')
      partes.set('texto', /base64/.test(head) ? Buffer.from(text, 'base64') : decodeQuoted(text))
    }
  }
  return partes
}
const decodeQuoted = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
const textoOf = (at = 0) => (partesOf(buzon.recibidas[at]?.texto ?? '').get('texto') ?? Buffer.alloc(0)).toString()

describe('the setting', () => {
  it('is off until somebody sets it, keeps each address once, and says when the next package goes out', async () => {
    expect(await read()).toMatchObject({
      version: 0,
      activo: false,
      correos: [],
      guardado: null,
      proximo: null,
      cuenta: 'SMTP',
      envios: [],
    })
    const { data } = await save({ dia: 28, correos: ['Conta@ejemplo.ec', 'conta@ejemplo.ec', 'socia@ejemplo.ec'] })
    expect(data).toMatchObject({
      version: 1,
      activo: true,
      dia: 28,
      correos: ['conta@ejemplo.ec', 'socia@ejemplo.ec'],
      proximo: '2026-06-28',
    })
    // Its day of this month is over: no package goes out at once.
    expect((await save({ version: 1, dia: 14 })).data.proximo).toBe('2026-07-14')
    expect((await save({ version: 2, dia: 15 })).data.proximo).toBe('2026-06-15')
    expect((await save({ version: 3, activo: false, correos: [] })).data.proximo).toBeNull()
    const hechos = await app.owner.selectFrom('auditoria').select('detalle').where('accion', '=', 'paquete_mensual.editar').execute()
    expect(hechos[0]?.detalle).toEqual({
      activo: [false, true],
      dia: [5, 28],
      correos: [[], ['conta@ejemplo.ec', 'socia@ejemplo.ec']],
    })
  })

  it.each([
    [{ dia: 29 }, 'dia', 'El día va del 1 al 28.'],
    [{ dia: 0 }, 'dia', 'El día va del 1 al 28.'],
    [{ correos: ['no es'] }, 'correos.0', 'Ingrese un correo válido.'],
    [{ correos: Array.from({ length: 6 }, (_, n) => `c${n}@ejemplo.ec`) }, 'correos', '5 correos como máximo.'],
    [{ correos: [] }, 'correos', 'Añada al menos un correo: sin ninguno no se envía cada mes.'],
  ])('refuses %j and keeps what was', async (change, campo, message) => {
    const { status, problems } = await save(change)
    expect([status, problems[0]]).toEqual([422, { campo, message }])
    expect((await read()).version).toBe(0)
  })

  it('is of one company, for who may file its declarations, and of two who save at once one is told', async () => {
    expect((await Promise.all([save(), save()])).map(({ status }) => status).sort()).toEqual([200, 409])
    const other = await buildEmisor(app, sri, { ambiente: 'PRUEBAS' })
    expect((await read(other)).version).toBe(0)
    await expectGuarded(app, emisor, readPaquete, {}, [ROL.USUARIO])
    const body = { version: 1, activo: false, dia: 1, correos: [] }
    const refused = [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO]
    await expectGuarded(app, emisor, savePaquete, { body }, refused)
    await expectGuarded(app, emisor, sendPaquete, { body: { mes: '2026-05' }, headers: key() }, refused)
  })
})

describe('a package that goes by itself', () => {
  it('goes once a month to each address, whichever of two workers looks, and says that the month is empty', async () => {
    await save({ correos: ['conta@ejemplo.ec', 'socia@ejemplo.ec'] })
    await postBoth()
    await postBoth()
    // The worker of all other letters leaves these alone.
    const cartas = new EntregaCartas(deps(0))
    await cartas.deliverDue()
    await cartas.close()
    expect(buzon.recibidas).toEqual([])
    await deliver()
    expect(buzon.recibidas.map(({ para }) => para).sort()).toEqual(['conta@ejemplo.ec', 'socia@ejemplo.ec'])
    expect(textoOf()).toContain('En mayo de 2026 no hay comprobantes autorizados ni recibidos.')
    expect([...partesOf(buzon.recibidas[0]!.texto).keys()].sort()).toEqual([
      'AT052026.zip',
      'defectos.csv',
      'formulario-103-2026-05.pdf',
      'formulario-103-2026-05.xlsx',
      'formulario-104-2026-05.pdf',
      'formulario-104-2026-05.xlsx',
      'texto',
    ])
    const { envios, proximo } = await read()
    expect(envios).toMatchObject([{ mes: '2026-05-01', origen: 'PROGRAMADO', usuario: null, estado: 'ENVIADO', aparte: [], fallidos: [] }])
    expect(proximo).toBe('2026-07-15')
    const hechos = await app.owner
      .selectFrom('auditoria')
      .select(['usuario_id', 'detalle'])
      .where('empresa_id', '=', emisor.id)
      .where('accion', '=', 'paquete_mensual.enviar')
      .execute()
    expect(hechos).toEqual([{ usuario_id: null, detalle: { mes: '2026-05', correos: ['conta@ejemplo.ec', 'socia@ejemplo.ec'] } }])
  })

  it('goes neither before its day, nor switched off, nor of a suspended company; a limit of one company holds up no other', async () => {
    const [early, off, suspended, limited] = await Promise.all([1, 2, 3, 4].map(() => buildEmisor(app, sri, { ambiente: 'PRUEBAS' })))
    await save({ dia: 16 }, early)
    await save({ activo: false }, off)
    await save({}, suspended)
    await app.owner
      .updateTable('empresa')
      .set({ suspendida_en: app.clock.now(), suspendida_motivo: 'Prueba' })
      .where('id', '=', suspended!.id)
      .execute()
    await save({ activo: false }, limited)
    for (let n = 1; n <= 6; n++) expect((await send(`2026-0${n}`, key(), limited)).status).toBe(200)
    await save({ version: 1 }, limited)
    await save()
    await app.owner.deleteFrom('carta_cuenta').execute()
    await postBoth()
    const posted = await app.owner.selectFrom('carta_cuenta').select('adjunto_empresa').execute()
    expect(posted).toEqual([{ adjunto_empresa: emisor.id }])
  })
})

describe('«Enviar ahora»', () => {
  it('refuses at the door what is no month, or one before the records begin', async () => {
    await save()
    for (const mes of ['2007-10', '2014-12', '2026-13', '2026-6', '']) expect(await send(mes), mes).toMatchObject({ status: 422 })
    const { data } = await app.call<Paquete>(readPaquete, { token: emisor.token })
    expect(data.envios).toEqual([])
  })

  it('brings XML and RIDE, ATS, drafts and defects of the chosen month, once for each key', async () => {
    const worker = buildWorker(app, sri)
    await emit(emisor)
    await emit(emisor)
    await worker.settle()
    await worker.close()
    buzon.recibidas.length = 0
    await save()
    const headers = key()
    const answers = await Promise.all([send('2026-06', headers), send('2026-06', headers)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await send('2026-06')).problems).toEqual([
      { campo: 'mes', message: 'El paquete de junio de 2026 ya está en camino: espere a que termine.' },
    ])
    await deliver()
    expect(buzon.recibidas).toHaveLength(1)
    const partes = partesOf(buzon.recibidas[0]!.texto)
    const zip = readZip(partes.get('comprobantes-2026-06.zip')!)
    expect([...zip.keys()].sort()).toEqual([
      'Factura 001-001-000000001.pdf',
      'Factura 001-001-000000001.xml',
      'Factura 001-001-000000002.pdf',
      'Factura 001-001-000000002.xml',
      'resultado.csv',
    ])
    expect([...readZip(partes.get('AT062026.zip')!).keys()]).toEqual(['AT062026.xml'])
    expect(partes.get('formulario-104-2026-06.pdf')!.subarray(0, 5).toString()).toBe('%PDF-')
    const defecto = 'Indique los saldos del período anterior (casilleros 615, 617 y 485), o que son cero.'
    expect(partes.get('defectos.csv')!.toString()).toContain(`104,Impide declarar,"${defecto}",1,`)
    const texto = textoOf()
    expect(texto).toContain('2 comprobantes autorizados y 0 recibidos')
    expect(texto).toContain(`104: ${defecto}`)
    expect(texto).toContain('Sus comprobantes son de prueba: no tienen validez tributaria.')
    expect((await read()).envios).toMatchObject([
      { mes: '2026-06-01', origen: 'A_MANO', usuario: expect.stringMatching(/./), estado: 'ENVIADO', correos: ['conta@ejemplo.ec'] },
    ])

    // A ZIP that is too large stays here, and the letter mentions it.
    app.clock.advance(1_000)
    const narrow = new EntregaPaquetes(deps(0), 60_000)
    await send('2026-06')
    await narrow.deliverDue()
    await narrow.close()
    expect([...partesOf(buzon.recibidas[1]!.texto).keys()]).not.toContain('comprobantes-2026-06.zip')
    expect(textoOf(1)).toMatch(/No van adjuntos[^]*comprobantes-2026-06\.zip[^]*reportes\?desde=2026-06-01&hasta=2026-06-30/)
    expect((await read()).envios[0]).toMatchObject({ estado: 'ENVIADO', aparte: ['comprobantes-2026-06.zip'] })
  })

  it('needs addresses and a month that began, and writes to an address six times a day', async () => {
    expect((await send('2026-05')).problems).toEqual([{ campo: 'correos', message: 'Guarde primero a qué correos se envía.' }])
    await save()
    expect((await send('2026-07')).problems).toEqual([{ campo: 'mes', message: 'Julio de 2026 todavía no empieza.' }])
    for (const mes of ['2026-13', 'junio', '']) expect((await send(mes)).status).toBe(422)
    for (let n = 1; n <= 6; n++) expect((await send(`2026-0${n}`)).status).toBe(200)
    const refused = await send('2025-12')
    expect([refused.status, refused.msg]).toEqual([429, expect.stringMatching(/^Ya envió seis paquetes mensuales a ese correo en un día/)])
    expect((await read()).envios).toHaveLength(6)
  })

  it('of a company that tries itself in the simulator stays in the outbox, and says so', async () => {
    const trial = await buildEmisor(app, sri)
    await save({}, trial)
    expect((await send('2026-05', key(), trial)).data).toMatchObject({ cuenta: 'BANDEJA', envios: [{ estado: 'BANDEJA' }] })
    await deliver(1)
    expect(buzon.recibidas).toHaveLength(0)
    expect((await read()).cuenta).toBe('SMTP')
  })
})

describe('a worker that dies', () => {
  it('in the middle of the drawing leaves its lease to another, and nobody gets it twice', async () => {
    await save()
    await send('2026-05')
    const ahora = app.clock.now()
    expect(await claimPaquete(deps(0).db, ahora, new Date(ahora.getTime() + 600_000))).toHaveLength(1)
    await deliver()
    expect(buzon.recibidas).toEqual([])
    app.clock.advance(601_000)
    await deliver()
    expect(buzon.recibidas).toHaveLength(1)
    expect((await read()).envios).toMatchObject([{ estado: 'ENVIADO' }])
  })

  it('or loses the database once a letter was taken, remembers that it was', async () => {
    await save()
    await send('2026-05')
    const base = app.database.adminUrl.replace(/^.*\/|\?.*$/g, '')
    const { adminUrl } = inject('testServer')
    const admit = (isOpen: boolean) => onServer(adminUrl, `alter database ${base} with allow_connections ${isOpen}`)
    buzon.afterTaking(async () => {
      await admit(false)
      await onServer(adminUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${base}'`)
    })
    await expect(workers[0]!.deliverDue()).rejects.toThrow()
    await admit(true)
    app.clock.advance(601_000)
    await workers[0]!.deliverDue()
    expect(buzon.recibidas).toHaveLength(1)
    expect((await read()).envios).toMatchObject([{ estado: 'ENVIADO' }])
  })

  it('has noted an address before another answers', async () => {
    await save({ correos: ['conta@ejemplo.ec', 'socia@ejemplo.ec'] })
    await send('2026-05')
    const noted = () => app.owner.selectFrom('carta_cuenta').select('para').where('estado', '=', 'ENVIADO').execute()
    let before: { para: string }[] = []
    buzon.afterTaking(() => vi.waitFor(async () => expect((before = await noted())).toHaveLength(1)))
    await workers[0]!.deliverDue()
    expect(before).toHaveLength(1)
    expect((await read()).envios).toMatchObject([{ estado: 'ENVIADO' }])
  })

  it('sends again only to the address that did not take it, and gives up one that does not exist', async () => {
    await save({ correos: ['conta@ejemplo.ec', 'nadie@ejemplo.ec', 'socia@ejemplo.ec'] })
    await send('2026-05')
    buzon.refuse([
      { para: 'nadie@ejemplo.ec', rcpt: 550 },
      { para: 'socia@ejemplo.ec', rcpt: 451 },
    ])
    await deliver()
    expect((await read()).envios).toMatchObject([{ estado: 'PENDIENTE', fallidos: ['nadie@ejemplo.ec'] }])
    app.clock.advance(60_000)
    await deliver()
    expect(buzon.recibidas.map(({ para }) => para)).toEqual(['conta@ejemplo.ec', 'socia@ejemplo.ec'])
    expect((await read()).envios).toMatchObject([{ estado: 'FALLIDO', fallidos: ['nadie@ejemplo.ec'] }])
  })
})

it('companies take turns: the one package of a company comes before the second of another', async () => {
  const other = await buildEmisor(app, sri, { ambiente: 'PRUEBAS' })
  await save({ correos: ['una@ejemplo.ec'] })
  for (const mes of ['2026-03', '2026-04', '2026-05']) await send(mes)
  app.clock.advance(1_000)
  await save({ correos: ['otra@ejemplo.ec'] }, other)
  await send('2026-05', key(), other)
  for (let n = 0; n < 4; n++) await workers[0]!.deliverDue()
  expect(buzon.recibidas.map(({ para }) => para)).toEqual(['una@ejemplo.ec', 'otra@ejemplo.ec', 'una@ejemplo.ec', 'una@ejemplo.ec'])
})

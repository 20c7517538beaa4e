import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import {
  emitFactura,
  estadoBuzon,
  FACTURA_CALLS,
  leerBuzon,
  pedidosRecibido,
  readBuzon,
  readPendientes,
  saveBuzon,
  searchAuditoria,
  searchRecibido,
  type Buzon,
  type BuzonEstado,
  type Emitido,
  type HechoAuditado,
  type Listing,
  type Pedidos,
  type Pendientes,
  type RecibidoFila,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { CLAVE_MAESTRA } from '../../testing/builders.ts'
import { bundledProgram } from '../../testing/bundled-program.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { zipOf } from '../../testing/hoja-xlsx.ts'
import { startImap, type CorreoImap, type ServidorImap } from '../../testing/imap.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { Lectura } from './lectura.service.ts'

// Reading of mailboxes: a real IMAP server, the worker's own role, two workers.

const NOW = '2026-06-15T10:00:00-05:00'
const MINUTO = 60_000
const PLAZOS = { conectar: 30_000, ingresar: 30_000, paso: 30_000 }
const CORTOS = { conectar: 300, ingresar: 300, paso: 300 }

let app: TestApp
let sri: SimuladorDePrueba
let imap: ServidorImap
let proveedor: Emisor
let empresa: Emisor
let otra: Emisor
let xmls: string[]
/** Renewed at the beginning of every test. */
let tokens: readonly [string, string]
let lecturas: readonly [Lectura, Lectura]
let lenta: Lectura
let impaciente: Lectura
const pools: ReturnType<typeof createPool>[] = []

beforeAll(async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  ;[app, sri, imap] = await Promise.all([
    buildTestApp({ now: NOW, env: { BUZON_RED_INTERNA: '1', HILOS_RIDE: '0' } }),
    startSimulador({ reloj: NOW }),
    startImap(),
  ])
  ;[proveedor, empresa, otra] = [await buildEmisor(app, sri), await buildEmisor(app, sri), await buildEmisor(app, sri)]
  tokens = [empresa.token, otra.token]
  pools.push(...[0, 1].map(() => createPool(app.database.workerUrl, 'yupana_worker', { max: 3 })))
  const reading = (at: number, plazos: typeof PLAZOS) => {
    const db = createDb(pools[at]!)
    return new Lectura({ ...app.deps, db, reclamos: db, plazos })
  }
  lecturas = [reading(0, PLAZOS), reading(1, PLAZOS)]
  lenta = reading(0, { ...PLAZOS, paso: 5_000 })
  impaciente = reading(0, CORTOS)
  const worker = buildWorker(app, sri)
  xmls = []
  for (let n = 0; n < 3; n++) xmls.push(await sold(worker))
  await worker.close()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await Promise.all(pools.map((pool) => pool.end()))
  await app?.close()
  await imap?.close()
  await sri?.stop()
})
beforeEach(async () => {
  app.clock.set(NOW)
  ;[empresa.token, otra.token] = tokens
  for (const tabla of ['buzon', 'buzon_rechazo', 'recibido', 'recibido_pedido'] as const) await app.owner.deleteFrom(tabla).execute()
  await sql`truncate limite_uso`.execute(app.owner)
  imap.clear()
  imap.dicho.length = 0
  imap.setContrasena('clave-del-buzon')
})
afterEach(() => {
  for (const falla of Object.keys(imap.fallas) as (keyof typeof imap.fallas)[]) delete imap.fallas[falla]
})

/** A factura to the company, in the mail of its supplier. */
async function sold(worker: ReturnType<typeof buildWorker>): Promise<string> {
  const comprador = { tipo_identificacion: '04', identificacion: empresa.ruc, razon_social: 'QUIEN RECIBE' } as const
  const { data, problems } = await app.call<Emitido>(emitFactura, {
    token: proveedor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: { ...facturaForm(), comprador },
  })
  expect(problems).toEqual([])
  await worker.settle()
  return (await app.call(FACTURA_CALLS.downloadXml, { token: proveedor.token, params: { id: data.id } })).raw.toString()
}

const configure = async ({ token } = empresa, change: object = {}) => {
  const { data } = await app.call<Buzon>(readBuzon, { token })
  const answer = await app.call<Buzon>(saveBuzon, {
    token,
    body: {
      version: data.version,
      activo: true,
      servidor: '127.0.0.1',
      puerto: imap.puerto,
      seguridad: 'STARTTLS',
      usuario: 'compras@ejemplo.ec',
      contrasena: 'clave-del-buzon',
      carpeta: 'INBOX',
      ...change,
    },
  })
  expect(answer.problems).toEqual([])
}
const mail = (...partes: CorreoImap['partes']): CorreoImap => ({
  partes: [{ tipo: 'text/plain', contenido: 'Adjunto su factura.' }, ...partes],
})
const xmlOf = (contenido: string, nombre = 'factura.xml') => ({ tipo: 'text/xml', nombre, contenido })
const inbox = async ({ token } = empresa) =>
  (await app.call<Listing<RecibidoFila>>(searchRecibido, { token, query: { size: '50' } })).data.content
const estado = async ({ token } = empresa) => (await app.call<BuzonEstado | null>(estadoBuzon, { token })).data!
const rechazos = async ({ token } = empresa) => (await app.call<Buzon>(readBuzon, { token })).data.rechazos
const bell = async ({ token } = empresa) => (await app.call<Pendientes>(readPendientes, { token })).data.buzon
const later = (minutes = 10) => app.clock.advance(minutes * MINUTO)
/** Waits until its next reading, however late; sessions end meanwhile. */
async function untilNext(): Promise<void> {
  app.clock.set((await estado()).proximo_en!)
  empresa.token = (await app.signIn(empresa.usuario.username)).token
}
/** Reads until no mailbox is due. Answers the number of readings. */
async function readAll(lectura = lecturas[0]): Promise<number> {
  let readings = 0
  while (await lectura.readNext()) readings += 1
  return readings
}

describe('a mailbox that is read', () => {
  it('none is, until a company asks for it; what its mails carry comes into the inbox and the mailbox stays as it was', async () => {
    imap.add(mail(xmlOf(xmls[0]!)))
    expect([await readAll(), imap.dicho]).toEqual([0, []])
    await configure()
    imap.add(mail({ tipo: 'application/zip', nombre: 'dos.zip', contenido: zipOf([{ nombre: 'b.xml', texto: xmls[1]! }]) }))
    imap.add({ partes: [{ tipo: 'text/html', contenido: '<p>Hola</p>' }] })
    imap.add({ partes: [{ ...xmlOf(xmls[2]!), codificacion: 'quoted-printable' }] })
    expect(await readAll()).toBe(1)
    expect((await inbox()).map(({ estado: uno }) => uno)).toEqual(['NUEVO', 'NUEVO', 'NUEVO'])
    expect(await estado()).toMatchObject({
      activo: true,
      leyendo: false,
      documentos: 3,
      fallo: null,
      leido_en: new Date(NOW).toISOString(),
    })
    expect(await rechazos()).toEqual([])
    const verbs = imap.dicho.map((line) => line.split(' ').slice(0, 2).join(' '))
    expect(verbs).toContain('EXAMINE INBOX')
    expect(
      verbs.filter((verb) => !/^(CAPABILITY|ID|NAMESPACE|LIST|LSUB|NOOP|LOGIN|AUTHENTICATE|EXAMINE|LOGOUT|UID (SEARCH|FETCH))/.test(verb)),
    ).toEqual([])
    expect(imap.dicho.filter((line) => /BODY\[/.test(line))).toEqual([])
  })

  it('every few minutes again: the same mail is read once, the same document booked once however it comes', async () => {
    imap.add(mail(xmlOf(xmls[0]!)))
    await configure()
    await readAll()
    expect([await readAll(), await estado()]).toMatchObject([0, { documentos: 1 }])
    later()
    const fetched = imap.dicho.length
    expect(await readAll()).toBe(1)
    expect(imap.dicho.slice(fetched).filter((line) => line.startsWith('UID FETCH'))).toEqual([])
    imap.add(mail(xmlOf(xmls[0]!, 'otra-vez.xml'), xmlOf(xmls[0]!)))
    later()
    await readAll()
    expect([(await inbox()).length, (await estado()).documentos, await rechazos()]).toEqual([1, 0, []])
  })

  it('«Leer ahora» does not wait, and is written down as done by nobody', async () => {
    await configure()
    await readAll()
    imap.add(mail(xmlOf(xmls[0]!)))
    expect(await readAll()).toBe(0)
    const { data } = await app.call<BuzonEstado>(leerBuzon, { token: empresa.token })
    expect(data.leyendo).toBe(true)
    expect(await readAll()).toBe(1)
    expect((await inbox()).length).toBe(1)
    const hechos = await app.call<Listing<HechoAuditado>>(searchAuditoria, { token: empresa.token, query: { que: 'recibido' } })
    expect(hechos.data.content[0]).toMatchObject({ accion: 'recibido.importar', quien: null, detalle: { documentos: 1 } })
  })

  it('begins with the mails of thirty days, and never goes further back', async () => {
    imap.add({ ...mail(xmlOf(xmls[0]!)), en: new Date('2026-05-10T12:00:00-05:00') })
    await configure()
    await readAll()
    expect(await inbox()).toEqual([])
    imap.add({ ...mail(xmlOf(xmls[1]!)), en: new Date('2026-06-15T12:00:00-05:00') })
    later()
    await readAll()
    expect((await inbox()).length).toBe(1)
  })

  it('a list of the SRI asks for its claves; any other text is passed over, and too many that wait are refused', async () => {
    const clave = /<claveAcceso>(\d{49})/.exec(xmls[0]!)![1]!
    imap.add(mail({ tipo: 'text/plain', nombre: 'lista.txt', contenido: `CLAVE\n${clave}` }))
    imap.add(mail({ tipo: 'text/plain', nombre: 'aviso.txt', contenido: 'Este correo es confidencial.' }))
    await configure()
    await readAll()
    const { data } = await app.call<Pedidos>(pedidosRecibido, { token: empresa.token })
    expect([data.pendientes, (await estado()).documentos, await rechazos()]).toEqual([1, 1, []])
    await app.owner
      .insertInto('recibido_pedido')
      .values(
        Array.from({ length: 2_000 }, (_, n) => ({
          empresa_id: empresa.id,
          ambiente: 'SIMULADOR' as const,
          clave: String(n).padStart(49, '0'),
          lote: empresa.id,
          usuario_id: empresa.usuario.id,
          creado_en: app.clock.now(),
          proximo_intento: app.clock.now(),
        })),
      )
      .execute()
    imap.add(mail({ tipo: 'text/plain', nombre: 'otra.txt', contenido: clave }))
    later()
    await readAll()
    expect((await rechazos()).map(({ archivo, motivo }) => [archivo, motivo])).toEqual([
      ['otra.txt', 'Ya hay 2000 claves en camino: reenvíe la lista cuando hayan llegado.'],
    ])
  })
})

describe('hostile mail', () => {
  it('is refused in words, file by file, and stops no other', async () => {
    const bomb = zipOf([{ nombre: 'x.xml', texto: ' '.repeat(3_000_000) }])
    const sobre = { de: 'malo@ejemplo.ec', asunto: 'Hola\u202E\r\nque tal' }
    imap.add({ ...mail(xmlOf(xmls[0]!.replace('<descripcion>', '<descripcion>x'), 'cambiada.xml')), ...sobre })
    imap.add(mail(xmlOf(`<!DOCTYPE a [<!ENTITY b "c">]>${xmls[0]!.replace(/^<\?xml[^>]*\?>/, '')}`, 'doctype.xml')))
    imap.add(mail({ tipo: 'application/zip', nombre: 'bomba.zip', contenido: bomb }, xmlOf(xmls[0]!)))
    imap.add(mail(xmlOf('x'.repeat(1_100_000), 'grande.xml')))
    imap.add(mail({ tipo: 'application/zip', nombre: 'roto.zip', contenido: 'PK\u0003\u0004xx' }))
    imap.add(mail(xmlOf('hola', '../../etc/passwd.xml')))
    imap.add(mail(xmlOf('', 'vacio.xml')))
    imap.add(mail(xmlOf(xmls[1]!)))
    await configure()
    await readAll()
    expect((await inbox()).length).toBe(2)
    const found = await rechazos()
    expect(found.map(({ archivo }) => archivo).sort()).toEqual([
      '../../etc/passwd.xml',
      'bomba.zip',
      'cambiada.xml',
      'doctype.xml',
      'grande.xml',
      'roto.zip',
      'vacio.xml',
    ])
    const why = (archivo: string) => found.find((one) => one.archivo === archivo)
    expect(why('cambiada.xml')).toMatchObject({
      remitente: 'malo@ejemplo.ec',
      motivo: expect.stringContaining('La firma NO es válida') as string,
    })
    expect(why('cambiada.xml')?.asunto).toBe('Hola que tal')
    expect(why('grande.xml')?.motivo).toContain('1 MB')
    expect(await estado()).toMatchObject({ documentos: 2, fallo: null })
  })

  it('of 40 MB is not even fetched, and what it carries beside is', async () => {
    imap.add(mail({ tipo: 'application/zip', nombre: 'enorme.zip', contenido: Buffer.alloc(40_000_000) }, xmlOf(xmls[0]!)))
    await configure()
    const before = imap.enviado()
    await readAll()
    expect(imap.enviado() - before).toBeLessThan(100_000)
    expect((await rechazos()).map(({ motivo }) => motivo)).toEqual(['El archivo pasa de 10 MB.'])
    expect((await inbox()).length).toBe(1)
  })

  it('to another company of the installation is refused in both', async () => {
    imap.add(mail(xmlOf(xmls[0]!)))
    await configure(otra)
    await readAll()
    expect((await rechazos(otra))[0]?.motivo).toContain(`no a su empresa (${otra.ruc})`)
    expect([await inbox(otra), await inbox(), await rechazos()]).toEqual([[], [], []])
  })

  it('a thousand mails take their turns with the mailboxes of others', async () => {
    for (let n = 0; n < 1_000; n++) imap.add({ partes: [{ tipo: 'text/plain', contenido: 'x' }] })
    imap.add(mail(xmlOf(xmls[0]!)))
    await configure()
    await lecturas[0].readNext()
    expect(await estado()).toMatchObject({ leyendo: true, documentos: 0 })
    app.clock.advance(1)
    await configure(otra)
    app.clock.advance(1)
    await lecturas[0].readNext()
    await lecturas[0].readNext()
    expect((await estado(otra)).leido_en).not.toBeNull()
    // Six readings of 200 mails each; those of the other company take six as well.
    await readAll()
    expect([(await inbox()).length, (await estado()).documentos, (await estado()).leyendo]).toEqual([1, 1, false])
  })
})

describe('faults', () => {
  it('a process that dies between taking and remembering books once', async () => {
    imap.add(mail(xmlOf(xmls[0]!)))
    await configure()
    const program = await bundledProgram(path.join(import.meta.dirname, '../../testing/lectura-to-kill.ts'))
    const child = fork(program, {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL_WORKER: app.database.workerUrl,
        CLAVE_MAESTRA,
        RELOJ: NOW,
        BUZON_RED_INTERNA: '1',
        CRASH_AT: 'C16:1',
      },
    })
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
    rmSync(program)
    expect(signal).toBe('SIGKILL')
    expect([(await inbox()).length, (await estado()).leyendo]).toEqual([1, true])
    // After the end of its lease.
    later(6)
    expect(await readAll()).toBe(1)
    expect([(await inbox()).length, await rechazos(), (await estado()).fallo]).toEqual([1, [], null])
  })

  it('two workers take one mailbox once', async () => {
    for (const xml of xmls) imap.add(mail(xmlOf(xml)))
    await configure()
    const before = imap.conexiones()
    expect((await Promise.all(lecturas.map((lectura) => lectura.readNext()))).sort()).toEqual([false, true])
    expect([imap.conexiones() - before, (await inbox()).length, (await estado()).documentos]).toEqual([1, 3, 3])
  })

  it('a worker whose lease is over remembers nothing over the one that came after it', async () => {
    imap.fallas.calla = imap.add(mail(xmlOf(xmls[0]!)))
    await configure()
    const slow = lenta.readNext()
    await vi.waitFor(() => expect(imap.dicho.some((line) => line.includes('BODY.PEEK[2]'))).toBe(true))
    imap.fallas.calla = undefined
    later(6)
    await lecturas[1].readNext()
    await slow
    expect(await estado()).toMatchObject({ documentos: 1, fallo: null, leyendo: false })
    expect((await inbox()).length).toBe(1)
  })

  it('where the server numbers its mails anew they are read anew, and nothing is booked twice', async () => {
    for (const xml of xmls.slice(0, 2)) imap.add(mail(xmlOf(xml)))
    await configure()
    await readAll()
    imap.renumber()
    imap.add(mail(xmlOf(xmls[2]!)))
    later()
    await readAll()
    expect([(await inbox()).length, (await estado()).documentos]).toEqual([3, 1])
  })

  it('a mail that cuts the connection each time is left out after three tries, and the next ones are read', async () => {
    imap.add(mail(xmlOf(xmls[0]!)))
    const broken = imap.add(mail(xmlOf(xmls[1]!)))
    imap.add(mail(xmlOf(xmls[2]!)))
    imap.fallas.corta = broken
    await configure()
    await lecturas[0].readNext()
    expect([(await inbox()).length, (await estado()).fallo]).toEqual([1, expect.stringContaining('cortó la conexión')])
    let readings = 1
    for (; (await estado()).fallo !== null && readings < 10; readings++) {
      await untilNext()
      await readAll()
    }
    expect((await inbox()).length).toBe(2)
    expect((await rechazos()).map(({ motivo }) => motivo)).toEqual(['No se pudo leer en 3 intentos: revíselo en el buzón.'])
    expect(readings).toBeLessThan(6)
  })

  it('a server that falls silent is given up at its deadline, in words', async () => {
    await configure()
    for (const mudo of ['conexion', 'saludo'] as const) {
      imap.fallas.mudo = mudo
      await impaciente.readNext()
      expect((await estado()).fallo, mudo).toBe(`127.0.0.1 no responde en el puerto ${imap.puerto}.`)
      await untilNext()
    }
    delete imap.fallas.mudo
    imap.fallas.calla = imap.add(mail(xmlOf(xmls[0]!)))
    await impaciente.readNext()
    expect((await estado()).fallo).toContain('no responde')
    expect(await inbox()).toEqual([])
    delete imap.fallas.calla
    await untilNext()
    await readAll()
    expect([(await inbox()).length, (await estado()).fallo]).toEqual([1, null])
  })

  it('a password that is refused is tried less and less, told in the bell once it lasts, and forgotten when it works', async () => {
    await configure()
    imap.setContrasena('otra')
    const gaps: number[] = []
    for (let n = 0; n < 5; n++) {
      await readAll()
      const { proximo_en: next, fallo } = await estado()
      expect(fallo).toContain('127.0.0.1 no acepta el usuario o la contraseña. El servidor dice: «Credenciales no válidas».')
      gaps.push((new Date(next!).getTime() - app.clock.now().getTime()) / MINUTO)
      expect(await bell(), `after ${n + 1}`).toEqual(n < 2 ? null : fallo)
      await untilNext()
    }
    expect(gaps).toEqual([15, 60, 240, 720, 720])
    imap.setContrasena('clave-del-buzon')
    await readAll()
    expect([await bell(), (await estado()).fallo]).toEqual([null, null])
  })

  it('a company that was suspended is not read', async () => {
    await configure()
    const suspend = (en: Date | null) =>
      app.owner
        .updateTable('empresa')
        .set({ suspendida_en: en, suspendida_motivo: en && 'prueba' })
        .where('id', '=', empresa.id)
        .execute()
    await suspend(app.clock.now())
    expect(await readAll()).toBe(0)
    await suspend(null)
    expect(await readAll()).toBe(1)
  })
})

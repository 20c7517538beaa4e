import { createHash, randomUUID } from 'node:crypto'
import {
  availableNotificaciones,
  beginVideoFirma,
  checkFirma,
  createFirma,
  deleteArchivosFirma,
  deleteFirma,
  dismissNotificacion,
  downloadDescarga,
  downloadPaqueteEnCola,
  editFirma,
  moveFirma,
  observeFirma,
  payFirma,
  readDocumentoEnCola,
  readDocumentoFirma,
  readFirma,
  readFirmaEnCola,
  readTelefonoFirma,
  searchAuditoria,
  searchFirma,
  searchFirmaEnCola,
  sendFirma,
  uploadDocumentoFirma,
  uploadParteVideo,
  type Descarga,
  type Endpoint,
  type HechoAuditado,
  type Listing,
  type NotificacionDisponible,
  type SolicitudFirma,
  type SolicitudFirmaEnCola,
  type SolicitudFirmaFila,
  type SolicitudFirmaRevisada,
} from '@yupana/contract'
import { puntosPendientes, type DocumentoFirma } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { pngOf } from '../../testing/images.ts'
import { buildOrdenPagada, type FirmaVendida } from '../../testing/orden-pagada.ts'
import { readZip } from '../../testing/read-zip.ts'
import { limpiarFirmas } from './firma-electronica.door.ts'

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let username: string
let usuarioId: string
let otraPersona: string
let ajeno: string
let mesa: string

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-24T10:00:00-05:00' })
  ajeno = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
  mesa = await tokenOfNew(app, { empresas: [], superAdmin: true })
})
afterAll(() => app?.close())
beforeEach(async () => {
  app.clock.set('2026-11-24T10:00:00-05:00')
  empresa = await buildEmpresa(app)
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  ;[username, usuarioId] = [usuario.username, usuario.id]
  token = (await app.signIn(username)).token
  otraPersona = await tokenOfNew(app, { empresas: [empresa] })
})

const key = () => ({ 'idempotency-key': randomUUID() })
const DATOS = {
  nombres: 'ANA',
  apellido1: 'PAZ',
  tipo_documento: 'CEDULA',
  numero_documento: '1712345675',
  codigo_dactilar: 'V4443V4442',
  ruc: '1712345675001',
  nacimiento: '1990-05-31',
  sexo: 'MUJER',
  nacionalidad: 'ECUATORIANA',
  celular: '0991234567',
  correo: 'ana@ejemplo.ec',
  provincia: 'Pichincha',
  ciudad: 'Quito',
  direccion: 'Av. Amazonas',
}
const PDF = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Page >> endobj\ntrailer << >>\n%%EOF\n')
const FOTO = pngOf(640, 480)
const NATURAL = ['RUC', 'CEDULA_FRENTE', 'CEDULA_REVERSO', 'SELFIE'] as const
/** The beginning of an MP4. */
const videoOf = (size: number) => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(size - 12, 7)])

const formOf = (bytes: Uint8Array, clase?: string, name = 'archivo') => {
  const form = new FormData()
  if (clase !== undefined) form.append('clase', clase)
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}
const create = async (body: object = { tipo: 'NATURAL', anios: 1 }, as = token) => {
  const answer = await app.call<SolicitudFirma>(createFirma, { token: as, headers: key(), body })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data
}
const read = async (id: string) => (await app.call<SolicitudFirma>(readFirma, { token, params: { id } })).data
const write = ({ id, version, tipo, anios }: SolicitudFirma, datos: object = DATOS, more: object = {}) =>
  app.call<SolicitudFirma>(editFirma, { token, params: { id }, body: { tipo, anios, datos, version, ...more } })
const upload = (id: string, clase: string, bytes: Uint8Array = clase.startsWith('CEDULA') || clase === 'SELFIE' ? FOTO : PDF, as = token) =>
  app.call<SolicitudFirma>(uploadDocumentoFirma, { token: as, params: { id }, form: formOf(bytes, clase) })
const send = async (id: string) =>
  app.call<SolicitudFirma>(sendFirma, { token, params: { id }, body: { version: (await read(id)).version } })
const show = (id: string, clase: DocumentoFirma, as = token) =>
  app.call(readDocumentoFirma, { token: as, params: { id }, query: { clase } })
const begin = (id: string, nombre: string, tamano: number) =>
  app.call<{ archivo: string; partes: number; recibidas: number }>(beginVideoFirma, { token, params: { id }, body: { nombre, tamano } })
const part = (id: string, archivo: string, n: number, bytes: Uint8Array) =>
  app.call<{ recibidas: number; completo: boolean }>(uploadParteVideo, {
    token,
    params: { id },
    query: { archivo, n: String(n) },
    form: formOf(bytes),
  })

/** A certificate as loaded by the company; its key is not read here. */
const CERTIFICADO = {
  id: randomUUID(),
  filename: 'x.p12',
  titular: 'ANA PAZ',
  emisor: 'X',
  serial: '1',
  rsa_bits: 2048,
  desde: new Date('2026-11-25T10:00:00-05:00'),
  huella: 'x',
  der: Buffer.of(0),
  confirmado_sin_ruc: false,
  activo: true,
  subido_por: randomUUID(),
  subido_en: new Date('2026-11-25T10:00:00-05:00'),
}

/** A request that may be sent. */
async function ready(): Promise<SolicitudFirma> {
  const { data } = await write(await create())
  for (const clase of NATURAL) expect((await upload(data.id, clase)).status).toBe(200)
  return read(data.id)
}
const sent = async () => (await send((await ready()).id)).data
const move = async (id: string, estado: string, more: object = {}) => {
  const { version } = await read(id)
  return app.call<SolicitudFirmaRevisada>(moveFirma, { token: mesa, body: { empresa_id: empresa.id, id, version, estado, ...more } })
}
const check = (id: string, punto: string, cumple = true) =>
  app.call<SolicitudFirmaRevisada>(checkFirma, { token: mesa, body: { empresa_id: empresa.id, id, punto, cumple } })
/** Takes a request, and checks each point of its documents. */
async function reviewed(id: string): Promise<void> {
  const { data } = await move(id, 'EN_REVISION')
  for (const { punto } of puntosPendientes(data.tipo, NATURAL, data.comprobado)) expect((await check(id, punto)).status).toBe(200)
}
const observe = async (id: string, observaciones: object[]) => {
  const { version } = await read(id)
  return app.call<SolicitudFirmaRevisada>(observeFirma, { token: mesa, body: { empresa_id: empresa.id, id, version, observaciones } })
}
const paidOrder = (...firmas: FirmaVendida[]) => buildOrdenPagada(app, { empresaId: empresa.id, usuarioId }, firmas)
const use = (id: string, orden_id: string, as = token) =>
  app.call<SolicitudFirma>(payFirma, { token: as, params: { id }, body: { orden_id } })
const NATURAL_1 = { tipo: 'NATURAL', anios: 1 } as const
const SIN_PAGO = { sin_pago: true }

const EMISION = { entidad: 'Security Data', valida_desde: '2026-11-25', valida_hasta: '2027-11-25' }
const acts = async (id: string) =>
  (await app.owner.selectFrom('auditoria').select(['accion', 'detalle']).where('objeto', '=', id).orderBy('id').execute()).map(
    ({ accion, detalle }) => [accion, detalle],
  )

describe('a request of a natural person', () => {
  it('is saved at each step, sent when all of it is there, and is read by its requester alone', async () => {
    const draft = await create()
    expect(draft).toMatchObject({ estado: 'BORRADOR', datos: {}, fecha: '2026-11-24', texto_video: null, version: 1 })
    expect(draft.documentos.map(({ clase }) => clase)).toEqual(NATURAL)
    expect((await write(draft, { nombres: ' ANA ' })).data).toMatchObject({ datos: { nombres: 'ANA' }, version: 2 })
    expect((await write(draft)).status).toBe(409)
    const missing = await send(draft.id)
    expect([missing.status, missing.problems.map(({ campo }) => campo)]).toEqual([
      422,
      expect.arrayContaining(['datos.apellido1', 'datos.correo', 'documentos.SELFIE']),
    ])
    await write(await read(draft.id))
    for (const clase of NATURAL) await upload(draft.id, clase)
    const answer = await send(draft.id)
    expect(answer).toMatchObject({ status: 200, msg: 'Solicitud enviada', data: { estado: 'ENVIADA', fecha: '2026-11-24' } })
    expect((await send(draft.id)).data.historia).toHaveLength(1)
    const rows = (await app.call<Listing<SolicitudFirmaFila>>(searchFirma, { token: otraPersona })).data.content
    expect(rows).toMatchObject([{ titular: 'ANA PAZ', estado: 'ENVIADA', es_mia: false }])
    const { content } = (await app.call<Listing<HechoAuditado>>(searchAuditoria, { token, query: { objeto: draft.id } })).data
    expect(content[0], 'in the audit by its holder').toMatchObject({ accion: 'firma.enviar', nombre: 'ANA PAZ' })
    for (const as of [otraPersona, ajeno]) {
      expect((await app.call(readFirma, { token: as, params: { id: draft.id } })).status).toBe(404)
      expect((await show(draft.id, 'SELFIE', as)).status).toBe(404)
    }
  })

  it('goes on at the telephone by an address as a QR, and is renewed with what is known filled in', async () => {
    const { id } = await sent()
    const { direccion, qr } = (await app.call<{ direccion: string; qr: { trazo: string } }>(readTelefonoFirma, { token, params: { id } }))
      .data
    expect(direccion).toMatch(new RegExp(`/#/firmas_electronicas\\?solicitud=${id}&paso=Documentos$`))
    expect(qr.trazo).toMatch(/^M0 0h1v1h-1z/)
    expect((await app.call(readTelefonoFirma, { token: otraPersona, params: { id } })).status).toBe(404)
    const renew = { tipo: 'NATURAL', anios: 1, renovar: true }
    const { ruc } = await app.owner.selectFrom('empresa').select('ruc').where('id', '=', empresa.id).executeTakeFirstOrThrow()
    expect((await create(renew)).datos).toMatchObject({ ruc })
    await reviewed(id)
    await move(id, 'APROBADA', SIN_PAGO)
    await move(id, 'EMITIDA', EMISION)
    const again = await create(renew)
    expect([again.estado, again.datos, again.documentos.every(({ archivo }) => archivo === null)]).toEqual(['BORRADOR', DATOS, true])
    expect((await create({ ...renew, de: id })).datos).toEqual(DATOS)
    const other = await app.call(createFirma, { token: otraPersona, headers: key(), body: { ...renew, de: id } })
    expect(other.status).toBe(404)
    await app.owner
      .insertInto('certificado')
      .values({ ...CERTIFICADO, empresa_id: empresa.id, identificacion: DATOS.ruc, hasta: new Date('2027-11-25T10:00:00-05:00') } as never)
      .execute()
    const { content } = (await app.call<Listing<SolicitudFirmaFila>>(searchFirma, { token, query: { estado: 'EMITIDA' } })).data
    expect(content.map(({ en_uso }) => en_uso.length)).toEqual([1])
  })

  it('O-91 the same sending begins one; a draft goes with its files, one that was sent stays', async () => {
    const headers = key()
    const both = await Promise.all(
      [1, 2].map(() => app.call<SolicitudFirma>(createFirma, { token, headers, body: { tipo: 'JURIDICA', anios: 3 } })),
    )
    expect(both[0]?.data.id).toBe(both[1]?.data.id)
    const before = await huella(app)
    const { id } = await create()
    await upload(id, 'SELFIE')
    expect((await app.call(deleteFirma, { token, params: { id } })).status).toBe(200)
    const after = await huella(app)
    for (const table of ['archivo', 'archivo_parte', 'firma_documento', 'firma_solicitud']) expect(after[table]).toBe(before[table])
    expect((await app.call(deleteFirma, { token, params: { id: (await sent()).id } })).status).toBe(422)
  })
})

describe('its files', () => {
  it.each<[string, string, Buffer, string]>([
    ['a picture under the name of a PDF', 'RUC', FOTO, 'no es un PDF'],
    [
      'an encrypted PDF',
      'RUC',
      Buffer.from('%PDF-1.4\n<< /Type /Page >>\ntrailer << /Encrypt 5 0 R >>\n%%EOF'),
      'protegido con contraseña',
    ],
    ['half a PDF', 'RUC', Buffer.from('%PDF-1.4\n<< /Type /Page >>'), 'incompleto'],
    ['a PDF without pages', 'RUC', Buffer.from('%PDF-1.4\n%%EOF'), 'no tiene páginas'],
    ['a PDF in the place of a photo', 'SELFIE', PDF, 'imagen PNG o JPEG'],
    ['a photo too small to be read', 'SELFIE', pngOf(479, 900), 'al menos 480'],
    ['a document that does not exist', 'PARTIDA', PDF, 'Diga qué documento es'],
    ['a video in one piece', 'VIDEO', videoOf(60_000), 'Diga qué documento es'],
  ])('refuses %s and keeps nothing', async (_what, clase, bytes, words) => {
    const { id } = await create()
    const before = await huella(app)
    const answer = await upload(id, clase, bytes)
    expect([answer.status, answer.problems[0]?.message]).toEqual([422, expect.stringContaining(words)])
    expect(await huella(app)).toEqual(before)
  })

  it('O-44 are at most 5 MB; another takes the place of the one before', async () => {
    const { id } = await create()
    expect((await upload(id, 'RUC', Buffer.alloc(5_000_001))).status).toBe(413)
    await upload(id, 'RUC')
    await upload(id, 'RUC', Buffer.concat([PDF, Buffer.from('% otra\n%%EOF')]))
    expect((await show(id, 'RUC')).raw.toString()).toContain('% otra')
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from archivo where empresa_id = ${empresa.id}`.execute(app.owner)
    expect(rows[0]?.n).toBe(1)
  })

  it('O-105 are encrypted, open nowhere else, and each view is in the audit', async () => {
    const { id } = await create()
    await upload(id, 'RUC')
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from archivo_parte natural join almacen_objeto where empresa_id = ${empresa.id}`.execute(app.owner)
    expect(rows.map(({ bytes }) => bytes.includes('%PDF'))).toEqual([false])
    const answer = await show(id, 'RUC')
    expect([answer.status, answer.raw.equals(PDF), answer.headers['cache-control']]).toEqual([200, true, 'no-store'])
    expect(await acts(id)).toEqual([['firma.ver_documento', { documento: 'RUC' }]])
    // The part of another company, put in the place of this one's.
    await sql`update archivo_parte set n = 1 where empresa_id = ${empresa.id}`.execute(app.owner)
    expect((await show(id, 'RUC')).status).toBe(404)
  })
})

describe('who is 65 or over', () => {
  const old = { ...DATOS, nacimiento: '1961-11-24' }

  it('R-5.5.22 R-9.26 on the day of the request sends no request without a video; at 64 years and 364 days one does', async () => {
    const draft = await create()
    await write(draft, old)
    for (const clase of NATURAL) await upload(draft.id, clase)
    const refused = await send(draft.id)
    expect([refused.status, refused.problems]).toEqual([422, [{ campo: 'documentos.VIDEO', message: 'Falta: Video del titular.' }]])
    const younger = await write(await read(draft.id), { ...DATOS, nacimiento: '1961-11-25' })
    expect(younger.data.texto_video).toBeNull()
    expect((await send(draft.id)).data.estado).toBe('ENVIADA')
    // A day later, the age is still that of the day of the request.
    app.clock.advance(86_400_000)
    token = (await app.signIn(username)).token
    expect((await read(draft.id)).documentos.map(({ clase }) => clase)).not.toContain('VIDEO')
  })

  it('R-5.5.13 R-5.5.16 O-81 uploads a video in parts, goes on where it was cut, and the text has the mail of the request', async () => {
    const { id } = await create()
    await write(await read(id), old)
    expect((await read(id)).texto_video).toMatch(/24\/11\/2026.*ANA PAZ.*1712345675.*ana@ejemplo\.ec/)
    for (const clase of NATURAL) await upload(id, clase)
    const video = videoOf(2_100_000)
    const [a, b, c] = [0, 1, 2].map((n) => video.subarray(n * 1_000_000, (n + 1) * 1_000_000)) as [Buffer, Buffer, Buffer]
    const first = (await begin(id, 'yo.mp4', video.length)).data
    expect(first).toMatchObject({ partes: 3, recibidas: 0 })
    expect((await part(id, first.archivo, 0, b)).problems[0]?.message).toContain('no es un video')
    await part(id, first.archivo, 0, a)
    expect((await part(id, first.archivo, 2, b)).status).toBe(422)
    expect((await begin(id, 'yo.mp4', video.length)).data).toEqual({ ...first, recibidas: 1 })
    expect((await part(id, first.archivo, 1, b)).data).toEqual({ recibidas: 2, completo: false })
    expect((await send(id)).status).toBe(422)
    expect((await part(id, first.archivo, 2, c)).data).toEqual({ recibidas: 3, completo: true })
    expect((await show(id, 'VIDEO')).raw.equals(video)).toBe(true)
    expect((await part(id, first.archivo, 2, c)).status).toBe(404)
    expect((await begin(id, 'grande.mp4', 50_000_001)).status).toBe(422)
    // Another mail than in the video, a day later.
    app.clock.advance(86_400_000)
    token = (await app.signIn(username)).token
    expect((await read(id)).texto_video).toContain('24/11/2026')
    await write(await read(id), { ...old, celular: '0998765432' })
    expect((await read(id)).documentos.at(-1)?.observacion).toBeNull()
    const other = (await write(await read(id), { ...old, correo: 'otra@ejemplo.ec' })).data
    expect(other.documentos.at(-1)).toMatchObject({ clase: 'VIDEO', observacion: expect.stringContaining('grábelo otra vez') as string })
    expect(other.texto_video).toMatch(/25\/11\/2026.*otra@ejemplo\.ec/)
    expect((await send(id)).problems.map(({ campo }) => campo)).toEqual(['documentos.VIDEO'])
    const again = (await begin(id, 'otra.mp4', 60_000)).data.archivo
    await part(id, again, 0, videoOf(60_000))
    expect((await send(id)).data.estado).toBe('ENVIADA')
  })
})

describe('the desk of SUPER_ADMIN', () => {
  it('O-80 sees what was sent, looks at it in the audit of the company, and takes it through its states to the end', async () => {
    const { id } = await sent()
    const queue = (await app.call<Listing<SolicitudFirmaEnCola>>(searchFirmaEnCola, { token: mesa, query: { size: '50' } })).data.content
    expect(queue.find((one) => one.id === id)).toMatchObject({ empresa_id: empresa.id, titular: 'ANA PAZ', estado: 'ENVIADA' })
    const lugar = { empresa_id: empresa.id, id }
    expect((await app.call(readDocumentoEnCola, { token: mesa, params: lugar, query: { clase: 'SELFIE' } })).headers['content-type']).toBe(
      'image/png',
    )
    expect((await move(id, 'APROBADA')).status).toBe(422)
    await reviewed(id)
    const { version } = await read(id)
    const body = { ...lugar, version, estado: 'APROBADA', ...SIN_PAGO }
    const twice = await Promise.all([1, 2].map(() => app.call(moveFirma, { token: mesa, body })))
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await move(id, 'EMITIDA')).problems).toMatchObject([{ campo: 'entidad' }])
    expect((await move(id, 'EMITIDA', { ...EMISION, valida_hasta: '2026-11-25' })).problems).toMatchObject([{ campo: 'valida_hasta' }])
    expect((await move(id, 'EMITIDA', EMISION)).data).toMatchObject({ estado: 'EMITIDA', ...EMISION })
    expect((await read(id)).historia.map(({ estado, quien }) => [estado, quien === null])).toEqual([
      ['ENVIADA', false],
      ['EN_REVISION', true],
      ['APROBADA', true],
      ['EMITIDA', true],
    ])
    expect((await acts(id)).map(([accion]) => accion)).toEqual([
      'firma.enviar',
      'firma.ver_documento',
      'firma.revisar',
      'firma.revisar',
      'firma.revisar',
    ])
  })

  it('gives it back with what has to be corrected, and nothing else may change', async () => {
    const { id } = await sent()
    await move(id, 'EN_REVISION')
    const motivo = 'La cara posterior está borrosa'
    expect((await observe(id, [{ clase: 'VIDEO', motivo }])).status).toBe(422)
    const given = await observe(id, [{ clase: 'CEDULA_REVERSO', motivo }])
    expect(given.data.documentos.find(({ observacion }) => observacion !== null)).toMatchObject({
      clase: 'CEDULA_REVERSO',
      observacion: motivo,
    })
    expect((await read(id)).historia.at(-1)).toMatchObject({ estado: 'OBSERVADA', motivo: `Cédula, lado posterior: ${motivo}` })
    expect([(await upload(id, 'SELFIE')).status, (await write(await read(id))).status, (await send(id)).status]).toEqual([422, 422, 422])
    expect((await upload(id, 'CEDULA_REVERSO')).status).toBe(200)
    expect((await send(id)).data.estado).toBe('ENVIADA')
    await move(id, 'EN_REVISION')
    await observe(id, [{ clase: 'DATOS', motivo: 'El segundo apellido falta' }])
    expect((await write(await read(id), { ...DATOS, apellido2: 'LEMA' })).data.observacion_datos).toBeNull()
    expect((await send(id)).data.estado).toBe('ENVIADA')
    await move(id, 'EN_REVISION')
    expect((await move(id, 'RECHAZADA')).problems).toMatchObject([{ campo: 'motivo' }])
    expect((await move(id, 'RECHAZADA', { motivo: 'El titular no se presentó' })).data.estado).toBe('RECHAZADA')
  })

  it('what the desk decides stands in the bell of who asked, with the way to it, until it is put away or settled', async () => {
    const bell = async (as = token) => (await app.call<NotificacionDisponible[]>(availableNotificaciones, { token: as })).data
    const { id } = await sent()
    await move(id, 'EN_REVISION')
    expect(await bell()).toEqual([])
    await observe(id, [{ clase: 'CEDULA_REVERSO', motivo: 'La cara posterior está borrosa' }])
    expect(await bell()).toMatchObject([{ id, type: 'ADVERTENCIA', ruta: `/firmas_electronicas?solicitud=${id}` }])
    expect([await bell(otraPersona), await bell(ajeno)]).toEqual([[], []])
    await upload(id, 'CEDULA_REVERSO')
    await send(id)
    expect(await bell()).toEqual([])
    await move(id, 'EN_REVISION')
    await move(id, 'RECHAZADA', { motivo: 'El titular no se presentó' })
    expect((await bell())[0]?.message).toContain('La firma no se emitirá. El titular no se presentó')
    const dismiss = (as: string) => app.call(dismissNotificacion, { token: as, body: { id } })
    expect([(await dismiss(otraPersona)).status, (await dismiss(token)).status, await bell()]).toEqual([404, 200, []])
  })

  it('checks each point of each document before it approves; what is sent again is checked again', async () => {
    const { id } = await sent()
    expect((await check(id, 'RUC_ACTIVO')).status).toBe(422)
    await move(id, 'EN_REVISION')
    expect((await check(id, 'VIDEO_TEXTO')).problems).toMatchObject([{ campo: 'punto' }])
    const both = await Promise.all(['RUC_ACTIVO', 'RUC_DATOS', 'RUC_ACTIVO'].map((punto) => check(id, punto)))
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await check(id, 'RUC_DATOS', false)).data.comprobado).toEqual(['RUC_ACTIVO'])
    const refused = await move(id, 'APROBADA', SIN_PAGO)
    expect([refused.status, refused.problems[0]?.message]).toEqual([422, 'Falta comprobar: el número y el nombre son los de la solicitud.'])
    for (const punto of ['RUC_DATOS', 'REVERSO_LEGIBLE']) await check(id, punto)
    await observe(id, [{ clase: 'CEDULA_REVERSO', motivo: 'La cara posterior está borrosa' }])
    await upload(id, 'CEDULA_REVERSO')
    await send(id)
    const again = (await move(id, 'EN_REVISION')).data
    expect(again.comprobado.toSorted()).toEqual(['RUC_ACTIVO', 'RUC_DATOS'])
    expect((await observe(id, [{ clase: 'DATOS', motivo: 'El segundo apellido falta' }])).data.comprobado).toEqual([])
  })

  it('takes what is approved as a ZIP with a manifest for the entity, once unless it says so; who asked is told by letter', async () => {
    const { id } = await sent()
    const pack = (otra_vez = false) =>
      app.call<Descarga>(downloadPaqueteEnCola, { token: mesa, body: { empresa_id: empresa.id, id, otra_vez } })
    expect((await pack()).status).toBe(422)
    await move(id, 'EN_REVISION')
    await observe(id, [{ clase: 'CEDULA_REVERSO', motivo: 'La cara posterior está borrosa' }])
    const { mail } = await app.owner.selectFrom('usuario').select('mail').where('username', '=', username).executeTakeFirstOrThrow()
    const letters = await app.owner.selectFrom('carta_cuenta').select('asunto').where('para', '=', mail).execute()
    expect(letters.map(({ asunto }) => asunto)).toEqual(['Firma electrónica: observada'])
    await upload(id, 'CEDULA_REVERSO')
    await send(id)
    await reviewed(id)
    await move(id, 'APROBADA', SIN_PAGO)
    const both = await Promise.all([pack(), pack()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(both.find(({ status }) => status === 422)?.msg).toContain('Ya se descargó para la entidad el 24/11/2026')
    const files = readZip((await app.call(downloadDescarga, { params: { ticket: (await pack(true)).data.ticket } })).raw)
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['certificado-del-ruc.pdf', 'cedula-lado-frontal.png', 'cedula-lado-posterior.png', 'manifiesto.json']),
    )
    const manifiesto = JSON.parse(files.get('manifiesto.json') ?? '') as { datos: object; archivos: { archivo: string; sha256: string }[] }
    expect(manifiesto.datos).toMatchObject({ numero_documento: DATOS.numero_documento, correo: DATOS.correo })
    expect(manifiesto.archivos.find(({ archivo }) => archivo === 'certificado-del-ruc.pdf')?.sha256).toBe(
      createHash('sha256').update(PDF).digest('hex'),
    )
    expect((await acts(id)).slice(-2)).toEqual([
      ['firma.paquete', { titular: 'ANA PAZ' }],
      ['firma.paquete', { titular: 'ANA PAZ', otra_vez: true }],
    ])
  })

  it('sees no draft and is nobody else', async () => {
    const draft = await create()
    const lugar = { empresa_id: empresa.id, id: draft.id }
    expect((await app.call(readFirmaEnCola, { token: mesa, params: lugar })).status).toBe(404)
    expect((await app.call(readFirmaEnCola, { token: mesa, params: { ...lugar, empresa_id: randomUUID() } })).status).toBe(404)
    const doors: [Endpoint, object][] = [
      [searchFirmaEnCola, {}],
      [readFirmaEnCola, { params: lugar }],
      [readDocumentoEnCola, { params: lugar, query: { clase: 'RUC' } }],
      [downloadPaqueteEnCola, { body: lugar }],
      [checkFirma, { body: { ...lugar, punto: 'RUC_ACTIVO', cumple: true } }],
      [moveFirma, { body: { ...lugar, version: 1, estado: 'EN_REVISION' } }],
      [observeFirma, { body: {} }],
    ]
    for (const [endpoint, options] of doors) await expectGuarded(app, empresa, endpoint, options, [ROL.ADMIN, ROL.USUARIO])
  })
})

describe('what pays for a request', () => {
  it('O-79 is a signature of a paid order: one each, of its kind and years, whoever takes it at once', async () => {
    const orden = await paidOrder(NATURAL_1, { tipo: 'JURIDICA', anios: 3 })
    const drafts = [await create(), await create()]
    expect(drafts[0]).toMatchObject({ pago: null, por_usar: [{ orden_id: orden }] })
    const both = await Promise.all(drafts.map(({ id }) => use(id, orden)))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const [paid, free] = both[0]?.status === 200 ? drafts : drafts.toReversed()
    expect((await use(paid!.id, orden)).data).toMatchObject({ pago: { orden_id: orden }, por_usar: [] })
    // Neither another kind nor other years: only the paid ones.
    const other = await write(await read(paid!.id), {}, { anios: 2 })
    expect([other.status, other.problems[0]?.message]).toEqual([422, expect.stringContaining('persona natural, 1 año')])
    expect((await write(await read(free!.id), {}, { anios: 2 })).status).toBe(200)
    // Deleting the draft frees the payment.
    await app.call(deleteFirma, { token, params: { id: paid!.id } })
    expect((await create()).por_usar).toMatchObject([{ orden_id: orden }])
  })

  it('begins one of what was paid, and is nobody else’s', async () => {
    const orden = await paidOrder({ tipo: 'JURIDICA', anios: 3 })
    const begin = (as = token) =>
      app.call<SolicitudFirma>(createFirma, { token: as, headers: key(), body: { tipo: 'NATURAL', anios: 1, orden_id: orden } })
    const before = await huella(app)
    expect((await begin(ajeno)).status).toBe(422)
    expect(await huella(app)).toEqual(before)
    const both = await Promise.all([begin(), begin(otraPersona)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(both.find(({ status }) => status === 200)?.data).toMatchObject({ tipo: 'JURIDICA', anios: 3, pago: { orden_id: orden } })
    expect((await use((await create()).id, orden, otraPersona)).status).toBe(404)
  })

  it('is asked for before the entity has it: without it only who says so approves, and the audit keeps that', async () => {
    const { id } = await sent()
    await reviewed(id)
    expect((await move(id, 'APROBADA')).problems).toMatchObject([{ campo: 'sin_pago' }])
    expect((await use(id, await paidOrder(NATURAL_1))).status).toBe(200)
    expect((await move(id, 'APROBADA')).data.estado).toBe('APROBADA')
    // Refused by the entity: its payment serves another request.
    await move(id, 'RECHAZADA', { motivo: 'El titular desistió' })
    const next = await sent()
    expect(next.por_usar).toHaveLength(1)
    await reviewed(next.id)
    await move(next.id, 'APROBADA', SIN_PAGO)
    expect((await acts(next.id)).at(-1)).toEqual(['firma.revisar', { estado: 'APROBADA', sin_pago: true }])
    const query = { size: '50', estado: 'APROBADA' }
    const queue = (await app.call<Listing<SolicitudFirmaEnCola>>(searchFirmaEnCola, { token: mesa, query })).data.content
    expect(queue.find((one) => one.id === next.id)?.pagada).toBe(false)
  })
})

describe('nothing is kept that need not be', () => {
  it('the holder asks for it once it ended, and not before', async () => {
    const { id } = await sent()
    const ask = () => app.call<SolicitudFirma>(deleteArchivosFirma, { token, params: { id } })
    expect((await ask()).status).toBe(422)
    await move(id, 'EN_REVISION')
    await move(id, 'RECHAZADA', { motivo: 'El titular desistió' })
    expect((await ask()).data.archivos_borrados_en).not.toBeNull()
    expect([(await show(id, 'SELFIE')).status, (await ask()).status]).toEqual([404, 200])
    expect((await acts(id)).filter(([accion]) => accion === 'firma.borrar_archivos')).toEqual([
      ['firma.borrar_archivos', { por: 'el titular' }],
    ])
  })

  it('of one person twenty are begun at most, asked for at once too', async () => {
    const persona = await buildUsuario(app, { empresas: [empresa] })
    const as = (await app.signIn(persona.username)).token
    await sql`
      insert into firma_solicitud (empresa_id, id, usuario_id, tipo, anios, creada_en, editada_en)
      select ${empresa.id}, gen_random_uuid(), ${persona.id}, 'NATURAL', 1, ${app.clock.now()}, ${app.clock.now()} from generate_series(1, 19)`.execute(
      app.owner,
    )
    const begun = await Promise.all(
      Array.from({ length: 6 }, () => app.call(createFirma, { token: as, headers: key(), body: { tipo: 'NATURAL', anios: 1 } })),
    )
    expect(begun.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
  })

  /** A request sent before, in a waiting state. */
  const waiting = async (n: number, usuarioId: string, estado = 'EN_REVISION') =>
    sql`
      insert into firma_solicitud (empresa_id, id, usuario_id, tipo, anios, estado, fecha, enviada_en, creada_en, editada_en)
      select ${empresa.id}, gen_random_uuid(), ${usuarioId}, 'NATURAL', 1, ${estado}, '2026-11-20', ${app.clock.now()}, ${app.clock.now()}, ${app.clock.now()}
        from generate_series(1, ${n})`.execute(app.owner)
  const requesterOf = async ({ id }: SolicitudFirma) =>
    (await app.owner.selectFrom('firma_solicitud').select('usuario_id').where('id', '=', id).executeTakeFirstOrThrow()).usuario_id

  it.each<[string, number, () => Promise<string>, string]>([
    [
      'a person ten',
      9,
      async () => requesterOf(await create()),
      'Ya envió 10 solicitudes que todavía no terminan: espere a que se resuelva una.',
    ],
    [
      'a company thirty',
      29,
      async () => (await buildUsuario(app, { empresas: [empresa] })).id,
      'Su empresa ya tiene 30 solicitudes enviadas que todavía no terminan: espere a que se resuelva una.',
    ],
  ])(
    'of %s that were sent wait at most, sent at once too; what was given back to correct takes no other place',
    async (_who, n, of, msg) => {
      const [one, other] = [await ready(), await ready()]
      await waiting(n, await of())
      await waiting(40, randomUUID(), 'RECHAZADA')
      const answers = await Promise.all([send(one.id), send(other.id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
      const [accepted, refused] = answers[0]?.status === 200 ? [one, other] : [other, one]
      const before = await huella(app)
      expect(await send(refused.id)).toMatchObject({ status: 422, msg })
      expect(await huella(app)).toEqual(before)
      await app.owner.updateTable('firma_solicitud').set({ estado: 'OBSERVADA' }).where('id', '=', accepted.id).execute()
      expect((await send(accepted.id)).data.estado).toBe('ENVIADA')
      await app.owner.updateTable('firma_solicitud').set({ estado: 'RECHAZADA' }).where('id', '=', accepted.id).execute()
      expect((await send(refused.id)).data.estado).toBe('ENVIADA')
    },
  )

  it('files go 30 days after the end and drafts after 90 without a change; the audit says so', async () => {
    const [{ id }, draft] = [await sent(), await create()]
    await reviewed(id)
    await move(id, 'APROBADA', SIN_PAGO)
    await move(id, 'EMITIDA', EMISION)
    const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })
    const clean = () => limpiarFirmas({ db: createDb(pool), clock: app.clock })
    app.clock.set('2026-12-24T23:00:00-05:00')
    await clean()
    const kept = () => sql<{ n: number }>`select count(*)::int as n from firma_documento where solicitud_id = ${id}`.execute(app.owner)
    expect((await kept()).rows[0]?.n).toBe(4)
    app.clock.set('2026-12-25T01:00:00-05:00')
    await clean()
    expect((await kept()).rows[0]?.n).toBe(0)
    expect((await acts(id)).at(-1)).toEqual(['firma.borrar_archivos', { por: 'plazo cumplido' }])
    app.clock.set('2027-02-23T01:00:00-05:00')
    await clean()
    expect(await app.owner.selectFrom('firma_solicitud').select('id').where('id', '=', draft.id).execute()).toEqual([])
    await pool.end()
  })
})

it('keeps out who has no session, who may not buy, and support in a name', async () => {
  const { id } = await create()
  await expectGuarded(app, empresa, searchFirma, {}, [ROL.USUARIO])
  const doors: [Endpoint, object][] = [
    [createFirma, { body: { tipo: 'NATURAL', anios: 1 }, headers: key() }],
    [readFirma, { params: { id } }],
    [editFirma, { params: { id }, body: {} }],
    [uploadDocumentoFirma, { params: { id } }],
    [readDocumentoFirma, { params: { id }, query: { clase: 'RUC' } }],
    [payFirma, { params: { id }, body: { orden_id: randomUUID() } }],
    [sendFirma, { params: { id }, body: { version: 1 } }],
    [deleteFirma, { params: { id } }],
    [deleteArchivosFirma, { params: { id } }],
  ]
  for (const [endpoint, options] of doors) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
})

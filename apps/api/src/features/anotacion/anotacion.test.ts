import { randomUUID } from 'node:crypto'
import {
  addAdjunto,
  ADJUNTO_MAX_BYTES,
  deleteAdjunto,
  MAX_ADJUNTOS,
  readAdjunto,
  readAnotacion,
  saveNotaInterna,
  type Anotacion,
  type Endpoint,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type CallOptions, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { buildDocumentoRow } from '../../testing/documentos.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { jpegOf } from '../../testing/images.ts'

// Private annotations of a company on a document.

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let tokenOtra: string
let documento: string

beforeAll(async () => {
  app = await buildTestApp()
  tokenOtra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
  documento = await buildDocumentoRow(app, empresa, {})
})

const read = async (as = token) => app.call<Anotacion>(readAnotacion, { token: as, params: { id: documento } })
const write = (nota: unknown, version: number, as = token) =>
  app.call<Anotacion>(saveNotaInterna, { token: as, params: { id: documento }, body: { nota, version } })
const pdfOf = (text = '') => Buffer.from(`%PDF-1.5\n<< /Type /Page >>\n${text}\n%%EOF`)
const formOf = (bytes: Uint8Array, name: string) => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}
const attach = (bytes: Uint8Array = pdfOf(), name = 'contrato.pdf', as = token) =>
  app.call<Anotacion>(addAdjunto, { token: as, params: { id: documento }, form: formOf(bytes, name) })
const audited = () =>
  app.owner
    .selectFrom('auditoria')
    .select(['accion', 'detalle'])
    .where('empresa_id', '=', empresa.id)
    .where('objeto', '=', documento)
    .execute()

describe('the internal note', () => {
  it('is written, changed over the version that was read, and taken away', async () => {
    expect((await read()).data).toEqual({ nota: null, version: 0, adjuntos: [] })
    const first = await write('Llamar el lunes.\nPide plazo', 0)
    expect(first).toMatchObject({
      status: 200,
      data: { nota: { texto: 'Llamar el lunes.\nPide plazo', autor: expect.any(String) }, version: 1 },
    })
    expect((await write('Otra', 0)).status).toBe(409)
    expect((await write('Pagó', 1)).data).toMatchObject({ nota: { texto: 'Pagó' }, version: 2 })
    expect((await write('', 2)).data).toMatchObject({ nota: null, version: 3 })
    expect((await write('De nuevo', 3)).data).toMatchObject({ nota: { texto: 'De nuevo' }, version: 4 })
    expect((await audited()).map(({ accion }) => accion)).toEqual(Array.from({ length: 4 }, () => 'documento.nota_interna'))
  })

  it('of two at the same instant one is told', async () => {
    const answers = await Promise.all([write('Una', 0), write('Otra', 0)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('refuses what is no note, and changes nothing', async () => {
    await write('Esta', 0)
    const before = await huella(app)
    for (const [nota, version] of [
      ['x'.repeat(2001), 1],
      [7, 1],
      ['a\u0000b', 1],
      ['X', -1],
    ] as const)
      expect((await write(nota, version)).status, String(nota).slice(0, 5)).toBe(422)
    expect(await huella(app)).toEqual(before)
  })
})

describe('its files', () => {
  it('a PDF stays as it came, a picture is made anew; each is sent to who reads the document', async () => {
    const pdf = pdfOf('texto')
    expect((await attach(pdf)).data.adjuntos).toMatchObject([{ nombre: 'contrato.pdf', tipo: 'application/pdf', tamano: pdf.length }])
    app.clock.advance(1_000)
    const foto = jpegOf({ exif: 'LUGAR' })
    const { data } = await attach(foto, 'entrega.jpg')
    const [contrato, entrega] = data.adjuntos
    const sent = async (id = '', as = token) => app.call(readAdjunto, { token: as, params: { id } })
    expect((await sent(contrato?.id)).raw).toEqual(pdf)
    const picture = await sent(entrega?.id)
    expect(picture.headers['content-type']).toMatch(/^image\/(png|jpeg)/)
    expect(picture.raw.includes('LUGAR')).toBe(false)
    expect(picture.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect((await sent(contrato?.id, tokenOtra)).status).toBe(404)
  })

  it('is deleted for good, with its bytes', async () => {
    const id = (await attach()).data.adjuntos[0]?.id ?? ''
    expect((await app.call(deleteAdjunto, { token: tokenOtra, params: { id } })).status).toBe(404)
    expect((await app.call(deleteAdjunto, { token, params: { id } })).status).toBe(200)
    expect((await read()).data.adjuntos).toEqual([])
    expect((await app.call(readAdjunto, { token, params: { id } })).status).toBe(404)
    expect((await app.call(deleteAdjunto, { token, params: { id } })).status).toBe(404)
    expect(await app.owner.selectFrom('archivo_parte').select('n').where('archivo_id', '=', id).execute()).toEqual([])
    expect(await audited()).toMatchObject([
      { accion: 'documento.adjuntar', detalle: { archivo: 'contrato.pdf' } },
      { accion: 'documento.quitar_adjunto', detalle: { archivo: 'contrato.pdf' } },
    ])
  })

  it('refuses what is neither, too large or too many, and changes nothing', async () => {
    for (let n = 1; n < MAX_ADJUNTOS; n++) expect((await attach()).status, String(n)).toBe(200)
    const before = await huella(app)
    const refused: [string, Promise<{ status: number }>, number][] = [
      ['a program', attach(Buffer.from('MZ\u0000\u0000'), 'contrato.pdf'), 422],
      ['a page', attach(Buffer.from('<html><script>alert(1)</script></html>'), 'foto.png'), 422],
      ['a PDF without pages', attach(Buffer.from('%PDF-1.5\n%%EOF')), 422],
      ['nothing', attach(Buffer.alloc(0)), 422],
      ['a byte too many', attach(Buffer.concat([pdfOf(), Buffer.alloc(ADJUNTO_MAX_BYTES)])), 413],
      ['another company', attach(pdfOf(), 'x.pdf', tokenOtra), 404],
    ]
    for (const [what, answer, status] of refused) expect((await answer).status, what).toBe(status)
    expect(await huella(app)).toEqual(before)
    // Of several requests at the same instant, one gets the last place.
    const answers = await Promise.all([attach(), attach(), attach()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect((await read()).data.adjuntos).toHaveLength(MAX_ADJUNTOS)
  })
})

it('is read and written by who makes documents', async () => {
  const id = (await attach()).data.adjuntos[0]?.id ?? ''
  const calls: [Endpoint, CallOptions][] = [
    [readAnotacion, { params: { id: documento } }],
    [saveNotaInterna, { params: { id: documento }, body: { nota: 'X', version: 0 } }],
    [addAdjunto, { params: { id: documento }, form: formOf(pdfOf(), 'x.pdf') }],
    [readAdjunto, { params: { id } }],
    [deleteAdjunto, { params: { id } }],
  ]
  for (const [endpoint, options] of calls) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO])
  for (const params of [{ id: randomUUID() }, { id: documento }])
    expect((await app.call(readAnotacion, { token: params.id === documento ? tokenOtra : token, params })).status).toBe(404)
})

import { addAdjunto, deleteAdjunto, readAdjunto, type Anotacion } from '@yupana/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { buildDocumentoRow } from '../../testing/documentos.ts'
import { huella } from '../../testing/huella.ts'
import { findFaltantes, lineasDeFaltantes } from '../../respaldo/faltantes.ts'
import { startS3, type S3DePrueba } from '../../testing/s3-de-prueba.ts'

// Files of users in a bucket, through the calls of a document's attachments.

let s3: S3DePrueba
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let documento: string

beforeAll(async () => {
  s3 = await startS3()
  app = await buildTestApp({ env: { S3_URL: s3.url } })
})
afterAll(async () => {
  await app?.close()
  await s3?.close()
})
beforeEach(async () => {
  for (const name of s3.objetos.keys()) if (name !== MARCA) s3.objetos.delete(name)
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
  documento = await buildDocumentoRow(app, empresa, {})
})
afterEach(() => vi.restoreAllMocks())

/** Name of the mark in the bucket. */
const MARCA = 'yupana/instalacion'
const partes = () => [...s3.objetos].filter(([name]) => name !== MARCA)
/** Every object except those waiting for removal. */
const guardado = async () => {
  await app.owner.deleteFrom('almacen_baja').execute()
  return huella(app)
}
const PDF = Buffer.concat([Buffer.from('%PDF-1.5\n<< /Type /Page >>\n'), Buffer.alloc(1_500_000, 32), Buffer.from('\n%%EOF')])

async function attach() {
  const form = new FormData()
  form.append('file', new Blob([PDF]), 'contrato.pdf')
  return app.call<Anotacion>(addAdjunto, { token, params: { id: documento }, form })
}
const show = (id: string) => app.call(readAdjunto, { token, params: { id } })
const keepOne = async () => (await attach()).data.adjuntos[0]?.id ?? ''
/** Silences the log. */
const quietly = () => vi.spyOn(process.stderr, 'write').mockReturnValue(true)

describe('O-105 a file in a bucket', () => {
  it('lies there in sealed parts, is sent as it was given, and its objects wait to be removed once it is deleted', async () => {
    const id = await keepOne()
    expect(partes().length).toBe(2)
    for (const [, objeto] of partes()) expect(objeto.includes('%PDF')).toBe(false)
    const answer = await show(id)
    expect([answer.status, answer.raw.equals(PDF)]).toEqual([200, true])
    const nombres = partes()
      .map(([name]) => name.replace('yupana/', ''))
      .sort()
    expect((await app.call(deleteAdjunto, { token, params: { id } })).status).toBe(200)
    const bajas = await app.owner.selectFrom('almacen_baja').select('objeto').execute()
    expect(bajas.map(({ objeto }) => objeto).sort()).toEqual(nombres)
  })

  it('is refused in words while the bucket is gone, which changes nothing; later it is taken', async () => {
    const before = await guardado()
    s3.fallar('error', 'error', 'error')
    quietly()
    const refused = await attach()
    expect(refused).toMatchObject({
      status: 503,
      msg: 'El lugar donde se guardan los archivos no responde. Espere un momento y vuelva a intentarlo.',
    })
    expect(refused.headers['retry-after']).toBe('10')
    expect(await guardado()).toEqual(before)
    expect((await attach()).status).toBe(200)
  })

  it('whose second part cannot be put is not kept by half', async () => {
    const before = await guardado()
    quietly()
    // The second part, at each of its tries.
    s3.fallar(undefined, 'error', 'error', 'error')
    expect((await attach()).status).toBe(503)
    expect(await guardado()).toEqual(before)
  })

  it.each([
    ['was changed there', (objeto: Buffer) => objeto.fill(1, 20, 21)],
    ['was exchanged for another', (objeto: Buffer) => objeto.fill(0)],
  ])('that %s is not sent', async (_what, spoil) => {
    const id = await keepOne()
    for (const [, objeto] of partes()) spoil(objeto)
    quietly()
    expect(await show(id)).toMatchObject({
      status: 410,
      msg: 'El archivo ya no se puede leer: se perdió o se dañó donde estaba guardado. Avise a su proveedor.',
    })
  })

  it('that is not there any more is told by the restoration, by company and name', async () => {
    const { faltan: antes } = await findFaltantes(app.database.adminUrl, app.deps.almacen)
    const id = await keepOne()
    expect((await findFaltantes(app.database.adminUrl, app.deps.almacen)).faltan).toEqual(antes)
    s3.objetos.delete(partes()[1]![0])
    quietly()
    const found = await findFaltantes(app.database.adminUrl, app.deps.almacen)
    expect(found.faltan).toContainEqual({ ruc: empresa.ruc, nombre: 'contrato.pdf' })
    expect(lineasDeFaltantes({ archivos: 2, faltan: [{ ruc: '1790011674001', nombre: 'contrato.pdf' }] })).toEqual([
      'De 2 archivos guardados faltan 1: compruebe S3_URL o ARCHIVOS_DIR. Si son los de siempre, esos archivos se perdieron:',
      '  1790011674001: contrato.pdf',
    ])
    expect(id).not.toBe('')
  })
})

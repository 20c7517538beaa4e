import { randomUUID } from 'node:crypto'
import {
  createPersona,
  editPersona,
  emitFactura,
  exportAuditoria,
  searchAuditoria,
  type Emitido,
  type HechoAuditado,
  type Listing,
  type PersonaGuardada,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { actingAs } from '../../db/actor.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildEmpresa, buildUsuario, tokenOfNew, type UsuarioBuilt } from '../../testing/builders.ts'
import { buildEmisor, buildWorker, facturaForm } from '../../testing/emisor.ts'
import { startSimulador } from '../../testing/simulador.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { recordAuditoria } from './hecho-empresa.sql.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let ana: UsuarioBuilt
let token: string

beforeAll(async () => {
  app = await buildTestApp()
  empresa = await buildEmpresa(app)
  ana = await buildUsuario(app, { empresas: [empresa], username: 'ana' })
  token = (await app.signIn(ana.username)).token
})
afterAll(() => app?.close())

const record = (accion: string, detalle: Record<string, unknown> = {}, objeto?: string) =>
  inEmpresa(app.deps.db, empresa.id, (tx) =>
    recordAuditoria(tx, { empresaId: empresa.id, usuarioId: ana.id, en: app.clock.now(), accion, objeto, detalle }),
  )
const search = async (query: Record<string, string> = {}) =>
  (await app.call<Listing<HechoAuditado>>(searchAuditoria, { token, query })).data
const acciones = async (query: Record<string, string> = {}) => (await search(query)).content.map(({ accion }) => accion)

describe('what people did', () => {
  it('is listed last first, with names, and narrowed by who, what, record and day of Ecuador', async () => {
    const { data: persona } = await app.call<PersonaGuardada>(createPersona, {
      token,
      headers: { 'idempotency-key': randomUUID() },
      body: { tipo_identificacion: '06', identificacion: 'P-1', razon_social: 'EL PERNO', roles: ['cliente'] },
    })
    app.clock.advance(60_000)
    const { avisos: _avisos, id, creada_en: _c, editada_en: _e, unida_a: _u, ...form } = persona
    await app.call(editPersona, { token, params: { id }, body: { ...form, direccion: 'Ambato' } })
    const stranger = await buildUsuario(app, { empresas: [empresa] })
    expect((await search()).content.slice(0, 2)).toMatchObject([
      {
        accion: 'persona.editar',
        quien: 'ana',
        actor: null,
        objeto: id,
        nombre: 'EL PERNO',
        detalle: { direccion: [null, 'Ambato'] },
        sellado: false,
      },
      { accion: 'persona.crear', quien: 'ana', objeto: id, detalle: { identificacion: 'P-1' } },
    ])
    expect(await acciones({ objeto: id })).toEqual(['persona.editar', 'persona.crear'])
    expect(await acciones({ que: 'sesion,serie' })).toEqual(['sesion.abrir'])
    expect(await acciones({ quien: stranger.id })).toEqual([])
    expect(await acciones({ quien: ana.id, hasta: '2026-06-14' })).toEqual([])
    // Nine at night in Ecuador is the next day in UTC.
    app.clock.set('2026-06-15T21:00:00-05:00')
    token = (await app.signIn(ana.username)).token
    await record('prueba.noche')
    expect(await acciones({ desde: '2026-06-16' })).toEqual([])
    for (const hasta of ['2026-06-15', '9999-12-31']) expect(await acciones({ que: 'prueba', hasta })).toEqual(['prueba.noche'])
  })

  it('O-14: holds both identities, and finds what support did under its own name too', async () => {
    const support = await buildUsuario(app, { empresas: [], username: 'sofia', superAdmin: true })
    await actingAs(support.id, () => record('prueba.soporte'))
    expect((await search({ que: 'prueba' })).content[0]).toMatchObject({ quien: 'ana', actor: 'sofia' })
    expect(await acciones({ quien: support.id })).toEqual(['prueba.soporte'])
  })

  it('is for who administers, and nothing of another company is in it', async () => {
    const other = await buildEmpresa(app)
    const foreign = await tokenOfNew(app, { empresas: [other] })
    const { data } = await app.call<Listing<HechoAuditado>>(searchAuditoria, { token: foreign, query: { quien: ana.id } })
    expect(data.content).toEqual([])
    const seller = await tokenOfNew(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    expect((await app.call(searchAuditoria, { token: seller })).status).toBe(403)
    expect((await app.call(exportAuditoria, { token: seller })).status).toBe(403)
  })

  it('leaves as a file for the auditor, the last first, in which nothing is a formula; thirty times an hour, each written down', async () => {
    await record('prueba.formula', { nota: '=1+1' }, '=HYPERLINK("x")')
    const file = await app.call(exportAuditoria, { token, query: { que: 'prueba', formato: 'csv' } })
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="auditoria.csv"',
    })
    const [header, ...lines] = file.raw.toString().trimEnd().split('\r\n')
    expect(header).toBe('\ufeffNúmero,Fecha,Qué,Quién,Registro,Detalle,Sellado,Usuario (id),Soporte (id),Registro (id),Sello')
    expect(lines.map((line) => line.split(',')[2])).toEqual(['prueba.formula', 'prueba.soporte', 'prueba.noche'])
    expect(lines[0]).toContain(`"'=HYPERLINK(""x"")"`)
    for (let n = 1; n < 30; n++) expect((await app.call(exportAuditoria, { token })).status).toBe(200)
    expect(await app.call(exportAuditoria, { token })).toMatchObject({
      status: 429,
      msg: expect.stringContaining('Descargó demasiados archivos'),
    })
    expect(await acciones({ que: 'auditoria', size: '20' })).toHaveLength(20)
  })
})

describe('documents', () => {
  it('tells all that became of a document, by whom, in one list with what was done to it; and so does the list of all of them', async () => {
    const sri = await startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })
    const emisor = await buildEmisor(app, sri)
    const emit = async () => {
      const { data } = await app.call<Emitido>(emitFactura, {
        token: emisor.token,
        params: { id: randomUUID() },
        headers: { 'idempotency-key': randomUUID() },
        body: facturaForm(),
      })
      return data.id
    }
    const worker = buildWorker(app, sri)
    const [id, other] = [await emit(), await emit()]
    await worker.settle()
    await worker.close()
    await sri.stop()
    await inEmpresa(app.deps.db, emisor.id, (tx) =>
      recordAuditoria(tx, {
        empresaId: emisor.id,
        usuarioId: emisor.usuario.id,
        en: app.clock.now(),
        accion: 'documento.compartir',
        objeto: id,
        detalle: {},
      }),
    )
    const read = async (query: Record<string, string>) =>
      (await app.call<Listing<HechoAuditado>>(searchAuditoria, { token: emisor.token, query: { size: '50', ...query } })).data
    const { content, totalElements } = await read({ objeto: id })
    const RECORRIDO = ['documento.autorizado', 'documento.recibida', 'documento.enviando', 'documento.firmado', 'documento.emitido']
    const moves = content.filter(({ detalle }) => 'estado' in detalle)
    expect([totalElements, moves.map(({ accion }) => accion)]).toEqual([content.length, RECORRIDO])
    expect(content.map(({ accion }) => accion)).toEqual(expect.arrayContaining(['documento.compartir', 'documento.correo_autorizacion']))
    expect(moves.at(-1)).toMatchObject({ quien: expect.any(String), objeto: id, nombre: expect.stringMatching(/^001-001-/), sellado: null })
    expect([moves.at(-1)?.detalle, moves[0]?.quien]).toEqual([{ estado: ['BORRADOR', 'EMITIDO'], causa: 'Emisión' }, null])
    expect(content.find(({ accion }) => accion === 'documento.correo_autorizacion')?.detalle).toMatchObject({ para: ['ana@ejemplo.ec'] })
    // Page after page the list of all of them is the same as whole; nothing is read twice.
    const all = await read({ que: 'documento,borrador' })
    expect([...new Set(all.content.map(({ objeto }) => objeto))].sort()).toEqual([id, other].sort())
    const pages = await Promise.all([0, 1, 2].map((page) => read({ que: 'documento,borrador', size: '5', page: String(page) })))
    expect(pages.flatMap((page) => page.content.map((hecho) => hecho.id))).toEqual(all.content.map((hecho) => hecho.id).slice(0, 15))
    expect((await read({ que: 'persona' })).content).toEqual([])
    const mine = await read({ que: 'documento', quien: emisor.usuario.id })
    expect(mine.content.map(({ accion }) => accion).sort()).toEqual(['documento.compartir', 'documento.emitido', 'documento.emitido'])
    const file = await app.call(exportAuditoria, { token: emisor.token, query: { que: 'documento', formato: 'csv' } })
    expect(file.raw.toString().trimEnd().split('\r\n')).toHaveLength(all.totalElements + 1)
    // Another company learns nothing by its identifier.
    expect((await search({ objeto: id })).content).toEqual([])
  })
})

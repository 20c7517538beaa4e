import { randomUUID } from 'node:crypto'
import {
  createPersona,
  editPersona,
  exportAuditoria,
  searchAuditoria,
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
    const { avisos: _avisos, id, creada_en: _c, editada_en: _e, ...form } = persona
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
    expect(await acciones({ que: 'prueba', hasta: '2026-06-15' })).toEqual(['prueba.noche'])
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

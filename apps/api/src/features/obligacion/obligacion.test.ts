import { randomUUID } from 'node:crypto'
import {
  createCompra,
  declarar,
  listObligacion,
  readPapel,
  readTablero,
  savePapel,
  shareCalendario,
  unshareCalendario,
} from '@yupana/contract'
import type { EmpresaTablero, ObligacionFila, Papel } from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { compraForm, enterMes, insertVenta, mesDePrueba } from '../../testing/mes-de-prueba.ts'
import { calendarioIcs } from './calendario-ics.ts'

// September 2026 of the reference, looked at on 15 October; a second company of the same person has nothing yet.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let otra: { id: EmpresaId; ruc: string }
let usuario: UsuarioBuilt
let token: string
const REGIMEN = { tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' } as const
const AGENTE = { tipo: 'AGENTE_RETENCION', desde: '2022-01-01', valor: '1' } as const

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
  const { ruc, razonSocial } = mesDePrueba.informante
  empresa = await buildEmpresa(app, { ruc, razonSocial, condiciones: [REGIMEN, AGENTE] })
  otra = await buildEmpresa(app, { condiciones: [REGIMEN] })
  usuario = await buildUsuario(app, { empresas: [empresa, otra] })
  token = (await app.signIn(usuario.username, { empresaId: empresa.id })).token
  await enterMes(app, empresa, token)
})
afterAll(() => app?.close())

const list = async (bearer = token) =>
  (await app.call<{ obligaciones: ObligacionFila[]; con_calendario: boolean }>(listObligacion, { token: bearer, query: {} })).data
const dueOf = async () => (await list()).obligaciones.map(({ id, vence }) => `${vence} ${id}`)
const tablero = async (bearer = token) => (await app.call<{ empresas: EmpresaTablero[] }>(readTablero, { token: bearer })).data.empresas
const fetchIcs = (enlace: string) => app.server.inject({ url: new URL(enlace).pathname })

describe('O-30 what is due', () => {
  it('names forms, certificate and voiding by their day, and leaves out what was filed', async () => {
    await buildCertificadoRow(app, empresa, usuario, { desde: '2025-11-10T12:00:00-05:00', hasta: '2026-11-10T12:00:00-05:00' })
    expect(await dueOf()).toEqual([
      '2026-10-26 104-2026-09',
      '2026-10-26 103-2026-09',
      '2026-11-07 ANULACION-2026-10',
      '2026-11-10 FIRMA-2026-11-10',
      '2026-11-26 104-2026-10',
      '2026-11-26 103-2026-10',
      '2026-11-26 ATS-2026-09',
      '2026-12-28 104-2026-11',
      '2026-12-28 103-2026-11',
      '2026-12-28 ATS-2026-10',
    ])
    const cual = { formulario: '103', periodo: '2026-09' }
    const { data } = await app.call<Papel>(readPapel, { token, query: cual })
    await app.call(declarar, { token, body: { ...cual, version: 0, huella: data.huella, con_defectos: true } })
    expect(await dueOf()).not.toContain('2026-10-26 103-2026-09')
    await app.call(savePapel, { token, body: { ...cual, periodo: '2026-10', version: 0, ajustes: [], saldos: null } })
    expect(await dueOf()).toContain('2026-11-26 103-2026-10')
  })

  it('a purchase without its withholding is due five working days later, and a late one is still named', async () => {
    const [compra] = mesDePrueba.compras as [(typeof mesDePrueba.compras)[number]]
    const body = compraForm({ ...compra, fecha: '2026-10-13', numero: '001-001-000009999' })
    expect((await app.call(createCompra, { token, headers: { 'idempotency-key': randomUUID() }, body })).status).toBe(200)
    const found = (await list()).obligaciones.find(({ tipo }) => tipo === 'RETENCION')
    expect(found).toMatchObject({ vence: '2026-10-20', enlace: '/comprobante/compras?por_retener=2026-10-13&sort=fecha_emision,ASC' })
  })
})

describe('the address of the calendar', () => {
  it('is read by whoever has it until it is taken back or its person leaves; the next one is another', async () => {
    const share = async () => (await app.call<{ enlace: string }>(shareCalendario, { token })).data.enlace
    const enlace = await share()
    expect(enlace).toMatch(/\/o\/[\w-]{43}\.ics$/)
    expect([await share(), (await list()).con_calendario]).toEqual([enlace, true])
    const answer = await fetchIcs(enlace)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(answer.body.split('\r\n')).toEqual(
      expect.arrayContaining(['BEGIN:VCALENDAR', `UID:104-2026-09@${empresa.id}`, 'DTSTART;VALUE=DATE:20261026', 'END:VCALENDAR']),
    )
    const active = (activo: boolean) =>
      app.owner
        .updateTable('usuario_empresa')
        .set({ activo })
        .where('usuario_id', '=', usuario.id)
        .where('empresa_id', '=', empresa.id)
        .execute()
    await active(false)
    expect((await fetchIcs(enlace)).statusCode).toBe(404)
    await active(true)
    expect((await app.call(unshareCalendario, { token })).status).toBe(200)
    expect([(await fetchIcs(enlace)).statusCode, (await list()).con_calendario]).toEqual([404, false])
    expect(await share()).not.toBe(enlace)
    for (const other of ['x', `${'A'.repeat(43)}.ics`, '%00.ics'])
      expect((await app.server.inject({ url: `/o/${other}` })).statusCode).toBe(404)
  })

  it('its file escapes what people wrote and folds long lines between letters', () => {
    const [obligacion] = [
      { id: 'x', tipo: '104', vence: '2026-12-31', texto: 'IVA', detalle: 'ñ'.repeat(60), enlace: '/', confidence: 'V' },
    ] as const
    const ics = calendarioIcs({ nombre: 'A, B; C\\D', empresaId: 'e', obligaciones: [obligacion], ahora: new Date(0), base: 'http://x' })
    expect(ics).toContain('SUMMARY:IVA · A\\, B\\; C\\\\D')
    expect(ics).toContain('DTEND;VALUE=DATE:20270101')
    expect(ics.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(ics.replaceAll('\r\n ', '')).toContain(`DESCRIPTION:${'ñ'.repeat(60)}`)
  })
})

describe('O-39 the board of companies', () => {
  it('counts what waits in each company of the person, the most urgent first', async () => {
    const [venta] = mesDePrueba.ventas as [(typeof mesDePrueba.ventas)[number]]
    await insertVenta(app, otra, { ...venta, fecha: '2026-08-10', estado: 'RECHAZADO' })
    await insertVenta(app, otra, { ...venta, fecha: '2026-08-10', numero: '001-001-000000002', estado: 'EMITIDO' })
    await insertVenta(app, otra, { ...venta, fecha: '2026-08-10', numero: '001-001-000000003', estado: 'RECIBIDA' })
    for (const [at, estado] of (['RETENIDO', 'CERRADO', 'CUARENTENA'] as const).entries())
      await insertVenta(app, otra, { ...venta, fecha: '2026-08-10', numero: `001-001-00000001${at}`, estado })
    const [first, second] = await tablero()
    expect(first).toMatchObject({ id: otra.id, rechazados: 1, retenidos: 1, en_espera: 2, recibidos: 0, firma_hasta: null })
    expect(first!.vencidas).toBeGreaterThan(0)
    expect(second).toMatchObject({ id: empresa.id, rechazados: 0, sin_declarar: 2, firma_hasta: '2026-11-10', vencidas: 0 })
    expect(second!.proxima).toMatchObject({ vence: '2026-10-20', tipo: 'RETENCION' })
  })

  it('shows only companies that the person answers for', async () => {
    const tercera = await buildEmpresa(app)
    const vendedor = await buildUsuario(app, { empresas: [empresa, tercera], rol: ROL.VENDEDOR })
    expect(await tablero((await app.signIn(vendedor.username, { empresaId: empresa.id })).token)).toEqual([])
    await app.owner
      .updateTable('usuario_empresa')
      .set({ collections: ['declaracion:presentar'] })
      .where('usuario_id', '=', vendedor.id)
      .where('empresa_id', '=', tercera.id)
      .execute()
    expect((await tablero((await app.signIn(vendedor.username, { empresaId: empresa.id })).token)).map(({ id }) => id)).toEqual([
      tercera.id,
    ])
  })

  it('and the calls are not for USUARIO; an address needs the right', async () => {
    await expectGuarded(app, empresa, listObligacion, { query: {} }, [ROL.USUARIO])
    await expectGuarded(app, empresa, readTablero, {}, [ROL.USUARIO])
    await expectGuarded(app, empresa, shareCalendario, {}, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  })
})

import { randomUUID } from 'node:crypto'
import {
  createPago,
  createPersona,
  createSaldoInicial,
  downloadEstadoCuenta,
  downloadPago,
  exportCuenta,
  exportDeudor,
  exportEstadoCuenta,
  exportPago,
  exportReporte,
  mailEstadoCuenta,
  readCifras,
  readPagoCartera,
  readRecordatoriosDePersona,
  readReporte,
  resumenCartera,
  reversePago,
  reverseSaldoInicial,
  searchCuenta,
  searchDeudor,
  searchEstadoCuenta,
  searchPago,
  type Cifras,
  type Collection,
  type Cuenta,
  type Endpoint,
  type Listing,
  type Pago,
  type PagoFila,
  type RecordatoriosDePersona,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'

// Debts to suppliers are read only with a right.

let app: TestApp
let empresa: { id: EmpresaId }
let admin: string
/** A user who collects from clients, and reverses his own collections. */
let cobrador: string
let persona: string
let debe: Cuenta
let pagado: Pago

const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const saldo = (sentido: 'COBRAR' | 'PAGAR', numero: number) => ({
  sentido,
  persona_id: persona,
  numero: `001-001-00000000${numero}`,
  fecha: '2025-12-01',
  valor: fromUnits(100),
})
const pagoDe = ({ sentido, id }: Pick<Cuenta, 'sentido' | 'id'>, valor = fromUnits(10)) => ({
  sentido,
  persona_id: persona,
  aplicaciones: [{ cuenta_id: id, valor }],
  metodos: [{ metodo: 'EFECTIVO', valor }],
})
const send = async <T>(endpoint: Endpoint, token: string, body: object, params: Record<string, string> = {}) =>
  app.call<T>(endpoint, { token, headers: key(), params, body })

beforeAll(async () => {
  app = await buildTestApp()
  empresa = await buildEmpresa(app)
  admin = await tokenOfNew(app, { empresas: [empresa] })
  const { id, username } = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
  const collections: Collection[] = ['documento:emitir', 'persona:crear', 'pago:registrar', 'pago:reversar']
  await app.owner.updateTable('usuario_empresa').set({ collections }).where('usuario_id', '=', id).execute()
  cobrador = (await app.signIn(username)).token
  const quien = { tipo_identificacion: '06', identificacion: 'PROV1', razon_social: 'PROVEEDORA SA', roles: ['cliente', 'proveedor'] }
  persona = (await send<{ id: string }>(createPersona, admin, quien)).data.id
  debe = (await send<Cuenta>(createSaldoInicial, admin, saldo('PAGAR', 1))).data
  pagado = (await send<Pago>(createPago, admin, pagoDe(debe))).data
})
afterAll(() => app?.close())

describe('who may not see what suppliers are owed', () => {
  const dias = { desde: '2025-11-01', hasta: '2025-12-31' }
  const leidas = (sentido: string): [name: string, endpoint: Endpoint, query: Record<string, string>][] => [
    ['accounts', searchCuenta, { sentido }],
    ['accounts as a file', exportCuenta, { sentido, formato: 'csv' }],
    ['ages', resumenCartera, { sentido }],
    ['ages of one', resumenCartera, { sentido, persona_id: persona }],
    ['people', searchDeudor, { sentido }],
    ['people as a file', exportDeudor, { sentido, formato: 'csv' }],
    ['a statement', searchEstadoCuenta, { sentido, persona_id: persona }],
    ['a statement as a file', exportEstadoCuenta, { sentido, persona_id: persona, formato: 'csv' }],
    ['a statement in PDF', downloadEstadoCuenta, { sentido, persona_id: persona }],
    ['payments', searchPago, { sentido }],
    ['payments as a file', exportPago, { sentido, formato: 'csv' }],
    ['the report', readReporte, { reporte: `por_${sentido.toLowerCase()}`, ...dias, page: '0', size: '5' }],
    ['the report as a file', exportReporte, { reporte: `por_${sentido.toLowerCase()}`, ...dias, formato: 'csv' }],
  ]

  it('reads nothing of it in any list or file, and what clients owe as before', async () => {
    const asked = async (sentido: string, token: string) =>
      Promise.all(leidas(sentido).map(async ([name, endpoint, query]) => [name, (await app.call(endpoint, { token, query })).status]))
    const all = (status: number) => leidas('PAGAR').map(([name]) => [name, status])
    expect(await asked('PAGAR', cobrador)).toEqual(all(403))
    expect(await asked('COBRAR', cobrador)).toEqual(all(200))
    expect(await asked('PAGAR', admin)).toEqual(all(200))
  })

  it('opens no payment to a supplier, nor takes it back; a collection is his', async () => {
    const { id } = pagado
    const one = async (endpoint: Endpoint, token: string) => (await app.call(endpoint, { token, params: { id } })).status
    expect([await one(readPagoCartera, cobrador), await one(downloadPago, cobrador)]).toEqual([403, 403])
    expect([await one(readPagoCartera, admin), await one(downloadPago, admin)]).toEqual([200, 200])
    expect((await send(reversePago, cobrador, { motivo: 'por error' }, { id })).status).toBe(403)
    expect((await send(createPago, cobrador, pagoDe(debe))).status).toBe(403)
    expect((await send(createSaldoInicial, cobrador, saldo('PAGAR', 2))).status).toBe(403)
    expect((await send(reverseSaldoInicial, cobrador, { motivo: 'por error' }, { id: debe.id })).status).toBe(403)
    // A payment disguised as a collection is refused as well, and the answer shows no debt.
    const disguised = await send(createPago, cobrador, { ...pagoDe(debe), sentido: 'COBRAR' })
    expect([disguised.status, disguised.problems.map(({ message }) => message)]).toEqual([422, ['Este documento se paga, no se cobra.']])
    const { content } = (await app.call<Listing<PagoFila>>(searchPago, { token: admin, query: { sentido: 'PAGAR' } })).data
    expect(content.map(({ numero, estado }) => [numero, estado])).toEqual([['CP-000001', 'REGISTRADO']])
    const cobrar = (await send<Cuenta>(createSaldoInicial, cobrador, saldo('COBRAR', 3))).data
    const cobro = (await send<Pago>(createPago, cobrador, pagoDe(cobrar))).data
    expect((await send<Pago>(reversePago, cobrador, { motivo: 'por error' }, { id: cobro.id })).data.estado).toBe('REVERSADO')
  })

  it('mails no statement of that side, nor reads that it was mailed', async () => {
    const mail = (token: string, sentido: string) =>
      send(mailEstadoCuenta, token, { correos: ['p@ejemplo.ec'], estado: { sentido } }, { id: persona })
    expect((await mail(cobrador, 'PAGAR')).status).toBe(403)
    expect([(await mail(admin, 'PAGAR')).status, (await mail(admin, 'COBRAR')).status]).toEqual([200, 200])
    const lados = async (token: string) =>
      (await app.call<RecordatoriosDePersona>(readRecordatoriosDePersona, { token, params: { id: persona } })).data.enviados
        .map(({ estado }) => estado?.sentido)
        .toSorted()
    expect([await lados(cobrador), await lados(admin)]).toEqual([['COBRAR'], ['COBRAR', 'PAGAR']])
  })

  it('has no figure of it on the dashboard of purchases', async () => {
    const cifras = async (token: string, tipo: string) =>
      (await app.call<Cifras>(readCifras, { token, query: { tipo, periodo: '1', fecha: '2025-12-01' } })).data.saldo
    expect([await cifras(cobrador, '2'), await cifras(admin, '2')]).toEqual([null, fromUnits(90)])
    expect(await cifras(cobrador, '1')).toBe(fromUnits(100))
  })
})

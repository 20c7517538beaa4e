import { randomUUID } from 'node:crypto'
import {
  confirmCondiciones,
  emitFactura,
  readContexto,
  readEmpresaPerfil,
  readInicio,
  saveEmpresaPerfil,
  type Contexto,
  type Emitido,
  type EmpresaPerfil,
  type Inicio,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { withRegimen } from './regimen.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const CONFIRMADO = { regimen: 'RIMPE', obligado_contabilidad: true }
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let admin: { id: string }
let token: string

beforeAll(async () => void (app = await buildTestApp({ now: NOW })))
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app, { condicionesConfirmadas: false })
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  admin = usuario
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  token = (await app.signIn(usuario.username)).token
})

const emit = () =>
  app.call<Emitido>(emitFactura, { token, params: { id: randomUUID() }, headers: { 'idempotency-key': randomUUID() }, body: facturaForm() })
const confirm = (body: object = CONFIRMADO) => app.call<EmpresaPerfil>(confirmCondiciones, { token, body })
const perfil = async () => (await app.call<EmpresaPerfil>(readEmpresaPerfil, { token })).data
const save = async (changes: object) =>
  app.call<EmpresaPerfil>(saveEmpresaPerfil, { token, body: { ...fieldsOf(saveEmpresaPerfil, await perfil()), ...changes } })
const auditoria = () =>
  app.owner
    .selectFrom('auditoria')
    .select(['usuario_id', 'detalle'])
    .where('empresa_id', '=', empresa.id)
    .where('accion', '=', 'empresa.confirmar')
    .execute()
const rimpe = (desde = '2026-01-01') => ({ tipo: 'REGIMEN', desde, hasta: null, valor: 'RIMPE' })

describe('O-99 régimen and accounts are confirmed once', () => {
  it('before that nothing is issued and no number goes, afterwards it is', async () => {
    const refused = await emit()
    expect([refused.status, refused.msg]).toEqual([
      422,
      'Antes de emitir confirme el régimen de la empresa y si está obligada a llevar contabilidad, en Empresa › Condiciones tributarias.',
    ])
    const seen = async () => [
      (await app.call<Contexto>(readContexto, { token })).data.empresa.condiciones_confirmadas,
      (await app.call<Inicio>(readInicio, { token })).data.pasos.condiciones,
    ]
    expect(await seen()).toEqual([false, false])

    const answer = await confirm()
    expect([answer.status, answer.msg]).toEqual([200, 'Condiciones tributarias confirmadas exitosamente'])
    expect(answer.data).toMatchObject({ obligado_contabilidad: true, condiciones: [rimpe()] })
    expect(await seen()).toEqual([true, true])
    expect((await emit()).data.numero).toBe('001-001-000000001')
  })

  it('twice at the same instant is one answer, and so is the same again', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await auditoria()).toEqual([{ usuario_id: admin.id, detalle: CONFIRMADO }])
    const { condiciones_confirmadas_en: en } = await perfil()
    app.clock.advance(1_000)
    await confirm({ regimen: 'GENERAL', obligado_contabilidad: true })
    expect((await perfil()).condiciones_confirmadas_en).toBe(en)
    expect(await auditoria()).toHaveLength(2)
  })

  it('a save confirms only where it says so and has a régimen of today, which it then cannot take away', async () => {
    await save({ telefono: '022345678' })
    await save({ condiciones: [rimpe('2026-06-16')], confirma: true })
    await save({ condiciones: [rimpe()] })
    expect((await perfil()).condiciones_confirmadas_en).toBeNull()
    await save({ condiciones: [rimpe()], obligado_contabilidad: true, confirma: true })
    expect((await perfil()).condiciones_confirmadas_en).not.toBeNull()
    for (const condiciones of [[], [rimpe('2026-06-16')], [{ ...rimpe(), hasta: '2026-06-14' }]])
      expect((await save({ condiciones })).problems).toMatchObject([
        { campo: 'condiciones', message: 'La empresa ya confirmó su régimen: registre el que rige hoy antes de quitar este.' },
      ])
    expect((await save({ condiciones: [{ ...rimpe(), valor: 'GENERAL' }] })).status).toBe(200)
    expect((await emit()).status).toBe(200)
  })

  it('is for who may edit the company, and needs both answers', async () => {
    await expectGuarded(app, empresa, confirmCondiciones, { body: CONFIRMADO }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    expect((await confirm({ regimen: 'OTRO' })).problems.map(({ campo }) => campo)).toEqual(['regimen', 'obligado_contabilidad'])
  })
})

const REGIMEN = (desde: string, hasta: string | null, valor: string) => ({ tipo: 'REGIMEN' as const, desde, hasta, valor })
const ICE = { tipo: 'ICE' as const, desde: '2025-03-01', hasta: null, valor: '' }

it.each([
  ['since the year began where none is registered', [ICE], [ICE, REGIMEN('2026-01-01', null, 'RIMPE')]],
  ['as it stands where it holds', [REGIMEN('2022-01-01', null, 'RIMPE')], [REGIMEN('2022-01-01', null, 'RIMPE')]],
  [
    'from today on where another one held',
    [REGIMEN('2022-01-01', '2026-12-31', 'GENERAL')],
    [REGIMEN('2022-01-01', '2026-06-14', 'GENERAL'), REGIMEN('2026-06-15', '2026-12-31', 'RIMPE')],
  ],
  ['in the place of one that began today', [REGIMEN('2026-06-15', null, 'GENERAL')], [REGIMEN('2026-06-15', null, 'RIMPE')]],
  [
    'between one that ended and one to come',
    [REGIMEN('2026-01-01', '2026-03-31', 'GENERAL'), REGIMEN('2026-09-01', null, 'GENERAL')],
    [REGIMEN('2026-01-01', '2026-03-31', 'GENERAL'), REGIMEN('2026-09-01', null, 'GENERAL'), REGIMEN('2026-04-01', '2026-08-31', 'RIMPE')],
  ],
])('the régimen that is confirmed holds %s', (_, before, after) => {
  expect(withRegimen(before, 'RIMPE', '2026-06-15')).toEqual(after)
})

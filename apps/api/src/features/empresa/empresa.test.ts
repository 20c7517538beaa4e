import {
  allTipoRimpe,
  allUsuario,
  changeAmbiente,
  deleteLogo,
  type EmpresaPerfil,
  readEmpresaPerfil,
  readLogo,
  saveEmpresaPerfil,
  saveLogo,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { hardestLogo, jpegOf, pngOf } from '../../testing/images.ts'
import { rehacerGuardados } from './logo.service.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let otra: { id: EmpresaId; ruc: string }
let admin: { id: string }
let token: string
let perfil: EmpresaPerfil

beforeAll(async () => {
  app = await buildTestApp()
  otra = await buildEmpresa(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  const user = await buildUsuario(app, { empresas: [empresa] })
  admin = user
  token = (await app.signIn(user.username)).token
  perfil = (await app.call<EmpresaPerfil>(readEmpresaPerfil, { token })).data
})

const form = (changes: Partial<EmpresaPerfil> = {}) => ({ ...fieldsOf(saveEmpresaPerfil, perfil), ...changes })
const save = (changes: Partial<EmpresaPerfil>) => app.call<EmpresaPerfil>(saveEmpresaPerfil, { token, body: form(changes) })
const auditOf = (accion: string) =>
  app.owner
    .selectFrom('auditoria')
    .select(['usuario_id', 'objeto', 'detalle'])
    .where('empresa_id', '=', empresa.id)
    .where('accion', '=', accion)
    .execute()

describe('profile', () => {
  it('R-7.2.7 answers the company of the session, without its secret', async () => {
    expect(perfil).toMatchObject({
      id: empresa.id,
      ruc: empresa.ruc,
      ambiente: 'SIMULADOR',
      version: 1,
      tiene_logo: false,
      condiciones: [],
    })
    expect(perfil).not.toHaveProperty('secreto')
    expect((await app.call(readEmpresaPerfil)).status).toBe(401)
  })

  it('O-123 takes how long its people may be away, within its bounds, audited; who says nothing of it changes nothing', async () => {
    expect((await save({ inactividad_minutos: 45 })).data).toMatchObject({ inactividad_minutos: 45, version: 2 })
    expect((await auditOf('empresa.editar'))[0]).toMatchObject({ usuario_id: admin.id, detalle: { inactividad_minutos: [null, 45] } })
    const { inactividad_minutos: _, ...silent } = form({ version: 2 })
    expect((await app.call<EmpresaPerfil>(saveEmpresaPerfil, { token, body: silent })).data).toMatchObject({
      inactividad_minutos: 45,
      version: 3,
    })
    for (const minutes of [14, 721, 15.5])
      expect(await save({ inactividad_minutos: minutes, version: 3 }), String(minutes)).toMatchObject({
        status: 422,
        problems: [{ campo: 'inactividad_minutos' }],
      })
    expect((await save({ inactividad_minutos: null, version: 3 })).data).toMatchObject({ inactividad_minutos: null })
  })

  it('O-73 says what becomes of a sale of more than there is: warns unless said', async () => {
    expect((await save({})).data).toMatchObject({ stock_negativo: 'AVISAR', version: 2 })
    expect((await save({ stock_negativo: 'BLOQUEAR', version: 2 })).data).toMatchObject({ stock_negativo: 'BLOQUEAR', version: 3 })
    expect((await save({ stock_negativo: 'OTRO', version: 3 } as never)).problems).toMatchObject([{ campo: 'stock_negativo' }])
  })

  it('R-7.2.6 tells the kinds of RIMPE, with what each prints, to whoever works here', async () => {
    const answer = await app.call<{ id: string; leyenda: string }[]>(allTipoRimpe, { token })
    expect(JSON.parse(answer.raw.toString())).toMatchObject({ status: '200', msg: 'OK' })
    expect(answer.data.map(({ id, leyenda }) => [id, leyenda])).toEqual([
      ['RIMPE', 'CONTRIBUYENTE RÉGIMEN RIMPE'],
      ['NEGOCIO_POPULAR', 'CONTRIBUYENTE NEGOCIO POPULAR - RÉGIMEN RIMPE'],
    ])
    expect((await app.call(allTipoRimpe)).status).toBe(401)
  })

  it('R-7.2.8 saves general data and conditions with their dates, and who did it', async () => {
    const condiciones = [
      { tipo: 'AGENTE_RETENCION' as const, desde: '2026-01-01', hasta: null, valor: '1' },
      { tipo: 'IVA_SEMESTRAL' as const, desde: '2026-01-01', hasta: '2026-06-30', valor: '' },
      { tipo: 'REGIMEN' as const, desde: '2025-01-01', hasta: '2025-12-31', valor: 'RIMPE' },
      { tipo: 'REGIMEN' as const, desde: '2026-01-01', hasta: null, valor: 'GENERAL' },
    ]
    const answer = await save({ nombre_comercial: 'La Nueva', obligado_contabilidad: true, telefono: '', condiciones })
    expect(answer).toMatchObject({ status: 200, msg: 'Perfil de empresa editado exitosamente' })
    expect(answer.data).toMatchObject({
      nombre_comercial: 'La Nueva',
      obligado_contabilidad: true,
      telefono: null,
      version: 2,
      condiciones,
    })
    const [row] = await auditOf('empresa.editar')
    expect(row).toMatchObject({ usuario_id: admin.id, detalle: { nombre_comercial: [null, 'La Nueva'] } })
  })

  it('refuses RUC, environment and what pauses it by name: no form says them', async () => {
    const answer = await save({ ruc: '1799999999001', ambiente: 'PRODUCCION', pausada_motivo: 'x' })
    expect([answer.status, answer.problems.map(({ campo }) => campo)]).toEqual([422, ['ruc', 'ambiente', 'pausada_motivo']])
    expect((await app.call<EmpresaPerfil>(readEmpresaPerfil, { token })).data).toMatchObject({
      ruc: empresa.ruc,
      ambiente: 'SIMULADOR',
      pausada_motivo: null,
    })
  })

  it('refuses a form that was read before somebody else saved', async () => {
    await save({ telefono: '022345678' })
    expect((await save({ telefono: '099' })).status).toBe(409)
  })

  it.each([
    ['razon_social', { razon_social: 'A'.repeat(301) }],
    ['correo', { correo: 'sin arroba' }],
    ['dias_fecha_anterior', { dias_fecha_anterior: 91 }],
    ['condiciones.0.valor', { condiciones: [{ tipo: 'REGIMEN' as const, desde: '2026-01-01', hasta: null, valor: 'OTRO' }] }],
    ['condiciones.0.desde', { condiciones: [{ tipo: 'IVA_SEMESTRAL' as const, desde: '2026-02-01', hasta: null, valor: '' }] }],
    ['condiciones.0.hasta', { condiciones: [{ tipo: 'IVA_SEMESTRAL' as const, desde: '2026-01-01', hasta: '2026-11-30', valor: '' }] }],
    ['condiciones.0.hasta', { condiciones: [{ tipo: 'ICE' as const, desde: '2026-02-01', hasta: '2026-01-31', valor: '' }] }],
    [
      'condiciones.0.desde',
      {
        condiciones: [
          { tipo: 'REGIMEN' as const, desde: '2026-01-01', hasta: null, valor: 'RIMPE' },
          { tipo: 'REGIMEN' as const, desde: '2026-02-01', hasta: null, valor: 'GENERAL' },
        ],
      },
    ],
  ])('names %s when it is not valid, and changes nothing', async (campo, changes) => {
    const answer = await save(changes)
    expect(answer.status).toBe(422)
    expect(answer.problems.map((problem) => problem.campo)).toContain(campo)
    expect((await app.call<EmpresaPerfil>(readEmpresaPerfil, { token })).data).toEqual(perfil)
  })

  it('is changed by administrators with the right only', async () => {
    await expectGuarded(app, empresa, saveEmpresaPerfil, { body: form() }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    await app.owner.updateTable('usuario_empresa').set({ collections: [] }).where('usuario_id', '=', admin.id).execute()
    const other = await buildUsuario(app, { empresas: [empresa] })
    await app.owner.updateTable('usuario_empresa').set({ collections: [] }).where('usuario_id', '=', other.id).execute()
    const session = await app.signIn(other.username)
    expect((await app.call(saveEmpresaPerfil, { token: session.token, body: form() })).status).toBe(403)
  })

  it('never touches another company', async () => {
    expect((await save({ id: otra.id, razon_social: 'CAMBIADA' })).problems).toMatchObject([{ campo: 'id' }])
    const row = await app.owner.selectFrom('empresa').select('razon_social').where('id', '=', otra.id).executeTakeFirstOrThrow()
    expect(row.razon_social).toBe(`EMPRESA ${otra.ruc}`)
  })

  it('lists the members of this company, not of others', async () => {
    await buildUsuario(app, { empresas: [otra] })
    const seller = await buildUsuario(app, { empresas: [empresa, otra], rol: ROL.VENDEDOR })
    const { data } = await app.call<{ id: string }[]>(allUsuario, { token })
    expect(data.map(({ id }) => id).sort()).toEqual([admin.id, seller.id].sort())
    await expectGuarded(app, empresa, allUsuario, {}, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  })
})

describe('logo', () => {
  const upload = (bytes: Uint8Array, name = 'logo.png', field = 'file') => {
    const data = new FormData()
    data.append(field, new Blob([new Uint8Array(bytes)]), name)
    return app.call(saveLogo, { token, form: data })
  }

  it('keeps the picture of a PNG without its texts', async () => {
    expect((await upload(pngOf(3, 2, { tEXt: 'Author\0GPS secreto' }))).status).toBe(200)
    const { headers, raw } = await app.call(readLogo, { token })
    expect(headers['content-type']).toBe('image/png')
    expect(raw).toEqual(pngOf(3, 2))
    expect((await app.call<EmpresaPerfil>(readEmpresaPerfil, { token })).data.tiene_logo).toBe(true)
    expect(await auditOf('empresa.logo')).toHaveLength(1)
  })

  it('keeps the picture of a JPEG without EXIF and comments', async () => {
    expect((await upload(jpegOf({ exif: 'GPS secreto', comment: 'comentario' }), 'logo.jpg')).status).toBe(200)
    const { headers, raw } = await app.call(readLogo, { token })
    expect(headers['content-type']).toBe('image/jpeg')
    expect(raw).toEqual(jpegOf())
  })

  it('is made no larger than A4 prints, opaque and RGB, also one that was stored before', async () => {
    const read = async () => {
      const { raw } = await app.call(readLogo, { token })
      return [raw.readUInt32BE(16), raw.readUInt32BE(20), raw[24], raw[25]]
    }
    const heavy = hardestLogo(700)
    expect((await upload(heavy)).status).toBe(200)
    expect(await read()).toEqual([350, 350, 8, 2])

    const store = (logo: Buffer) => app.owner.updateTable('empresa').set({ logo, logo_hecho: false }).where('id', '=', empresa.id).execute()
    await store(heavy)
    const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 1 })
    const deps = { ...app.deps, db: createDb(pool) }
    await rehacerGuardados(deps)
    expect(await read()).toEqual([350, 350, 8, 2])
    await store(Buffer.from('no es una imagen'))
    await rehacerGuardados(deps).finally(() => pool.end())
    expect((await app.call(readLogo, { token })).status).toBe(404)
    expect((await auditOf('empresa.quitar_logo')).at(-1)).toMatchObject({ detalle: { motivo: 'no se puede leer' } })
  })

  it.each([
    ['a PDF called .png', () => Buffer.from('%PDF-1.7 no es una imagen'), /PNG o JPEG/],
    ['a truncated PNG', () => pngOf(3, 2).subarray(0, 50), /incompleta/],
    [
      'a PNG with a flipped bit',
      () => {
        const bytes = Buffer.from(pngOf(3, 2))
        bytes[20] = bytes[20]! ^ 1
        return bytes
      },
      /dañada/,
    ],
    ['a PNG of 4097 pixels', () => pngOf(4097, 1), /4097 × 1 píxeles/],
    ['a PNG that unpacks to too little', () => pngOf(30, 30, {}, Buffer.alloc(10)), /dañada/],
    ['a truncated JPEG', () => jpegOf().subarray(0, 30), /incompleta/],
  ])('refuses %s with the reason', async (_name, bytes, reason) => {
    const answer = await upload(bytes())
    expect(answer.status).toBe(422)
    expect(answer.problems[0]).toMatchObject({ campo: 'file', message: expect.stringMatching(reason) })
  })

  it('refuses more than 2 MB, no file and a body that is no form', async () => {
    expect((await upload(Buffer.alloc(2_000_001))).status).toBe(413)
    expect((await upload(pngOf(1, 1), 'a.png', 'otro')).status).toBe(422)
    expect((await app.call(saveLogo, { token, body: {} })).status).toBe(415)
  })

  it('is removed, and answers 404 then', async () => {
    await upload(pngOf(1, 1))
    expect((await app.call(deleteLogo, { token })).status).toBe(200)
    expect((await app.call(readLogo, { token })).status).toBe(404)
  })

  it('is changed by administrators only', async () => {
    for (const endpoint of [saveLogo, deleteLogo]) await expectGuarded(app, empresa, endpoint, {}, [ROL.USUARIO, ROL.VENDEDOR])
    expect((await app.call(readLogo)).status).toBe(401)
  })
})

describe('environment (O-90)', () => {
  const change = (ambiente: string, confirmar?: boolean) =>
    app.call<EmpresaPerfil>(changeAmbiente, { token, body: { ambiente, confirmar } })

  it('moves between the trial environments freely, and is recorded', async () => {
    expect((await change('PRUEBAS')).data.ambiente).toBe('PRUEBAS')
    expect((await change('SIMULADOR')).data.ambiente).toBe('SIMULADOR')
    expect((await auditOf('empresa.ambiente')).map(({ detalle }) => detalle)).toEqual([
      { de: 'SIMULADOR', a: 'PRUEBAS' },
      { de: 'PRUEBAS', a: 'SIMULADOR' },
    ])
  })

  it('goes to PRODUCCION only with a certificate valid now and a confirmation', async () => {
    expect((await change('PRODUCCION', true)).msg).toMatch(/no tiene una firma electrónica vigente/)
    await buildCertificadoRow(app, empresa, admin, { desde: '2020-01-01', hasta: '2026-06-01' })
    expect((await change('PRODUCCION', true)).msg).toMatch(/venció el 31\/05\/2026/)
    await buildCertificadoRow(app, empresa, admin, { desde: '2026-01-01', hasta: '2027-01-01' })
    expect((await change('PRODUCCION')).problems[0]).toMatchObject({ campo: 'confirmar' })
    expect((await change('PRODUCCION', true)).data.ambiente).toBe('PRODUCCION')
  })

  it('is changed by administrators only', () =>
    expectGuarded(app, empresa, changeAmbiente, { body: { ambiente: 'PRUEBAS' } }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO]))
})

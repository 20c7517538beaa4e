import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { allCertificado, authBusiness, type Certificado, type Listing, searchPersona, type Session } from '@yupana/contract'
import { checkIdentificacion, displayMonto, fromUnits, percentOf } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { newestBuild } from '../../src/instalacion/built.ts'
import { buildTestApp, type TestApp } from '../../src/testing/build-test-app.ts'
import { buildThread } from '../../src/testing/build-thread.ts'
import { CLAVE_MAESTRA } from '../../src/testing/builders.ts'
import { createPasswordHasher } from '../../src/features/sesion/password-hash.ts'
import { certificadoDelSimulador } from './certificado-simulador.ts'
import { PASSWORD_DEMO, EMPRESAS, PERSONA_LARGA, PERSONAS, PRODUCTO_CARO, PRODUCTOS } from './demo-data.ts'
import { cargarCertificado, type EmpresaFundada, fundarDemostracion, llenarCatalogo } from './empresas.ts'
import { llenarGestion } from './gestion.ts'

let app: TestApp
let dataDir: string
let fundadas: EmpresaFundada[]

async function make() {
  const script = path.join(newestBuild('sri-simulator'), 'certificado.js')
  fundadas = await fundarDemostracion({ ...app.deps, db: app.owner }, createPasswordHasher(CLAVE_MAESTRA))
  for (const fundada of fundadas) await cargarCertificado(app.deps, fundada, certificadoDelSimulador({ script, dataDir, clock: app.clock }))
  for (const fundada of fundadas) await llenarCatalogo(app.deps, fundada)
  for (const fundada of fundadas) await llenarGestion(app.deps, fundada)
}

const counts = async () =>
  Promise.all(
    (
      [
        'empresa',
        'usuario',
        'usuario_empresa',
        'certificado',
        'persona',
        'producto',
        'punto_emision',
        'compra',
        'cotizacion',
        'documento',
        'movimiento',
        'caja',
      ] as const
    ).map(async (tabla) => {
      const { total } = await app.owner
        .selectFrom(tabla)
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return [tabla, Number(total)]
    }),
  )

beforeAll(async () => {
  await buildThread('features/certificado/p12.thread.ts')
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'yupana-demo-'))
  app = await buildTestApp()
  await make()
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

describe('demonstration companies (O-93)', () => {
  it('have people, products, points, a certificate, stock, purchases, quotes, a sale on credit and tills each', async () => {
    const expected = {
      empresa: 2,
      usuario: 3,
      usuario_empresa: 5,
      certificado: 2,
      persona: 2 * PERSONAS.length,
      producto: 2 * (PRODUCTOS.length + 1),
      punto_emision: 4,
      compra: 2 * 3,
      cotizacion: 2 * 2,
      documento: 2,
      // The goods that came in, and the goods of the sale.
      movimiento: 2 * 2,
      caja: 2 * 2,
    }
    expect(Object.fromEntries(await counts())).toEqual(expected)
  })

  it('let contadora and soporte choose a company, and vendedor in at once', async () => {
    const signIn = (email: string) =>
      app.call<{ companies?: unknown[]; session?: Session }>(authBusiness, { body: { email, pass: app.encode(PASSWORD_DEMO) } })
    expect((await signIn('contadora')).data.companies).toHaveLength(2)
    expect((await signIn('soporte@example.com')).data.companies).toHaveLength(2)
    expect((await signIn('vendedor')).data.session).toMatchObject({ businessName: 'ANDINA', rol: { id: 3 }, ambiente: 'SIMULADOR' })
  })

  it('sign with a certificate of the test authority that names their RUC', async () => {
    for (const { empresaId, demo } of fundadas) {
      const { token } = await app.signIn('contadora', { empresaId, password: PASSWORD_DEMO })
      const [certificado] = (await app.call<Certificado[]>(allCertificado, { token })).data
      expect(certificado).toMatchObject({ apto: true, activo: true, identificacion: demo.ruc, confirmado_sin_ruc: false })
    }
  })

  it('are not made twice, and what somebody deleted stays deleted', async () => {
    // A person named in purchases or debts cannot be deleted.
    const persona = await app.owner
      .selectFrom('persona')
      .select(['id', 'empresa_id'])
      .where('id', 'not in', (of) => of.selectFrom('compra').select('persona_id'))
      .where('id', 'not in', (of) =>
        of.selectFrom('cuenta').select('persona_id').where('persona_id', 'is not', null).$castTo<{ persona_id: string }>(),
      )
      .limit(1)
      .executeTakeFirstOrThrow()
    await app.owner.deleteFrom('busqueda').where('id', '=', persona.id).execute()
    await app.owner.deleteFrom('persona').where('id', '=', persona.id).where('empresa_id', '=', persona.empresa_id).execute()
    const before = await counts()
    await make()
    expect(await counts()).toEqual(before)
  })

  it('find their people by the words of the name', async () => {
    const { token } = await app.signIn('vendedor', { password: PASSWORD_DEMO })
    const { data } = await app.call<Listing<{ identificacion: string }>>(searchPersona, { token, query: { q: 'toap' } })
    expect(data.content.map(({ identificacion }) => identificacion)).toEqual(['1859999938'])
  })

  it('hold what is hard to show: a name of 120 letters, a mail of 60 and an amount of nine digits', () => {
    const { razon_social, correos } = PERSONA_LARGA
    expect([razon_social.length, correos[0]?.length]).toEqual([120, 60])
    expect(displayMonto(percentOf(PRODUCTO_CARO.price, fromUnits(115)))).toBe('$123,456,789.01')
  })

  it('and their people have numbers without fault or warning', () => {
    for (const { ruc } of EMPRESAS) expect(checkIdentificacion('04', ruc)).toEqual({ valid: true })
    for (const { tipo_identificacion, identificacion } of PERSONAS)
      expect(checkIdentificacion(tipo_identificacion, identificacion)).toEqual({ valid: true })
  })
})

import { randomUUID } from 'node:crypto'
import {
  applyCargaPersonas,
  calculateFactura,
  correctFactura,
  createCompra,
  createCotizacion,
  createPago,
  createPersona,
  editCompra,
  editCotizacion,
  editPersona,
  emitFactura,
  readCargaPersonas,
  readUniones,
  reversePago,
  searchCotizacion,
  searchCuenta,
  searchErrorCargaPersonas,
  previewUnion,
  uploadPersonas,
  type Calculo,
  type Carga,
  type Collection,
  type CompraGuardada,
  type CotizacionGuardada,
  type Cuenta,
  type Emitido,
  type ErrorCarga,
  type Pago,
  type Persona,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildObreros, formOf } from '../../testing/cargas.ts'
import { dicho, fichasOf, identidadOf, key, ok, ventaOf } from '../../testing/fichas.ts'
import { compraForm, cotizacionForm } from '../../testing/matrix-muestras.ts'

// The effects of a merged record: new documents, open forms, corrections, and the separation afterwards.
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let cargas: ReturnType<typeof buildObreros>

beforeAll(async () => {
  app = await buildTestApp()
  cargas = buildObreros(app)
})
afterAll(async () => {
  await cargas?.close()
  await app?.close()
})
beforeEach(async () => {
  empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2020-01-01', valor: 'GENERAL' }] })
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  token = (await app.signIn(usuario.username)).token
})

const usd = fromUnits
const { crear, dos, unir, separar, leer, vender, lista, violaciones } = fichasOf(() => ({ app, token }))
const formOfPersona = ({
  avisos: _a,
  id: _id,
  creada_en: _c,
  editada_en: _e,
  unida_a: _u,
  nombre_comercial,
  direccion,
  ...form
}: Persona & { avisos?: unknown }) => ({
  ...form,
  nombre_comercial: nombre_comercial ?? undefined,
  direccion: direccion ?? undefined,
})
const editar = (persona: Persona, changes: object) =>
  app.call<Persona>(editPersona, { token, params: { id: persona.id }, body: { ...formOfPersona(persona), ...changes } })
const cuentas = (id: string, sentido = 'COBRAR') => lista<Cuenta>(searchCuenta, { sentido, estado: 'TODAS', persona_id: id })
const saldo = async (id: string, sentido?: string) => (await cuentas(id, sentido)).reduce((all, { saldo: one }) => all + one, 0) / usd(1)
const rechazar = async (id: string) => {
  for (const estado of ['FIRMADO', 'ENVIANDO', 'RECHAZADO'])
    await app.owner.updateTable('documento').set({ estado }).where('empresa_id', '=', empresa.id).where('id', '=', id).execute()
}
const corregir = ({ id }: { id: string }, de: Persona, valor: number) =>
  ok(app.call<Emitido>(correctFactura, { token, params: { id }, headers: key(), body: ventaOf(de, valor) }))
const namedBy = async (tabla: 'documento' | 'cotizacion' | 'compra', id: string) =>
  (await app.owner.selectFrom(tabla).select('persona_id').where('id', '=', id).executeTakeFirstOrThrow()).persona_id
const juntas = ({ queda, otra }: { queda: Persona; otra: Persona }) =>
  `la ficha ${otra.razon_social} (${otra.identificacion}) está unida a ${queda.razon_social} (${queda.identificacion})`

describe('an identification that was merged away', () => {
  it('is refused in a sheet of people, with whose it is now, before and while the sheet is applied', async () => {
    const { queda, otra } = await dos()
    const hoja = `Identificación;Tipo de identificación;Nombre\n${otra.identificacion};Pasaporte;ANDES OTRA VEZ`
    const subir = async () => {
      const { id } = await ok(app.call<Carga>(uploadPersonas, { token, form: formOf(hoja), headers: key() }))
      await cargas.work()
      return id
    }
    const erroresOf = async (id: string) =>
      (
        await ok(app.call<{ content: ErrorCarga[] }>(searchErrorCargaPersonas, { token, params: { id }, query: { size: '50' } }))
      ).content.map(({ message }) => message)
    await ok(unir(queda, otra))
    const carga = await subir()
    expect(await erroresOf(carga)).toEqual([
      `Ya hay una persona con esta identificación: su ficha está unida a ${queda.razon_social} (${queda.identificacion}).`,
    ])
    expect((await app.call(applyCargaPersonas, { token, params: { id: carga } })).status).not.toBe(200)
    expect(await ok(app.call<Carga>(readCargaPersonas, { token, params: { id: carga } }))).toMatchObject({ filas: 1, errores: 1 })
    await ok(separar(otra))
    expect(await erroresOf(await subir())).toEqual(['Ya hay una persona con esta identificación.'])
  })

  it('is nobody’s to type: neither a new person’s nor that of the one that stayed, who is told how to get it', async () => {
    const pair = await dos()
    const { queda, otra } = pair
    await ok(unir(queda, otra))
    const { version: _v, ...nueva } = formOfPersona(otra)
    expect(await dicho(app.call(createPersona, { token, headers: key(), body: nueva }))).toBe(
      `422 Ya existe una persona con la identificación ${otra.identificacion}: ${juntas(pair)}.`,
    )
    const { tipo_identificacion, identificacion } = otra
    expect(await dicho(editar(await leer(queda.id), { tipo_identificacion, identificacion }))).toBe(
      `422 No se puede usar ${identificacion}: ${juntas(pair)}. Para que quede esta identificación, deshaga la unión y una las fichas al revés.`,
    )
    // As the message says: the union is undone, and made the other way round.
    await ok(separar(otra))
    expect(await ok(unir(otra, queda))).toMatchObject({ id: otra.id, identificacion })
  })

  it('gets a new number in the one that stayed without losing the merged one', async () => {
    const { queda, otra } = await dos()
    await vender(otra, 7)
    await ok(unir(queda, otra))
    await ok(editar(await leer(queda.id), { razon_social: 'ANDES S. A.' }))
    expect(await saldo(queda.id)).toBe(7)
    await ok(separar(otra))
    expect(await leer(otra.id)).toMatchObject({ identificacion: otra.identificacion, razon_social: otra.razon_social, unida_a: null })
    expect(await leer(queda.id)).toMatchObject({ razon_social: 'ANDES S. A.' })
  })
})

describe('a form that was open while the records were merged', () => {
  it('of the one that went says where its person is; of the one that stayed, that somebody changed it', async () => {
    const pair = await dos()
    const { queda, otra } = pair
    await ok(unir(queda, otra))
    expect(await dicho(editar(otra, { direccion: 'Loja' }))).toBe(
      `422 No se puede editar: ${otra.razon_social} (${otra.identificacion}) está unida a ${queda.razon_social} (${queda.identificacion}). Edite la ficha que quedó.`,
    )
    expect((await editar(queda, { direccion: 'Loja' })).status).toBe(409)
    await ok(separar(otra))
    for (const vieja of [queda, otra]) expect((await editar(vieja, { direccion: 'Loja' })).status).toBe(409)
    for (const { id, direccion } of [queda, otra]) expect((await leer(id)).direccion).toBe(direccion)
  })
})

describe('what was begun before the union', () => {
  it('a draft that is issued, and a quote that is invoiced, are of the one that stayed', async () => {
    const { queda, otra } = await dos()
    const body = { ...cotizacionForm, comprador: identidadOf(otra) }
    const cotizacion = await ok(app.call<CotizacionGuardada>(createCotizacion, { token, headers: key(), body }))
    const borrador = randomUUID()
    const avisosOf = async (de: Persona) =>
      (await ok(app.call<Calculo>(calculateFactura, { token, body: ventaOf(de, 5) }))).avisos.filter(({ campo }) =>
        campo.startsWith('comprador'),
      )
    expect(await avisosOf(otra)).toEqual([])
    await ok(unir(queda, otra))
    // The draft warns that its person is merged; issued all the same, it keeps the identification it has.
    expect([await avisosOf(queda), await avisosOf(otra)]).toEqual([
      [],
      [
        {
          campo: 'comprador.identificacion',
          message: `La ficha ${otra.razon_social} (${otra.identificacion}) está unida a ${queda.razon_social} (${queda.identificacion}): elija de nuevo el cliente, o emita con esta identificación.`,
        },
      ],
    ])
    for (const { id } of [queda, otra])
      expect((await lista<{ id: string }>(searchCotizacion, { persona_id: id })).map((one) => one.id)).toEqual([cotizacion.id])
    const emitida = await ok(app.call<Emitido>(emitFactura, { token, params: { id: borrador }, headers: key(), body: ventaOf(otra, 5) }))
    expect(await namedBy('documento', emitida.id)).toBe(queda.id)
    const facturada = await ok(
      app.call<Emitido>(emitFactura, {
        token,
        params: { id: randomUUID() },
        headers: key(),
        body: {
          ...ventaOf(otra, 5),
          lineas: cotizacionForm.lineas.map((linea, at) => ({ ...linea, linea_cotizacion: at })),
          pagos: [{ forma_pago: '20', total: cotizacion.total, plazo: 30, unidad_tiempo: 'dias' }],
          cotizacion_id: cotizacion.id,
        },
      }),
    )
    expect(await namedBy('documento', facturada.id)).toBe(queda.id)
    await ok(separar(otra))
    expect((await lista<{ id: string }>(searchCotizacion, { persona_id: otra.id })).map((one) => one.id)).toEqual([cotizacion.id])
    expect(await lista(searchCotizacion, { persona_id: queda.id })).toEqual([])
    expect(await violaciones()).toEqual([])
  })

  it.each([true, false])(
    'saved again with the identification it had, goes with it when the union is undone; with the other one, it stays (owed before: %s)',
    async (conVence) => {
      const { queda, otra } = await dos()
      const [igual, cambiada] = [await vender(otra, 7), await vender(otra, 3)]
      const proveedor = { ...compraForm.proveedor, ...identidadOf(otra) }
      const compra = { ...compraForm, proveedor, tipo_sujeto: '01' }
      const { id: compraId, version } = await ok(
        app.call<CompraGuardada>(createCompra, { token, headers: key(), body: { ...compra, ...(conVence && { vence: '2026-07-01' }) } }),
      )
      const cotizada = { ...cotizacionForm, comprador: identidadOf(otra) }
      const cotizacion = await ok(app.call<CotizacionGuardada>(createCotizacion, { token, headers: key(), body: cotizada }))
      for (const { id } of [igual, cambiada]) await rechazar(id)
      await ok(unir(queda, otra))
      await corregir(igual, otra, 8)
      await corregir(cambiada, queda, 4)
      await ok(app.call(editCompra, { token, params: { id: compraId }, body: { ...compra, version, vence: '2026-08-01' } }))
      await ok(
        app.call(editCotizacion, {
          token,
          params: { id: cotizacion.id },
          body: { ...cotizada, version: cotizacion.version, validez_dias: 9 },
        }),
      )
      expect([await saldo(queda.id), await saldo(queda.id, 'PAGAR')]).toEqual([12, 11.5])
      await ok(separar(otra))
      expect([await saldo(queda.id), await saldo(otra.id)]).toEqual([4, 8])
      expect([await saldo(queda.id, 'PAGAR'), await saldo(otra.id, 'PAGAR')]).toEqual([0, 11.5])
      expect([await namedBy('documento', igual.id), await namedBy('documento', cambiada.id)]).toEqual([otra.id, queda.id])
      expect([await namedBy('compra', compraId), await namedBy('cotizacion', cotizacion.id)]).toEqual([otra.id, otra.id])
      expect(await violaciones()).toEqual([])
    },
  )
})

describe('an undoing after much has happened', () => {
  it('gives back the accounts with what was paid on them since, which can still be taken back', async () => {
    const { queda, otra } = await dos()
    await vender(otra, 7)
    await ok(unir(queda, otra))
    await vender(queda, 10)
    const all = await cuentas(queda.id)
    const pago = await ok(
      app.call<Pago>(createPago, {
        token,
        headers: key(),
        body: {
          sentido: 'COBRAR',
          aplicaciones: all.map(({ id }) => ({ cuenta_id: id, valor: usd(5), a_favor: false })),
          metodos: [{ metodo: 'EFECTIVO', valor: usd(10) }],
        },
      }),
    )
    await ok(separar(otra))
    expect([await saldo(queda.id), await saldo(otra.id)]).toEqual([5, 2])
    await ok(app.call(reversePago, { token, params: { id: pago.id }, body: { motivo: 'No se acreditó' } }))
    expect([await saldo(queda.id), await saldo(otra.id)]).toEqual([10, 7])
    await ok(unir(queda, otra))
    expect(await saldo(queda.id)).toBe(17)
    expect(await violaciones()).toEqual([])
  })
})

describe('who may not', () => {
  it('decide on credit merges and parts only records with the same terms', async () => {
    const { queda, otra } = await dos()
    const gemela = await crear({ razon_social: 'ANDES' })
    const seller = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    const collections: Collection[] = ['persona:editar', 'persona:eliminar']
    await app.owner.updateTable('usuario_empresa').set({ collections }).where('usuario_id', '=', seller.id).execute()
    const as = (await app.signIn(seller.username)).token
    const reason = '422 Cambiaría el plazo o el límite de crédito de la persona: pida la unión, o deshacerla, a quien pueda dar crédito.'
    expect(await dicho(unir(queda, otra, key(), as))).toBe(reason)
    expect(await dicho(app.call(previewUnion, { token: as, params: { id: queda.id }, query: { otra_id: otra.id } }))).toBe(reason)
    await ok(unir(queda, otra))
    expect(await dicho(separar(otra, as))).toBe(reason)
    expect(await leer(queda.id)).toMatchObject({ dias_credito: 30, limite_credito: usd(500) })
    await ok(separar(otra))
    await ok(unir(queda, gemela, key(), as))
    await ok(separar(gemela, as))
  })

  it('another company and a role that does not sell see and change nothing', async () => {
    const { queda, otra } = await dos()
    const ajena = await buildEmpresa(app)
    const foreign = await tokenOfNew(app, { empresas: [ajena] })
    const visita = await tokenOfNew(app, { empresas: [empresa], rol: ROL.USUARIO })
    for (const [as, status] of [
      [foreign, 404],
      [visita, 403],
    ] as const) {
      expect((await unir(queda, otra, key(), as)).status).toBe(status)
      expect((await app.call(previewUnion, { token: as, params: { id: queda.id }, query: { otra_id: otra.id } })).status).toBe(status)
      expect((await separar(otra, as)).status).toBe(status)
      expect((await app.call(readUniones, { token: as, params: { id: queda.id } })).status).toBe(status)
    }
    expect([(await leer(queda.id)).version, (await leer(otra.id)).unida_a]).toEqual([queda.version, null])
  })

  it('A into B, B into C and C into A at the same instant end in one person, or in two that can be merged', async () => {
    const [a, b, c] = [await crear(), await crear(), await crear()]
    for (const one of [a, b, c]) await vender(one, 1)
    const answers = await Promise.all([unir(b, a), unir(c, b), unir(a, c)])
    for (const { status } of answers) expect([200, 422]).toContain(status)
    const rows = await Promise.all([a, b, c].map(({ id }) => leer(id)))
    const vivas = rows.filter(({ unida_a }) => unida_a === null)
    expect(vivas).toHaveLength(3 - answers.filter(({ status }) => status === 200).length)
    for (const { unida_a } of rows) if (unida_a !== null) expect(vivas.map(({ id }) => id)).toContain(unida_a)
    expect((await Promise.all(vivas.map(({ id }) => saldo(id)))).reduce((sum, one) => sum + one, 0)).toBe(3)
    expect(await violaciones()).toEqual([])
  })
})

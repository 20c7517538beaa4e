import { randomUUID } from 'node:crypto'
import {
  calculateFactura,
  creditoOfCliente,
  createCompra,
  createPago,
  createRetencionRecibida,
  createSaldoInicial,
  deleteCompra,
  deleteRetencionRecibida,
  downloadEstadoCuenta,
  downloadPago,
  editCompra,
  emitFactura,
  exportCuenta,
  exportEstadoCuenta,
  FACTURA_CALLS,
  LIQUIDACION_CALLS,
  NOTA_CALLS,
  readPagoCartera,
  resumenCartera,
  RETENCION_CALLS,
  reversePago,
  reverseSaldoInicial,
  searchCuenta,
  searchDeudor,
  searchEstadoCuenta,
  searchPago,
  voidCompra,
  type AsientoFila,
  type Calculo,
  type CarteraResumen,
  type CompraGuardada,
  type Cuenta,
  type Deudor,
  type Emitido,
  type Endpoint,
  type Listing,
  type Pago,
  type PagoCarteraFormInput,
  type RetencionRecibida,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { CONSULTAS } from '../../invariantes/consultas.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { huella } from '../../testing/huella.ts'
import { compraForm, retencionForm, retencionRecibidaForm } from '../../testing/matrix-muestras.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

// Money owed (O-126): the effect of documents, and payments.
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app, {
    condiciones: [
      { tipo: 'REGIMEN', desde: '2020-01-01', valor: 'GENERAL' },
      { tipo: 'AGENTE_RETENCION', desde: '2020-01-01', valor: '1' },
    ],
  })
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  token = (await app.signIn(usuario.username)).token
})

const usd = fromUnits
const key = () => ({ 'idempotency-key': randomUUID() })
const COMPRADOR = { tipo_identificacion: '04' as const, identificacion: '1712345675001', razon_social: 'ANA MARÍA PÉREZ' }
const ok = async <T>(answer: Promise<{ status: number; data: T; problems: unknown }>): Promise<T> => {
  const { status, data, problems } = await answer
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}
const send = (call: Endpoint, body: object, id: string = randomUUID()) =>
  app.call<Emitido>(call, { token, params: { id }, headers: key(), body })
/** A sale of `valor` without IVA; all of it is owed in 30 days by default. */
const facturaOf = (valor: number, pagos: object[] = [{ forma_pago: '20', total: usd(valor), plazo: 30, unidad_tiempo: 'dias' }]) => ({
  ...facturaForm({ comprador: COMPRADOR }),
  lineas: [{ codigo: 'X', descripcion: 'Asesoría', cantidad: usd(1), precio_unitario: usd(valor), iva: 1 }],
  pagos,
})
const vender = (valor: number, pagos?: object[]) => ok(send(emitFactura, facturaOf(valor, pagos)))
const pasar = async (id: string, ...estados: string[]) => {
  for (const estado of estados)
    await app.owner.updateTable('documento').set({ estado }).where('empresa_id', '=', empresa.id).where('id', '=', id).execute()
}
const autorizar = async (id: string) => {
  await pasar(id, 'FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO')
  await app.owner.updateTable('documento').set({ autorizado_en: app.clock.now() }).where('id', '=', id).execute()
}
const anular = (id: string, calls: { recordAnulacion: Endpoint } = FACTURA_CALLS) =>
  ok(app.call(calls.recordAnulacion, { token, params: { id }, body: { prueba: 'El portal lo muestra ANULADO' } }))
const acreditar = async (factura: Emitido, valor: number) => {
  const nota = await ok(
    send(NOTA_CALLS.emit, {
      tipo: '04',
      establecimiento: '001',
      punto: '001',
      clase: 'DESCUENTO',
      motivo: 'Rebaja',
      comprador: COMPRADOR,
      modificado: { documento_id: factura.id, numero: factura.numero, fecha: factura.fecha_emision },
      creditos: [{ linea: 0, monto: usd(valor) }],
    }),
  )
  await autorizar(nota.id)
  return nota
}
const cuentas = async (query: Record<string, string> = {}) =>
  (
    await ok(
      app.call<Listing<Cuenta>>(searchCuenta, {
        token,
        query: { sentido: 'COBRAR', estado: 'TODAS', size: '50', sort: 'fecha,ASC', ...query },
      }),
    )
  ).content
/** The texts of a refusal. */
const dicho = async (answer: Promise<{ problems: { message: string }[]; msg: string }>) => {
  const { problems, msg } = await answer
  return problems[0]?.message ?? msg
}
const saldos = async (query = {}) => (await cuentas(query)).map(({ saldo }) => saldo / usd(1))
const pagar = (body: PagoCarteraFormInput, headers = key()) => app.call<Pago>(createPago, { token, headers, body })
const efectivo = (valor: number) => [{ metodo: 'EFECTIVO' as const, valor: usd(valor) }]
/** A part of an account, on the side on which it was read. */
const of = ({ id, saldo }: Cuenta, valor: number) => ({ cuenta_id: id, valor: usd(valor), a_favor: saldo < 0 })
const cobrar = (cuenta: Cuenta, valor: number) =>
  pagar({ sentido: cuenta.sentido, aplicaciones: [of(cuenta, valor)], metodos: efectivo(valor) })
const reversar = (id: string, motivo = 'Cheque devuelto') => app.call<Pago>(reversePago, { token, params: { id }, body: { motivo } })
/** Violations of the rules of money owed, as `npm run invariantes` finds them. */
async function violaciones(): Promise<unknown[]> {
  const found = []
  for (const { viola } of CONSULTAS.filter(({ id }) => id === 'I17')) found.push(...(await sql.raw(viola).execute(app.owner)).rows)
  return found
}

describe('a factura', () => {
  it('leaves owed what it has a term for, by its day, and nothing of what is paid at once', async () => {
    await vender(50, [{ forma_pago: '01', total: usd(50) }])
    expect(await cuentas()).toEqual([])
    const factura = await vender(100, [
      { forma_pago: '01', total: usd(20) },
      { forma_pago: '20', total: usd(50), plazo: 60, unidad_tiempo: 'dias' },
      { forma_pago: '20', total: usd(30), plazo: 1, unidad_tiempo: 'meses' },
    ])
    expect(await cuentas({ sort: 'vence,ASC' })).toMatchObject([
      {
        origen: 'DOCUMENTO',
        origen_id: factura.id,
        numero: factura.numero,
        tipo: '01',
        vence: '2026-07-15',
        valor: usd(30),
        cuota: 1,
        cuotas: 2,
        dias: -30,
      },
      { vence: '2026-08-14', saldo: usd(50), cuota: 2 },
    ])
    const calcular = async (valor: number, pagos?: object[]) =>
      (await app.call<Calculo>(calculateFactura, { token, body: facturaOf(valor, pagos) })).data.avisos.filter(({ campo }) =>
        ['comprador', 'pagos.0.plazo'].includes(campo),
      )
    const aCredito = (valor: number) => calcular(valor, [{ forma_pago: '20', total: usd(valor), plazo: 10, unidad_tiempo: 'dias' }])
    expect(await aCredito(21)).toEqual([])
    const [persona] = await app.owner
      .updateTable('persona')
      .set({ limite_credito: usd(100) })
      .where('empresa_id', '=', empresa.id)
      .returning(['id', 'razon_social'])
      .execute()
    expect(await aCredito(20)).toEqual([])
    expect(await calcular(21, [{ forma_pago: '01', total: usd(21) }])).toEqual([])
    const { id: persona_id, razon_social: nombre } = persona!
    expect(await aCredito(21)).toEqual([
      { campo: 'pagos.0.plazo', message: `${nombre} debe $80.00: con esta venta a crédito pasa su límite de $100.00.` },
    ])
    await app.owner.updateTable('cuenta').set({ vence: '2026-06-01' }).where('cuota', '=', 1).where('empresa_id', '=', empresa.id).execute()
    expect(await calcular(21, [{ forma_pago: '01', total: usd(21) }])).toEqual([
      { campo: 'comprador', message: `${nombre} tiene $30.00 vencidos.` },
    ])
    expect((await app.call(creditoOfCliente, { token, query: { persona_id } })).data).toMatchObject({ debe: usd(80), vencido: usd(30) })
    await app.owner.updateTable('cuenta').set({ vence: '2026-07-15' }).where('cuota', '=', 1).where('empresa_id', '=', empresa.id).execute()
    // A note reduces the earliest due date first, and by no more than was owed.
    await autorizar(factura.id)
    await acreditar(factura, 90)
    expect(await saldos()).toEqual([0, 0])
    expect(await violaciones()).toEqual([])
  })

  it('takes it back when it is voided or its number given up; what was paid is then in favour; a note too', async () => {
    const factura = await vender(100)
    const [cuenta] = await cuentas()
    await autorizar(factura.id)
    const nota = await acreditar(factura, 30)
    expect(await saldos()).toEqual([70])
    await ok(cobrar(cuenta!, 50))
    await anular(nota.id, NOTA_CALLS)
    expect(await saldos()).toEqual([50])
    await anular(factura.id)
    expect(await saldos({ estado: 'FAVOR' })).toEqual([-50])
    // A collection is refused where the account came into favour meanwhile. A refund says so, and counts as a negative collection.
    expect(await dicho(cobrar(cuenta!, 50))).toMatch(/^El documento .+ ya no se debe: tiene \$50\.00 a favor\./)
    const vuelta = await ok(cobrar({ ...cuenta!, saldo: usd(-50) }, 50))
    expect(vuelta).toMatchObject({ total: -usd(50), aplicaciones: [{ valor: -usd(50), saldo: 0 }] })
    expect(await saldos()).toEqual([0])
    const otra = await vender(10)
    await pasar(otra.id, 'FIRMADO', 'ENVIANDO', 'RECHAZADO')
    expect(await saldos({ estado: 'PENDIENTE' })).toEqual([10])
    await ok(app.call(FACTURA_CALLS.close, { token, params: { id: otra.id }, body: { motivo: 'Se dio de baja' } }))
    expect(await saldos({ estado: 'PENDIENTE' })).toEqual([])
    expect(await violaciones()).toEqual([])
  })

  it('that is corrected leaves owed what its new version says', async () => {
    const factura = await vender(100)
    await pasar(factura.id, 'FIRMADO', 'ENVIANDO', 'RECHAZADO')
    await ok(
      send(
        FACTURA_CALLS.correct,
        facturaOf(80, [
          { forma_pago: '20', total: usd(50), plazo: 10, unidad_tiempo: 'dias' },
          { forma_pago: '20', total: usd(30), plazo: 20, unidad_tiempo: 'dias' },
        ]),
        factura.id,
      ),
    )
    expect(await cuentas({ sort: 'vence,ASC' })).toMatchObject([
      { vence: '2026-06-25', saldo: usd(50) },
      { vence: '2026-07-05', saldo: usd(30) },
    ])
    expect(await violaciones()).toEqual([])
  })

  it('what the client withheld is deleted once: who deletes it at the same instant is told that it is gone, and writes nothing', async () => {
    const factura = await vender(100)
    const { lineas, ...form } = retencionRecibidaForm
    const body = { ...form, lineas: lineas.map((linea) => ({ ...linea, numero: factura.numero })) }
    const { id } = await ok(app.call<RetencionRecibida>(createRetencionRecibida, { token, headers: key(), body }))
    const deletions = await app.owner.transaction().execute(async (tx) => {
      await sql`select from retencion_recibida where id = ${id} for update`.execute(tx)
      const both = [1, 2].map(() => app.call(deleteRetencionRecibida, { token, params: { id } }))
      await untilWaiting(app, 2)
      return { both }
    })
    expect((await Promise.all(deletions.both)).map(({ status }) => status).sort()).toEqual([200, 404])
    const { rows } = await sql<{ lineas: number }>`
      select count(*)::integer as lineas from auditoria where objeto = ${id} and accion = 'retencion_recibida.eliminar'`.execute(app.owner)
    expect(rows).toEqual([{ lineas: 1 }])
    expect(await saldos()).toEqual([100])
  })

  it('is not lessened by what somebody else withheld, nor by fractions of a cent', async () => {
    const factura = await vender(100)
    const { agente, lineas, ...form } = retencionRecibidaForm
    const [linea] = lineas
    const retener = (suyo: object, valores: object) =>
      app.call<RetencionRecibida>(createRetencionRecibida, {
        token,
        headers: key(),
        body: { ...form, agente: { ...agente, ...suyo }, lineas: [{ ...linea, numero: factura.numero, ...valores }] },
      })
    expect((await retener({}, { valor: usd(3) + 1 })).problems).toEqual([
      { campo: 'lineas.0.valor', message: 'El valor lleva máximo dos decimales.' },
    ])
    const ajena = await ok(retener({ identificacion: '1790016919001', razon_social: 'OTRA' }, {}))
    expect(ajena.diferencias).toMatchObject([{ message: `El comprobante ${factura.numero} es de otro cliente.` }])
    expect(await saldos()).toEqual([100])
    expect(await violaciones()).toEqual([])
  })

  it('is lessened by what the client withheld of each factura, until that is taken back; a nota de débito is owed besides', async () => {
    const [factura, otra] = [await vender(100), await vender(50)]
    const {
      lineas: [linea],
      ...form
    } = retencionRecibidaForm
    const body = { ...form, lineas: [factura, otra].map(({ numero }) => ({ ...linea, numero })) }
    const { id } = await ok(app.call<RetencionRecibida>(createRetencionRecibida, { token, headers: key(), body }))
    expect((await saldos()).sort()).toEqual([47, 97])
    await ok(app.call(deleteRetencionRecibida, { token, params: { id } }))
    expect((await saldos()).sort()).toEqual([100, 50])
    await autorizar(factura.id)
    await ok(
      send(NOTA_CALLS.emit, {
        tipo: '05',
        establecimiento: '001',
        punto: '001',
        comprador: COMPRADOR,
        modificado: { documento_id: factura.id, numero: factura.numero, fecha: factura.fecha_emision },
        motivos: [{ razon: 'Interés', valor: usd(5), iva: 1 }],
        pagos: [{ forma_pago: '20', total: usd(5), plazo: 30, unidad_tiempo: 'dias' }],
      }),
    )
    expect((await saldos()).sort()).toEqual([100, 5, 50])
    expect(await violaciones()).toEqual([])
  })
})

describe('what is bought', () => {
  const COMPRA = { ...compraForm, proveedor: COMPRADOR, vence: '2026-07-01' }
  const retener = () => ok(send(RETENCION_CALLS.emit, { ...retencionForm, sujeto: { ...COMPRADOR, correos: [] } }))
  const comprar = (change = {}) => ok(app.call<CompraGuardada>(createCompra, { token, headers: key(), body: { ...COMPRA, ...change } }))
  const retentionDocs = (numero: string) => retencionForm.docs_sustento.map((doc) => ({ ...doc, numero }))
  const pagaderas = () => saldos({ sentido: 'PAGAR' })

  it('is owed until its day less what was withheld, whichever came first; a note of the supplier takes off', async () => {
    const retencion = await retener()
    const compra = await comprar()
    expect(await pagaderas()).toEqual([11.3])
    await comprar({
      tipo: '04',
      numero: '001-001-000000077',
      total: usd(1) * 2,
      impuestos: [{ codigo: '2', codigo_porcentaje: '0', tarifa: 0, base: usd(2), valor: 0 }],
      vence: undefined,
      modificado: { tipo: '01', numero: compra.numero, fecha: compra.fecha_emision },
    })
    expect(await pagaderas()).toEqual([9.3])
    await autorizar(retencion.id)
    await anular(retencion.id, RETENCION_CALLS)
    expect(await pagaderas()).toEqual([9.5])
    await retener()
    expect(await pagaderas()).toEqual([9.3])
    expect(await violaciones()).toEqual([])
  })

  it('and what is withheld of it at the same instant find each other', async () => {
    for (let at = 1; at <= 6; at++) {
      const numero = `001-001-00000070${at}`
      const [doc] = retentionDocs(numero)
      await Promise.all([
        ok(send(RETENCION_CALLS.emit, { ...retencionForm, sujeto: { ...COMPRADOR, correos: [] }, docs_sustento: [doc] })),
        comprar({ numero }),
      ])
    }
    expect(await pagaderas()).toEqual(Array.from({ length: 6 }, () => 11.3))
  })

  /** Answers of paying a purchase and annulling it at the same instant: both wait for its account first. */
  async function alMismoInstante(compra: { numero: string }, away: () => Promise<{ status: number }>) {
    const cuenta = (await cuentas({ sentido: 'PAGAR' })).find(({ numero }) => numero === compra.numero)
    const [pago, baja] = await app.owner.transaction().execute(async (tx) => {
      await sql`select from cuenta where id = ${cuenta!.id} for update`.execute(tx)
      const paying = cobrar(cuenta!, 1)
      await untilWaiting(app)
      const going = away()
      await untilWaiting(app, 2)
      return [paying, going] as const
    })
    return [(await pago).status, (await baja).status]
  }

  it('is not voided nor deleted by who waited while it was paid', async () => {
    const una = await comprar()
    const body = { version: una.version, motivo: 'El proveedor la anuló' }
    expect(await alMismoInstante(una, () => app.call(voidCompra, { token, params: { id: una.id }, body }))).toEqual([200, 422])
    const otra = await comprar({ numero: '001-001-000000702', proveedor: { ...COMPRADOR, identificacion: '1790012344001' } })
    expect(await alMismoInstante(otra, () => app.call(deleteCompra, { token, params: { id: otra.id } }))).toEqual([200, 422])
    expect(await violaciones()).toEqual([])
  })

  it('is paid or voided at one instant, never both', async () => {
    for (let at = 0; at < 25; at++) {
      const { id, version } = await comprar({ numero: `001-001-${String(800 + at).padStart(9, '0')}` })
      const [cuenta] = (await cuentas({ sentido: 'PAGAR' })).filter(({ saldo }) => saldo > 0)
      const away = { token, params: { id }, body: { version, motivo: 'El proveedor la anuló' } }
      const [pago, baja] = await Promise.all([cobrar(cuenta!, 11), app.call(voidCompra, away)])
      expect([pago.status, baja.status].sort()).toEqual([200, 422])
      if (pago.status === 200) await ok(reversar(pago.data.id)).then(() => ok(app.call(voidCompra, away)))
    }
    expect((await pagaderas()).every((saldo) => saldo === 0)).toBe(true)
    expect(await violaciones()).toEqual([])
  })

  it('is lessened by a note that was registered before it, and keeps what hangs from it', async () => {
    const modificado = { tipo: '01', numero: COMPRA.numero, fecha: COMPRA.fecha_emision }
    const nota = { tipo: '04', numero: '001-001-000000071', modificado, vence: undefined }
    const suya = { ...COMPRA, ...nota, numero: COMPRA.numero, modificado: { ...modificado, tipo: '04' } }
    expect((await app.call(createCompra, { token, headers: key(), body: suya })).problems).toMatchObject([{ campo: 'modificado.numero' }])
    const { id: notaId } = await comprar(nota)
    const { id, version } = await comprar()
    expect(await pagaderas()).toEqual([0])
    const edit = (change: object) => app.call(editCompra, { token, params: { id }, body: { ...COMPRA, version, ...change } })
    const otro = { proveedor: { ...COMPRA.proveedor, identificacion: '1790012344001' } }
    const why = 'No se cambia: hay una nota que la modifica, la 001-001-000000071; anúlela antes.'
    expect((await edit(otro)).problems).toEqual([{ campo: 'proveedor.identificacion', message: why }])
    expect((await edit({ numero: '001-001-000000072' })).problems).toEqual([{ campo: 'numero', message: why }])
    await ok(app.call(deleteCompra, { token, params: { id: notaId } }))
    expect(await pagaderas()).toEqual([11.5])
    await ok(cobrar((await cuentas({ sentido: 'PAGAR' }))[0]!, 1))
    for (const [campo, change] of [
      ['proveedor.identificacion', otro],
      ['vence', { vence: undefined }],
    ] as const)
      expect((await edit(change)).problems).toEqual([{ campo, message: 'No se cambia: hay pagos registrados; reverse esos pagos antes.' }])
    expect(await pagaderas()).toEqual([10.5])
    expect(await violaciones()).toEqual([])
  })

  it('R-2.3.12 follows its edits, to another type too, and goes with it, but not while something is paid; without a day it was paid at once', async () => {
    const { id, version } = await comprar({ vence: undefined })
    expect(await pagaderas()).toEqual([])
    const { vence: _vence, ...body } = COMPRA
    await ok(app.call(editCompra, { token, params: { id }, body: { ...body, vence: '2026-08-01', version } }))
    expect(await pagaderas()).toEqual([11.5])
    const otro = { ...body, vence: '2026-08-01', tipo: '02', sustento: '02', version: version + 1 }
    await ok(app.call(editCompra, { token, params: { id }, body: otro }))
    expect(await pagaderas()).toEqual([11.5])
    const [cuenta] = await cuentas({ sentido: 'PAGAR' })
    expect(cuenta!.tipo).toBe('02')
    const pago = await ok(cobrar(cuenta!, 1))
    expect(pago.numero).toBe('CP-000001')
    const kept = await app.call(deleteCompra, { token, params: { id } })
    expect(kept.problems).toEqual([{ campo: 'id', message: 'No se elimina: hay pagos registrados; reverse esos pagos antes.' }])
    await ok(reversar(pago.id))
    await ok(app.call(deleteCompra, { token, params: { id } }))
    expect(await pagaderas()).toEqual([0])
    const { comprador, ...form } = facturaOf(40)
    await ok(
      send(LIQUIDACION_CALLS.emit, {
        ...form,
        proveedor: { ...comprador, tipo_identificacion: '05', identificacion: '1712345675', correos: [] },
      }),
    )
    expect((await pagaderas()).sort()).toEqual([0, 40])
    expect(await violaciones()).toEqual([])
  })
})

describe('a payment', () => {
  it('goes in several methods over several documents of one person, once for each key, and prints its receipt', async () => {
    await vender(100)
    await vender(60)
    const [a, b] = await cuentas({ sort: 'saldo,DESC' })
    const headers = key()
    const body: PagoCarteraFormInput = {
      sentido: 'COBRAR',
      persona_id: a!.persona_id!,
      aplicaciones: [of(a!, 100), of(b!, 20)],
      metodos: [...efectivo(50), { metodo: 'TRANSFERENCIA', valor: usd(80), banco: 'Pichincha', referencia: '998877' }],
      anticipo: usd(10),
    }
    const [one, same] = await Promise.all([pagar(body, headers), pagar(body, headers)])
    expect([one.status, same.status, same.data.id]).toEqual([200, 200, one.data.id])
    expect(one.data).toMatchObject({ numero: 'RC-000001', total: usd(130), anticipo: usd(10), tercero_nombre: 'ANA MARÍA PÉREZ' })
    expect((await saldos()).sort((x, y) => x - y)).toEqual([-10, 0, 40])
    // The advance is used later, without money.
    const anticipo = (await cuentas({ estado: 'FAVOR' }))[0]!
    const read = (id: string) => app.call<Pago>(readPagoCartera, { token, params: { id } })
    expect((await ok(read(one.data.id))).anticipo_queda).toBe(usd(10))
    const cruce = await ok(pagar({ sentido: 'COBRAR', aplicaciones: [of(anticipo, 10), of(b!, 10)] }))
    expect((await ok(read(one.data.id))).anticipo_queda).toBe(0)
    const usado = await pagar({ sentido: 'COBRAR', aplicaciones: [of(anticipo, 1), of(b!, 1)] })
    expect(usado.problems[0]?.message).toBe(`El anticipo ${anticipo.numero} ya se usó por completo.`)
    expect(cruce).toMatchObject({ anticipo_queda: null })
    expect(cruce.aplicaciones.find(({ origen }) => origen === 'ANTICIPO')?.origen_id).toBe(one.data.id)
    const estado = { sentido: 'COBRAR', persona_id: a!.persona_id!, size: '50' }
    const asientos = (await ok(app.call<Listing<AsientoFila>>(searchEstadoCuenta, { token, query: estado }))).content
    expect(asientos.filter(({ pago_id: pago }) => pago === one.data.id)).toHaveLength(3)
    expect(asientos.filter(({ concepto }) => concepto === 'DOCUMENTO').map(({ pago_id: pago }) => pago)).toEqual([null, null])
    expect(cruce.total).toBe(0)
    expect(await dicho(reversar(one.data.id))).toBe('Su anticipo ya se usó: reverse antes el pago que lo usó.')
    await ok(reversar(cruce.id))
    for (let at = 0; at < 2; at++)
      expect(await ok(reversar(one.data.id))).toMatchObject({ estado: 'REVERSADO', motivo_reverso: 'Cheque devuelto' })
    expect(await dicho(reversar(one.data.id, 'Otra cosa'))).toMatch(/^RC-000001 ya fue reversado por .+: «Cheque devuelto»/)
    expect((await saldos()).sort((x, y) => x - y)).toEqual([0, 100, 60].sort((x, y) => x - y))
    const pdfs = ['A4', 'TICKET'].map((formato) => app.call(downloadPago, { token, params: { id: one.data.id }, query: { formato } }))
    const anchoOf = ({ raw }: { raw: Buffer }) => /MediaBox \[0 0 ([\d.]+)/.exec(raw.toString('latin1'))?.[1]
    expect((await Promise.all(pdfs)).map(anchoOf)).toEqual(['595.28', '226.77'])
    expect((await ok(app.call<Listing<Pago>>(searchPago, { token, query: { sentido: 'COBRAR', q: 'RC-000001' } }))).content).toHaveLength(1)
    expect((await ok(read(one.data.id))).aplicaciones).toHaveLength(2)
    expect(await violaciones()).toEqual([])
  })

  it('is refused in words, and then nothing has changed', async () => {
    await vender(100)
    await ok(send(emitFactura, { ...facturaOf(7), comprador: { ...COMPRADOR, identificacion: '1790012344001', razon_social: 'OTRA' } }))
    const [cara, barata] = await cuentas({ sort: 'saldo,DESC' })
    const before = await huella(app)
    const refused = async (body: Partial<PagoCarteraFormInput>) => (await pagar({ sentido: 'COBRAR', ...body })).problems
    expect(
      await refused({
        aplicaciones: [{ cuenta_id: cara!.id, valor: usd(100) + 10_000 }],
        metodos: [{ metodo: 'EFECTIVO', valor: usd(100) + 10_000 }],
      }),
    ).toEqual([
      { campo: 'aplicaciones.0.valor', message: `Del documento ${cara!.numero} se deben $100.00: registre lo demás como anticipo.` },
    ])
    const [menos] = await refused({ aplicaciones: [of(cara!, 10)], metodos: efectivo(9) })
    expect(menos).toEqual({ campo: 'metodos', message: 'Los métodos suman $9.00 y se pagan $10.00.' })
    expect(await refused({ aplicaciones: [of(cara!, 1), of(barata!, 1)], metodos: efectivo(2) })).toEqual([
      { campo: 'aplicaciones.1.cuenta_id', message: `El documento ${barata!.numero} es de otra persona: un pago es de una sola.` },
    ])
    const una = { aplicaciones: [of(cara!, 1)], metodos: efectivo(1) }
    const dos = { aplicaciones: [of(cara!, 1), of(cara!, 1)], metodos: efectivo(2) }
    expect(await refused(dos)).toMatchObject([{ campo: 'aplicaciones.1.cuenta_id' }])
    expect(await refused({ ...una, sentido: 'PAGAR' })).toMatchObject([{ campo: 'aplicaciones.0.cuenta_id' }])
    expect(await refused({ aplicaciones: [{ cuenta_id: randomUUID(), valor: 1 }], metodos: [] })).not.toEqual([])
    expect(await refused({})).toMatchObject([{ campo: 'aplicaciones' }])
    expect(await refused({ anticipo: usd(1), metodos: efectivo(1) })).toMatchObject([{ campo: 'persona_id' }])
    expect(await refused({ ...una, fecha: '2026-06-16' })).toMatchObject([{ campo: 'fecha' }])
    const [antes] = await refused({ ...una, fecha: '2026-06-14' })
    expect(antes?.message).toBe(`El documento ${cara!.numero} es del 15/06/2026: no se paga antes. Lo de antes se registra como anticipo.`)
    expect(await huella(app)).toEqual(before)
  })

  it('beside others at the same instant never takes more than is owed', async () => {
    await vender(100)
    const [cuenta] = await cuentas()
    const answers = await Promise.all([60, 60, 30, 30, 10].map((valor) => cobrar(cuenta!, valor)))
    const paid = answers.filter(({ status }) => status === 200).reduce((all, { data }) => all + data.total, 0)
    expect(answers.some(({ status }) => status === 422)).toBe(true)
    expect(await saldos()).toEqual([100 - paid / usd(1)])
    expect(100 - paid / usd(1)).toBeGreaterThanOrEqual(0)
    const numeros = answers.flatMap(({ status, data }) => (status === 200 ? [data.numero] : []))
    expect(new Set(numeros).size).toBe(numeros.length)
  })
})

describe('what is owed', () => {
  const saldo = (numero: string, vence: string, valor: number, persona_id: string, sentido = 'COBRAR') =>
    app.call<Cuenta>(createSaldoInicial, {
      token,
      headers: key(),
      body: { sentido, persona_id, numero, fecha: '2026-01-01', vence, valor: usd(valor) },
    })

  it('from before is brought in, aged, stated and exported by person', async () => {
    await vender(100)
    const persona = (await cuentas())[0]!.persona_id!
    await ok(saldo('001-001-000000901', '2026-06-14', 1, persona))
    await ok(saldo('001-001-000000902', '2026-05-01', 2, persona))
    await ok(saldo('001-001-000000903', '2026-04-01', 4, persona))
    const { id } = await ok(saldo('001-001-000000904', '2026-01-05', 8, persona))
    // A client's withholding on a sale from before reduces the balance brought in.
    const { lineas: lineaDe, ...retenida } = retencionRecibidaForm
    const previa = { ...retenida, lineas: [{ ...lineaDe[0], numero: '001-001-000000903' }] }
    const { id: retencion } = await ok(app.call<RetencionRecibida>(createRetencionRecibida, { token, headers: key(), body: previa }))
    expect(await saldos({ q: '000000903' })).toEqual([1])
    await ok(app.call(deleteRetencionRecibida, { token, params: { id: retencion } }))
    expect((await saldo('001-001-000000904', '2026-01-05', 8, persona)).problems).toMatchObject([{ campo: 'numero' }])
    const resumen = () => ok(app.call<CarteraResumen>(resumenCartera, { token, query: { sentido: 'COBRAR' } }))
    expect(await resumen()).toEqual({
      total: usd(115),
      POR_VENCER: usd(100),
      D1_30: usd(1),
      D31_60: usd(2),
      D61_90: usd(4),
      D91_MAS: usd(8),
      favor: 0,
      cuentas: 5,
    })
    for (const [antiguedad, valor] of [
      ['POR_VENCER', 100],
      ['D1_30', 1],
      ['D31_60', 2],
      ['D61_90', 4],
      ['D91_MAS', 8],
    ] as const)
      expect(await saldos({ antiguedad })).toEqual([valor])
    const deudores = await ok(app.call<Listing<Deudor>>(searchDeudor, { token, query: { sentido: 'COBRAR', q: 'ana per' } }))
    expect(deudores.content).toMatchObject([{ persona_id: persona, saldo: usd(115), D91_MAS: usd(8), cuentas: 5 }])
    expect(await saldos({ q: '000000903', estado: 'VENCIDA' })).toEqual([4])
    await ok(app.call(reverseSaldoInicial, { token, params: { id }, body: { motivo: 'Ya estaba pagado' } }))
    expect((await resumen()).D91_MAS).toBe(0)
    const query = { sentido: 'COBRAR', persona_id: persona, size: '50' }
    const { content } = await ok(app.call<Listing<AsientoFila>>(searchEstadoCuenta, { token, query }))
    expect(content.map(({ concepto, valor }) => [concepto, valor / usd(1)])).toContainEqual(['ANULACION', -8])
    expect(content[0]!.saldo).toBe(usd(107))
    const antes = await ok(
      app.call<Listing<AsientoFila>>(searchEstadoCuenta, { token, query: { ...query, hasta: '2026-06-14', size: '5' } }),
    )
    expect([antes.totalElements, antes.content[0]!.saldo, antes.content.at(-1)!.valor]).toEqual([5, usd(12), antes.content.at(-1)!.saldo])
    const csv = await app.call(exportEstadoCuenta, { token, query: { sentido: 'COBRAR', persona_id: persona, formato: 'csv' } })
    expect(csv.status).toBe(200)
    expect((await app.call(exportCuenta, { token, query: { sentido: 'COBRAR' } })).status).toBe(200)
    expect((await app.call(downloadEstadoCuenta, { token, query: { sentido: 'COBRAR', persona_id: persona } })).status).toBe(200)
    expect((await app.call(downloadEstadoCuenta, { token, query: { sentido: 'COBRAR', persona_id: randomUUID() } })).status).toBe(404)
    expect(await violaciones()).toEqual([])
  })
})

describe('any doings, many at once', () => {
  it('leave each balance the sum of its entries, never below what was taken back, and nothing doubled (O-126)', async () => {
    for (let at = 0; at < 4; at++) await vender(100)
    const todas = await cuentas()
    const done: Pago[] = []
    const rondas = fc.sample(
      fc.array(
        fc.record({
          que: fc.constantFrom('cobro', 'cobro', 'anticipo', 'cruce', 'reverso'),
          donde: fc.nat(3),
          otro: fc.nat(3),
          valor: fc.integer({ min: 1, max: 60 }),
          clave: fc.nat(9),
        }),
        { minLength: 10, maxLength: 10 },
      ),
      { numRuns: Number(process.env['FC_RUNS'] ?? 24), seed: Number(process.env['FC_SEED'] ?? 20_261_124) },
    )
    const persona = todas[0]!.persona_id!
    for (const ronda of rondas) {
      const anticipos = await cuentas({ estado: 'FAVOR' })
      const answers = await Promise.all(
        ronda.map(({ que, donde, otro, valor, clave }) => {
          if (que === 'anticipo') return pagar({ sentido: 'COBRAR', persona_id: persona, anticipo: usd(valor), metodos: efectivo(valor) })
          if (que === 'reverso') return done[clave] ? reversar(done[clave].id) : undefined
          const favor = anticipos[donde]
          if (que === 'cruce' && favor) return pagar({ sentido: 'COBRAR', aplicaciones: [of(favor, 1), of(todas[otro]!, 1)] })
          const cubre = donde === otro ? [todas[donde]!] : [todas[donde]!, todas[otro]!]
          return pagar({
            sentido: 'COBRAR',
            aplicaciones: cubre.map(({ id }) => ({ cuenta_id: id, valor: usd(valor) })),
            metodos: efectivo(valor * cubre.length),
          })
        }),
      )
      expect(answers.flatMap((one) => (one && one.status !== 200 && one.status !== 422 ? [one.status] : []))).toEqual([])
      for (const answer of answers) if (answer?.status === 200 && answer.data.estado === 'REGISTRADO') done.unshift(answer.data)
      done.length = Math.min(done.length, 10)
    }
    expect((await cuentas({ estado: 'TODAS' })).every(({ origen, saldo }) => origen === 'ANTICIPO' || saldo >= 0)).toBe(true)
    const { rows } = await sql<{
      dinero: number
    }>`select coalesce(sum(total), 0)::bigint as dinero from pago where estado = 'REGISTRADO' and empresa_id = ${empresa.id}`.execute(
      app.owner,
    )
    const { rows: sums } = await sql<{
      saldo: number
    }>`select sum(saldo)::bigint as saldo from cuenta where empresa_id = ${empresa.id}`.execute(app.owner)
    expect(sums[0]!.saldo).toBe(usd(400) - rows[0]!.dinero)
    expect(await violaciones()).toEqual([])
  })
})

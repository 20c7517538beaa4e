// Sound calls of purchases, the inbox, personal expenses, money owed and tills, with all that their forms may say: what attacks begin with.
import { randomUUID } from 'node:crypto'
import {
  abrirCaja,
  acceptRecibido,
  cerrarCaja,
  createCompra,
  createGastoPersonal,
  createPago,
  createPersona,
  createProducto,
  createSaldoInicial,
  editCompra,
  editGastoPersonal,
  ignoreRecibido,
  moverCaja,
  pedirRecibidos,
  readContextoCaja,
  readSituacion,
  reversePago,
  reverseSaldoInicial,
  saveSituacion,
  voidCompra,
  type Caja,
  type ContextoCaja,
  type Endpoint,
  type SituacionPersonal,
} from '@yupana/contract'
import { buildClaveAcceso } from '@yupana/fiscal'
import { expect } from 'vitest'

import type { EmpresaId } from '../db/empresa-id.ts'
import type { Answer, CallOptions, TestApp } from './build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from './builders.ts'
import { compraForm, gastoForm, persona, recibidoRow } from './matrix-muestras.ts'

const UNIT = 1_000_000

export type Envio = [endpoint: Endpoint, body: unknown, options?: CallOptions]
type Filas = Record<'persona' | 'producto' | 'bodega' | 'cuenta', string>

const claveOf = (numero: string) => {
  const [estab = '', ptoEmi = '', secuencial = ''] = numero.split('-')
  const de = { fechaEmision: compraForm.fecha_emision, codDoc: '01', ruc: '1712345675001', ambiente: '1', codigoNumerico: '12345678' }
  return buildClaveAcceso({ ...de, estab, ptoEmi, secuencial })
}

/** A company with rows of each kind, and another whose rows are out of reach. */
export class Ataque {
  readonly app: TestApp
  empresa!: { id: EmpresaId; ruc: string }
  usuario!: { id: string }
  token!: string
  propia!: Filas
  ajena!: Filas
  #count = 0

  constructor(app: TestApp) {
    this.app = app
  }

  async prepare(): Promise<this> {
    this.empresa = await buildEmpresa(this.app)
    const yo = await buildUsuario(this.app, { empresas: [this.empresa] })
    this.usuario = yo
    this.token = (await this.app.signIn(yo.username)).token
    this.propia = await this.#fill(this.token)
    this.ajena = await this.#fill(await tokenOfNew(this.app, { empresas: [await buildEmpresa(this.app)] }))
    return this
  }

  readonly key = () => ({ 'idempotency-key': randomUUID() })
  readonly numero = () => `001-001-${String(++this.#count).padStart(9, '0')}`

  call<T = { id: string }>(endpoint: Endpoint, body?: unknown, options: CallOptions = {}): Promise<Answer<T>> {
    return this.app.call<T>(endpoint, { token: this.token, headers: this.key(), ...(body !== undefined && { body }), ...options })
  }

  async made<T = { id: string }>(endpoint: Endpoint, body: unknown, options: CallOptions = {}): Promise<T> {
    const { status, data, raw } = await this.call<T>(endpoint, body, options)
    expect(status, raw.toString()).toBe(200)
    return data
  }

  async #fill(token: string): Promise<Filas> {
    const as = { token }
    const de = (await this.made(createPersona, { ...persona, version: undefined }, as)).id
    const producto = { code: 'X', name: 'X', type_product: 'PRODUCTO', iva: 6, price: 1, manage_inventory: true }
    return {
      persona: de,
      producto: (await this.made(createProducto, producto, as)).id,
      bodega: (await this.made(this.endpoint('POST /v1/bodega/create'), { name: 'X' }, as)).id,
      cuenta: (await this.made(createSaldoInicial, { ...this.saldo(de), sentido: 'COBRAR' }, as)).id,
    }
  }

  endpoint(name: string): Endpoint {
    return this.app.router.entries.find(({ endpoint: { method, path } }) => `${method} ${path}` === name)!.endpoint
  }

  readonly compra = () => ({
    ...compraForm,
    numero: this.numero(),
    fecha_registro: '2026-06-02',
    vence: '2026-07-01',
    parte_relacionada: false,
    regimen_proveedor: 'GENERAL',
    otros: 0,
    pagos: [{ forma_pago: '20', total: 11_500_000 }],
    lineas: [
      {
        codigo: 'A',
        descripcion: 'Cajas',
        cantidad: 2 * UNIT,
        precio_unitario: 4 * UNIT,
        base: 8 * UNIT,
        iva: 1_200_000,
        producto_id: this.propia.producto,
        factor: UNIT,
      },
    ],
    bodega_id: this.propia.bodega,
    costo_adicional: UNIT,
    observacion: 'Ninguna',
  })
  readonly saldo = (persona_id = this.propia.persona) => ({
    sentido: 'PAGAR',
    persona_id,
    tipo: '01',
    numero: this.numero(),
    fecha: '2026-06-01',
    vence: '2026-07-01',
    valor: 5 * UNIT,
  })
  readonly pago = (cuenta_id: string) => ({
    sentido: 'PAGAR',
    persona_id: this.propia.persona,
    fecha: '2026-06-15',
    aplicaciones: [{ cuenta_id, valor: UNIT, a_favor: false }],
    metodos: [{ metodo: 'TRANSFERENCIA', valor: UNIT, banco: 'Pichincha', referencia: '1' }],
    anticipo: 0,
    observacion: 'Ninguna',
  })
  readonly gasto = () => ({ ...gastoForm, numero: this.numero(), clave_acceso: null, compartido: false, nota: 'x' })

  async situacion(): Promise<object> {
    const { data } = await this.call<SituacionPersonal>(readSituacion, undefined, { query: { anio: '2026' } })
    const { de_anio: _deAnio, ...form } = data
    return { ...form, familiares: [{ identificacion: 'AB-1', nombre: 'X', parentesco: 'HIJO' }] }
  }

  /** The till that is open, or a new one. */
  async caja(): Promise<{ id: string; esperado: number }> {
    const { status, data } = await this.call<Caja>(abrirCaja, { apertura: UNIT, punto: '001-001' })
    return status === 200 ? data : (await this.made<ContextoCaja>(readContextoCaja, undefined)).abierta!
  }

  /** A document of the inbox that nobody has registered. */
  async recibido(): Promise<{ id: string; clave: string; numero: string }> {
    const { app, empresa, usuario } = this
    const numero = this.numero()
    const row = { ...recibidoRow(empresa.id, usuario.id, app.clock.now()), numero, clave: claveOf(numero) }
    const formulario = JSON.stringify({ ...compraForm, numero, autorizacion: row.clave })
    await app.owner
      .insertInto('recibido')
      .values({ ...row, formulario })
      .execute()
    return row
  }
}

/** A sound call of each that changes something. */
export const ENVIOS: Readonly<Record<string, (ataque: Ataque) => Promise<Envio>>> = {
  'compra/create': async (de) => [createCompra, de.compra()],
  'compra/edit': async (de) => {
    const { id } = await de.made(createCompra, de.compra())
    return [editCompra, { ...de.compra(), version: 1 }, { params: { id } }]
  },
  'compra/anular': async (de) => {
    const { id } = await de.made(createCompra, de.compra())
    return [voidCompra, { motivo: 'La anuló su proveedor', version: 1 }, { params: { id } }]
  },
  'recibido/aceptar': async (de) => {
    const { id, clave, numero } = await de.recibido()
    return [acceptRecibido, { sustento: '01', compra: { ...de.compra(), numero, autorizacion: clave } }, { params: { id } }]
  },
  'recibido/ignorar': async (de) => [ignoreRecibido, { ignorado: true }, { params: { id: (await de.recibido()).id } }],
  'recibido/pedir': async () => [pedirRecibidos, { claves: '1'.repeat(49) }],
  'cartera/saldo_inicial': async (de) => [createSaldoInicial, de.saldo()],
  'cartera/saldo_inicial/reversar': async (de) => {
    const { id } = await de.made(createSaldoInicial, de.saldo())
    return [reverseSaldoInicial, { motivo: 'Estaba pagado' }, { params: { id } }]
  },
  'pago/create': async (de) => [createPago, de.pago((await de.made(createSaldoInicial, de.saldo())).id)],
  'pago/reversar': async (de) => {
    const { id } = await de.made(createPago, de.pago((await de.made(createSaldoInicial, de.saldo())).id))
    return [reversePago, { motivo: 'Cheque devuelto' }, { params: { id } }]
  },
  'caja/movimiento': async (de) => [moverCaja, { tipo: 'INGRESO', valor: UNIT, motivo: 'Fondo' }, { params: { id: (await de.caja()).id } }],
  'caja/cerrar': async (de) => {
    const { id, esperado } = await de.caja()
    const conteo = [{ clase: 'BILLETE', denominacion: UNIT, cantidad: 1 }]
    return [cerrarCaja, { esperado, conteo, nota: 'Ninguna' }, { params: { id } }]
  },
  'gasto_personal/create': async (de) => [createGastoPersonal, de.gasto()],
  'gasto_personal/edit': async (de) => {
    const { id } = await de.made(createGastoPersonal, de.gasto())
    return [editGastoPersonal, { ...de.gasto(), version: 1 }, { params: { id } }]
  },
  'gasto_personal/situacion': async (de) => [saveSituacion, await de.situacion()],
}

/** Refused in words, whatever it was. */
export function expectPalabras({ status, problems, raw }: Answer<unknown>, name: string): void {
  expect(status, `${name}: ${raw.toString().slice(0, 300)}`).toBeLessThan(500)
  if (status < 400) return
  expect(problems.length, name).toBeGreaterThan(0)
  for (const { message } of problems) expect(message, name).toMatch(/\p{L}.*\p{L}/u)
}

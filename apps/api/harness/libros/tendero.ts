import { randomUUID } from 'node:crypto'
import {
  createCompra,
  createMovimiento,
  createPago,
  emitFactura,
  FACTURA_CALLS,
  NOTA_CALLS,
  readExistencia,
  receiveMovimiento,
  reversePago,
  searchCuenta,
  voidCompra,
  type Cuenta,
  type CompraGuardada,
  type Emitido,
  type Endpoint,
  type ExistenciaProducto,
  type Listing,
  type MovimientoGuardado,
  type Pago,
} from '@yupana/contract'
import { sum } from '@yupana/fiscal'

import type { Random } from '../../src/testing/random.ts'
import { movedBy, type Duda, type Fila, type Libros } from './libros.ts'
import type { Pregunta, Respuesta, Servidor } from './pregunta.ts'

const UNIT = 1_000_000
const PRECIO = 10
const ANA = {
  tipo_identificacion: '05',
  identificacion: '1712345675',
  razon_social: 'ANA MARÍA PÉREZ',
  correos: ['ana@ejemplo.ec'],
} as const

/** A product that is made of others. */
export interface Combo {
  id: string
  partes: { producto_id: string; cantidad: number }[]
}

interface Venta extends Pick<Emitido, 'id' | 'numero' | 'fecha_emision'> {
  producto: string
  queda: number
  esCredito: boolean
  isBusy: boolean
  hasNotas: boolean
}

/** Data shared by all workers of one company. */
export interface Tienda {
  readonly empresaId: string
  readonly principal: string
  readonly norte: string
  readonly productos: readonly string[]
  readonly combos: readonly Combo[]
  readonly ventas: Venta[]
  readonly transitos: { id: string; producto: string; cantidad: number }[]
  readonly compras: { id: string; version: number; producto: string; cantidad: number }[]
  readonly pagos: { id: string; venta: string; valor: number }[]
  compra: number
}

type Operacion =
  | 'ingreso'
  | 'egreso'
  | 'transferencia'
  | 'recepcion'
  | 'conteo'
  | 'venta'
  | 'nota'
  | 'anulacion'
  | 'compra'
  | 'compraAnulada'
  | 'pago'
  | 'reverso'

/** Kinds of operations, usual ones more often. */
const OPERACIONES: readonly Operacion[] = [
  'venta', 'venta', 'venta', 'venta', 'ingreso', 'ingreso', 'egreso', 'transferencia', 'transferencia', 'recepcion', 'conteo', 'conteo',
  'nota', 'nota', 'anulacion', 'compra', 'compra', 'compraAnulada', 'pago', 'pago', 'pago', 'reverso',
] // oxfmt-ignore

/** A worker of a shop, beside others: does one operation after the other, and notes the acknowledged ones. */
export class Tendero {
  readonly #servidor: Servidor
  readonly #tienda: Tienda
  readonly #libros: Libros
  readonly #random: Random

  constructor(servidor: Servidor, tienda: Tienda, libros: Libros, random: Random) {
    this.#servidor = servidor
    this.#tienda = tienda
    this.#libros = libros
    this.#random = random
  }

  async step(): Promise<void> {
    const operacion = this.#pick(OPERACIONES)!
    if (await this.#do(operacion)) this.#libros.hecha(operacion)
    else this.#libros.refused++
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[this.#random.between(0, list.length - 1)]
  }

  /** Takes an element out of a list, so that nobody else uses it. */
  #take<T>(list: T[]): T | undefined {
    return list.length === 0 ? undefined : list.splice(this.#random.between(0, list.length - 1), 1)[0]
  }

  #do(operacion: Operacion): Promise<boolean> {
    switch (operacion) {
      case 'ingreso':
      case 'egreso':
        return this.#mover(operacion)
      case 'transferencia':
        return this.#transferir()
      case 'recepcion':
        return this.#recibir()
      case 'conteo':
        return this.#contar()
      case 'venta':
        return this.#vender()
      case 'nota':
        return this.#acreditar()
      case 'anulacion':
        return this.#anular()
      case 'compra':
        return this.#comprar()
      case 'compraAnulada':
        return this.#anularCompra()
      case 'pago':
        return this.#cobrar()
      case 'reverso':
        return this.#reversar()
    }
  }

  async #ask<T>(endpoint: Endpoint, pregunta: Pregunta): Promise<Respuesta<T>> {
    const answer = await this.#servidor.ask<T>(endpoint, pregunta)
    if (answer.status !== 200 && answer.status !== 422 && answer.status !== 409)
      this.#libros.odd.push(`${endpoint.path}: ${answer.status} ${answer.text.slice(0, 200)}`)
    return answer
  }

  /** Like `#ask`, for a creating call: the end of the run decides whether an unanswered try was late. */
  async #create<T>(endpoint: Endpoint, pregunta: Pregunta, apply: Duda['apply']): Promise<Respuesta<T>> {
    const answer = await this.#ask<T>(endpoint, pregunta)
    if (answer.status !== 200 && answer.wasUnknown) this.#libros.dudas.push({ de: { idempotencyKey: answer.idempotencyKey }, apply })
    return answer
  }

  /** Notes a change of a row: by this answer, or by an unanswered try, which may also come late. */
  async #change({ status, wasUnknown }: Respuesta<unknown>, fila: Fila, apply: () => void): Promise<boolean> {
    const isDone = status === 200 || (wasUnknown && (await this.#servidor.estadoOf(fila.tabla, fila.id)) === fila.estado)
    if (isDone) apply()
    else if (wasUnknown) this.#libros.dudas.push({ de: fila, apply })
    return isDone
  }

  #movimiento(body: object, apply: Duda['apply']): Promise<Respuesta<MovimientoGuardado>> {
    return this.#create<MovimientoGuardado>(createMovimiento, { body }, apply)
  }

  async #mover(operacion: 'ingreso' | 'egreso'): Promise<boolean> {
    const [bodega_id, producto_id] = [this.#bodega(), this.#producto()]
    const cantidad = this.#random.between(1, 9) * UNIT
    const isIngreso = operacion === 'ingreso'
    const linea = { producto_id, cantidad, ...(isIngreso && { costo_unitario: this.#random.between(1, 9) * UNIT }) }
    const apply = () => this.#libros.mueve(bodega_id, producto_id, isIngreso ? cantidad : -cantidad)
    const { status } = await this.#movimiento({ tipo: isIngreso ? 'INGRESO' : 'EGRESO', bodega_id, lineas: [linea] }, apply)
    if (status === 200) apply()
    return status === 200
  }

  async #transferir(): Promise<boolean> {
    const { principal, norte, transitos } = this.#tienda
    const [producto, cantidad, enTransito] = [this.#producto(), this.#random.between(1, 5) * UNIT, this.#random.chance(0.5)]
    const apply = () => {
      this.#libros.mueve(principal, producto, -cantidad)
      if (!enTransito) this.#libros.mueve(norte, producto, cantidad)
    }
    const lineas = [{ producto_id: producto, cantidad }]
    const { status, data } = await this.#movimiento(
      { tipo: 'TRANSFERENCIA', bodega_id: principal, bodega_destino_id: norte, en_transito: enTransito, lineas },
      apply,
    )
    if (status !== 200) return false
    apply()
    if (enTransito) transitos.push({ id: data.id, producto, cantidad })
    return true
  }

  async #recibir(): Promise<boolean> {
    const transito = this.#take(this.#tienda.transitos)
    if (!transito) return false
    const { id, producto, cantidad } = transito
    const answer = await this.#ask(receiveMovimiento, { params: { id } })
    return this.#change(answer, { tabla: 'movimiento', id, estado: 'RECIBIDO' }, () =>
      this.#libros.mueve(this.#tienda.norte, producto, cantidad),
    )
  }

  /** Counts a quantity other than the stock, while others sell. */
  async #contar(): Promise<boolean> {
    const [bodega_id, producto_id] = [this.#bodega(), this.#producto()]
    const { status, data } = await this.#ask<ExistenciaProducto>(readExistencia, { params: { id: producto_id } })
    if (status !== 200) return false
    const seen = data.bodegas.find(({ bodega }) => bodega.id === bodega_id)
    const cantidad = Math.max(0, (seen?.cantidad ?? 0) + this.#random.between(-3, 3) * UNIT)
    const { status: written, data: movimiento } = await this.#movimiento(
      { tipo: 'AJUSTE', bodega_id, motivo: 'Conteo', lineas: [{ producto_id, cantidad, secuencia: seen?.secuencia ?? 0 }] },
      // Its change depends on the time of its arrival.
      async (id, owner) => this.#libros.mueve(bodega_id, producto_id, await movedBy(owner, id)),
    )
    if (written !== 200) return false
    for (const linea of movimiento.detalle) this.#libros.mueve(bodega_id, producto_id, linea.cantidad)
    return true
  }

  /** Notes the goods of a sale: the product, or the parts of the combo. */
  #sale(producto: string, unidades: number): void {
    const { principal, combos } = this.#tienda
    const partes = combos.find(({ id }) => id === producto)?.partes ?? [{ producto_id: producto, cantidad: UNIT }]
    for (const { producto_id, cantidad } of partes) this.#libros.mueve(principal, producto_id, unidades * cantidad)
  }

  async #vender(): Promise<boolean> {
    const vendido = this.#random.chance(0.2) ? this.#pick(this.#tienda.combos) : undefined
    const [producto, unidades, esCredito] = [vendido?.id ?? this.#producto(), this.#random.between(1, 5), this.#random.chance(0.6)]
    const [id, cantidad, total] = [randomUUID(), unidades * UNIT, unidades * PRECIO * UNIT]
    const apply = () => {
      this.#sale(producto, -unidades)
      if (esCredito) this.#libros.debe(id, total)
    }
    const body = {
      establecimiento: '001',
      punto: '001',
      comprador: ANA,
      lineas: [{ producto_id: producto, codigo: 'P', descripcion: 'Café', cantidad, precio_unitario: PRECIO * UNIT, iva: 1 }],
      pagos: [{ forma_pago: '20', total, ...(esCredito && { plazo: 30, unidad_tiempo: 'dias' }) }],
    }
    const { status, data } = await this.#create<Emitido>(emitFactura, { params: { id }, body }, apply)
    if (status !== 200) return false
    apply()
    const { numero, fecha_emision } = data
    this.#tienda.ventas.push({ id, numero, fecha_emision, producto, queda: unidades, esCredito, isBusy: false, hasNotas: false })
    return true
  }

  /** Works on one sale exclusively, because the goods returned by its void depend on its notes. */
  async #onVenta(isGood: (venta: Venta) => boolean, work: (venta: Venta) => Promise<boolean>): Promise<boolean> {
    const venta = this.#pick(this.#tienda.ventas.filter((one) => !one.isBusy && one.queda > 0 && isGood(one)).slice(-50))
    if (!venta) return false
    venta.isBusy = true
    return work(venta).finally(() => (venta.isBusy = false))
  }

  #devolver({ id, producto, esCredito }: Venta, unidades: number): void {
    this.#sale(producto, unidades)
    if (esCredito) this.#libros.debe(id, -unidades * PRECIO * UNIT)
  }

  #acreditar(): Promise<boolean> {
    return this.#onVenta(
      () => true,
      async (venta) => {
        const { id, numero, fecha_emision: fecha, queda } = venta
        await this.#servidor.autorizar(id)
        const unidades = this.#random.between(1, queda)
        const apply = () => this.#devolver(venta, unidades)
        const body = {
          tipo: '04',
          establecimiento: '001',
          punto: '001',
          clase: 'DEVOLUCION',
          motivo: 'Devolución',
          comprador: ANA,
          modificado: { documento_id: id, numero, fecha },
          creditos: [{ linea: 0, cantidad: unidades * UNIT }],
        }
        const { status, wasUnknown } = await this.#create(NOTA_CALLS.emit, { params: { id: randomUUID() }, body }, apply)
        if (status === 200) {
          Object.assign(venta, { queda: queda - unidades, hasNotas: true })
          apply()
        } else if (wasUnknown) leave(venta)
        return status === 200
      },
    )
  }

  #anular(): Promise<boolean> {
    return this.#onVenta(
      ({ hasNotas }) => !hasNotas,
      async (venta) => {
        const { id, queda } = venta
        await this.#servidor.autorizar(id)
        const answer = await this.#ask(FACTURA_CALLS.recordAnulacion, { params: { id }, body: { prueba: 'El portal lo muestra ANULADO' } })
        const isDone = await this.#change(answer, { tabla: 'documento', id, estado: 'ANULADO' }, () => this.#devolver(venta, queda))
        if (isDone || answer.wasUnknown) leave(venta)
        return isDone
      },
    )
  }

  async #comprar(): Promise<boolean> {
    const [producto, unidades, costo] = [this.#producto(), this.#random.between(1, 9), this.#random.between(1, 9)]
    const [cantidad, base] = [unidades * UNIT, unidades * costo * UNIT]
    const apply = () => this.#libros.mueve(this.#tienda.principal, producto, cantidad)
    const body = {
      tipo: '01',
      proveedor: { tipo_identificacion: '04', identificacion: '1790016919001', razon_social: 'FERRETERÍA ÁVILA' },
      numero: `001-002-${String(++this.#tienda.compra).padStart(9, '0')}`,
      autorizacion: '1234567890',
      fecha_emision: this.#servidor.hoy(),
      sustento: '06',
      impuestos: [{ codigo: '2', codigo_porcentaje: '0', tarifa: 0, base, valor: 0 }],
      total: base,
      lineas: [{ codigo: 'CAJA', descripcion: 'Caja de café', cantidad, precio_unitario: costo * UNIT, base, producto_id: producto }],
    }
    const { status, data } = await this.#create<CompraGuardada>(createCompra, { body }, apply)
    if (status !== 200) return false
    apply()
    this.#tienda.compras.push({ id: data.id, version: data.version, producto, cantidad })
    return true
  }

  async #anularCompra(): Promise<boolean> {
    const compra = this.#take(this.#tienda.compras)
    if (!compra) return false
    const { id, version, producto, cantidad } = compra
    const answer = await this.#ask(voidCompra, { params: { id }, body: { motivo: 'El proveedor la anuló', version } })
    return this.#change(answer, { tabla: 'compra', id, estado: 'ANULADA' }, () =>
      this.#libros.mueve(this.#tienda.principal, producto, -cantidad),
    )
  }

  async #cobrar(): Promise<boolean> {
    const venta = this.#pick(this.#tienda.ventas.filter(({ esCredito }) => esCredito).slice(-50))
    if (!venta) return false
    const { status, data } = await this.#ask<Listing<Cuenta>>(searchCuenta, { query: { sentido: 'COBRAR', q: venta.numero } })
    const cuenta = status === 200 ? data.content.find(({ origen_id: origen }) => origen === venta.id) : undefined
    if (!cuenta || cuenta.saldo < UNIT) return false
    const valor = this.#random.between(1, cuenta.saldo / UNIT) * UNIT
    const body = { sentido: 'COBRAR', aplicaciones: [{ cuenta_id: cuenta.id, valor }], metodos: [{ metodo: 'EFECTIVO', valor }] }
    // After a void or a credit the account may be in favour: then the payment is refused, because nothing is given back without request.
    const apply = () => this.#libros.debe(venta.id, -valor)
    const pago = await this.#create<Pago>(createPago, { body }, apply)
    if (pago.status !== 200) return false
    const total = sum(pago.data.aplicaciones.map((one) => one.valor))
    if (total !== valor) this.#libros.odd.push(`pago ${pago.data.id}: aplicó ${total} y se pidió ${valor}`)
    apply()
    this.#tienda.pagos.push({ id: pago.data.id, venta: venta.id, valor })
    return true
  }

  async #reversar(): Promise<boolean> {
    const pago = this.#take(this.#tienda.pagos)
    if (!pago) return false
    const { id, venta, valor } = pago
    const answer = await this.#ask(reversePago, { params: { id }, body: { motivo: 'Cheque devuelto', sin_caja: true } })
    return this.#change(answer, { tabla: 'pago', id, estado: 'REVERSADO' }, () => this.#libros.debe(venta, valor))
  }

  #producto(): string {
    return this.#pick(this.#tienda.productos) ?? ''
  }

  #bodega(): string {
    return this.#random.chance(0.7) ? this.#tienda.principal : this.#tienda.norte
  }
}

/** Excludes this sale from further work. */
function leave(venta: Venta): void {
  venta.queda = 0
}

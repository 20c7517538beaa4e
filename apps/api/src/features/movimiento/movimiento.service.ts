import { randomUUID } from 'node:crypto'
import type { MovimientoDetalle, MovimientoForm, MovimientoGuardado } from '@yupana/contract'
import {
  CONCEPTOS_DE,
  displayFecha,
  displayMonto,
  displayNumero,
  divide,
  egresar,
  fechaIn,
  ingresar,
  negate,
  sizeOf,
  sum,
  valorAlCosto,
  type ConceptoKardex,
  type Fecha,
  type Monto,
  type SaldoKardex,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { adelantadoText, cuadrar, haberOf, movidoSince } from './conteo.ts'
import { Libro, within } from './libro.ts'
import type { Recalculo } from './recalculo.service.ts'
import type { Lugar } from './libro.sql.ts'
import { takeMesCerrado } from './mes-cerrado.sql.ts'
import * as sql from './movimiento.sql.ts'
import { stockShort } from './stock-aviso.ts'

/** The user, the time and the stock of a movement, and whether the user may see and set costs. */
export interface Autor extends Lugar {
  usuarioId: string
  en: Date
  veCosto: boolean
}

type Linea = MovimientoForm['lineas'][number]

/** The problems of a form by itself. */
export function problemsOf(form: MovimientoForm, hoy: Fecha): Problem[] {
  const { tipo, concepto, fecha = hoy, bodega_id: bodega, bodega_destino_id: destino, motivo, lineas } = form
  const problems: Problem[] = []
  const add = (campo: string, message: string) => problems.push({ campo, message })
  if (fecha > hoy) add('fecha', 'La fecha no puede ser futura.')
  if (tipo === 'TRANSFERENCIA' && !destino) add('bodega_destino_id', 'Elija la bodega de destino.')
  if (tipo === 'TRANSFERENCIA' && destino === bodega) add('bodega_destino_id', 'La bodega de destino tiene que ser otra.')
  if (tipo !== 'TRANSFERENCIA' && destino) add('bodega_destino_id', 'Solo una transferencia tiene bodega de destino.')
  if (tipo !== 'TRANSFERENCIA' && form.en_transito) add('en_transito', 'Solo una transferencia queda en tránsito.')
  if (tipo === 'AJUSTE' && motivo === undefined) add('motivo', 'Escriba por qué se ajusta el inventario.')
  if (concepto !== undefined && !conceptosOf(tipo).includes(concepto)) add('concepto', 'El concepto no es de este tipo de movimiento.')
  const seen = new Map<string, number>()
  lineas.forEach(({ producto_id: id, cantidad }, at) => {
    const first = seen.get(id)
    if (first !== undefined) add(`lineas.${at}.producto_id`, `El producto ya está en la línea ${first + 1}.`)
    else seen.set(id, at)
    if (cantidad === 0 && tipo !== 'AJUSTE') add(`lineas.${at}.cantidad`, 'La cantidad tiene que ser mayor que cero.')
  })
  return problems
}

const conceptosOf = (tipo: MovimientoForm['tipo']): readonly ConceptoKardex[] =>
  tipo === 'INGRESO' || tipo === 'EGRESO' ? CONCEPTOS_DE[tipo] : []

/** Names of warehouses and products, of the company and in use. */
export async function resolve(
  tx: Tx,
  empresaId: EmpresaId,
  { bodega_id: bodega, bodega_destino_id: destino, lineas }: MovimientoForm,
  problems: Problem[],
) {
  const bodegas = await sql.readBodegasOf(tx, empresaId, [bodega, ...(destino ? [destino] : [])])
  for (const [campo, id] of [
    ['bodega_id', bodega],
    ['bodega_destino_id', destino],
  ] as const) {
    const found = bodegas.find((one) => one.id === id)
    if (id && !found) problems.push({ campo, message: 'La bodega no existe.' })
    else if (found?.status === 'INACTIVO') problems.push({ campo, message: `La bodega ${found.name} está inactiva.` })
  }
  const productos = new Map(
    (
      await sql.readProductosOf(
        tx,
        empresaId,
        lineas.map(({ producto_id: id }) => id),
      )
    ).map((producto) => [producto.id, producto]),
  )
  lineas.forEach(({ producto_id: id }, at) => {
    const producto = productos.get(id)
    const campo = `lineas.${at}.producto_id`
    if (!producto) problems.push({ campo, message: 'El producto no existe o fue eliminado.' })
    else if (!isStocked(producto)) problems.push({ campo, message: `${producto.code} no lleva inventario: márquelo en su ficha.` })
  })
  return { bodegas: new Map(bodegas.map((one) => [one.id, one])), productos }
}

/** Whether the product is stocked. */
export const isStocked = ({ manage_inventory: managed, is_external: external, type_product: tipo }: sql.ProductoLeido) =>
  managed && !external && tipo === 'PRODUCTO'

interface Escritura {
  libro: Libro
  form: MovimientoForm
  productos: ReadonlyMap<string, sql.ProductoLeido>
  bodega: string
  politica: Awaited<ReturnType<typeof sql.readPolitica>>
  /** For a count: the movements meanwhile. */
  movidos: Awaited<ReturnType<typeof movidoSince>>
  veCosto: boolean
  problems: Problem[]
  avisos: Problem[]
}

export function costoOf(
  { veCosto, productos }: Pick<Escritura, 'veCosto' | 'productos'>,
  { producto_id: id, costo_unitario: said }: Linea,
  { costo }: SaldoKardex,
): Monto {
  if (veCosto && typeof said === 'number') return said
  return costo > 0 ? costo : (productos.get(id)?.cost ?? 0)
}

/** Writes the counted quantity plus the movements since (`conteo.sql.ts`). Of two counts at once the first one counts. */
function writeContado(escritura: Escritura, linea: Linea, campo: string): void {
  const { libro, form, productos, movidos, problems, avisos } = escritura
  const par = { bodegaId: form.bodega_id, productoId: linea.producto_id }
  const saldo = libro.saldo(par)
  const movido = movidos.get(linea.producto_id)
  const producto = productos.get(linea.producto_id)?.code ?? ''
  if (movido?.adelantado) problems.push({ campo, message: adelantadoText(producto) })
  else if (movido?.contado) problems.push({ campo, message: `Alguien más contó ${producto} después de usted: cuéntelo de nuevo.` })
  else if (movido && movido.cantidad !== 0)
    avisos.push({
      campo,
      message: `Desde que contó ${producto} ${movido.cantidad > 0 ? 'entraron' : 'salieron'} ${displayNumero(Math.abs(movido.cantidad))}: queda en ${displayNumero(haberOf(linea, movido))}.`,
    })
  const asiento = cuadrar(saldo, haberOf(linea, movido), () => costoOf(escritura, linea, saldo))
  if (asiento) libro.write(par, asiento.cantidad > 0 ? 'AJE' : 'AJS', null, () => asiento)
}

function writeLinea(escritura: Escritura, linea: Linea, at: number): void {
  const { libro, form, productos, bodega, politica, problems, avisos } = escritura
  const par = { bodegaId: form.bodega_id, productoId: linea.producto_id }
  const before = libro.saldo(par)
  const campo = `lineas.${at}.cantidad`
  const producto = productos.get(linea.producto_id)?.code ?? ''
  const enter = (concepto: ConceptoKardex, cantidad: number) =>
    libro.write(par, concepto, null, (saldo) => ingresar(saldo, cantidad, valorAlCosto(cantidad, costoOf(escritura, linea, saldo))))
  const leave = (concepto: ConceptoKardex, cantidad: number) => libro.write(par, concepto, null, (saldo) => egresar(saldo, cantidad))
  if (form.tipo === 'AJUSTE') {
    within(() => writeContado(escritura, linea, campo))
    return
  }
  if (form.tipo === 'INGRESO') {
    enter(form.concepto ?? CONCEPTOS_DE.INGRESO[0], linea.cantidad)
    return
  }
  const short = stockShort(politica, campo, { producto, bodega, habia: before.cantidad, sale: linea.cantidad })
  if (short) (politica === 'BLOQUEAR' ? problems : avisos).push(short)
  const { valor } = leave(form.tipo === 'TRANSFERENCIA' ? 'TRS' : (form.concepto ?? CONCEPTOS_DE.EGRESO[0]), linea.cantidad)
  if (form.tipo === 'TRANSFERENCIA' && !form.en_transito && form.bodega_destino_id)
    libro.write({ ...par, bodegaId: form.bodega_destino_id }, 'TRE', null, (saldo) => ingresar(saldo, linea.cantidad, negate(valor)))
}

/** A count is of today; any other movement may be of a past day, unless its month or a later one is closed. */
function checkFecha(
  libro: Libro,
  { tipo, bodega_id: bodegaId, lineas }: MovimientoForm,
  fecha: Fecha,
  cerrado: Fecha | undefined,
): Problem[] {
  if (cerrado !== undefined)
    return [{ campo: 'fecha', message: `El mes ${displayFecha(cerrado).slice(3)} está cerrado: ábralo o use una fecha posterior.` }]
  const last = lineas
    .map(({ producto_id: productoId }) => libro.saldo({ bodegaId, productoId }).fecha ?? '')
    .reduce((latest, one) => (one > latest ? one : latest), '')
  return tipo !== 'AJUSTE' || fecha >= last
    ? []
    : [{ campo: 'fecha', message: `Hay movimientos del ${displayFecha(last)}: registre este conteo con esa fecha o una posterior.` }]
}

/** The effect of a movement of a past day on the later ones, one problem for each line. */
function recalculoProblems(recalculos: readonly Recalculo[], { lineas }: MovimientoForm, politica: string, veCosto: boolean) {
  const problems: Problem[] = []
  const avisos: Problem[] = []
  for (const { productoId, code, filas, diferencia, falta } of recalculos) {
    const campo = `lineas.${lineas.findIndex(({ producto_id: id }) => id === productoId)}.cantidad`
    if (falta !== undefined && politica !== 'PERMITIR')
      (politica === 'BLOQUEAR' ? problems : avisos).push({
        campo,
        message: `Con esta fecha, el ${displayFecha(falta)} no habría alcanzado lo que había de ${code}.`,
      })
    const costo = `: lo que salió después costó ${displayMonto(sizeOf(diferencia))} ${diferencia > 0 ? 'más' : 'menos'}`
    if (filas > 0)
      avisos.push({
        campo,
        message: `Se valoró de nuevo ${filas === 1 ? 'un movimiento posterior' : `${filas} movimientos posteriores`} de ${code}${veCosto && diferencia !== 0 ? costo : ''}.`,
      })
  }
  return { problems, avisos }
}

const CONCEPTO_DE_CABEZA = { TRANSFERENCIA: 'TRS', AJUSTE: 'AJE' } as const

/** Registers a movement once for each key. */
export async function create(tx: Tx, autor: Autor, idempotencyKey: string, form: MovimientoForm): Promise<MovimientoGuardado> {
  const { empresaId, ambiente, usuarioId, en } = autor
  const id = randomUUID()
  const before = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'movimiento.crear', contenido: form, recursoId: id, en })
  if (before !== undefined) return { ...(await read(tx, autor, before)), avisos: [] }
  const hoy = fechaIn(en)
  const fecha = form.fecha ?? hoy
  const problems = problemsOf(form, hoy)
  const { bodegas, productos } = await resolve(tx, empresaId, form, problems)
  if (problems.length > 0) throw errors.invalid(problems)

  const destinos = form.bodega_destino_id && !form.en_transito ? [form.bodega_destino_id] : []
  const lugar = { empresaId, ambiente }
  const cerrado = await takeMesCerrado(tx, lugar, fecha)
  // A movement of a past day may change the costs of every warehouse of these products: all are locked, in the fixed order.
  const lejos =
    fecha < hoy
      ? await sql.readPares(
          tx,
          lugar,
          form.lineas.map(({ producto_id: id }) => id),
        )
      : []
  const pares = form.lineas.flatMap(({ producto_id: productoId }) =>
    [form.bodega_id, ...destinos].map((bodegaId) => ({ bodegaId, productoId })),
  )
  const vigentes = { productos: [...productos.keys()], bodegas: [...bodegas.keys()] }
  const libro = await Libro.open(tx, lugar, fecha, [...lejos, ...pares], vigentes)
  const avisos: Problem[] = []
  problems.push(...checkFecha(libro, form, fecha, cerrado))
  const politica = await sql.readPolitica(tx, empresaId)
  const movidos = form.tipo === 'AJUSTE' ? await movidoSince(tx, lugar, form, fecha) : new Map<string, never>()
  const bodega = bodegas.get(form.bodega_id)?.name ?? ''
  form.lineas.forEach((linea, at) =>
    writeLinea({ libro, form, productos, bodega, politica, movidos, veCosto: autor.veCosto, problems, avisos }, linea, at),
  )
  if (problems.length > 0) throw errors.invalid(problems)
  if (libro.isEmpty) throw errors.field('NOTHING_TO_ADJUST', 'lineas', 'Lo contado coincide con el stock: no hay nada que ajustar.')

  const { tipo, motivo, referencia } = form
  const recalculos = await libro.save({
    id,
    tipo,
    concepto: tipo === 'INGRESO' || tipo === 'EGRESO' ? (form.concepto ?? CONCEPTOS_DE[tipo][0]) : CONCEPTO_DE_CABEZA[tipo],
    estado: form.en_transito ? 'EN_TRANSITO' : 'REGISTRADO',
    bodega_id: form.bodega_id,
    bodega_destino_id: form.bodega_destino_id ?? null,
    motivo: motivo ?? null,
    referencia: referencia ?? null,
    documento_id: null,
    suceso: null,
    venta_id: null,
    usuario_id: usuarioId,
    creado_en: en,
  })
  const recalculado = recalculoProblems(recalculos, form, politica, autor.veCosto)
  if (recalculado.problems.length > 0) throw errors.invalid(recalculado.problems)
  avisos.push(...recalculado.avisos)
  const filas = sum(recalculos.map((one) => one.filas))
  await recordAuditoria(tx, {
    empresaId,
    usuarioId,
    en,
    accion: 'movimiento.crear',
    objeto: id,
    detalle: {
      tipo,
      bodega,
      productos: form.lineas.length,
      ...(motivo !== undefined && { motivo }),
      ...(filas > 0 && { fecha, recalculados: filas }),
    },
  })
  return { ...(await read(tx, autor, id)), avisos: avisos.map(({ campo, message }) => ({ campo: campo ?? '', message })) }
}

/** Receives a transfer that is on its way, once. @throws 404, 422 when it was received before */
export async function receive(tx: Tx, autor: Autor, id: string): Promise<MovimientoDetalle> {
  const { empresaId, usuarioId, en } = autor
  const movimiento = await sql.lockMovimiento(tx, empresaId, id)
  if (!movimiento) throw errors.notFound()
  const { ambiente, estado, bodega_destino_id: bodegaId } = movimiento
  if (estado !== 'EN_TRANSITO' || bodegaId === null)
    throw errors.notReceivable(estado === 'RECIBIDO' ? 'Esta transferencia ya fue recibida.' : 'Este movimiento no está en tránsito.')
  const lineas = await sql.readLineas(tx, empresaId, id)
  const pares = lineas.map(({ producto }) => ({ bodegaId, productoId: producto.id }))
  const libro = await Libro.open(tx, { empresaId, ambiente }, fechaIn(en), pares)
  for (const { producto, cantidad, valor } of lineas)
    libro.write({ bodegaId, productoId: producto.id }, 'TRE', null, (saldo) => ingresar(saldo, -cantidad, negate(valor)))
  await libro.receive({ id, en, usuarioId, desde: lineas.length + 1 })
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'movimiento.recibir', objeto: id })
  return read(tx, autor, id)
}

/** @throws 404 */
export async function read(tx: Tx, { empresaId, veCosto }: Pick<Autor, 'empresaId' | 'veCosto'>, id: string): Promise<MovimientoDetalle> {
  const movimiento = await sql.readMovimiento(tx, empresaId, id)
  if (!movimiento) throw errors.notFound()
  const { bodega_destino_id: _destino, ...cabeza } = movimiento
  const detalle = (await sql.readLineas(tx, empresaId, id)).map((linea) => ({
    ...linea,
    ...costsOf(linea.cantidad, linea.valor, veCosto),
  }))
  return { ...cabeza, detalle }
}

/** Unit cost and value, if the user may see them. */
export const costsOf = (cantidad: number, valor: Monto, veCosto: boolean) => ({
  costo_unitario: !veCosto || cantidad === 0 ? null : divide(valor, cantidad),
  valor: veCosto ? valor : null,
})

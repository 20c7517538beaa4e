import { randomUUID } from 'node:crypto'
import { MAX_LINEAS_MOVIMIENTO } from '@yupana/contract'
import { displayFecha, fechaIn, ingresar, valorAlCosto, type Monto } from '@yupana/fiscal'

import { HojaError } from '../../hoja/hoja.ts'
import {
  badRow,
  foldCelda,
  goodRow,
  placeOf,
  Repetidos,
  type Columna,
  type Encargo,
  type FilaBuena,
  type FilaLeida,
  type FilaMala,
  type Obra,
  type ProblemaFila,
  type Revisada,
  type Revision,
  type TipoDeCarga,
} from '../carga/carga.door.ts'
import * as sql from './carga-existencias.sql.ts'
import { Libro } from './libro.ts'
import { readMesCerrado, takeMesCerrado } from './mes-cerrado.sql.ts'
import type { ProductoLeido } from './movimiento.sql.ts'
import { isStocked } from './movimiento.service.ts'

const COLUMNAS: readonly Columna[] = [
  { campo: 'code', titulo: 'Código', otros: ['codigo principal', 'cod'], kind: 'texto', obligatoria: true },
  // The name helps the user who fills the sheet in, and changes nothing.
  { campo: 'name', titulo: 'Nombre', otros: ['producto', 'descripcion'], kind: 'nada' },
  { campo: 'bodega', titulo: 'Bodega', kind: 'texto' },
  { campo: 'cantidad', titulo: 'Cantidad', otros: ['stock', 'existencia', 'stock inicial'], kind: 'monto', obligatoria: true },
  { campo: 'costo', titulo: 'Costo unitario', otros: ['costo'], kind: 'monto', esCosto: true },
]

/** The values of a good row; its cost is that of the product where the row has none. */
interface Inicial {
  code: string
  bodega: string
  bodegaId: string
  cantidad: number
  costo?: Monto
}

const ABSENT = 'No existe un producto con este código.'
const whyNoStock = (producto: ProductoLeido | undefined): string | undefined =>
  !producto ? ABSENT : isStocked(producto) ? undefined : 'Este producto no lleva inventario: márquelo en su ficha.'
const alreadyMoved = (bodega: string) => `Ya tiene movimientos en ${bodega}: corrija su stock con un ajuste.`

/** The opening stock is dated today. @throws HojaError when this month is closed */
async function openToday({ tx, empresaId, ambiente, en }: Encargo, read = readMesCerrado): Promise<string> {
  const hoy = fechaIn(en)
  const cerrado = await read(tx, { empresaId, ambiente }, hoy)
  if (cerrado !== undefined)
    throw new HojaError(`El mes ${displayFecha(cerrado).slice(3)} está cerrado: ábralo y suba el archivo otra vez.`)
  return hoy
}

class RevisionExistencias implements Revision {
  readonly #encargo: Encargo
  readonly #pares = new Repetidos()
  #bodegas: readonly sql.BodegaElegible[] | undefined

  constructor(encargo: Encargo) {
    this.#encargo = encargo
  }

  async check(filas: readonly FilaLeida[]): Promise<Revisada[]> {
    const { tx, empresaId, ambiente } = this.#encargo
    if (!this.#bodegas) await openToday(this.#encargo)
    const bodegas = (this.#bodegas ??= await sql.readBodegas(tx, empresaId))
    const productos = await sql.readProductosByCode(
      tx,
      empresaId,
      filas.map(({ valores }) => String(valores['code'] ?? '')),
    )
    const movidos = await sql.readMovidos(
      tx,
      { empresaId, ambiente },
      [...productos.values()].map(({ id }) => id),
    )
    return filas.map((fila) => this.#fila(fila, productos.get(String(fila.valores['code'] ?? '')), bodegas, movidos))
  }

  #fila(
    fila: FilaLeida,
    producto: ProductoLeido | undefined,
    bodegas: readonly sql.BodegaElegible[],
    movidos: ReadonlySet<string>,
  ): Revisada {
    const { n, valores } = fila
    const problemas: ProblemaFila[] = [...fila.problemas]
    const refuse = (campo: string, message: string | undefined) => {
      if (message !== undefined) problemas.push({ ...placeOf(campo, n, this.#encargo.cabeza), message })
    }
    const named = valores['bodega']
    const bodega = bodegas.find((one) => (named === undefined ? one.predeterminada : foldCelda(one.name) === foldCelda(String(named))))
    if (!bodega) refuse('bodega', `No hay una bodega activa ${named === undefined ? 'predeterminada' : `«${String(named).slice(0, 60)}»`}.`)
    if (valores['code'] !== undefined) refuse('code', whyNoStock(producto))
    if (producto && bodega) {
      const first = this.#pares.add(`${bodega.id} ${producto.id}`, n)
      if (first !== undefined)
        refuse('code', `El código está también en la fila ${first}${bodegas.length > 1 ? ', en la misma bodega' : ''}.`)
      else if (movidos.has(`${bodega.id} ${producto.id}`)) refuse('code', alreadyMoved(bodega.name))
    }
    if (problemas.length > 0 || !producto || !bodega) return badRow(n, problemas)
    const { code: _code, cantidad, costo } = valores
    const datos = { code: producto.code, bodega: bodega.name, bodegaId: bodega.id, cantidad, ...(costo !== undefined && { costo }) }
    return goodRow(n, datos, cantidad !== 0)
  }
}

type Entrada = Inicial & { n: number; productoId: string; costoUnitario: Monto }

class ObraExistencias implements Obra {
  readonly #encargo: Encargo
  readonly #entradas: Entrada[] = []

  constructor(encargo: Encargo) {
    this.#encargo = encargo
  }

  async apply(filas: readonly FilaBuena[]): Promise<FilaMala[]> {
    const { tx, empresaId } = this.#encargo
    const leidas = filas.map(({ n, datos }) => ({ n, ...(datos as unknown as Inicial) })).filter(({ cantidad }) => cantidad > 0)
    const productos = await sql.readProductosByCode(
      tx,
      empresaId,
      leidas.map(({ code }) => code),
    )
    return leidas.flatMap((fila) => {
      const producto = productos.get(fila.code)
      const message = whyNoStock(producto)
      if (!producto || message !== undefined)
        return [{ n: fila.n, problemas: [{ celda: null, columna: 'Código', message: message ?? ABSENT }] }]
      this.#entradas.push({ ...fila, productoId: producto.id, costoUnitario: fila.costo ?? producto.cost })
      return []
    })
  }

  /** Locks all kardexes at once, in the fixed order, then writes the rows movement by movement. */
  async end(): Promise<{ malas: FilaMala[]; detalle: Record<string, unknown> }> {
    const { tx, empresaId, ambiente, usuarioId, en } = this.#encargo
    const hoy = await openToday(this.#encargo, takeMesCerrado)
    const libro = await Libro.open(tx, { empresaId, ambiente }, hoy, this.#entradas, {
      productos: this.#entradas.map(({ productoId }) => productoId),
      bodegas: this.#entradas.map(({ bodegaId }) => bodegaId),
    })
    const malas: FilaMala[] = []
    let movimientos = 0
    const save = async (bodegaId: string) => {
      if (libro.isEmpty) return
      movimientos += 1
      await libro.save({
        id: randomUUID(),
        tipo: 'INGRESO',
        concepto: 'INI',
        bodega_id: bodegaId,
        bodega_destino_id: null,
        motivo: null,
        referencia: null,
        documento_id: null,
        suceso: null,
        venta_id: null,
        usuario_id: usuarioId,
        creado_en: en,
      })
    }
    for (const bodegaId of new Set(this.#entradas.map((one) => one.bodegaId))) {
      for (const [at, entrada] of this.#entradas.filter((one) => one.bodegaId === bodegaId).entries()) {
        const { n, cantidad, costoUnitario } = entrada
        if (at > 0 && at % MAX_LINEAS_MOVIMIENTO === 0) await save(bodegaId)
        if (libro.saldo(entrada).secuencia > 0)
          malas.push({ n, problemas: [{ celda: null, columna: 'Código', message: alreadyMoved(entrada.bodega) }] })
        else libro.write(entrada, 'INI', null, (saldo) => ingresar(saldo, cantidad, valorAlCosto(cantidad, costoUnitario)))
      }
      await save(bodegaId)
    }
    return { malas, detalle: { productos: this.#entradas.length, movimientos } }
  }
}

/** Opening stock of each product, for a company that begins. */
export const cargaExistencias: TipoDeCarga = {
  id: 3,
  archivo: 'plantilla-inventario-inicial',
  hoja: 'Inventario inicial',
  columnas: COLUMNAS,
  rights: ['inventario:mover'],
  accion: 'movimiento.cargar',
  revision: (encargo) => new RevisionExistencias(encargo),
  obra: (encargo) => new ObraExistencias(encargo),
}

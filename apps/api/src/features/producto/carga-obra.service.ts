import { randomUUID } from 'node:crypto'
import { ProductoForm, type CampoActualizacion, type TipoCarga } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { celdaName, filasOf, HojaError, type FilaHoja } from '../../hoja/hoja.ts'
import { log } from '../../proceso/log.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { saveWordsOfMany, wordsOfRow } from '../busqueda/busqueda.door.ts'
import { compare, recordOf, writeCambiadas, type Pedido } from './actualizacion.service.ts'
import * as actualizacion from './actualizacion.sql.ts'
import { cabezaOf, columnasOf, type Columna, type ProblemaFila } from './carga-columnas.ts'
import { preciosOf, productoOf, readFila, type FilaLeida } from './carga-fila.ts'
import * as sql from './carga.sql.ts'
import { signPrecios } from './producto-precio.sql.ts'
import { rowOf, textsOf } from './producto.service.ts'

/** A worker that says nothing for so long is taken for dead. */
const PLAZO_MS = 60_000
const LOTE = 500
/** How often a file is tried that ends its worker. */
const MAX_INTENTOS = 3
const GUARDADA_MS = 7 * 86_400_000

type DepsCarga = Pick<Deps, 'db' | 'clock' | 'imprenta'>
type Cabeza = readonly (Columna | undefined)[]
type FilaMala = { n: number; problemas: ProblemaFila[] }

/** Found wrong while it was applied: everything is given back. */
class CargaRechazada extends Error {
  readonly filas: readonly FilaMala[]
  constructor(filas: readonly FilaMala[]) {
    super('rows were refused')
    this.filas = filas
  }
}
/** Another worker has ended this upload. */
class CargaAjena extends Error {}

/** Reads, checks and applies what companies upload. */
export class Cargas {
  readonly #deps: DepsCarga

  constructor(deps: DepsCarga) {
    this.#deps = deps
  }

  #until = () => new Date(this.#deps.clock.now().getTime() + PLAZO_MS)

  /** The next upload that waits, if there is one. Answers whether there was. */
  async tick(): Promise<boolean> {
    const next = await sql.reclamar(this.#deps.db, this.#deps.clock.now(), this.#until())
    if (!next) return false
    const { empresa_id: empresaId, id, estado, intentos } = next
    try {
      if (intentos > MAX_INTENTOS) await this.#refuse(empresaId, id, estado, 'No se pudo terminar. Vuelva a intentarlo o súbalo en partes.')
      else if (estado === 'RECIBIDA') await this.#revisar(empresaId, id)
      else await this.#aplicar(empresaId, id)
    } catch (error) {
      if (error instanceof CargaAjena) return true
      if (error instanceof HojaError) await this.#refuse(empresaId, id, estado, error.message)
      else if (error instanceof AppError && error.code === 'PRINTING_FAILED')
        await this.#refuse(empresaId, id, estado, 'El archivo pide demasiado trabajo: guárdelo más sencillo o súbalo en partes.')
      // The press is busy, not the file bad: later.
      else if (error instanceof AppError) await inEmpresa(this.#deps.db, empresaId, (tx) => sql.release(tx, empresaId, id, this.#in(5_000)))
      else throw error
    }
    return true
  }

  #in = (ms: number) => new Date(this.#deps.clock.now().getTime() + ms)

  /** Uploads of a week ago go. */
  clean = () => sql.limpiar(this.#deps.db, this.#in(-GUARDADA_MS))

  async #refuse(empresaId: EmpresaId, id: string, from: 'RECIBIDA' | 'APLICANDO' | string, motivo: string): Promise<void> {
    log.warn('upload refused', { empresa: empresaId, upload: id })
    await inEmpresa(this.#deps.db, empresaId, (tx) => sql.writeFin(tx, empresaId, id, from as 'RECIBIDA', { estado: 'RECHAZADA', motivo }))
  }

  #tell = (empresaId: EmpresaId, id: string, hechas: number, filas?: number) =>
    inEmpresa(this.#deps.db, empresaId, (tx) => sql.writeAvance(tx, empresaId, id, hechas, this.#until(), filas))

  /** Checks every row and changes nothing. */
  async #revisar(empresaId: EmpresaId, id: string): Promise<void> {
    const { db, clock, imprenta } = this.#deps
    const { tipo, ve_costo, contenido } = await inEmpresa(db, empresaId, (tx) => sql.readContenido(tx, empresaId, id))
    if (!contenido) throw new CargaAjena()
    const bytes = await imprenta.hoja(empresaId, contenido)
    const total = Math.max(0, countLines(bytes) - 1)
    await this.#tell(empresaId, id, 0, total)
    await inEmpresa(db, empresaId, async (tx) => {
      await sql.deleteFilas(tx, empresaId, id)
      const rows = filasOf(bytes)
      const head = rows.next().value as FilaHoja
      const revision = new Revision(tx, empresaId, { tipo, cabeza: cabezaOf(head, tipo, ve_costo), en: clock.now() })
      let [hechas, errores, cambian] = [0, 0, 0]
      for (let lote = take(rows); lote.length > 0; lote = take(rows)) {
        const filas = await revision.check(lote)
        errores += filas.filter(({ problemas }) => problemas !== null).length
        cambian += filas.filter(({ cambia }) => cambia).length
        await sql.insertFilasCarga(
          tx,
          empresaId,
          id,
          filas.map(({ cambia: _, ...fila }) => fila),
        )
        hechas += filas.length
        await this.#tell(empresaId, id, hechas)
      }
      const motivo = total === 0 ? { motivo: 'El archivo solo tiene los títulos.' } : {}
      const fin = { estado: 'REVISADA', filas: total, errores, cambian, hechas, ...motivo } as const
      if (!(await sql.writeFin(tx, empresaId, id, 'RECIBIDA', fin))) throw new CargaAjena()
    })
  }

  /** All rows or none. */
  async #aplicar(empresaId: EmpresaId, id: string): Promise<void> {
    try {
      await inEmpresa(this.#deps.db, empresaId, (tx) => this.#applyAll(tx, empresaId, id))
    } catch (error) {
      if (!(error instanceof CargaRechazada)) throw error
      await inEmpresa(this.#deps.db, empresaId, async (tx) => {
        await sql.markProblemas(tx, empresaId, id, error.filas)
        const fin = { estado: 'REVISADA', errores: error.filas.length, cambian: 0 } as const
        if (!(await sql.writeFin(tx, empresaId, id, 'APLICANDO', fin))) throw new CargaAjena()
      })
    }
  }

  async #applyAll(tx: Tx, empresaId: EmpresaId, id: string): Promise<void> {
    const { tipo, ve_costo, usuario_id, archivo } = await sql.readContenido(tx, empresaId, id)
    const en = this.#deps.clock.now()
    await signPrecios(tx, usuario_id)
    const obra = new Obra(tx, empresaId, { tipo, en, veCosto: ve_costo })
    let last = 0
    let hechas = 0
    for (;;) {
      const filas = await sql.readFilasFrom(tx, empresaId, id, last, LOTE)
      if (filas.length === 0) break
      await obra.apply(filas)
      last = filas.at(-1)?.n ?? last
      hechas += filas.length
      await this.#tell(empresaId, id, hechas)
    }
    if (obra.malas.length > 0) throw new CargaRechazada(obra.malas)
    if (tipo === 2 && obra.productos > 0) await obra.remember(usuario_id)
    const detalle = { archivo, productos: obra.productos, ...(tipo === 2 && { actualizacion: obra.actualizacionId }) }
    const accion = tipo === 1 ? 'producto.cargar' : 'producto.cargar_precios'
    await recordAuditoria(tx, { empresaId, usuarioId: usuario_id, en, accion, objeto: id, detalle })
    if (!(await sql.writeFin(tx, empresaId, id, 'APLICANDO', { estado: 'APLICADA', hechas }))) throw new CargaAjena()
  }
}

const countLines = (bytes: Uint8Array): number => bytes.reduce((lines, byte) => (byte === 10 ? lines + 1 : lines), 0)

function take(rows: Iterator<FilaHoja>): FilaHoja[] {
  const lote: FilaHoja[] = []
  while (lote.length < LOTE) {
    const next = rows.next()
    if (next.done) break
    lote.push(next.value)
  }
  return lote
}

type Revisada = sql.FilaGuardada & { cambia: boolean }

/** The dry run: what each row would do, or what is wrong with it. */
class Revision {
  readonly #tx: Tx
  readonly #empresaId: EmpresaId
  readonly #tipo: TipoCarga
  readonly #cabeza: Cabeza
  readonly #en: Date
  /** Codes of the file, each with its row. */
  readonly #codes = new Map<string, number>()

  constructor(tx: Tx, empresaId: EmpresaId, { tipo, cabeza, en }: { tipo: TipoCarga; cabeza: Cabeza; en: Date }) {
    this.#tx = tx
    this.#empresaId = empresaId
    this.#tipo = tipo
    this.#cabeza = cabeza
    this.#en = en
  }

  async check(lote: readonly FilaHoja[]): Promise<Revisada[]> {
    const filas = lote.map((fila) => readFila(fila, this.#cabeza, this.#en))
    const codes = filas.map(({ valores }) => String(valores['code'] ?? ''))
    const existing = await sql.findByCode(this.#tx, this.#empresaId, codes)
    if (this.#tipo === 1) return filas.map((fila) => this.#creates(fila, existing))
    const rows = await actualizacion.readProductos(this.#tx, this.#empresaId, [...existing.values()])
    const byCode = new Map(rows.map((row) => [row.code, row]))
    return filas.map((fila) => {
      const before = byCode.get(String(fila.valores['code'] ?? ''))
      return this.#changes(fila, before)
    })
  }

  /** Why the code of a row cannot be; remembers it. */
  #codeProblem({ n, valores }: FilaLeida, whyNot: string | undefined): ProblemaFila[] {
    const code = valores['code']
    if (typeof code !== 'string') return []
    const first = this.#codes.get(code)
    if (first === undefined) this.#codes.set(code, n)
    const message = first === undefined ? whyNot : `El código está también en la fila ${first}.`
    return message === undefined ? [] : [{ ...placeOfCode(this.#cabeza, n), message }]
  }

  #creates(fila: FilaLeida, existing: ReadonlyMap<string, string>): Revisada {
    const isTaken = existing.has(String(fila.valores['code'] ?? ''))
    const own = this.#codeProblem(fila, isTaken ? 'Ya existe un producto con este código.' : undefined)
    const { datos, problemas } = productoOf(fila, this.#cabeza, this.#en)
    const all = [...own, ...problemas]
    if (datos === undefined || all.length > 0) return { n: fila.n, datos: null, problemas: all, cambia: false }
    return { n: fila.n, datos, problemas: null, cambia: true }
  }

  #changes(fila: FilaLeida, before: actualizacion.ProductoTomado | undefined): Revisada {
    const own = this.#codeProblem(fila, before ? undefined : 'No existe un producto con este código.')
    const all = [...own, ...fila.problemas]
    if (!before || all.length > 0) return { n: fila.n, datos: null, problemas: all, cambia: false }
    const { valores, problemas } = preciosOf(fila.n, fila.valores, before, this.#cabeza)
    if (!valores) return { n: fila.n, datos: null, problemas, cambia: false }
    const { cambiadas, problems } = compare([{ id: before.id, valores }], [before], this.#en)
    if (problems.length > 0) return { n: fila.n, datos: null, problemas: problems.map(wholeRow), cambia: false }
    return { n: fila.n, datos: fila.valores, problemas: null, cambia: cambiadas.length > 0 }
  }
}

function placeOfCode(cabeza: Cabeza, n: number): Omit<ProblemaFila, 'message'> {
  const col = cabeza.findIndex((columna) => columna?.campo === 'code')
  return { celda: celdaName(col, n), columna: 'Código' }
}

/** About the product, not about a cell. */
const wholeRow = ({ message }: { message: string }): ProblemaFila => ({ celda: null, columna: null, message })

/** Applies rows lot by lot, within one transaction. */
class Obra {
  readonly malas: FilaMala[] = []
  readonly actualizacionId = randomUUID()
  productos = 0
  readonly #campos = new Set<CampoActualizacion>()
  readonly #tx: Tx
  readonly #empresaId: EmpresaId
  readonly #tipo: TipoCarga
  readonly #en: Date
  readonly #cabeza: Cabeza

  constructor(tx: Tx, empresaId: EmpresaId, { tipo, en, veCosto }: { tipo: TipoCarga; en: Date; veCosto: boolean }) {
    this.#tx = tx
    this.#empresaId = empresaId
    this.#tipo = tipo
    this.#en = en
    this.#cabeza = columnasOf(tipo, veCosto)
  }

  async apply(filas: readonly sql.FilaGuardada[]): Promise<void> {
    const good = filas.flatMap(({ n, datos }) => (datos ? [{ n, datos }] : []))
    if (good.length !== filas.length) throw new CargaAjena()
    return this.#tipo === 1 ? this.#create(good) : this.#change(good)
  }

  #refuse(n: number, message: string): void {
    this.malas.push({ n, problemas: [{ celda: null, columna: 'Código', message }] })
  }

  async #create(filas: readonly { n: number; datos: Record<string, unknown> }[]): Promise<void> {
    const rows = filas.map(({ n, datos }) => {
      const form = ProductoForm.parse(datos)
      return { n, id: randomUUID(), ...rowOf(form, form.cost ?? 0) }
    })
    const inserted = await sql.insertProductos(
      this.#tx,
      this.#empresaId,
      rows.map(({ n: _, ...row }) => row),
      this.#en,
    )
    for (const { n, id } of rows) if (!inserted.has(id)) this.#refuse(n, 'Ya existe un producto con este código.')
    await saveWordsOfMany(
      this.#tx,
      { empresaId: this.#empresaId, tipo: 'producto' },
      rows.map((row) => ({ id: row.id, palabras: wordsOfRow(...textsOf(row)) })),
    )
    this.productos += inserted.size
  }

  async #change(filas: readonly { n: number; datos: Record<string, unknown> }[]): Promise<void> {
    const codes = filas.map(({ datos }) => String(datos['code']))
    const ids = await sql.findByCode(this.#tx, this.#empresaId, codes)
    const rows = await actualizacion.lockProductos(this.#tx, this.#empresaId, [...ids.values()])
    const byCode = new Map(rows.map((row) => [row.code, row]))
    const pedidos = filas.flatMap(({ n, datos }): { n: number; pedido: Pedido }[] => {
      const before = byCode.get(String(datos['code']))
      if (!before) return (this.#refuse(n, 'No existe un producto con este código.'), [])
      const { valores, problemas } = preciosOf(n, datos as FilaLeida['valores'], before, this.#cabeza)
      if (!valores) return (this.malas.push({ n, problemas }), [])
      return [{ n, pedido: { id: before.id, valores } }]
    })
    const { cambiadas, problems } = compare(
      pedidos.map(({ pedido }) => pedido),
      rows,
      this.#en,
    )
    for (const problem of problems) {
      const n = pedidos[Number(problem.campo?.split('.')[0])]?.n
      if (n !== undefined) this.malas.push({ n, problemas: [wholeRow(problem)] })
    }
    if (cambiadas.length === 0) return
    await writeCambiadas(this.#tx, this.#empresaId, cambiadas, this.#en)
    const record = recordOf(cambiadas)
    for (const campo of record.campos) this.#campos.add(campo)
    await actualizacion.insertFilas(this.#tx, this.#empresaId, this.actualizacionId, record.filas)
    this.productos += cambiadas.length
  }

  /** One update for all of them, to be undone as one. */
  async remember(usuarioId: string): Promise<void> {
    const hecha = {
      empresaId: this.#empresaId,
      id: this.actualizacionId,
      usuarioId,
      origen: 'ARCHIVO',
      deshace: null,
      en: this.#en,
    } as const
    await actualizacion.insertActualizacion(this.#tx, { ...hecha, campos: [...this.#campos] }, this.productos)
  }
}

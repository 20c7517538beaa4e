import type { TipoCarga } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { filasOf, HojaError, type FilaHoja } from '../../hoja/hoja.ts'
import { log } from '../../proceso/log.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { cabezaOf, columnasOf } from './columna.ts'
import { readFila } from './fila.ts'
import * as sql from './carga.sql.ts'
import type { Cabeza, Encargo, FilaMala, TipoDeCarga } from './tipo.ts'

/** A worker silent for this long counts as dead: longer than the press takes for a sheet, its wait included. */
const PLAZO_MS = 120_000
const LOTE = 500
/** Attempts at a file that ends its worker. */
const MAX_INTENTOS = 3
const GUARDADA_MS = 7 * 86_400_000

type DepsCarga = Pick<Deps, 'db' | 'clock' | 'imprenta'>

/** An error during the application: everything is rolled back. */
class CargaRechazada extends Error {
  readonly filas: readonly FilaMala[]
  constructor(filas: readonly FilaMala[]) {
    super('rows were refused')
    this.filas = filas
  }
}
/** Another worker has finished this upload. */
class CargaAjena extends Error {}

/** Reads, checks and applies uploads of companies. */
export class Cargas {
  readonly #deps: DepsCarga
  readonly #tipos: ReadonlyMap<TipoCarga, TipoDeCarga>

  constructor(deps: DepsCarga, tipos: readonly TipoDeCarga[]) {
    this.#deps = deps
    this.#tipos = new Map(tipos.map((tipo) => [tipo.id, tipo]))
  }

  #tipo(id: TipoCarga): TipoDeCarga {
    const tipo = this.#tipos.get(id)
    if (!tipo) throw new Error(`an upload of a kind that nobody applies: ${id}`)
    return tipo
  }

  #until = () => new Date(this.#deps.clock.now().getTime() + PLAZO_MS)

  /** Does the next waiting upload. Answers whether there was one. */
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
      // The press is busy, the file is not at fault: later.
      else if (error instanceof AppError) await inEmpresa(this.#deps.db, empresaId, (tx) => sql.release(tx, empresaId, id, this.#in(5_000)))
      else throw error
    }
    return true
  }

  #in = (ms: number) => new Date(this.#deps.clock.now().getTime() + ms)

  /** Removes every upload older than a week: each lot in a transaction of its own. */
  async clean(): Promise<void> {
    const antes = this.#in(-GUARDADA_MS)
    for (let fuera = 1; fuera > 0;) fuera = await sql.limpiar(this.#deps.db, antes)
  }

  async #refuse(empresaId: EmpresaId, id: string, from: 'RECIBIDA' | 'APLICANDO' | string, motivo: string): Promise<void> {
    log.warn('upload refused', { empresa: empresaId, upload: id })
    await inEmpresa(this.#deps.db, empresaId, (tx) => sql.writeFin(tx, empresaId, id, from as 'RECIBIDA', { estado: 'RECHAZADA', motivo }))
  }

  #tell = (empresaId: EmpresaId, id: string, hechas: number, filas?: number) =>
    inEmpresa(this.#deps.db, empresaId, (tx) => sql.writeAvance(tx, empresaId, id, hechas, this.#until(), filas))

  /** Checks every row and changes no data. */
  async #revisar(empresaId: EmpresaId, id: string): Promise<void> {
    const { db, clock, imprenta } = this.#deps
    const { contenido, ...carga } = await inEmpresa(db, empresaId, (tx) => sql.readContenido(tx, empresaId, id))
    const tipo = this.#tipo(carga.tipo)
    if (!contenido) throw new CargaAjena()
    const bytes = await imprenta.hoja(empresaId, contenido)
    const total = Math.max(0, countLines(bytes) - 1)
    await this.#tell(empresaId, id, 0, total)
    await inEmpresa(db, empresaId, async (tx) => {
      await sql.deleteFilas(tx, empresaId, id)
      const rows = filasOf(bytes)
      const head = rows.next().value as FilaHoja
      const cabeza = cabezaOf(head, tipo.columnas, carga.ve_costo)
      const falta = tipo.falta?.(cabeza)
      if (falta !== undefined) throw new HojaError(falta)
      const en = clock.now()
      const revision = tipo.revision(encargoOf(tx, empresaId, carga, { en, cabeza }))
      let [hechas, errores, cambian] = [0, 0, 0]
      for (let lote = take(rows); lote.length > 0; lote = take(rows)) {
        const filas = await revision.check(lote.map((fila) => readFila(fila, cabeza, en)))
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
    const carga = await sql.readContenido(tx, empresaId, id)
    const tipo = this.#tipo(carga.tipo)
    const en = this.#deps.clock.now()
    const obra = tipo.obra(encargoOf(tx, empresaId, carga, { en, cabeza: columnasOf(tipo.columnas, carga.ve_costo) }))
    const malas: FilaMala[] = []
    let last = 0
    let hechas = 0
    for (;;) {
      const filas = await sql.readFilasFrom(tx, empresaId, id, last, LOTE)
      if (filas.length === 0) break
      const buenas = filas.flatMap(({ n, datos }) => (datos ? [{ n, datos }] : []))
      if (buenas.length !== filas.length) throw new CargaAjena()
      malas.push(...(await obra.apply(buenas)))
      last = filas.at(-1)?.n ?? last
      hechas += filas.length
      await this.#tell(empresaId, id, hechas)
    }
    if (malas.length > 0) throw new CargaRechazada(malas)
    const fin = await obra.end()
    if (fin.malas && fin.malas.length > 0) throw new CargaRechazada(fin.malas)
    const detalle = { archivo: carga.archivo, ...fin.detalle }
    await recordAuditoria(tx, { empresaId, usuarioId: carga.usuario_id, en, accion: tipo.accion, objeto: id, detalle })
    if (!(await sql.writeFin(tx, empresaId, id, 'APLICANDO', { estado: 'APLICADA', hechas }))) throw new CargaAjena()
  }
}

type Contenido = Pick<Awaited<ReturnType<typeof sql.readContenido>>, 'ambiente' | 'usuario_id' | 've_costo' | 'da_credito'>
const encargoOf = (
  tx: Tx,
  empresaId: EmpresaId,
  { ambiente, usuario_id: usuarioId, ve_costo: veCosto, da_credito: daCredito }: Contenido,
  rest: { en: Date; cabeza: Cabeza },
): Encargo => ({ tx, empresaId, ambiente, usuarioId, veCosto, daCredito, ...rest })

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

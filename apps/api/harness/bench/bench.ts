import type { FiguraDescrita } from './figura.ts'

export interface BenchOptions {
  /** Writes a line to the terminal. */
  readonly say: (line: string) => void
  /** Lines of each emitted factura. */
  readonly lineas: number
  /** Number of documents for a quick look, instead of the documented one. */
  readonly documentos?: number | undefined
  /** Folder for CPU profiles of API and worker. */
  readonly perfil?: string | undefined
}

/** Measures one thing and answers its figures; stops everything that it started. */
export type Bench = (options: BenchOptions) => Promise<FiguraDescrita[]>

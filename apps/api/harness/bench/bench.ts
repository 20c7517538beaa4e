import type { FiguraDescrita } from './figura.ts'

export interface BenchOptions {
  /** A line for the terminal. */
  readonly say: (line: string) => void
  /** Lines of each factura that the load emits. */
  readonly lineas: number
  /** Other than the documented number of documents, for a quick look. */
  readonly documentos?: number | undefined
  /** Folder for CPU profiles of API and worker. */
  readonly perfil?: string | undefined
}

/** Measures one thing and answers its figures. Ends what it started. */
export type Bench = (options: BenchOptions) => Promise<FiguraDescrita[]>

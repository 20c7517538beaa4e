/** One row of an SRI code table. */
export interface EntradaCatalogo {
  readonly codigo: string
  readonly nombre: string
}

/** Name of a code, or the code itself when the table lacks it: printed text must never be empty. */
export const nombreIn = (catalogo: readonly EntradaCatalogo[], codigo: string): string =>
  catalogo.find((entrada) => entrada.codigo === codigo)?.nombre ?? codigo

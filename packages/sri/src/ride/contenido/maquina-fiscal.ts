import { filled, type Bloque } from './contenido.ts'

interface MaquinaFiscal {
  readonly marca: string
  readonly modelo: string
  readonly serie: string
}

/** The block of the fiscal machine that printed the document, if any. */
export const maquinaFiscalBloque = (maquina: MaquinaFiscal | undefined): Bloque[] =>
  maquina
    ? [
        {
          titulo: 'Máquina fiscal',
          datos: filled([
            ['Marca', maquina.marca],
            ['Modelo', maquina.modelo],
            ['Serie', maquina.serie],
          ]),
        },
      ]
    : []

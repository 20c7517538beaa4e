import type { Casilla, SeccionPapel } from '@yupana/contract'

import classes from './declaracion.module.css'
import { isNumbered, valorText } from './declaracion-words.ts'

interface PapelSeccionProps {
  seccion: SeccionPapel
  /** Also shows rows whose boxes are all 0. */
  withZeros: boolean
  onOpen: (codigo: string) => void
}

const isNothing = ({ casillas }: SeccionPapel['filas'][number]) => casillas.every((one) => !one || (one.valor === 0 && one.ajuste === 0))

/** A section of a form, as the SRI shows it: rows of boxes with their numbers. */
export function PapelSeccion({ seccion: { titulo, columnas, filas }, withZeros, onOpen }: PapelSeccionProps) {
  const shown = filas.filter((fila) => withZeros || !isNothing(fila))
  if (shown.length === 0)
    return (
      <section className={classes.card} aria-label={titulo}>
        <h2>{titulo}</h2>
        <p className={classes.quiet}>Todo en cero.</p>
      </section>
    )
  return (
    <section className={classes.card} aria-label={titulo}>
      <h2>{titulo}</h2>
      <table className={classes.papel} data-columns={columnas.length}>
        <thead>
          <tr>
            <th scope="col">Concepto</th>
            {columnas.map((columna) => (
              <th key={columna} scope="col" data-end>
                {columna}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ concepto, tarifa, casillas }) => (
            <tr
              key={casillas.find((one) => one)?.codigo ?? concepto}
              data-nothing={casillas.every((one) => !one || one.valor === 0) || undefined}
            >
              <th scope="row">
                {concepto}
                {tarifa !== null && <span className={classes.tarifa}> {tarifa}</span>}
              </th>
              {casillas.map((casilla, at) => (
                <td key={columnas[at]} data-end data-label={columnas.length > 1 ? columnas[at] : undefined}>
                  {casilla && <Valor casilla={casilla} onOpen={onOpen} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Valor({ casilla: { codigo, concepto, valor, unidad, ajuste }, onOpen }: { casilla: Casilla; onOpen: (codigo: string) => void }) {
  const text = valorText(valor, unidad)
  return (
    <button
      type="button"
      className={classes.casillero}
      aria-label={isNumbered(codigo) ? `Casillero ${codigo}, ${concepto}: ${text}` : `${concepto}: ${text}`}
      onClick={() => onOpen(codigo)}
    >
      {isNumbered(codigo) && <span className={classes.numero}>{codigo}</span>}
      <span className={isNumbered(codigo) ? undefined : classes.abre}>{text}</span>
      {ajuste !== 0 && <span className={classes.ajuste}>ajustado</span>}
    </button>
  )
}

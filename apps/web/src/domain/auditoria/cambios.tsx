import type { HechoAuditado } from '@yupana/contract'

import { isFigure } from '../../components/data-table/column.ts'
import classes from './auditoria.module.css'
import { cambiosOf } from './hecho-words.ts'

/** Longest text that always fits in a line; a clave de acceso is longer and breaks. */
const LONGEST = 24

/** Figures and document numbers never break over two lines; the words between them do. */
const Valor = ({ text }: { text: string }) =>
  text.split(/(?<= )/).map((word, at) => (
    <span key={at} data-whole={(word.length <= LONGEST && isFigure(word.trim())) || undefined}>
      {word}
    </span>
  ))

/** The changed fields of a row, each with its earlier value. */
export function Cambios({ hecho }: { hecho: HechoAuditado }) {
  const cambios = cambiosOf(hecho)
  if (cambios.length === 0) return null
  return (
    <ul className={classes.cambios}>
      {cambios.map(({ campo, antes, valor }) => (
        <li key={campo}>
          <span className={classes.campo}>{campo}:</span>{' '}
          {antes !== undefined && (
            <>
              <del>
                <Valor text={antes} />
              </del>{' '}
              →{' '}
            </>
          )}
          <Valor text={valor} />
        </li>
      ))}
    </ul>
  )
}

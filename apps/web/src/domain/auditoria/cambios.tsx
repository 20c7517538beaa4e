import type { HechoAuditado } from '@yupana/contract'

import classes from './auditoria.module.css'
import { cambiosOf } from './hecho-words.ts'

/** The fields of a row, each with what it was before. */
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
              <del>{antes}</del> →{' '}
            </>
          )}
          {valor}
        </li>
      ))}
    </ul>
  )
}

import { useEffect, useRef } from 'react'

import classes from './avisos.module.css'
import type { Hallazgo } from './revisar.ts'

interface ProblemasProps {
  problemas: readonly Hallazgo[]
  onGo: (campo: string) => void
}

const LINEA = /^lineas\.(\d+)/

/** What keeps the invoice from being issued, above it; each one leads to its cell. It takes the focus whenever it is told anew. */
export function Problemas({ problemas, onGo }: ProblemasProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problemas.length > 0) box.current?.focus()
  }, [problemas])
  if (problemas.length === 0) return null
  return (
    <div ref={box} tabIndex={-1} role="alert" className={classes.problemas} aria-labelledby="documento-problemas">
      <h2 id="documento-problemas">{problemas.length === 1 ? 'Falta corregir un dato para emitir' : `Falta corregir ${problemas.length} datos para emitir`}</h2>
      <ul>
        {problemas.map(({ campo, message }, at) => (
          <li key={`${campo} ${at}`}>
            {campo === '' ? (
              message
            ) : (
              <button type="button" onClick={() => onGo(campo)}>
                {LINEA.test(campo) && `Línea ${Number(LINEA.exec(campo)?.[1]) + 1}: `}
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

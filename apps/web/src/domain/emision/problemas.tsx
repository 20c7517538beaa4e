import { useEffect, useRef } from 'react'

import classes from './avisos.module.css'
import type { Hallazgo } from './tipo-documento.ts'

interface ProblemasProps {
  problemas: readonly Hallazgo[]
  /** What they keep from being done. */
  para?: 'emitir' | 'guardar'
  onGo: (campo: string) => void
}

const LINEA = /^(lineas|creditos|motivos|destinatarios|docs)\.(\d+)/
const NOMBRES: Readonly<Record<string, string>> = {
  lineas: 'Línea',
  creditos: 'Línea',
  motivos: 'Razón',
  destinatarios: 'Destinatario',
  docs: 'Sustento',
}

/** «Línea 3: », before what is wrong with it. */
function filaText(campo: string): string {
  const [, lista = '', at] = LINEA.exec(campo) ?? []
  return at === undefined ? '' : `${NOMBRES[lista] ?? ''} ${Number(at) + 1}: `
}

/** What keeps the document from being issued or saved; each one leads to its cell. It takes the focus whenever it is told anew. */
export function Problemas({ problemas, para = 'emitir', onGo }: ProblemasProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problemas.length > 0) box.current?.focus()
  }, [problemas])
  if (problemas.length === 0) return null
  return (
    <div ref={box} tabIndex={-1} role="alert" className={classes.problemas} aria-labelledby="documento-problemas">
      <h2 id="documento-problemas">
        {problemas.length === 1 ? `Falta corregir un dato para ${para}` : `Falta corregir ${problemas.length} datos para ${para}`}
      </h2>
      <ul>
        {problemas.map(({ campo, message }, at) => (
          <li key={`${campo} ${at}`}>
            {campo === '' ? (
              message
            ) : (
              <button type="button" onClick={() => onGo(campo)}>
                {filaText(campo)}
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

import { useEffect, useRef } from 'react'

import classes from './avisos.module.css'
import type { Hallazgo } from './tipo-documento.ts'

interface ProblemasProps {
  problemas: readonly Hallazgo[]
  /** The action that the problems block. */
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

/** Label of each field, by the last part of its path. */
const CAMPOS: Readonly<Record<string, string>> = {
  cantidad: 'Cantidad',
  comprador: 'Cliente',
  correos: 'Correo',
  descripcion: 'Descripción',
  descuento: 'Descuento',
  fecha: 'Fecha',
  fecha_emision: 'Fecha',
  fecha_fin: 'Fin del transporte',
  fecha_ini: 'Inicio del transporte',
  motivo: 'Motivo',
  numero: 'Número',
  plazo: 'Plazo',
  por: 'Cantidad o valor',
  precio: 'Precio',
  propina: 'Propina',
  razon: 'Razón',
  validez_dias: 'Validez',
  valor: 'Valor',
}
/** Messages that fit any field and therefore do not name theirs. */
const OF_ANY_FIELD = /^(Este campo|Tiene que|Ingrese un (número|valor)|Valor no válido)/

/** «Línea 3: » or «Línea 3, precio: », before what is wrong with it. */
function lugarOf({ campo, message }: Hallazgo): string {
  const [, lista = '', at] = LINEA.exec(campo) ?? []
  const fila = at && `${NOMBRES[lista]} ${Number(at) + 1}`
  const nombre = OF_ANY_FIELD.test(message) && CAMPOS[campo.split('.').at(-1) ?? '']
  const lugar = fila && nombre ? `${fila}, ${nombre.toLowerCase()}` : fila || nombre
  return lugar ? `${lugar}: ` : ''
}

/** The problems that block issuing or saving; each leads to its cell. The list takes the focus whenever it is shown anew. */
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
        {problemas.map((problema, at) => (
          <li key={`${problema.campo} ${at}`}>
            {problema.campo === '' ? (
              problema.message
            ) : (
              <button type="button" onClick={() => onGo(problema.campo)}>
                {lugarOf(problema)}
                {problema.message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { FacturaForm } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import avisos from '../../domain/emision/avisos.module.css'
import { today } from '../../lib/formato/format.ts'
import { dudasDe } from './dudas.ts'
import { armar, totalesOf, type FacturaValores } from './factura-valores.ts'
import classes from './parte-cotizada.module.css'

interface Dicha {
  message: string
  /** The field to correct; the doubt holds while its value is unchanged. */
  campo: string
  fila?: number
}

/** The server's doubts about a draft as opened. Without an answer there are none: issuing checks again. */
async function ask(inicio: FacturaValores): Promise<Dicha[]> {
  const { form, campoOf } = armar(inicio, totalesOf(inicio, inicio.fecha_emision || today())?.importeTotal ?? 0)
  const dudas = await dudasDe(form as FacturaForm).catch(() => [])
  return dudas.map(({ linea, message }) => {
    if (linea === undefined) return { message, campo: 'comprador' }
    const fila = Number(/\d+/.exec(campoOf(`lineas.${linea}.producto_id`))?.[0] ?? linea)
    return { message, campo: `lineas.${fila}.codigo`, fila }
  })
}

interface DudasProps {
  inicio: FacturaValores
  onGo: (campo: string) => void
}

/** Changes since a draft was saved: a product is deleted or inactive, the client was merged or exceeds the limit. */
export function DudasBorrador({ inicio, onGo }: DudasProps) {
  const { data = [] } = useQuery({ queryKey: ['documento', 'dudas', inicio], queryFn: () => ask(inicio), gcTime: 0, staleTime: Infinity })
  const [comprador, lineas] = useWatch<FacturaValores, ['comprador', 'lineas']>({ name: ['comprador', 'lineas'] })
  // A line of a quote shows the state of its product itself.
  const holds = ({ fila }: Dicha) =>
    fila === undefined
      ? comprador?.identificacion === inicio.comprador?.identificacion
      : lineas[fila]?.producto_id === inicio.lineas[fila]?.producto_id && lineas[fila]?.aviso === undefined
  const dichas = data.filter(holds)
  if (dichas.length === 0) return null
  return (
    <section className={`${avisos.problemas} ${classes.aviso}`} aria-labelledby="borrador-dudas">
      <h2 id="borrador-dudas">Revise antes de emitir</h2>
      <ul>
        {dichas.map(({ message, campo, fila }) => (
          <li key={`${campo} ${message}`}>
            <button type="button" onClick={() => onGo(campo)}>
              {fila !== undefined && `Línea ${fila + 1}: `}
              {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

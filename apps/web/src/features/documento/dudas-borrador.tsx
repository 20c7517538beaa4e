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
  /** Where it is mended, and what there has to be of it still for it to hold. */
  campo: string
  fila?: number
}

/** What the server says today of a draft as it was opened. Without an answer nothing is said: issuing it is judged anew. */
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

/** What changed since a draft was saved: a product is gone or no longer sold, its client is part of another record or over his limit. */
export function DudasBorrador({ inicio, onGo }: DudasProps) {
  const { data = [] } = useQuery({ queryKey: ['documento', 'dudas', inicio], queryFn: () => ask(inicio), gcTime: 0, staleTime: Infinity })
  const [comprador, lineas] = useWatch<FacturaValores, ['comprador', 'lineas']>({ name: ['comprador', 'lineas'] })
  // A line of a quote says by itself what its product has come to.
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

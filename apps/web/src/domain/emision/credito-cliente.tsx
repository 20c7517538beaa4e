import { creditoOfCliente, nombreDeLista, type CreditoCliente as Credito } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import { fetchData } from '../../lib/http/http.ts'
import classes from './cabecera.module.css'
import type { ValoresEmision } from './tipo-documento.ts'

const creditoQuery = (id: string) =>
  queryOptions({
    queryKey: ['documento', 'credito', id],
    queryFn: ({ signal }) => fetchData(creditoOfCliente, { query: { persona_id: id }, signal, background: true }),
  })

const diasText = (dias: number) => `${dias} ${dias === 1 ? 'día' : 'días'} de crédito`

/** What is agreed with a client, and what he owes; empty of who has nothing of his own and owes nothing. */
const acordado = ({ dias, lista, limite, debe }: Credito): string[] => [
  ...(lista === null ? [] : [`Su lista: ${nombreDeLista(lista)}`]),
  ...(dias > 0 ? [diasText(dias)] : []),
  ...(limite === null ? [] : [`límite ${displayMonto(limite)}`]),
  ...(debe === 0 ? [] : [`debe ${displayMonto(debe)}`]),
]

/** What is agreed with the client of a sale and what he owes, told while selling. */
export function CreditoCliente() {
  const id = useWatch<ValoresEmision, 'comprador'>({ name: 'comprador' })?.persona_id
  const { data } = useQuery({ ...creditoQuery(id ?? ''), enabled: id !== undefined })
  const parts = id !== undefined && data ? acordado(data) : []
  if (!data || parts.length === 0) return null
  const { vencido, limite, debe } = data
  return (
    <p className={classes.credito} role="status">
      {parts.join(' · ')}
      {vencido > 0 && <strong> · {displayMonto(vencido)} vencidos</strong>}
      {limite !== null && debe > limite && <strong> · pasa su límite</strong>}
    </p>
  )
}

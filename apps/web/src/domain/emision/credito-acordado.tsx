import { creditoOfCliente, nombreDeLista, type CreditoCliente as Credito } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import classes from './cabecera.module.css'

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
  ...(debe === 0 ? [] : [debe > 0 ? `debe ${displayMonto(debe)}` : `tiene ${displayMonto(-debe)} a favor`]),
]

export function CreditoAcordado({ personaId }: { personaId: string }) {
  const { data } = useQuery(creditoQuery(personaId))
  const parts = data ? acordado(data) : []
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

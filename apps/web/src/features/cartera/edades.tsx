import { ANTIGUEDAD_LABEL, ANTIGUEDADES, type SentidoCartera } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import { AmountList } from '../../components/amount-list.tsx'
import { resumenQuery } from './cartera.queries.ts'

/** Debts by age, of all people or of one. */
export function Edades({ sentido, persona }: { sentido: SentidoCartera; persona?: string }) {
  const { data } = useQuery(resumenQuery({ sentido, ...(persona !== undefined && { persona_id: persona }) }))
  const edades = ANTIGUEDADES.map((edad) => [ANTIGUEDAD_LABEL[edad], data?.[edad]] as const)
  return <AmountList label="Antigüedad" amounts={[['Total', data?.total], ...edades, ['A favor', data?.favor]]} />
}

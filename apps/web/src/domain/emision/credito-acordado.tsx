import { nombreDeLista, type CreditoCliente as Credito } from '@yupana/contract'
import { displayMonto, negate, type Monto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import classes from './cabecera.module.css'
import { aCreditoOf, creditoQuery, pasaLimiteText } from './credito.queries.ts'
import type { PagoValores } from './pagos-valores.ts'

const diasText = (dias: number) => `${dias} ${dias === 1 ? 'día' : 'días'} de crédito`

/** Terms agreed with a client, and his debt; empty for a client with neither. */
const acordado = ({ dias, lista, limite, debe }: Credito): string[] => [
  ...(lista === null ? [] : [`Su lista: ${nombreDeLista(lista)}`]),
  ...(dias > 0 ? [diasText(dias)] : []),
  ...(limite === null ? [] : [`límite ${displayMonto(limite)}`]),
  ...(debe === 0 ? [] : [debe > 0 ? `debe ${displayMonto(debe)}` : `tiene ${displayMonto(negate(debe))} a favor`]),
]

interface CreditoAcordadoProps {
  personaId: string
  /** Total of the sale, when its form has payments. */
  total: Monto | undefined
}

export function CreditoAcordado({ personaId, total = 0 }: CreditoAcordadoProps) {
  const pagos = useWatch<{ pagos?: PagoValores[] }, 'pagos'>({ name: 'pagos' })
  const { data } = useQuery(creditoQuery(personaId))
  const parts = data ? acordado(data) : []
  if (!data || parts.length === 0) return null
  const { vencido, limite, debe } = data
  const pasa = pasaLimiteText(data, aCreditoOf(pagos ?? [], total)) ?? (limite !== null && debe > limite ? 'pasa su límite' : undefined)
  return (
    <p className={classes.credito} role="status">
      {parts.join(' · ')}
      {vencido > 0 && <strong> · {displayMonto(vencido)} vencidos</strong>}
      {pasa && <strong> · {pasa}</strong>}
    </p>
  )
}

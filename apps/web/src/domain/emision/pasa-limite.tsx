import type { Monto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import { aCreditoOf, creditoQuery, pasaLimiteText } from './credito.queries.ts'
import classes from './dialogos.module.css'
import type { PagoValores } from './pagos-valores.ts'
import type { ValoresEmision } from './tipo-documento.ts'

interface PasaLimiteProps {
  valores: ValoresEmision & { pagos?: PagoValores[] }
  total: Monto
}

/** That this sale takes its client over his limit, told before its number is taken. */
export function PasaLimite({ valores: { comprador, pagos = [] }, total }: PasaLimiteProps) {
  const aCredito = aCreditoOf(pagos, total)
  const id = comprador?.persona_id
  const { data } = useQuery({ ...creditoQuery(id ?? ''), enabled: id !== undefined && aCredito > 0 })
  const text = data && pasaLimiteText(data, aCredito)
  if (!comprador || text === undefined) return null
  return <p className={classes.avisos} role="status">{`${comprador.razon_social}: ${text}.`}</p>
}

import type { Monto } from '@yupana/fiscal'
import { useWatch } from 'react-hook-form'

import { loadedPart } from '../../components/loaded-part.tsx'
import type { ValoresEmision } from './tipo-documento.ts'

const CreditoAcordado = loadedPart(async () => (await import('./credito-acordado.tsx')).CreditoAcordado)

/** What is agreed with the client of a sale and what he owes, told while selling. */
export function CreditoCliente({ total }: { total?: Monto | undefined }) {
  const id = useWatch<ValoresEmision, 'comprador'>({ name: 'comprador' })?.persona_id
  return id === undefined ? null : <CreditoAcordado personaId={id} total={total} />
}

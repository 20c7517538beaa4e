import type { SentidoCartera } from '@yupana/fiscal'

import { ListTabs } from '../../components/data-table/list-tabs.tsx'
import type { ListingControl } from '../../components/data-table/use-listing.ts'
import { PALABRAS } from './cartera-words.ts'

const ESTADOS = [
  { value: '', label: 'Pendientes' },
  { value: 'VENCIDA', label: 'Vencidas' },
  { value: 'FAVOR', label: 'A favor' },
  { value: 'TODAS', label: 'Todas' },
]

/** Tabs: debts by document in each state, and by person. */
export function CuentaTabs({ listing, sentido, porPersona }: { listing: ListingControl; sentido: SentidoCartera; porPersona: boolean }) {
  const { path, personas, personasPath } = PALABRAS[sentido]
  const estados = porPersona ? ESTADOS.map((one) => ({ ...one, to: one.value ? `${path}?estado=${one.value}` : path })) : ESTADOS
  return (
    <ListTabs
      listing={listing}
      name="estado"
      label="Estado"
      tabs={[...estados, { value: 'PERSONAS', label: personas, to: personasPath, isHere: porPersona }]}
    />
  )
}

import type { DeclaracionComprada } from '@yupana/contract'
import { numeroOrden } from '@yupana/fiscal'
import { Link } from 'react-router'

import { Chip } from '../../components/chip.tsx'
import { fechaText } from '../../lib/formato/format.ts'
import { settings } from '../../lib/pagina/settings.ts'
import { hasScreen } from '../../lib/sesion/rights.ts'

export const isPresentada = (comprada: DeclaracionComprada | null): boolean => comprada !== null && comprada.numero_sri !== null

/** A declaration bought as a service, until the SRI has accepted it. */
export const CompradaChip = () => <Chip tone="progress">Comprada · en preparación por {settings.producto}</Chip>

/** «SRI 870012345678, presentada por Yupana el 20/10/2026». */
export const presentadaText = ({ numero_sri: numero, fecha_sri: fecha }: DeclaracionComprada): string =>
  `SRI ${numero ?? ''}, presentada por ${settings.producto}${fecha === null ? '' : ` el ${fechaText(fecha)}`}`

/** The order that paid for it, for users who may see it. */
export function OrdenDeComprada({ comprada: { orden, orden_id } }: { comprada: DeclaracionComprada }) {
  const numero = `Orden ${numeroOrden(orden)}`
  return hasScreen('/historial_compras') ? <Link to={`/historial_compras?orden=${orden_id}`}>{numero}</Link> : numero
}

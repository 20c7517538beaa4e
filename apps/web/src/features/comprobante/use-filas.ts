import type { ComprobanteFila, Listing } from '@yupana/contract'
import { useEffect } from 'react'

import { isSettled } from '../../domain/comprobante/seguimiento.ts'
import { useSeguir, withNovedad } from '../../domain/comprobante/use-seguir.ts'
import { forgetComprobantes } from './comprobante.queries.ts'

/** The rows of a page with what is newer about those on their way; once one arrives, list and counts are asked again. */
export function useFilas(listing: Listing<ComprobanteFila> | undefined): Listing<ComprobanteFila> | undefined {
  const open = (listing?.content ?? []).filter((row) => !isSettled(row)).map(({ id }) => id)
  const novedades = useSeguir(open)
  const arrived = open
    .filter((id) => {
      const novedad = novedades.get(id)
      return novedad !== undefined && isSettled(novedad)
    })
    .join()
  useEffect(() => {
    if (arrived !== '') void forgetComprobantes()
  }, [arrived])
  return listing && { ...listing, content: listing.content.map((row) => (isSettled(row) ? row : withNovedad(row, novedades))) }
}

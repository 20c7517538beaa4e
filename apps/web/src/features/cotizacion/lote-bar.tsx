import { searchCotizacion, type CotizacionFila, type Listing } from '@yupana/contract'
import { IconMail, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { BulkBar } from '../../components/data-table/bulk-bar.tsx'
import { BulkDialog, type BulkWork } from '../../components/data-table/bulk-dialog.tsx'
import { useChosenRows } from '../../components/data-table/use-chosen-rows.ts'
import type { ListingControl } from '../../components/data-table/use-listing.ts'
import type { Selection } from '../../components/data-table/use-selection.ts'
import { fetchData } from '../../lib/http/http.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { ELIMINAR, sendLote } from './cotizacion-lote.ts'

/** Whether this user has any action for many quotes. */
export const canLote = () => hasRight('cotizacion:editar') || hasRight('cotizacion:eliminar')

interface LoteBarProps {
  selection: Selection
  listing: ListingControl
  data: Listing<CotizacionFila> | undefined
}

/** Actions on selected quotes. */
export function LoteBar({ selection, listing, data }: LoteBarProps) {
  const { rows: filas, learn } = useChosenRows(selection, data)
  const [lote, setLote] = useState<BulkWork<CotizacionFila>>()
  const close = (isBegun: boolean) => {
    setLote(undefined)
    if (isBegun) selection.clear()
  }
  if (filas.length === 0) return null
  return (
    <>
      <BulkBar
        selection={selection}
        data={data}
        page={(at) => fetchData(searchCotizacion, { query: { ...listing.query, ...at } })}
        onRows={learn}
      >
        {hasRight('cotizacion:editar') && (
          <Button variant="default" leftSection={<IconMail size={16} />} onClick={() => setLote(sendLote())}>
            Enviar por correo
          </Button>
        )}
        {hasRight('cotizacion:eliminar') && (
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setLote(ELIMINAR)}>
            Eliminar
          </Button>
        )}
      </BulkBar>
      {lote && <BulkDialog work={lote} rows={filas} onClose={close} />}
    </>
  )
}

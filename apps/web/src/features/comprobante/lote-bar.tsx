import { MAX_ARCHIVOS, searchComprobante, type ComprobanteFila, type Listing } from '@yupana/contract'
import { IconFileZip, IconMail } from '@tabler/icons-react'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { BulkBar } from '../../components/data-table/bulk-bar.tsx'
import { BulkDialog } from '../../components/data-table/bulk-dialog.tsx'
import { useChosenRows } from '../../components/data-table/use-chosen-rows.ts'
import type { ListingControl } from '../../components/data-table/use-listing.ts'
import type { Selection } from '../../components/data-table/use-selection.ts'
import { fetchData } from '../../lib/http/http.ts'
import { REENVIAR } from './comprobante-lote.ts'
import { ZipDialog } from './zip-dialog.tsx'

interface LoteBarProps {
  selection: Selection
  listing: ListingControl
  data: Listing<ComprobanteFila> | undefined
  canEmit: boolean
}

/** Actions on selected documents. */
export function LoteBar({ selection, listing, data, canEmit }: LoteBarProps) {
  const { rows: filas, learn } = useChosenRows(selection, data)
  const [open, setOpen] = useState<'zip' | 'correo'>()
  const close = () => setOpen(undefined)
  const isTooMany = filas.length > MAX_ARCHIVOS
  if (filas.length === 0) return null
  return (
    <>
      <BulkBar
        selection={selection}
        data={data}
        page={(at) => fetchData(searchComprobante, { query: { ...listing.query, ...at } })}
        onRows={learn}
      >
        <Button variant="default" leftSection={<IconFileZip size={16} />} disabled={isTooMany} onClick={() => setOpen('zip')}>
          {isTooMany ? `RIDE y XML: elija hasta ${MAX_ARCHIVOS}` : 'Descargar RIDE y XML'}
        </Button>
        {canEmit && (
          <Button variant="default" leftSection={<IconMail size={16} />} onClick={() => setOpen('correo')}>
            Reenviar correos
          </Button>
        )}
      </BulkBar>
      {open === 'zip' && <ZipDialog filas={filas} onClose={close} />}
      {open === 'correo' && <BulkDialog work={REENVIAR} rows={filas} onClose={close} />}
    </>
  )
}

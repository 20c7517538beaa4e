import { FORMATOS_EXPORTACION, type FormatoExportacion } from '@yupana/contract'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'

import { Button } from '../button.tsx'
import { PopoverButton } from '../popover/popover-button.tsx'
import classes from './data-table.module.css'

const LABEL: Readonly<Record<FormatoExportacion, string>> = { csv: 'CSV (.csv)', xlsx: 'Excel (.xlsx)' }

/** «Exportar»: all that the filters leave, in its order, with the columns that show. */
export function ExportButton({ onExport }: { onExport: (formato: FormatoExportacion) => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false)
  const run = async (formato: FormatoExportacion) => {
    setBusy(true)
    await onExport(formato)
    setBusy(false)
  }
  return (
    <PopoverButton
      label="Exportar"
      look="bordered"
      width={260}
      target={
        <>
          <IconDownload size={16} aria-hidden="true" />
          {isBusy ? 'Exportando…' : 'Exportar'}
        </>
      }
    >
      {(close) => (
        <div className={classes.export}>
          <p>Todos los resultados, con los filtros, el orden y las columnas de la lista.</p>
          {FORMATOS_EXPORTACION.toReversed().map((formato) => (
            <Button
              key={formato}
              variant="default"
              disabled={isBusy}
              onClick={() => {
                close()
                void run(formato)
              }}
            >
              {LABEL[formato]}
            </Button>
          ))}
        </div>
      )}
    </PopoverButton>
  )
}

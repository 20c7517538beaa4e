import { FORMATOS_EXPORTACION, FORMATOS_INFORME, type FormatoExportacion, type FormatoInforme } from '@yupana/contract'
import { IconDownload } from '@tabler/icons-react'

import { useBusy } from '../../lib/pagina/use-busy.ts'
import { Button } from '../button.tsx'
import { PopoverButton } from '../popover/popover-button.tsx'
import classes from './data-table.module.css'

const LABEL: Readonly<Record<FormatoInforme, string>> = { csv: 'CSV (.csv)', xlsx: 'Excel (.xlsx)', pdf: 'PDF (.pdf)' }

/** «Exportar»: all rows of the filters, in the order of the list, with the shown columns. */
export const ExportButton = ({ onExport }: { onExport: (formato: FormatoExportacion) => Promise<unknown> }) => (
  <Formatos formatos={FORMATOS_EXPORTACION} onExport={onExport} />
)

/** «Exportar» for lists that can also be printed. */
export const InformeButton = ({ onExport }: { onExport: (formato: FormatoInforme) => Promise<unknown> }) => (
  <Formatos formatos={FORMATOS_INFORME} onExport={onExport} />
)

interface FormatosProps<F extends FormatoInforme> {
  formatos: readonly F[]
  onExport: (formato: F) => Promise<unknown>
}

function Formatos<F extends FormatoInforme>({ formatos, onExport }: FormatosProps<F>) {
  const [isBusy, run] = useBusy(onExport)
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
          {formatos.toReversed().map((formato) => (
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

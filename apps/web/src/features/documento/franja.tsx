import { IconDeviceFloppy, IconEye, IconFileText, IconKeyboard, IconPlus, IconRepeat } from '@tabler/icons-react'
import type { Fecha } from '@yupana/fiscal'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { addNotice } from '../../lib/notices.ts'
import type { BorradorSync } from './borrador-sync.ts'
import { readLastFactura } from './documento.queries.ts'
import classes from './documento.module.css'
import { EstadoDelBorrador } from './estado-borrador.tsx'
import { isWorthKeeping, valoresOf, type FacturaValores } from './factura-valores.ts'
import { tell } from './tell.ts'

interface FranjaProps {
  title: string
  sync: BorradorSync
  isCorreccion: boolean
  vistaPrevia: boolean
  hoy: Fecha
  onPreview: () => void
  onSave: () => void
  onDrafts: () => void
  onHelp: () => void
  onNew: () => void
  onRepeated: () => void
}

const ICON = { size: 18 }

/** State of the document and what can be done with it. */
export const Franja = ({ title, sync, isCorreccion, vistaPrevia, hoy, onPreview, onSave, onDrafts, onHelp, onNew, onRepeated }: FranjaProps) => (
  <header className={classes.strip}>
    <PageTitle takesFocus={false}>{title}</PageTitle>
    <Chip tone={isCorreccion ? 'danger' : 'neutral'} isDraft={!isCorreccion}>
      {isCorreccion ? 'No autorizado' : 'Borrador'}
    </Chip>
    <EstadoDelBorrador sync={sync} />
    <div className={classes.herramientas}>
      {!isCorreccion && <Repetir hoy={hoy} onRepeated={onRepeated} />}
      <Button variant="default" aria-pressed={vistaPrevia} leftSection={<IconEye {...ICON} />} onClick={onPreview} title="Alt P">
        Vista previa
      </Button>
      {!isCorreccion && (
        <>
          <Button variant="default" leftSection={<IconDeviceFloppy {...ICON} />} onClick={onSave} title="Ctrl S">
            Guardar borrador
          </Button>
          <IconButton label="Borradores" onClick={onDrafts}>
            <IconFileText {...ICON} />
          </IconButton>
        </>
      )}
      <IconButton label="Nueva factura (Alt N)" onClick={onNew}>
        <IconPlus {...ICON} />
      </IconButton>
      <IconButton label="Teclas (?)" onClick={onHelp}>
        <IconKeyboard {...ICON} />
      </IconButton>
    </div>
  </header>
)

/** The last sale again, offered while nothing was typed. */
function Repetir({ hoy, onRepeated }: { hoy: Fecha; onRepeated: () => void }) {
  const { reset } = useFormContext<FacturaValores>()
  const isBegun = useWatch<FacturaValores, boolean>({ compute: (valores) => isWorthKeeping(valores as FacturaValores) })
  const repeat = async () => {
    const form = await readLastFactura()
    if (!form) return addNotice({ severity: 'info', detail: 'Todavía no tiene una venta que repetir.' })
    reset(valoresOf(form, hoy))
    onRepeated()
  }
  if (isBegun) return null
  return (
    <Button variant="default" leftSection={<IconRepeat {...ICON} />} onClick={() => tell(repeat())}>
      Repetir la última venta
    </Button>
  )
}

import { IconDeviceFloppy, IconEye, IconFileText, IconKeyboard, IconPlus, IconRepeat } from '@tabler/icons-react'
import type { Contexto } from '@yupana/contract'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { nombreOf } from '../../lib/keyboard.ts'
import { addNotice } from '../../lib/notices.ts'
import type { BorradorSync } from './borrador-sync.ts'
import { readLastFactura } from './documento.queries.ts'
import classes from './documento.module.css'
import { EstadoDelBorrador } from './estado-borrador.tsx'
import { isWorthKeeping, valoresOf, withReglas, type FacturaValores } from './factura-valores.ts'
import { TECLAS } from './teclas.ts'
import { tell } from './tell.ts'

interface FranjaProps {
  title: string
  sync: BorradorSync
  isCorreccion: boolean
  vistaPrevia: boolean
  contexto: Contexto
  onPreview: () => void
  onSave: () => void
  onDrafts: () => void
  onHelp: () => void
  onNew: () => void
  onRepeated: () => void
}

const ICON = { size: 18 }

/** State of the document and what can be done with it. */
export const Franja = ({ title, sync, isCorreccion, vistaPrevia, contexto, onPreview, onSave, onDrafts, onHelp, onNew, onRepeated }: FranjaProps) => (
  <header className={classes.strip}>
    <PageTitle takesFocus={false}>{title}</PageTitle>
    <Chip tone={isCorreccion ? 'danger' : 'neutral'} isDraft={!isCorreccion}>
      {isCorreccion ? 'No autorizado' : 'Borrador'}
    </Chip>
    <EstadoDelBorrador sync={sync} />
    <div className={classes.herramientas}>
      {!isCorreccion && <Repetir contexto={contexto} onRepeated={onRepeated} />}
      <Button variant="default" aria-pressed={vistaPrevia} leftSection={<IconEye {...ICON} />} onClick={onPreview} title={nombreOf(TECLAS.vistaPrevia)}>
        Vista previa
      </Button>
      {!isCorreccion && (
        <>
          <Button variant="default" leftSection={<IconDeviceFloppy {...ICON} />} onClick={onSave} title={nombreOf(TECLAS.guardar)}>
            Guardar borrador
          </Button>
          <IconButton label="Borradores" onClick={onDrafts}>
            <IconFileText {...ICON} />
          </IconButton>
        </>
      )}
      <IconButton label={`Nueva factura (${nombreOf(TECLAS.nueva)})`} onClick={onNew}>
        <IconPlus {...ICON} />
      </IconButton>
      <IconButton label={`Teclas (${nombreOf(TECLAS.ayuda)})`} onClick={onHelp}>
        <IconKeyboard {...ICON} />
      </IconButton>
    </div>
  </header>
)

/** The last sale again, offered while nothing was typed. */
function Repetir({ contexto, onRepeated }: { contexto: Contexto; onRepeated: () => void }) {
  const { reset } = useFormContext<FacturaValores>()
  const isBegun = useWatch<FacturaValores, boolean>({ compute: (valores) => isWorthKeeping(valores as FacturaValores) })
  const repeat = async () => {
    const form = await readLastFactura()
    if (!form) return addNotice({ severity: 'info', detail: 'Todavía no tiene una venta que repetir.' })
    reset(withReglas(valoresOf(form, contexto.hoy), contexto))
    onRepeated()
  }
  if (isBegun) return null
  return (
    <Button variant="default" leftSection={<IconRepeat {...ICON} />} onClick={() => tell(repeat())}>
      Repetir la última venta
    </Button>
  )
}

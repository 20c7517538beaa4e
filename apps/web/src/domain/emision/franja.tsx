import { IconDeviceFloppy, IconEye, IconFileText, IconKeyboard, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { Button, IconButton } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { nombreOf } from '../../lib/teclado/keyboard.ts'
import type { BorradorSync } from './borrador-sync.ts'
import { EstadoDelBorrador } from './estado-borrador.tsx'
import classes from './hoja.module.css'
import { TECLAS_EMISION } from './teclas.ts'

interface FranjaProps {
  title: string
  sync: BorradorSync
  isCorreccion: boolean
  vistaPrevia: boolean
  /** «Nueva factura (Alt N)». */
  nueva: string
  /** Tools of this type, before the common ones. */
  children?: ReactNode
  onPreview: () => void
  onSave: () => void
  onDrafts: () => void
  onHelp: () => void
  onNew: () => void
}

const ICON = { size: 18 }

/** State of the document and what can be done with it. */
export const Franja = ({
  title,
  sync,
  isCorreccion,
  vistaPrevia,
  nueva,
  children,
  onPreview,
  onSave,
  onDrafts,
  onHelp,
  onNew,
}: FranjaProps) => (
  <header className={classes.strip}>
    <PageTitle takesFocus={false}>{title}</PageTitle>
    <Chip tone={isCorreccion ? 'danger' : 'neutral'} isDraft={!isCorreccion}>
      {isCorreccion ? 'No autorizado' : 'Borrador'}
    </Chip>
    <EstadoDelBorrador sync={sync} />
    <div className={classes.herramientas}>
      {!isCorreccion && children}
      <Button
        variant="default"
        aria-pressed={vistaPrevia}
        leftSection={<IconEye {...ICON} />}
        onClick={onPreview}
        title={nombreOf(TECLAS_EMISION.vistaPrevia)}
      >
        Vista previa
      </Button>
      {!isCorreccion && (
        <>
          <Button variant="default" leftSection={<IconDeviceFloppy {...ICON} />} onClick={onSave} title={nombreOf(TECLAS_EMISION.guardar)}>
            Guardar borrador
          </Button>
          <IconButton label="Borradores" onClick={onDrafts}>
            <IconFileText {...ICON} />
          </IconButton>
        </>
      )}
      <IconButton label={nueva} onClick={onNew}>
        <IconPlus {...ICON} />
      </IconButton>
      <span className={classes.teclas}>
        <IconButton label={`Teclas (${nombreOf(TECLAS_EMISION.ayuda)})`} onClick={onHelp}>
          <IconKeyboard {...ICON} />
        </IconButton>
      </span>
    </div>
  </header>
)

import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { isDigits } from '@yupana/fiscal'

import { Button, IconButton } from '../../components/button.tsx'
import { hasRight } from '../../lib/sesion/rights.ts'
import type { MissReason } from '../producto-picker/producto-picker.tsx'
import classes from './avisos-producto.module.css'

/** A text that became no product. */
export interface AvisoProducto {
  text: string
  reason: MissReason
}

const WORDS: Readonly<Record<MissReason, (text: string) => string>> = {
  DESCONOCIDO: (text) => `No hay un producto con el código «${text}».`,
  SIN_RESPUESTA: (text) => `No se pudo buscar «${text}».`,
  SIN_ELEGIR: (text) => `No eligió un producto para «${text}».`,
}

interface AvisosProductoProps {
  avisos: readonly AvisoProducto[]
  onCreate: (text: string) => void
  /** A line of these words; absent where a line needs a product. */
  onDescribe?: ((text: string) => void) | undefined
  onRetry: (text: string) => void
  onClose: (text: string) => void
}

/** Scans that nobody knows stay in sight until somebody deals with them: the till goes on meanwhile. */
export const AvisosProducto = ({ avisos, onCreate, onDescribe, onRetry, onClose }: AvisosProductoProps) => (
  <div role="alert" className={classes.avisos}>
    {avisos.map(({ text, reason }) => (
      <div key={text} className={classes.aviso}>
        <IconAlertTriangle size={18} aria-hidden="true" />
        <p>{WORDS[reason](text)}</p>
        {reason === 'SIN_RESPUESTA' ? (
          <Button variant="default" onClick={() => onRetry(text)}>
            Buscar de nuevo
          </Button>
        ) : (
          hasRight('producto:crear') && (
            <Button variant="default" onClick={() => onCreate(text)}>
              Crear producto
            </Button>
          )
        )}
        {(reason === 'SIN_ELEGIR' || (reason === 'DESCONOCIDO' && !isDigits(text))) && onDescribe && (
          <Button variant="default" onClick={() => onDescribe(text)}>
            Usar como descripción
          </Button>
        )}
        <IconButton label={`Descartar «${text}»`} onClick={() => onClose(text)}>
          <IconX size={18} />
        </IconButton>
      </div>
    ))}
  </div>
)

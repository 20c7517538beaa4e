import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'

import { copyText } from '../lib/pagina/copy-text.ts'
import { IconButton } from './button.tsx'
import classes from './copyable.module.css'

interface CopyableProps {
  children: string
  /** Name in a sentence: «el número». */
  name: string
}

/** A figure with a button that copies it; if the browser does not allow it, the figure is selected. */
export function Copyable({ children, name }: CopyableProps) {
  const text = useRef<HTMLSpanElement>(null)
  const copy = () => {
    if (text.current) getSelection()?.selectAllChildren(text.current)
    void copyText(children, `Copió ${name}.`, 'Está seleccionado: cópielo con Ctrl C.')
  }
  return (
    <span className={classes.copyable}>
      <span ref={text}>{children}</span>
      <IconButton label={`Copiar ${name}`} onClick={copy}>
        <IconCopy size={16} stroke={1.8} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

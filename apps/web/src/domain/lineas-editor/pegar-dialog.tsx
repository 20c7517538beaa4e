import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import dialog from '../../components/dialog/dialog.module.css'
import classes from './linea-datos.module.css'
import { filasOf, type FilaPegada } from './pegar-filas.ts'

/** For whoever has no Ctrl V at hand: the rows are pasted or typed here. */
export function PegarDialog({ onPaste, onClose }: { onPaste: (filas: FilaPegada[]) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const filas = filasOf(`${text}\n`) ?? (text.trim() === '' ? [] : (filasOf(`${text}\t`) ?? []))
  return (
    <Dialog opened title="Pegar filas" onClose={onClose} size={560}>
      <p className={dialog.message}>
        Copie en su hoja de cálculo las columnas código, cantidad y precio, y péguelas aquí. El precio puede faltar.
      </p>
      <textarea
        className={classes.area}
        aria-label="Filas copiadas"
        rows={8}
        value={text}
        data-autofocus
        spellCheck={false}
        placeholder={'A-001\t2\t5.00\nA-014\t10\t8.00'}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button
          disabled={filas.length === 0}
          onClick={() => {
            onClose()
            onPaste(filas)
          }}
        >
          {filas.length < 2 ? 'Agregar fila' : `Agregar ${filas.length} filas`}
        </Button>
      </div>
    </Dialog>
  )
}

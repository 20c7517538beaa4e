import { Button } from '../../components/button.tsx'
import { useStore } from '../../lib/store.ts'
import classes from './avisos.module.css'
import hoja from './documento.module.css'
import type { Emision, FaseEmision } from './emision.ts'

const TEXTO: Readonly<Partial<Record<FaseEmision, readonly [string, string]>>> = {
  enviando: ['Emitiendo la factura…', ''],
  preguntando: ['Aún no se sabe si la factura quedó emitida.', 'Se está consultando al servidor. No hace falta emitirla otra vez.'],
  ausente: ['La factura no llegó a emitirse.', 'Nada se perdió: revise y pulse «Emitir». No se duplicará.'],
}

/** What happens between «Emitir» and the number. */
export function AvanceEmision({ emision }: { emision: Emision }) {
  const fase = useStore(emision.fase)
  const [title, detail] = TEXTO[fase] ?? ['', '']
  return (
    <div role="status" className={title === '' ? hoja.spoken : classes.avance} data-fase={fase}>
      <div>
        <strong>{title}</strong>
        {detail !== '' && <p>{detail}</p>}
      </div>
      {fase === 'preguntando' && (
        <Button variant="default" onClick={emision.askNow}>
          Consultar estado
        </Button>
      )}
    </div>
  )
}

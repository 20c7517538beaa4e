import { Button } from '../../components/button.tsx'
import { useStore } from '../../lib/pagina/store.ts'
import classes from './avisos.module.css'
import hoja from './hoja.module.css'
import type { Emision, FaseEmision } from './emision.ts'

const textosOf = (nombre: string): Readonly<Partial<Record<FaseEmision, readonly [string, string]>>> => ({
  enviando: [`Emitiendo la ${nombre}…`, ''],
  preguntando: [`Aún no se sabe si la ${nombre} quedó emitida.`, 'Se está consultando al servidor. No hace falta emitirla otra vez.'],
  ausente: [`La ${nombre} no llegó a emitirse.`, 'Nada se perdió: revise y pulse «Emitir». No se duplicará.'],
})

/** Progress between «Emitir» and the number. */
export function AvanceEmision({ emision, nombre }: { emision: Emision; nombre: string }) {
  const fase = useStore(emision.fase)
  const [title, detail] = textosOf(nombre)[fase] ?? ['', '']
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

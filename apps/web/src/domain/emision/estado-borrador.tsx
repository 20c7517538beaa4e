import { horaText } from '../../lib/formato/format.ts'
import { useStore } from '../../lib/pagina/store.ts'
import type { BorradorSync, EstadoBorrador } from './borrador-sync.ts'
import classes from './hoja.module.css'

const textOf = ({ fase, en }: EstadoBorrador): string => {
  if (fase === 'local') return 'Guardado solo en este equipo'
  if (fase === 'guardando' || fase === 'pendiente') return 'Guardando el borrador…'
  return fase === 'guardado' && en !== undefined ? `Borrador guardado ${horaText(en)}` : ''
}

/** Where what was typed is. */
export function EstadoDelBorrador({ sync }: { sync: BorradorSync }) {
  const estado = useStore(sync.estado)
  return (
    <p role="status" className={classes.guardado} data-fase={estado.fase}>
      {textOf(estado)}
    </p>
  )
}

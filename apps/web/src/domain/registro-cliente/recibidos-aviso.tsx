import { useQuery } from '@tanstack/react-query'

import { Button } from '../../components/button.tsx'
import classes from './recibidos-aviso.module.css'
import { registrosQuery } from './registro.queries.ts'

/** Notice that clients have sent data which nobody has reviewed; nothing without such data. */
export function RecibidosAviso({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(registrosQuery())
  const n = data?.filter(({ recibido }) => recibido !== null).length ?? 0
  if (n === 0) return null
  return (
    <div role="status" className={classes.aviso}>
      <span>{n === 1 ? 'Un cliente envió sus datos.' : `${n} clientes enviaron sus datos.`}</span>
      <Button variant="default" onClick={onOpen}>
        Datos por aceptar
      </Button>
    </div>
  )
}

import type { ObligacionFila } from '@yupana/contract'
import { Link } from 'react-router'

import { Chip } from '../../components/chip.tsx'
import { useOrigin } from '../../lib/pagina/use-leave.ts'
import classes from './obligacion.module.css'
import { venceOf } from './vence.ts'

/** Due obligations, each with a link to its screen. */
export const ObligacionLista = ({ obligaciones }: { obligaciones: readonly ObligacionFila[] }) => (
  <ul className={classes.obligaciones}>
    {obligaciones.map((obligacion) => (
      <Obligacion key={obligacion.id} obligacion={obligacion} />
    ))}
  </ul>
)

function Obligacion({ obligacion: { vence, texto, detalle, enlace, confidence } }: { obligacion: ObligacionFila }) {
  const origin = useOrigin()
  const { texto: cuando, fecha, tone } = venceOf(vence)
  return (
    <li className={classes.obligacion}>
      <span className={classes.words}>
        <Link to={enlace} state={origin}>
          {texto}
        </Link>
        <span>
          {detalle}
          {confidence !== 'V' && '. Por confirmar: consulte el calendario del SRI'}
        </span>
      </span>
      <span className={classes.vence}>
        <Chip tone={tone}>{cuando}</Chip>
        <span>{fecha}</span>
      </span>
    </li>
  )
}

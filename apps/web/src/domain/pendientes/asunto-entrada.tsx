import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'

import { useOrigin } from '../../lib/pagina/use-leave.ts'
import classes from './asunto-entrada.module.css'
import type { Asunto } from './asuntos.ts'

interface AsuntoEntradaProps {
  asunto: Asunto
  onFollow?: () => void
}

/** A pending matter, with its link. */
export function AsuntoEntrada({ asunto: { icon: Icon, tone, text, hint, to }, onFollow }: AsuntoEntradaProps) {
  const origin = useOrigin()
  const words = (
    <>
      <Icon size={20} stroke={1.8} aria-hidden="true" className={classes.icon} data-tone={tone} />
      <span className={classes.words}>
        <strong>{text}</strong>
        <span>{hint}</span>
      </span>
    </>
  )
  if (to === undefined) return <div className={classes.asunto}>{words}</div>
  return (
    <Link to={to} state={origin} className={classes.asunto} onClick={onFollow}>
      {words}
      <IconChevronRight size={18} aria-hidden="true" className={classes.arrow} />
    </Link>
  )
}

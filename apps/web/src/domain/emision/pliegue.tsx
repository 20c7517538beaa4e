import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { useIsPhone } from '../../components/theme/viewport.ts'
import classes from './pliegue.module.css'

interface PliegueProps {
  /** Accessible name. */
  label: string
  /** Summary of its present content. Words come last, and give way to the figures. */
  resumen: readonly (string | undefined)[]
  children: ReactNode
}

/** Fields that seldom change, between client and products: on a phone a single row until it is opened. */
export function Pliegue({ label, resumen, children }: PliegueProps) {
  const isPhone = useIsPhone()
  const parts = resumen.filter((part) => part !== undefined && part !== '')
  if (!isPhone || parts.length === 0) return children
  return (
    <details className={classes.pliegue}>
      <summary aria-label={[label, ...parts].join(' · ')}>
        <IconChevronRight size={18} aria-hidden="true" />
        {parts.length > 1 && <strong>{parts.slice(0, -1).join(' · ')}</strong>}
        <span>{parts.at(-1)}</span>
      </summary>
      <div className={classes.dentro}>{children}</div>
    </details>
  )
}

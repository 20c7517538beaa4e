import { IconCheck, IconLoader2, IconMinus, IconX } from '@tabler/icons-react'

import type { PasoAvance } from './pasos.ts'
import classes from './pasos.module.css'

const SPOKEN: Readonly<Record<PasoAvance, string>> = {
  hecho: 'hecho',
  actual: 'en curso',
  pendiente: 'pendiente',
  fallido: 'falló',
  omitido: 'no se hará',
}

const ICONS = { hecho: IconCheck, actual: IconLoader2, fallido: IconX, omitido: IconMinus } as const

/** Full when done, red when failed, hollow when pending. The words are for screen readers. */
export function PasoIcon({ avance }: { avance: PasoAvance }) {
  const Icon = avance === 'pendiente' ? undefined : ICONS[avance]
  return (
    <span className={classes.icon} data-avance={avance}>
      {Icon && <Icon size={14} aria-hidden="true" />}
      <span className={classes.spoken}>{SPOKEN[avance]}</span>
    </span>
  )
}

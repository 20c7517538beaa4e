import type { ReactNode } from 'react'

import classes from './recibido.module.css'

/** A part of the proposal, with its reason below. */
export const Parte = ({ motivo, children }: { motivo: string; children: ReactNode }) => (
  <div className={classes.parte}>
    {children}
    <small>{motivo}</small>
  </div>
)

import type { Sesion } from './session.ts'

/** What people call somebody who works here. */
export const quienOf = ({ name, surname, username }: Pick<Sesion, 'name' | 'surname' | 'username'>): string =>
  `${name} ${surname}`.trim() || username

import type { Sesion } from './session.ts'

/** Display name of a user. */
export const quienOf = ({ name, surname, username }: Pick<Sesion, 'name' | 'surname' | 'username'>): string =>
  `${name} ${surname}`.trim() || username

import { PAISES } from '@yupana/fiscal'

/** Countries of the SRI by name, for a choice. */
export const PAIS_OPTIONS = [
  { value: '', label: 'Elija el país' },
  ...PAISES.map(({ codigo, nombre }) => ({ value: codigo, label: `${nombre} (${codigo})` })),
]

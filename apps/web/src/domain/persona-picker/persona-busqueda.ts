import { searchPersona, type Persona, type PAGE_SIZES } from '@yupana/contract'

import { fetchData } from '../../lib/http/http.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]

/** What somebody is chosen as. */
export type RolElegido = Persona['roles'][number]

/** Active people for a choice, of that role where one is said. @throws HttpError */
export const askPersonas = (rol?: RolElegido) => (q: string, signal?: AbortSignal) =>
  fetchData(searchPersona, {
    query: { page: 0, size: SIZE, q, ...(rol && { rol }), activo: true },
    ...(signal && { signal }),
  })

import { searchPersona, type Persona, type PAGE_SIZES } from '@yupana/contract'

import { fetchData } from '../../lib/http/http.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]

/** What somebody is chosen as. */
export type RolElegido = Persona['roles'][number]

/** Active people for a choice. Whoever sells to us or carries may be known as a client so far. @throws HttpError */
export const askPersonas = (rol: RolElegido) => (q: string, signal?: AbortSignal) =>
  fetchData(searchPersona, {
    query: { page: 0, size: SIZE, q, ...(rol === 'cliente' && { rol }), activo: true },
    ...(signal && { signal }),
  })

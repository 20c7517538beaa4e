import { searchPersona, type Persona, type PAGE_SIZES } from '@yupana/contract'

import { fetchData } from '../../lib/http/http.ts'

const SIZE = 10 satisfies (typeof PAGE_SIZES)[number]

/** Role for which a person is chosen. */
export type RolElegido = Persona['roles'][number]

const ask = (q: string, rol: RolElegido | undefined, signal: AbortSignal | undefined) =>
  fetchData(searchPersona, { query: { page: 0, size: SIZE, q, ...(rol && { rol }), activo: true }, ...(signal && { signal }) })

/** Active people for a choice: of the role if one is given; all people if nobody in that role is found. @throws HttpError */
export const askPersonas = (rol?: RolElegido) => async (q: string, signal?: AbortSignal) => {
  const found = await ask(q, rol, signal)
  return rol === undefined || found.content.length > 0 ? found : ask(q, undefined, signal)
}

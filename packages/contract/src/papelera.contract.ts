import * as z from 'zod/mini'

import { MAX_DELETE } from './catalogo.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { uuid } from './fields.ts'

/** Hours during which a deletion may be undone. */
export const HORAS_DESHACER = 24

/** The call that undoes a deletion: of all named records, or of none. */
export const restoreOf = (route: `POST /v1/${string}/restaurar`, tag: string, varios: string) =>
  endpoint(route, {
    costo: 'escritura',
    tag,
    summary: `Deshace la eliminación de ${varios} en las ${HORAS_DESHACER} horas siguientes, toda o nada`,
    body: z.object({
      ids: z.array(uuid).check(z.minLength(1), z.maxLength(MAX_DELETE, `Se restauran hasta ${MAX_DELETE} ${varios} a la vez.`)),
    }),
    reply: Nothing,
    msg: 'Eliminación deshecha',
  })

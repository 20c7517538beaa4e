import {
  createRetencionRecibida,
  deleteRetencionRecibida,
  readRetencionRecibida,
  searchRetencionPracticada,
  searchRetencionRecibida,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import type { Router } from '../../http/route.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { requireIdempotencyKey } from '../idempotencia/idempotencia.door.ts'
import * as retencion from './retencion-recibida.service.ts'
import { searchPracticadas, searchRetenciones } from './retencion-recibida.sql.ts'

export function registerRetencionRecibida(router: Router, deps: Pick<Deps, 'clock' | 'config'>): void {
  const leen = { roles: VENDEN }
  router.on(searchRetencionRecibida, leen, ({ tx, session, query }) => searchRetenciones(tx, session, query))
  router.on(searchRetencionPracticada, leen, ({ tx, session, query }) => searchPracticadas(tx, session, query))
  router.on(readRetencionRecibida, leen, ({ tx, empresaId, params }) => retencion.read(tx, empresaId, params.id))
  router.on(createRetencionRecibida, { ...leen, right: 'compra:registrar' }, ({ tx, session, body, request }) =>
    retencion.create(deps, tx, session, requireIdempotencyKey(request), body),
  )
  router.on(deleteRetencionRecibida, { ...leen, right: 'compra:eliminar' }, ({ tx, session, params }) =>
    retencion.remove(deps, tx, session, params.id),
  )
}

import {
  createEstablecimiento,
  createPunto,
  editEstablecimiento,
  editPunto,
  editSerie,
  searchEstablecimiento,
  searchPunto,
  searchSerie,
} from '@yupana/contract'

import { pageOf } from '../../http/listing.ts'
import { ADMINISTRAN, TODOS, VENDEN } from '../../plugins/sesion/roles.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import type { Router } from '../../http/route.ts'
import type { Autor } from './empresa.service.ts'
import * as establecimiento from './establecimiento.service.ts'
import { searchEstablecimientos } from './establecimiento.sql.ts'
import * as punto from './punto-emision.service.ts'
import { searchPuntos } from './punto-emision.sql.ts'
import * as serie from './serie.service.ts'
import { searchSeries } from './serie.sql.ts'

/** Establishments, emission points and their series. */
export function registerSeries(router: Router, autorOf: (session: SesionAbierta) => Autor): void {
  const editan = { roles: ADMINISTRAN, right: 'empresa:editar' } as const

  router.on(searchEstablecimiento, { roles: TODOS }, async ({ tx, empresaId, query }) =>
    pageOf(await searchEstablecimientos(tx, empresaId), query, ['codigo', 'nombre', 'direccion', 'activo']),
  )
  router.on(createEstablecimiento, editan, ({ tx, session, body }) => establecimiento.create(tx, autorOf(session), body))
  router.on(editEstablecimiento, editan, ({ tx, session, params, body }) => establecimiento.edit(tx, autorOf(session), params.codigo, body))

  router.on(searchPunto, { roles: VENDEN }, async ({ tx, empresaId, session, query: { establecimiento: de, ...listing } }) =>
    pageOf(await searchPuntos(tx, empresaId, session.usuarioId, { establecimiento: de }), listing, [
      'establecimiento',
      'codigo',
      'descripcion',
      'activo',
    ]),
  )
  router.on(createPunto, editan, ({ tx, session, body }) => punto.create(tx, autorOf(session), body))
  router.on(editPunto, editan, ({ tx, session, params, body }) => punto.edit(tx, autorOf(session), params, body))

  router.on(
    searchSerie,
    { roles: ADMINISTRAN },
    async ({ tx, empresaId, session, query: { establecimiento: de, punto: en, ...listing } }) =>
      pageOf(await searchSeries(tx, empresaId, session.ambiente, { establecimiento: de, punto: en }), listing, [
        'tipo',
        'establecimiento',
        'punto',
        'siguiente',
      ]),
  )
  router.on(editSerie, { roles: ADMINISTRAN, right: 'serie:editar' }, ({ tx, session, body }) =>
    serie.edit(tx, autorOf(session), session.ambiente, body),
  )
}

import * as z from 'zod/mini'

import { exportNombrado, idsParams, Nombrado, NombradoBusqueda, NombradoForm, NombradoOpcion } from './catalogo.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { idParams, uuid, version } from './fields.ts'
import { listingOf } from './listing.contract.ts'
import { restoreOf } from './papelera.contract.ts'

const tag = 'Unidades'

export const listUnidad = endpoint('GET /unidad/list_unidad', {
  costo: 'busqueda',
  tag,
  summary: 'Todas las unidades de la empresa, por su nombre',
  reply: z.array(NombradoOpcion),
})
export const searchUnidad = endpoint('GET /unidad/search', {
  costo: 'busqueda',
  tag,
  summary: 'Unidades de la empresa',
  query: NombradoBusqueda,
  reply: listingOf(Nombrado),
})
export const createUnidad = endpoint('POST /unidad/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra una unidad; requiere Idempotency-Key',
  body: NombradoForm,
  reply: Nombrado,
  msg: 'Unidad registrada exitosamente',
})
export const editUnidad = endpoint('PUT /unidad/edit', {
  costo: 'escritura',
  tag,
  summary: 'Cambia una unidad, o la desactiva',
  body: z.extend(NombradoForm, { id: uuid, version }),
  reply: Nombrado,
  msg: 'Unidad editada exitosamente',
})
export const deleteUnidad = endpoint('DELETE /unidad/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina una unidad que ningún producto usa',
  params: idParams,
  reply: Nothing,
  msg: 'Unidad eliminada exitosamente',
})
export const deleteUnidades = endpoint('DELETE /unidad/delete-seleted/:ids', {
  costo: 'escritura',
  tag,
  summary: 'Elimina varias unidades, todas o ninguna; ids separados por comas',
  params: idsParams('unidades'),
  reply: Nothing,
  msg: 'Unidades eliminadas exitosamente',
})
export const exportUnidad = exportNombrado('GET /v1/unidad/exportar', tag)
export const restoreUnidades = restoreOf('POST /v1/unidad/restaurar', tag, 'unidades')

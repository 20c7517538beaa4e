import * as z from 'zod/mini'

import { exportNombrado, idsParams, Nombrado, NombradoBusqueda, NombradoForm, NombradoOpcion } from './catalogo.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { idParams, version } from './fields.ts'
import { listingOf } from './listing.contract.ts'
import { restoreOf } from './papelera.contract.ts'

const tag = 'Marcas'

export const allMarca = endpoint('GET /marca/all', {
  costo: 'busqueda',
  tag,
  summary: 'Todas las marcas de la empresa, por su nombre',
  reply: z.array(NombradoOpcion),
})
export const searchMarca = endpoint('GET /marca/search', {
  costo: 'busqueda',
  tag,
  summary: 'Marcas de la empresa',
  query: NombradoBusqueda,
  reply: listingOf(Nombrado),
})
export const createMarca = endpoint('POST /marca/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra una marca; requiere Idempotency-Key',
  body: NombradoForm,
  reply: Nombrado,
  msg: 'Marca registrada exitosamente',
})
export const editMarca = endpoint('PUT /marca/edit/:id', {
  costo: 'escritura',
  tag,
  summary: 'Cambia una marca, o la desactiva',
  params: idParams,
  body: z.extend(NombradoForm, { version }),
  reply: Nombrado,
  msg: 'Marca editada exitosamente',
})
export const deleteMarca = endpoint('DELETE /marca/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina una marca que ningún producto usa',
  params: idParams,
  reply: Nothing,
  msg: 'Marca eliminada exitosamente',
})
export const deleteMarcas = endpoint('DELETE /marca/delete-seleted/:ids', {
  costo: 'escritura',
  tag,
  summary: 'Elimina varias marcas, todas o ninguna; ids separados por comas',
  params: idsParams('marcas'),
  reply: Nothing,
  msg: 'Marcas eliminadas exitosamente',
})
export const exportMarca = exportNombrado('GET /v1/marca/exportar', tag)
export const restoreMarcas = restoreOf('POST /v1/marca/restaurar', tag, 'marcas')

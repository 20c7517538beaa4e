import * as z from 'zod/mini'

import {
  COLUMNAS_NOMBRADO,
  EstadoRegistro,
  FILTRO_NOMBRADO,
  Nombrado,
  NombradoBusqueda,
  NombradoForm,
  NombradoOpcion,
} from './catalogo.contract.ts'
import { endpoint } from './endpoint.ts'
import { Nothing } from './envelope.contract.ts'
import { exportOf } from './exportacion.contract.ts'
import { digitos, idParams, version } from './fields.ts'
import { listingOf } from './listing.contract.ts'
import { restoreOf } from './papelera.contract.ts'

const tag = 'Bodegas'

/** Warehouses a company may have: pages load all of them into pickers. */
export const MAX_BODEGAS = 200

/** A warehouse (O-72): name, description, state, the establishment that uses it, and whether it is the default of all others. */
export const BodegaForm = z.extend(NombradoForm, {
  status: z._default(EstadoRegistro, 'ACTIVO'),
  establecimiento: z.optional(
    z.pipe(
      z.union([z.literal(''), z.null(), digitos(3)]),
      z.transform((text) => text || undefined),
    ),
  ),
  predeterminada: z._default(z.boolean(), false),
})
export type BodegaForm = z.infer<typeof BodegaForm>

export const Bodega = z.extend(Nombrado, { establecimiento: z.nullable(z.string()), predeterminada: z.boolean() })
export type Bodega = z.infer<typeof Bodega>

/** An option of the picker; an inactive warehouse has its name but is not offered. */
export const BodegaOpcion = z.extend(NombradoOpcion, { establecimiento: z.nullable(z.string()), predeterminada: z.boolean() })
export type BodegaOpcion = z.infer<typeof BodegaOpcion>

export const allBodega = endpoint('GET /v1/bodega/all', {
  costo: 'busqueda',
  tag,
  summary: 'Todas las bodegas de la empresa, por su nombre',
  reply: z.array(BodegaOpcion),
})
export const searchBodega = endpoint('GET /v1/bodega/search', {
  costo: 'busqueda',
  tag,
  summary: 'Bodegas de la empresa',
  query: NombradoBusqueda,
  reply: listingOf(Bodega),
})
const { status: estado, ...nombre } = COLUMNAS_NOMBRADO
/** The columns of the list. */
export const COLUMNAS_BODEGA = { ...nombre, establecimiento: 'Establecimiento', uso: 'Uso', status: estado } as const
export const exportBodega = exportOf('GET /v1/bodega/exportar', {
  tag,
  summary: 'Bodegas como archivo, con los filtros y el orden de la lista',
  filtro: FILTRO_NOMBRADO,
  columnas: COLUMNAS_BODEGA,
})
export const createBodega = endpoint('POST /v1/bodega/create', {
  costo: 'escritura',
  tag,
  summary: 'Registra una bodega; requiere Idempotency-Key',
  body: BodegaForm,
  reply: Bodega,
  msg: 'Bodega registrada exitosamente',
})
export const editBodega = endpoint('PUT /v1/bodega/edit/:id', {
  costo: 'escritura',
  tag,
  summary: 'Cambia una bodega, la hace predeterminada o la desactiva',
  params: idParams,
  body: z.extend(BodegaForm, { version }),
  reply: Bodega,
  msg: 'Bodega editada exitosamente',
})
export const deleteBodega = endpoint('DELETE /v1/bodega/delete/:id', {
  costo: 'escritura',
  tag,
  summary: 'Elimina una bodega sin movimientos',
  params: idParams,
  reply: Nothing,
  msg: 'Bodega eliminada exitosamente',
})
export const restoreBodegas = restoreOf('POST /v1/bodega/restaurar', tag, 'bodegas')

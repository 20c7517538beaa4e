import {
  allBodega,
  createBodega,
  deleteBodega,
  editBodega,
  exportBodega,
  restoreBodegas,
  searchBodega,
  type Bodega,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { catalogoOf } from '../catalogo/catalogo.ts'

export const BODEGAS = catalogoOf<Bodega>({
  lista: 'bodega',
  right: 'producto',
  words: { title: 'Bodegas', one: 'bodega', several: 'bodegas', nuevo: 'Nueva bodega', the: 'la bodega', this: 'esta bodega' },
  search: searchBodega,
  file: exportBodega,
  create: createBodega,
  edit: editBodega,
  remove: deleteBodega,
  restore: restoreBodegas,
})

/** All warehouses, for a choice. */
export const bodegasQuery = () =>
  queryOptions({ queryKey: [BODEGAS.lista, 'todas'], queryFn: ({ signal }) => fetchData(allBodega, { signal }) })

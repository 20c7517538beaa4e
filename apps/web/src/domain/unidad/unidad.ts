import {
  createUnidad,
  deleteUnidad,
  deleteUnidades,
  editUnidad,
  exportUnidad,
  listUnidad,
  restoreUnidades,
  searchUnidad,
  type Nombrado,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { catalogoOf } from '../catalogo/catalogo.ts'

export const UNIDADES = catalogoOf<Nombrado>({
  lista: 'unidad',
  right: 'producto',
  words: { title: 'Unidades', one: 'unidad', several: 'unidades', nuevo: 'Nueva unidad', the: 'la unidad', this: 'esta unidad' },
  search: searchUnidad,
  file: exportUnidad,
  create: createUnidad,
  edit: editUnidad,
  remove: deleteUnidad,
  restore: restoreUnidades,
  removeAll: deleteUnidades,
})

/** All units, for a choice. */
export const unidadesQuery = () =>
  queryOptions({ queryKey: [UNIDADES.lista, 'todas'], queryFn: ({ signal }) => fetchData(listUnidad, { signal }) })

import {
  allMarca,
  createMarca,
  deleteMarca,
  deleteMarcas,
  editMarca,
  exportMarca,
  restoreMarcas,
  searchMarca,
  type Nombrado,
} from '@yupana/contract'
import { queryOptions } from '@tanstack/react-query'

import { fetchData } from '../../lib/http/http.ts'
import { catalogoOf } from '../catalogo/catalogo.ts'

export const MARCAS = catalogoOf<Nombrado>({
  lista: 'marca',
  right: 'producto',
  words: { title: 'Marcas', one: 'marca', several: 'marcas', nuevo: 'Nueva marca', the: 'la marca', this: 'esta marca' },
  search: searchMarca,
  file: exportMarca,
  create: createMarca,
  edit: editMarca,
  remove: deleteMarca,
  restore: restoreMarcas,
  removeAll: deleteMarcas,
})

/** All brands, for a choice. */
export const marcasQuery = () =>
  queryOptions({ queryKey: [MARCAS.lista, 'todas'], queryFn: ({ signal }) => fetchData(allMarca, { signal }) })

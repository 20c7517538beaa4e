import { createUnidad, deleteUnidad, deleteUnidades, editUnidad, exportUnidad, searchUnidad, type Nombrado } from '@yupana/contract'

import { catalogoOf } from '../../domain/catalogo/catalogo.ts'
import { NombradoList } from '../../domain/catalogo/nombrado-list.tsx'

const UNIDADES = catalogoOf<Nombrado>({
  lista: 'unidad',
  right: 'producto',
  words: { title: 'Unidades', one: 'unidad', several: 'unidades', nuevo: 'Nueva unidad', the: 'la unidad', this: 'esta unidad' },
  search: searchUnidad,
  file: exportUnidad,
  create: createUnidad,
  edit: editUnidad,
  remove: deleteUnidad,
  removeAll: deleteUnidades,
})

export const UnidadListPage = () => (
  <NombradoList catalogo={UNIDADES} firstUse="Registre las unidades en que mide o vende sus productos: caja, kilogramo, litro." />
)

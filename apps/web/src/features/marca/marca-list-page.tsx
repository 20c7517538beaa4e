import { createMarca, deleteMarca, deleteMarcas, editMarca, exportMarca, searchMarca, type Nombrado } from '@yupana/contract'

import { catalogoOf } from '../../domain/catalogo/catalogo.ts'
import { NombradoList } from '../../domain/catalogo/nombrado-list.tsx'

const MARCAS = catalogoOf<Nombrado>({
  lista: 'marca',
  right: 'producto',
  words: { title: 'Marcas', one: 'marca', several: 'marcas', nuevo: 'Nueva marca', the: 'la marca', this: 'esta marca' },
  search: searchMarca,
  file: exportMarca,
  create: createMarca,
  edit: editMarca,
  remove: deleteMarca,
  removeAll: deleteMarcas,
})

export const MarcaListPage = () => <NombradoList catalogo={MARCAS} firstUse="Registre las marcas de lo que vende." />

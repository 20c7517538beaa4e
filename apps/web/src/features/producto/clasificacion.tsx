import type { NombradoOpcion } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'

import { FieldPair } from '../../components/form/form-parts.tsx'
import { NombradoDialog } from '../../domain/catalogo/nombrado-list.tsx'
import { OpcionField, type Opcion } from '../../domain/catalogo/opcion-field.tsx'
import { CategoriaDialog } from '../../domain/categoria/categoria-dialog.tsx'
import { arbolQuery, caminoText, sitiosOf } from '../../domain/categoria/categoria.ts'
import { MARCAS, marcasQuery } from '../../domain/marca/marca.ts'
import type { ProductoInput } from '../../domain/producto/producto-schema.ts'
import { UNIDADES, unidadesQuery } from '../../domain/unidad/unidad.ts'
import { hasRight } from '../../lib/sesion/rights.ts'

type Campo = 'category_id' | 'brand_id' | 'unit_id'

const opcionOf = ({ id, name, status }: NombradoOpcion): Opcion => ({ id, name, detail: '', isActive: status === 'ACTIVO' })

/** Category, brand and unit of a product; a missing one is created in a dialog and then chosen. */
export function Clasificacion() {
  const { setValue } = useFormContext<ProductoInput>()
  const [wanted, setWanted] = useState<{ campo: Campo; text: string }>()
  const { data: arbol = [] } = useQuery(arbolQuery())
  const { data: marcas = [] } = useQuery(marcasQuery())
  const { data: unidades = [] } = useQuery(unidadesQuery())
  const close = () => setWanted(undefined)
  const choose = (campo: Campo) => (saved: { id: string }) => {
    setValue(campo, saved.id, { shouldDirty: true })
    close()
  }
  const createOf = (campo: Campo, what: string) =>
    hasRight('producto:crear') ? { what, run: (text: string) => setWanted({ campo, text }) } : undefined
  const categorias = sitiosOf(arbol).map(({ nodo, above }) => ({ ...opcionOf(nodo), detail: caminoText(above) }))
  return (
    <>
      <OpcionField
        name="category_id"
        label="Categoría"
        queryKey="categoria-opcion"
        opciones={categorias}
        none="Sin categoría"
        create={createOf('category_id', 'categoría')}
      />
      <FieldPair>
        <OpcionField
          name="brand_id"
          label="Marca"
          queryKey="marca-opcion"
          opciones={marcas.map(opcionOf)}
          none="Sin marca"
          create={createOf('brand_id', 'marca')}
        />
        <OpcionField
          name="unit_id"
          label="Unidad"
          queryKey="unidad-opcion"
          opciones={unidades.map(opcionOf)}
          none="Sin unidad"
          create={createOf('unit_id', 'unidad')}
        />
      </FieldPair>
      {wanted?.campo === 'category_id' && <CategoriaDialog name={wanted.text} onDone={choose('category_id')} onClose={close} />}
      {wanted?.campo === 'brand_id' && <NombradoDialog catalogo={MARCAS} name={wanted.text} onDone={choose('brand_id')} onClose={close} />}
      {wanted?.campo === 'unit_id' && <NombradoDialog catalogo={UNIDADES} name={wanted.text} onDone={choose('unit_id')} onClose={close} />}
    </>
  )
}

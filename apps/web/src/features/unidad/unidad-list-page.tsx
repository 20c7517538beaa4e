import { NombradoList } from '../../domain/catalogo/nombrado-list.tsx'
import { UNIDADES } from '../../domain/unidad/unidad.ts'

export const UnidadListPage = () => (
  <NombradoList catalogo={UNIDADES} firstUse="Registre las unidades en que mide o vende sus productos: caja, kilogramo, litro." />
)

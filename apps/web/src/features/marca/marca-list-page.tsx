import { NombradoList } from '../../domain/catalogo/nombrado-list.tsx'
import { MARCAS } from '../../domain/marca/marca.ts'

export const MarcaListPage = () => <NombradoList catalogo={MARCAS} firstUse="Registre las marcas de lo que vende." />

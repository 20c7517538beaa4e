import { nombreDeLista } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import { NativeSelect } from '../../components/native-select.tsx'
import { exactOf, productosLineaQuery } from '../producto-picker/producto-busqueda.ts'
import { withLista, type LineaValores } from './linea-valores.ts'
import { useLineasContext } from './lineas-context.ts'

/** From which list this line has its price, with what each would charge; nothing of a line without a product, or of a purchase. */
export function LineaLista({ fila, linea }: { fila: number; linea: LineaValores }) {
  const { reglas, acciones } = useLineasContext()
  const isListed = linea.producto_id !== undefined && reglas.compra !== true
  const { data } = useQuery({ ...productosLineaQuery(linea.codigo), enabled: isListed && !linea.precios && linea.codigo !== '' })
  const producto = exactOf(linea.codigo, data?.content ?? [])
  const found = producto?.id === linea.producto_id ? producto : undefined
  const precios = linea.precios ?? (found && [found.price, ...found.price_list])
  if (!isListed || !precios || (precios.length === 1 && linea.lista !== undefined)) return null
  const options = precios.map((precio, lista) => ({
    value: String(lista),
    label: `${nombreDeLista(lista)} · ${withLista({ ...linea, precios }, lista, reglas).precio || displayMonto(precio)}`,
  }))
  return (
    <NativeSelect
      label="Precio de la línea"
      value={linea.lista === undefined ? '' : String(linea.lista)}
      data={[...(linea.lista === undefined ? [{ value: '', label: 'Escrito a mano' }] : []), ...options]}
      onChange={({ currentTarget: { value } }) => value !== '' && acciones.list(fila, Number(value))}
    />
  )
}

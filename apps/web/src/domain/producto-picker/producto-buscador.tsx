import type { ProductoVenta } from '@yupana/contract'
import type { RefObject } from 'react'

import { OptionRecord } from '../../components/combobox/option-parts.tsx'
import { RecordPicker } from '../../components/combobox/record-picker.tsx'
import { findProductos } from './producto-busqueda.ts'

const ask = async (q: string) => ({ content: await findProductos(q) })
const optionOf = ({ id, code, name }: ProductoVenta) => ({ key: id, content: <OptionRecord title={name} detail={code} /> })

interface ProductoBuscadorProps {
  /** Name of the list that it fills: each list has its own memory of searches. */
  scope: string
  label: string
  onChoose: (producto: ProductoVenta) => void
  inputRef: RefObject<HTMLInputElement | null>
  error: string | undefined
}

/** Adds products to a list by scanner or name, one after the other. */
export const ProductoBuscador = (props: ProductoBuscadorProps) => (
  <RecordPicker queryKey="producto" ask={ask} optionOf={optionOf} placeholder="Escanee o busque un producto" text={undefined} {...props} />
)

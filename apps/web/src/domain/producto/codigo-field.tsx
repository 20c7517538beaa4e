import { searchProducto, type PAGE_SIZES } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import { TextField } from '../../components/form/text-field.tsx'
import { usePropuesta } from '../../components/form/use-propuesta.ts'
import { fetchData } from '../../lib/http/http.ts'
import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import { codigoOf, libreOf } from './codigo-propuesto.ts'
import type { ProductoInput } from './producto-schema.ts'

const ASK_MS = 400
const MOST = 50 satisfies (typeof PAGE_SIZES)[number]

/** A free code made from the name; undefined until it is known. */
function useLibre(isNuevo: boolean): string | undefined {
  const codigo = useDebounced(codigoOf(useWatch<ProductoInput, 'name'>({ name: 'name' })), ASK_MS)
  const { data } = useQuery({
    queryKey: ['producto', 'codigo', codigo],
    // A failure of this help is not reported: the user types the code.
    queryFn: ({ signal }) => fetchData(searchProducto, { query: { page: 0, size: MOST, q: codigo }, signal, background: true }),
    enabled: isNuevo && codigo !== '',
  })
  return (
    data &&
    libreOf(
      codigo,
      data.content.map(({ code }) => code),
    )
  )
}

/** The code of a product. That of a new product is proposed from its name until the user types another. */
export function CodigoField({ isNuevo }: { isNuevo: boolean }) {
  const isPropuesto = usePropuesta('code', useLibre(isNuevo))
  return (
    <TextField name="code" label="Código" required description={isPropuesto ? 'Propuesto por el nombre; puede cambiarlo.' : undefined} />
  )
}

import { calculateFactura, type FacturaForm } from '@yupana/contract'

import { fetchData } from '../../lib/http/http.ts'

const PRODUCTO = /^lineas\.(\d+)\.producto_id$/

/** What is to be seen of the products of a factura before it is issued: one is gone, or no longer sold. @throws HttpError */
export async function dudasOfFactura(form: FacturaForm): Promise<string[]> {
  if (form.cotizacion_id === undefined && form.lineas.every(({ producto_id: id }) => id === undefined)) return []
  const { problemas, avisos } = await fetchData(calculateFactura, { body: form })
  return [...problemas, ...avisos].flatMap(({ campo, message }) => {
    const at = PRODUCTO.exec(campo)?.[1]
    return at === undefined ? [] : [`Línea ${Number(at) + 1}: ${message}`]
  })
}

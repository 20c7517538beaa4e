import { calculateFactura, type FacturaForm } from '@yupana/contract'

import { fetchData } from '../../lib/http/http.ts'

const PRODUCTO = /^lineas\.(\d+)\.producto_id$/

/** What the server says of a client whose limit this sale passes. */
const LIMITE = 'pagos.0.plazo'

/**
 * What is to be seen of a factura before it is issued: a product is gone, or no longer sold, or it takes its client over his limit.
 * @throws HttpError
 */
export async function dudasOfFactura(form: FacturaForm): Promise<string[]> {
  const hasProducto = form.cotizacion_id !== undefined || form.lineas.some(({ producto_id: id }) => id !== undefined)
  if (!hasProducto && form.pagos.every(({ plazo }) => plazo === undefined)) return []
  const { problemas, avisos } = await fetchData(calculateFactura, { body: form })
  const deProductos = [...problemas, ...avisos].flatMap(({ campo, message }) => {
    const at = PRODUCTO.exec(campo)?.[1]
    return at === undefined ? [] : [`Línea ${Number(at) + 1}: ${message}`]
  })
  return [...deProductos, ...avisos.flatMap(({ campo, message }) => (campo === LIMITE ? [message] : []))]
}

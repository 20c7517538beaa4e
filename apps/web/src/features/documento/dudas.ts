import { calculateFactura, type FacturaForm } from '@yupana/contract'
import { TIPO_IDENTIFICACION } from '@yupana/fiscal'

import { fetchData } from '../../lib/http/http.ts'

const PRODUCTO = /^lineas\.(\d+)\.producto_id$/

/** Fields of the server's doubts about a client: over the limit by this sale, or merged into another record. */
const DEL_CLIENTE: readonly string[] = ['pagos.0.plazo', 'comprador.identificacion']

export interface Duda {
  /** Index of the form's line; absent for other fields. */
  linea?: number
  message: string
}

/**
 * Doubts about a factura before it is issued: a product is deleted or inactive, or the client was merged or exceeds the limit.
 * @throws HttpError
 */
export async function dudasDe(form: FacturaForm): Promise<Duda[]> {
  const hasProducto = form.cotizacion_id !== undefined || form.lineas.some(({ producto_id: id }) => id !== undefined)
  const isOfNobody = form.comprador.tipo_identificacion === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL
  if (!hasProducto && isOfNobody && form.pagos.every(({ plazo }) => plazo === undefined)) return []
  const { problemas, avisos } = await fetchData(calculateFactura, { body: form })
  const deProductos = [...problemas, ...avisos].flatMap(({ campo, message }) => {
    const at = PRODUCTO.exec(campo)?.[1]
    return at === undefined ? [] : [{ linea: Number(at), message }]
  })
  return [...deProductos, ...avisos.filter(({ campo }) => DEL_CLIENTE.includes(campo)).map(({ message }) => ({ message }))]
}

/** The same doubts as text, for issuing many at once. @throws HttpError */
export const dudasOfFactura = async (form: FacturaForm): Promise<string[]> =>
  (await dudasDe(form)).map(({ linea, message }) => (linea === undefined ? message : `Línea ${linea + 1}: ${message}`))

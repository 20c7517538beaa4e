import {
  LIQUIDACION_CALLS,
  proposeRetencion,
  readCompra,
  retencionDeCompra,
  type CompraRetenida,
  type CondicionProveedor,
  type PropuestaRetencion,
  type RetencionForm,
} from '@yupana/contract'
import { COD_DOC, FORMA_PAGO_EFECTIVO, sum, tarifaIvaAt, TIPO_IVA } from '@yupana/fiscal'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { condicionQuery } from '../../domain/persona/condicion.queries.ts'
import { fetchData } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'

/** The server's proposal for a purchase, with reasons. */
export const propuestaQuery = (compra: CompraRetenida | undefined) =>
  queryOptions({
    queryKey: ['retencion', 'propuesta', compra],
    enabled: compra !== undefined,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<PropuestaRetencion> => {
      if (!compra) throw new RangeError('nothing was bought')
      return fetchData(proposeRetencion, { body: compra, signal, background: true })
    },
  })

const COMPRA = 'compra.'

/** The form begun from a registered purchase, `compra.{uuid}`, or from our liquidación. @throws HttpError */
export const readOrigen = (id: string): Promise<RetencionForm> =>
  id.startsWith(COMPRA) ? readDeCompra(id.slice(COMPRA.length)) : readLiquidacion(id)

/** Form of the purchase, with its supplier's conditions on that day. */
type Origen = RetencionForm & { proveedor: Partial<CondicionProveedor> }

/** Empty if it cannot be read: the form opens without it. */
const readCondicion = (...of: Parameters<typeof condicionQuery>): Promise<Partial<CondicionProveedor>> =>
  queryClient.fetchQuery(condicionQuery(...of)).catch(() => ({}))

/** The form begun from a registered purchase. */
async function readDeCompra(id: string): Promise<Origen> {
  const { form, subtotal } = await fetchData(readCompra, { params: { id } })
  const condicion = await readCondicion(form.proveedor, form.fecha_emision)
  const proveedor = { ...condicion, regimen: form.regimen_proveedor }
  return { establecimiento: '', punto: '', ...retencionDeCompra(form, subtotal, []), proveedor }
}

/** The form begun from our liquidación de compra: its amounts and supplier. @throws HttpError */
async function readLiquidacion(id: string): Promise<Origen> {
  const [detalle, { proveedor }] = await Promise.all([
    fetchData(LIQUIDACION_CALLS.read, { params: { id } }),
    fetchData(LIQUIDACION_CALLS.duplicate, { params: { id } }),
  ])
  const { fecha_emision: fecha, lineas, iva, subtotal, total, numero, autorizacion, pagos } = detalle
  const condicion = await readCondicion(proveedor, fecha)
  const tipos = [...new Set(lineas.map(({ tipo_iva }) => tipo_iva))]
  const taxed = tipos.filter((tipo) => (tarifaIvaAt(tipo, fecha)?.tarifa ?? 0) > 0)
  const impuestos = tipos.map((tipo) => {
    const suyas = lineas.filter(({ tipo_iva }) => tipo_iva === tipo)
    const tarifa = tarifaIvaAt(tipo, fecha)
    // With a single rate, the document's own IVA: lines are rounded one by one.
    const valor = taxed.length === 1 && taxed[0] === tipo ? iva : sum(suyas.map((linea) => linea.iva))
    return {
      codigo: '2' as const,
      codigo_porcentaje: tarifa?.codigoPorcentaje ?? '0',
      tarifa: tarifa?.tarifa ?? 0,
      base: sum(suyas.map(({ base }) => base)),
      valor: taxed.includes(tipo) ? valor : 0,
    }
  })
  return {
    establecimiento: '',
    punto: '',
    sujeto: proveedor,
    proveedor: condicion,
    parte_relacionada: false,
    docs_sustento: [
      {
        cod_sustento: lineas.some(({ tipo_iva }) => tipo_iva !== TIPO_IVA.CERO) ? '01' : '02',
        cod_doc: COD_DOC.LIQUIDACION_COMPRA,
        numero,
        fecha,
        ...(autorizacion !== '' && { autorizacion }),
        total_sin_impuestos: subtotal,
        importe_total: total,
        impuestos,
        retenciones: [],
        reembolsos: [],
        pagos: [{ forma_pago: pagos[0]?.forma_pago ?? FORMA_PAGO_EFECTIVO, total }],
      },
    ],
    info_adicional: [],
  }
}

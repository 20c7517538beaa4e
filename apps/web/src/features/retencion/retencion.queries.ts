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

/** What the server would withhold of a purchase, with its reasons. */
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

/** The form that a purchase begins: a registered one, `compra.{uuid}`, or a liquidación of ours. @throws HttpError */
export const readOrigen = (id: string): Promise<RetencionForm> =>
  id.startsWith(COMPRA) ? readDeCompra(id.slice(COMPRA.length)) : readLiquidacion(id)

/** What is withheld from, and what its supplier was on that day. */
type Origen = RetencionForm & { proveedor: Partial<CondicionProveedor> }

/** Nothing where it cannot be read: the rest goes on without. */
const readCondicion = (...of: Parameters<typeof condicionQuery>): Promise<Partial<CondicionProveedor>> =>
  queryClient.fetchQuery(condicionQuery(...of)).catch(() => ({}))

/** The form that a registered purchase begins. */
async function readDeCompra(id: string): Promise<Origen> {
  const { form, subtotal } = await fetchData(readCompra, { params: { id } })
  const condicion = await readCondicion(form.proveedor, form.fecha_emision)
  const proveedor = { ...condicion, regimen: form.regimen_proveedor }
  return { establecimiento: '', punto: '', ...retencionDeCompra(form, subtotal, []), proveedor }
}

/** The form that a liquidación de compra of ours begins: what it bought, of whom. @throws HttpError */
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
    // Of one rate the document's own IVA: lines round each by itself.
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

import {
  allBodega,
  duplicateFactura,
  GUIA_CALLS,
  readComprobante,
  readContexto,
  readMovimiento,
  type Contexto,
  type Destinatario,
  type GuiaRemisionForm,
} from '@yupana/contract'
import { COD_DOC, MOTIVOS_TRASLADO, TIPO_IDENTIFICACION } from '@yupana/fiscal'

import { transferenciaOf } from '../../domain/emision/rutas.ts'
import { fetchData } from '../../lib/http/http.ts'

const AVISOS_MS = 3000
const [VENTA = ''] = MOTIVOS_TRASLADO
const TRASLADO = 'Traslado entre establecimientos de la misma empresa'

/** A factura's goods as a transport to its client. @throws HttpError */
export async function readDestinatario(id: string): Promise<Destinatario> {
  const [detalle, { comprador }] = await Promise.all([
    fetchData(readComprobante, { params: { id } }),
    fetchData(duplicateFactura, { params: { id } }),
  ])
  return {
    ...comprador,
    direccion: comprador.direccion ?? '',
    motivo: VENTA,
    sustento: {
      cod_doc: COD_DOC.FACTURA,
      numero: detalle.numero,
      fecha: detalle.fecha_emision,
      ...(detalle.autorizacion !== '' && { autorizacion: detalle.autorizacion }),
    },
    detalles: detalle.lineas.map(({ producto_id, codigo, descripcion, cantidad }) => ({
      ...(producto_id !== null && { producto_id }),
      ...(codigo !== null && { codigo }),
      descripcion,
      cantidad,
      detalles_adicionales: [],
    })),
  }
}

const EMPTY: GuiaRemisionForm = {
  establecimiento: '',
  punto: '',
  transportista: { tipo_identificacion: TIPO_IDENTIFICACION.RUC, identificacion: '', razon_social: '' },
  placa: '',
  otra_placa: false,
  dir_partida: '',
  fecha_ini: '',
  fecha_fin: '',
  destinatarios: [],
  info_adicional: [],
}

const puntoAt = ({ puntos }: Contexto, establecimiento: string | null | undefined) =>
  puntos.find((punto) => punto.establecimiento === establecimiento)

/** The goods of a transfer between two warehouses of the company. @throws HttpError */
async function readTransferencia(id: string): Promise<GuiaRemisionForm> {
  const [{ bodega, bodega_destino: destino, detalle }, bodegas, contexto] = await Promise.all([
    fetchData(readMovimiento, { params: { id } }),
    fetchData(allBodega),
    fetchData(readContexto, { query: { tipo: COD_DOC.GUIA_REMISION } }),
  ])
  const establecimientoOf = (bodegaId: string | undefined) => bodegas.find((one) => one.id === bodegaId)?.establecimiento
  const [from, to] = [puntoAt(contexto, establecimientoOf(bodega.id)), puntoAt(contexto, establecimientoOf(destino?.id))]
  const { ruc, razon_social } = contexto.empresa
  return {
    ...EMPTY,
    establecimiento: from?.establecimiento ?? '',
    punto: from?.punto ?? '',
    dir_partida: from?.direccion ?? '',
    destinatarios: [
      {
        tipo_identificacion: TIPO_IDENTIFICACION.RUC,
        identificacion: ruc,
        razon_social,
        correos: [],
        direccion: to?.direccion ?? '',
        motivo: TRASLADO,
        ...(to && { establecimiento_destino: to.establecimiento }),
        detalles: detalle
          .filter(({ cantidad }) => cantidad < 0)
          .map(({ producto, cantidad }) => ({
            producto_id: producto.id,
            codigo: producto.code,
            descripcion: producto.name,
            cantidad: -cantidad,
            detalles_adicionales: [],
          })),
      },
    ],
  }
}

/** The form begun from a factura or a transfer: carrier and dates are still empty. @throws HttpError */
export async function readOrigen(origen: string): Promise<GuiaRemisionForm> {
  const transferencia = transferenciaOf(origen)
  if (transferencia !== undefined) return readTransferencia(transferencia)
  return { ...EMPTY, destinatarios: [await readDestinatario(origen)] }
}

/** The server's notices about these goods, for example that other guías already carry them. A failure gives no notices. */
export async function askAvisos(form: unknown): Promise<string[]> {
  try {
    const input = { body: form as GuiaRemisionForm, background: true, signal: AbortSignal.timeout(AVISOS_MS) }
    return (await fetchData(GUIA_CALLS.calculate, input)).avisos.map(({ message }) => message)
  } catch {
    return []
  }
}

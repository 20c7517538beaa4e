import { duplicateFactura, readComprobante, type Destinatario, type GuiaRemisionForm, type ProductoVenta } from '@yupana/contract'
import { COD_DOC, MOTIVOS_TRASLADO, TIPO_IDENTIFICACION } from '@yupana/fiscal'

import { findProductos } from '../../domain/producto-picker/producto-busqueda.ts'
import { fetchData } from '../../lib/http/http.ts'

const [VENTA = ''] = MOTIVOS_TRASLADO

/** What a factura sold as what travels with it, to who bought it. @throws HttpError */
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

/** The form that a factura begins: who carries, and when, is still to be said. @throws HttpError */
export const readFacturaGuia = async (id: string): Promise<GuiaRemisionForm> => ({
  establecimiento: '',
  punto: '',
  transportista: { tipo_identificacion: TIPO_IDENTIFICACION.RUC, identificacion: '', razon_social: '' },
  placa: '',
  otra_placa: false,
  dir_partida: '',
  fecha_ini: '',
  fecha_fin: '',
  destinatarios: [await readDestinatario(id)],
  info_adicional: [],
})

/** Products by code, bar code or name. @throws HttpError */
export const askProductos = async (q: string): Promise<{ content: ProductoVenta[] }> => ({ content: await findProductos(q) })

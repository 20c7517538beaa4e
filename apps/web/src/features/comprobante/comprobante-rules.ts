import type { ComprobanteDetalle, ComprobanteFila } from '@yupana/contract'
import { COD_DOC, CONSUMIDOR_FINAL } from '@yupana/fiscal'

/** Whether RIDE and XML are here; those of a document issued elsewhere are not (O-101). */
export const hasFiles = ({ origen }: Pick<ComprobanteFila, 'origen'>): boolean => origen === 'SISTEMA'

/** The mail waits for the authorisation (O-98). */
export const canMail = ({ estado, origen }: Pick<ComprobanteFila, 'estado' | 'origen'>): boolean =>
  hasFiles({ origen }) && (estado === 'AUTORIZADO' || estado === 'ANULADO')

/** Whether the number may be given up for good, by its state (O-97). */
export const canClose = ({ estado }: Pick<ComprobanteFila, 'estado'>): boolean => ['RECHAZADO', 'RETENIDO', 'CUARENTENA'].includes(estado)

/** Whether a guía may begin with this factura: its goods may travel. */
export const canTravel = ({ tipo, estado }: Pick<ComprobanteFila, 'tipo' | 'estado'>): boolean =>
  tipo === COD_DOC.FACTURA && estado === 'AUTORIZADO'

/** Whether a retención may be issued for our liquidación de compra, at most one (O-99). */
export const canWithhold = ({ tipo, estado, puede_anular: { ligados } }: ComprobanteDetalle): boolean =>
  tipo === COD_DOC.LIQUIDACION_COMPRA && estado === 'AUTORIZADO' && !ligados.some((one) => one.tipo === COD_DOC.RETENCION)

const VENTAS: readonly string[] = [COD_DOC.FACTURA, COD_DOC.NOTA_DEBITO]
/** Whether export data may be asked for: a sale abroad has no IVA. */
export const mayBeExportacion = ({ tipo, estado, iva }: Pick<ComprobanteDetalle, 'tipo' | 'estado' | 'iva'>): boolean =>
  VENTAS.includes(tipo) && estado === 'AUTORIZADO' && iva === 0

/** Whether a note may change it: an authorised factura with a named client (O-27, O-57). */
export const canChange = ({
  tipo,
  estado,
  receptor_identificacion: receptor,
}: Pick<ComprobanteFila, 'tipo' | 'estado' | 'receptor_identificacion'>): boolean =>
  tipo === COD_DOC.FACTURA && estado === 'AUTORIZADO' && receptor !== CONSUMIDOR_FINAL.identificacion

import type { ComprobanteDetalle, ComprobanteFila } from '@yupana/contract'
import { COD_DOC, CONSUMIDOR_FINAL } from '@yupana/fiscal'

/** What was issued outside has its RIDE and XML there (O-101). */
export const hasFiles = ({ origen }: Pick<ComprobanteFila, 'origen'>): boolean => origen === 'SISTEMA'

/** The mail waits for the authorisation (O-98). */
export const canMail = ({ estado, origen }: Pick<ComprobanteFila, 'estado' | 'origen'>): boolean =>
  hasFiles({ origen }) && (estado === 'AUTORIZADO' || estado === 'ANULADO')

/** States whose number may be given up for good (O-97). */
export const canClose = ({ estado }: Pick<ComprobanteFila, 'estado'>): boolean => ['RECHAZADO', 'RETENIDO', 'CUARENTENA'].includes(estado)

/** Goods that were sold may travel under their factura. */
export const canTravel = ({ tipo, estado }: Pick<ComprobanteFila, 'tipo' | 'estado'>): boolean =>
  tipo === COD_DOC.FACTURA && estado === 'AUTORIZADO'

/** A liquidación de compra of ours is withheld from once (O-99). */
export const canWithhold = ({ tipo, estado, puede_anular: { ligados } }: ComprobanteDetalle): boolean =>
  tipo === COD_DOC.LIQUIDACION_COMPRA && estado === 'AUTORIZADO' && !ligados.some((one) => one.tipo === COD_DOC.RETENCION)

const VENTAS: readonly string[] = [COD_DOC.FACTURA, COD_DOC.NOTA_DEBITO]
/** A sale abroad has no IVA: of what has some nothing is asked. */
export const mayBeExportacion = ({ tipo, estado, iva }: Pick<ComprobanteDetalle, 'tipo' | 'estado' | 'iva'>): boolean =>
  VENTAS.includes(tipo) && estado === 'AUTORIZADO' && iva === 0

/** A note needs an authorised factura with a name on it (O-27, O-57). */
export const canChange = ({
  tipo,
  estado,
  receptor_identificacion: receptor,
}: Pick<ComprobanteFila, 'tipo' | 'estado' | 'receptor_identificacion'>): boolean =>
  tipo === COD_DOC.FACTURA && estado === 'AUTORIZADO' && receptor !== CONSUMIDOR_FINAL.identificacion

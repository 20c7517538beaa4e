import type { Envios } from './features/descarga/descarga.door.ts'
import { sendDocumentoFirma, sendPaqueteFirma } from './features/firma-electronica/firma-electronica.door.ts'

/** How the file of each ticket is sent. */
export const ENVIOS_DESCARGA: Envios = { DOCUMENTO_FIRMA: sendDocumentoFirma, PAQUETE_FIRMA: sendPaqueteFirma }

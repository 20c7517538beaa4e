import type { Envios } from './features/descarga/descarga.door.ts'
import { sendDocumentoFirma, sendPaqueteFirma } from './features/firma-electronica/firma-electronica.door.ts'
import { sendTrabajo } from './features/trabajo/trabajo.door.ts'
import { VENDEN } from './plugins/sesion/roles.ts'
import { mayDo } from './plugins/sesion/session.ts'

/** How the file of each ticket is sent, to whom may still ask for one. */
export const ENVIOS_DESCARGA: Envios = {
  DOCUMENTO_FIRMA: { may: (session) => VENDEN.includes(session.rol) && mayDo(session, 'tienda:comprar'), send: sendDocumentoFirma },
  TRABAJO: { may: ({ rol }) => VENDEN.includes(rol), send: sendTrabajo },
  PAQUETE_FIRMA: { may: ({ superAdmin }) => superAdmin, send: sendPaqueteFirma },
}

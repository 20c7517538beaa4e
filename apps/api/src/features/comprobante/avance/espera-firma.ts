import { displayFecha, fechaIn } from '@yupana/fiscal'

const REMEDIO = 'Un administrador debe cargar una firma vigente en Empresa › Firma electrónica: el comprobante se firmará y enviará solo.'

/** Why a document is not signed yet, in words for the people of the company. */
export const ESPERA_FIRMA = {
  falta: `La empresa no tiene una firma electrónica en uso. ${REMEDIO}`,
  vencida: (hasta: Date) => `La firma electrónica venció el ${displayFecha(fechaIn(hasta))}. ${REMEDIO}`,
  noAbre: `La llave guardada de la firma electrónica no se puede abrir. ${REMEDIO}`,
}

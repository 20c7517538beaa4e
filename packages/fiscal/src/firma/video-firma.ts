/** The video for an electronic signature: who must record it, and its words (specification §5, R-9.26, O-81). */
import { addMonths, displayFecha, type Fecha } from '../valor/fecha.ts'

/** Age from which the video is mandatory, by the day of the request; newest first. */
const EDADES_VIDEO: readonly { desde: Fecha; edad: number }[] = [{ desde: '1900-01-01', edad: 65 }]

/** Age in whole years on a day; a person born on 29 February has the birthday on the last day of February (Civil Code, art. 33). */
export function edadAt(nacimiento: Fecha, fecha: Fecha): number {
  const years = Number(fecha.slice(0, 4)) - Number(nacimiento.slice(0, 4))
  return addMonths(nacimiento, years * 12) <= fecha ? years : years - 1
}

/** The age from which the video is mandatory on a day. */
export const edadVideoAt = (fecha: Fecha): number => EDADES_VIDEO.find(({ desde }) => desde <= fecha)?.edad ?? 0

/** Whether the holder must record the video, by the age and the rule on the day of the request. */
export const exigeVideo = (nacimiento: Fecha, fecha: Fecha): boolean => edadAt(nacimiento, fecha) >= edadVideoAt(fecha)

export interface TextoVideoEntrada {
  fecha: Fecha
  nombres: string
  identificacion: string
  correo: string
}

/** Words of the holder: date, full names, identification, authorisation and mail. */
export const textoVideoFirma = ({ fecha, nombres, identificacion, correo }: TextoVideoEntrada): string =>
  `Hoy, ${displayFecha(fecha)}, yo, ${nombres}, con número de identificación ${identificacion}, autorizo a la entidad de certificación a ` +
  `emitir mi firma electrónica, que tiene la misma validez legal que mi firma manuscrita. Mi correo electrónico es ${correo}.`

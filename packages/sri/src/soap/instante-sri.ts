import { isFecha } from '@yupana/fiscal'

const ISO = /^(\d{4}-\d\d-\d\d)[T ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,9})?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/
const CORTA = /^(\d\d)\/(\d\d)\/(\d{4})(?: ([01]\d|2[0-3]):([0-5]\d):([0-5]\d))?$/
const ECUADOR = '-05:00'

/**
 * Instant of an SRI date: ISO with its zone; ISO without a zone and dd/MM/yyyy [HH:mm:ss] are Ecuador's time. Undefined for anything else,
 * without a guess.
 */
export function instanteSri(texto: string): Date | undefined {
  const [, fecha = '', hora, minuto, segundo, fraccion = '', zona = ECUADOR] = ISO.exec(texto) ?? []
  if (isFecha(fecha)) return new Date(`${fecha}T${hora}:${minuto}:${segundo}${fraccion.slice(0, 4)}${zona}`)
  const [, dia, mes, anio, h = '00', m = '00', s = '00'] = CORTA.exec(texto) ?? []
  return isFecha(`${anio}-${mes}-${dia}`) ? new Date(`${anio}-${mes}-${dia}T${h}:${m}:${s}${ECUADOR}`) : undefined
}

import type { Certificado } from '@yupana/contract'

import { fechaText } from '../../lib/formato/format.ts'

const has = (findings: Certificado['rechazos'], ...codigos: string[]) => findings.some(({ codigo }) => codigos.includes(codigo))

const daysText = (dias: number): string => (dias === 1 ? '1 día' : `${dias} días`)

/** «quedan 12 días». */
export const leftText = ({ dias_restantes: dias }: Pick<Certificado, 'dias_restantes'>): string =>
  dias < 0 ? 'caducado' : dias === 0 ? 'caduca en menos de un día' : dias === 1 ? 'queda 1 día' : `quedan ${daysText(dias)}`

export const useText = ({ rechazos, avisos }: Pick<Certificado, 'rechazos' | 'avisos'>): string =>
  has(rechazos, 'NO_ES_DE_FIRMA', 'ES_DE_AUTORIDAD')
    ? 'No es de firma'
    : has(avisos, 'SIN_DIGITAL_SIGNATURE')
      ? 'No repudio'
      : 'Firma digital'

/** Owner of the certificate compared with the company's RUC. */
export function matchText(
  { identificacion, confirmado_sin_ruc: isConfirmed, rechazos }: Pick<Certificado, 'identificacion' | 'confirmado_sin_ruc' | 'rechazos'>,
  ruc: string,
): string {
  if (identificacion === null) return isConfirmed ? 'No consta; se confirmó al cargarla que es de esta empresa' : 'No consta'
  if (has(rechazos, 'OTRO_RUC', 'OTRA_PERSONA')) return `No corresponde: ${identificacion}`
  return identificacion === ruc ? `Coincide: ${identificacion}` : `Corresponde: ${identificacion}`
}

/** Text of the banner for a certificate that expires soon or has expired; undefined otherwise. */
export function expiryText(certificados: readonly Certificado[]): string | undefined {
  const present = certificados.find(({ activo }) => activo)
  if (!present) return undefined
  const { dias_restantes: dias, aviso_caducidad: aviso, expirationDate } = present
  const day = fechaText(expirationDate)
  if (dias < 0) return `Su firma electrónica caducó el ${day}: los comprobantes que emita quedarán en espera hasta que cargue una vigente.`
  if (aviso === null) return undefined
  if (dias === 0) return `Su firma electrónica caduca en menos de un día, el ${day}.`
  return `Su firma electrónica caduca en ${daysText(dias)}, el ${day}. Renuévela con tiempo.`
}

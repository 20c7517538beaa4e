import { COD_DOC, NOMBRE_COMPROBANTE, nombreEnFraseOf } from '@yupana/fiscal'

/** Texts of the mails to clients, with placeholders filled from each document. */

export const CLASES_CORREO = [
  { id: 'factura', tipo: COD_DOC.FACTURA, name: NOMBRE_COMPROBANTE[COD_DOC.FACTURA] },
  { id: 'nota_credito', tipo: COD_DOC.NOTA_CREDITO, name: NOMBRE_COMPROBANTE[COD_DOC.NOTA_CREDITO] },
  { id: 'nota_debito', tipo: COD_DOC.NOTA_DEBITO, name: NOMBRE_COMPROBANTE[COD_DOC.NOTA_DEBITO] },
  { id: 'liquidacion_compra', tipo: COD_DOC.LIQUIDACION_COMPRA, name: NOMBRE_COMPROBANTE[COD_DOC.LIQUIDACION_COMPRA] },
  { id: 'retencion', tipo: COD_DOC.RETENCION, name: NOMBRE_COMPROBANTE[COD_DOC.RETENCION] },
  { id: 'guia_remision', tipo: COD_DOC.GUIA_REMISION, name: NOMBRE_COMPROBANTE[COD_DOC.GUIA_REMISION] },
] as const
export type ClaseCorreo = (typeof CLASES_CORREO)[number]['id']

export const claseOf = (tipo: string): ClaseCorreo => CLASES_CORREO.find((clase) => clase.tipo === tipo)?.id ?? 'factura'

/** Placeholders in the order of display. */
export const CAMPOS_CORREO = [
  { id: 'receptor', name: 'Nombre del cliente' },
  { id: 'empresa', name: 'Nombre de su empresa' },
  { id: 'ruc', name: 'RUC de su empresa' },
  { id: 'comprobante', name: 'Clase de comprobante' },
  { id: 'numero', name: 'Número' },
  { id: 'fecha', name: 'Fecha de emisión' },
  { id: 'total', name: 'Total' },
  { id: 'clave', name: 'Clave de acceso' },
] as const
export type CampoCorreo = (typeof CAMPOS_CORREO)[number]['id']

/** Placeholders of a kind of document; a guía has no amount. */
export const camposDe = (clase: ClaseCorreo) => CAMPOS_CORREO.filter(({ id }) => id !== 'total' || clase !== 'guia_remision')

const ASUNTO = '{comprobante} {numero} de {empresa}'
const standard = (cual: string) => ({ asunto: ASUNTO, texto: `Estimado/a {receptor}:\n\n{empresa} le envía su ${cual}.` })

/** Standard texts, used when a company wrote none. */
export const PLANTILLA: Readonly<Record<ClaseCorreo, { asunto: string; texto: string }>> = {
  factura: standard(`${nombreEnFraseOf(COD_DOC.FACTURA)} electrónica {numero}, por un total de {total}`),
  nota_credito: standard(`${nombreEnFraseOf(COD_DOC.NOTA_CREDITO)} electrónica {numero}, por un total de {total}`),
  nota_debito: standard(`${nombreEnFraseOf(COD_DOC.NOTA_DEBITO)} electrónica {numero}, por un total de {total}`),
  liquidacion_compra: standard(`${nombreEnFraseOf(COD_DOC.LIQUIDACION_COMPRA)} electrónica {numero}, por un total de {total}`),
  retencion: standard('comprobante de retención electrónico {numero}, por un total retenido de {total}'),
  guia_remision: standard(`${nombreEnFraseOf(COD_DOC.GUIA_REMISION)} electrónica {numero}`),
}

const PLACE = /\{([^{}]*)\}/g

/** Problem of a text: an unknown placeholder, or an unmatched brace. Undefined when it can be used. */
export function problemaDePlantilla(plantilla: string, clase: ClaseCorreo): string | undefined {
  const known = camposDe(clase).map(({ id }) => id)
  for (const [place, name = ''] of plantilla.matchAll(PLACE)) {
    if (known.some((id) => id === name)) continue
    return `${place} no es un campo${CAMPOS_CORREO.some(({ id }) => id === name) ? ' de este comprobante' : ''}. Puede usar ${known.map((id) => `{${id}}`).join(', ')}.`
  }
  return /[{}]/.test(plantilla.replace(PLACE, '')) ? 'Hay una llave sin su pareja: los campos se escriben así, {numero}.' : undefined
}

/** Fills the placeholders once: braces inside a value are no placeholders. */
export const llenarPlantilla = (plantilla: string, valores: Readonly<Record<CampoCorreo, string>>): string =>
  plantilla.replace(PLACE, (place, name: string) => valores[name as CampoCorreo] ?? place)

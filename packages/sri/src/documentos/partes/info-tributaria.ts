import { code, group, line, optional, type ValueOf } from '../arbol/element-tree.ts'
import { digits } from './partes.ts'

/** The header of every document type. */
export const infoTributaria = group({
  ambiente: code('[1-2]{1}', 'debe ser 1 (pruebas) o 2 (producción)'),
  tipoEmision: code('[12]{1}', 'debe ser 1 (normal)'),
  razonSocial: line(300),
  nombreComercial: optional(line(300)),
  ruc: code('[0-9]{10}001', 'debe ser un RUC de 13 dígitos terminado en 001'),
  claveAcceso: digits(49),
  codDoc: digits(2),
  estab: digits(3),
  ptoEmi: digits(3),
  secuencial: digits(9),
  dirMatriz: line(300),
  agenteRetencion: optional(code('[0-9]+', 'debe ser el número de la resolución, solo dígitos', { max: 8 })),
  contribuyenteRimpe: optional(
    code(
      'CONTRIBUYENTE (NEGOCIO POPULAR - )?RÉGIMEN RIMPE',
      'debe ser «CONTRIBUYENTE RÉGIMEN RIMPE» o «CONTRIBUYENTE NEGOCIO POPULAR - RÉGIMEN RIMPE»',
    ),
  ),
})

export type InfoTributaria = ValueOf<typeof infoTributaria>

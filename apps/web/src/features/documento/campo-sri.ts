import type { ComprobanteDetalle } from '@yupana/contract'
import { get } from 'react-hook-form'

import { editableOf } from '../../domain/lineas-editor/campo-editable.ts'
import type { FacturaValores } from './factura-valores.ts'
import type { Hallazgo } from '../../domain/emision/tipo-documento.ts'

/** Fields of the editor for the element names in the SRI's messages; a wrong total is corrected in its lines. */
const CAMPO: Readonly<Record<string, string>> = {
  'infoFactura.identificacionComprador': 'comprador',
  'infoFactura.importeTotal': 'lineas.0.precio',
  'infoFactura.totalConImpuestos': 'lineas.0.iva',
  detalles: 'lineas.0.codigo',
  'infoSustitutivaGuiaRemision.fechaIniTransporte': 'aparte.sustitutiva_guia',
}

/** Fields of this form named by the SRI; its own words show once, above the form. */
export const hallazgosOf = ({ mensajes }: Pick<ComprobanteDetalle, 'mensajes'>, valores: FacturaValores): Hallazgo[] =>
  mensajes.flatMap(({ identificador, campo: named }) => {
    const campo = CAMPO[named ?? '']
    if (campo === undefined || get(valores, campo) === undefined) return []
    return [
      {
        campo: editableOf(campo, valores.lineas),
        message: `SRI ${identificador}: lo que observó está arriba.`,
      },
    ]
  })

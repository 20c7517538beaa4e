import type { Fecha } from '@yupana/fiscal'

import { comprobanteName } from './comprobante-comun.ts'
import { filled, type Dato } from './contenido.ts'
import { dia } from './formato.ts'

interface InfoNota {
  readonly fechaEmision: Fecha
  readonly razonSocialComprador: string
  readonly identificacionComprador: string
  readonly codDocModificado: string
  readonly numDocModificado: string
  readonly fechaEmisionDocSustento: Fecha
  readonly rise?: string | undefined
}

/** Receiver of a note, and the document that it corrects. */
export const sujetoNota = (info: InfoNota, motivo?: string): Dato[] =>
  filled([
    ['Razón social / Nombres y apellidos', info.razonSocialComprador, 'ancho'],
    ['Identificación', info.identificacionComprador],
    ['Fecha de emisión', dia(info.fechaEmision)],
    ['R.I.S.E.', info.rise, 'ancho'],
    ['Comprobante que se modifica', `${comprobanteName(info.codDocModificado).toUpperCase()} ${info.numDocModificado}`],
    ['Fecha de emisión del comprobante que se modifica', dia(info.fechaEmisionDocSustento)],
    ['Razón de modificación', motivo, 'ancho'],
  ])

import type { Modificado } from '@yupana/contract'
import { COD_DOC, parseNumero, type Fecha, type TipoNotaCredito } from '@yupana/fiscal'

import { reviseComprador } from '../../domain/emision/comprador-valores.ts'
import type { Hallazgo, Revision, ValoresEmision } from '../../domain/emision/tipo-documento.ts'

/** A factura issued elsewhere, as typed. */
export interface Ajeno {
  numero: string
  fecha: Fecha
}

/** Common fields of both notes: the client is that of the changed factura. */
export interface ValoresNota extends ValoresEmision {
  /** A factura of ours. */
  modificado: Modificado | null
  /** Instead of it, a factura of elsewhere. */
  ajeno?: Ajeno | null | undefined
}

export type Clase = TipoNotaCredito

const SIN_FACTURA = 'Elija la factura que la nota modifica.'

/** The changed document; null until its date is known. */
export const modificadoOf = ({ modificado, ajeno }: Pick<ValoresNota, 'modificado' | 'ajeno'>): Modificado | null => {
  if (!ajeno) return modificado
  return ajeno.fecha === '' ? null : { cod_doc: COD_DOC.FACTURA, numero: ajeno.numero.trim(), fecha: ajeno.fecha }
}

/** The values of a stored form. */
export const modificadoValores = (modificado: Modificado): Required<Pick<ValoresNota, 'modificado' | 'ajeno'>> =>
  modificado.documento_id === undefined && modificado.numero !== ''
    ? { modificado: null, ajeno: { numero: modificado.numero, fecha: modificado.fecha } }
    : { modificado, ajeno: null }

/** Whether the typed factura data is worth keeping. */
export const hasAjeno = ({ ajeno }: Pick<ValoresNota, 'ajeno'>): boolean =>
  Boolean(ajeno) && (ajeno?.numero.trim() !== '' || ajeno.fecha !== '')

/** The field of the screen for the server's problems of factura and client. */
export function campoOfModificado(campo: string, { ajeno }: Pick<ValoresNota, 'ajeno'>): string | undefined {
  if (campo.startsWith('comprador.correos')) return 'correos'
  if (campo.startsWith('comprador')) return ajeno ? 'comprador' : 'modificado'
  if (!campo.startsWith('modificado')) return undefined
  if (!ajeno) return 'modificado'
  return campo === 'modificado.fecha' ? 'ajeno.fecha' : 'ajeno.numero'
}

/** Problems of the factura and its client. */
export function reviseModificado(valores: ValoresNota): Revision {
  const { modificado, ajeno } = valores
  if (!ajeno) {
    if (!modificado) return { problemas: [{ campo: 'modificado', message: SIN_FACTURA }], avisos: [] }
    const { problemas, avisos } = reviseComprador(valores, SIN_FACTURA)
    return { problemas: problemas.map((found) => (found.campo === 'comprador' ? { ...found, campo: 'modificado' } : found)), avisos }
  }
  const problemas: Hallazgo[] = []
  if (!ajeno.numero.includes('-') || !parseNumero(ajeno.numero.trim()))
    problemas.push({ campo: 'ajeno.numero', message: 'Escriba la factura como 001-001-000000123.' })
  if (ajeno.fecha === '') problemas.push({ campo: 'ajeno.fecha', message: 'Indique la fecha de la factura.' })
  const comprador = reviseComprador(valores, 'Elija el cliente de la factura.')
  return { problemas: [...problemas, ...comprador.problemas], avisos: comprador.avisos }
}

/** Advice on voiding (O-56): whether to ask for it, the deadline and the alternatives. The SRI's portal decides. */
import { whyNotModificable } from '../identificacion/consumidor-final.ts'
import { siguienteHabil } from '../norma/dias-habiles.ts'
import { COD_DOC, type CodDoc } from './enumeraciones.ts'
import type { Estado } from './estado.ts'
import { addMonths, displayFecha, firstOfMonth, type Fecha } from '../valor/fecha.ts'
import { TIPO_IDENTIFICACION } from '../identificacion/identificacion.ts'
import { parametroAt } from '../norma/parametros.ts'

export interface AnulacionPlazo {
  /** Last day, in the earliest reading of the rule. */
  hasta: Fecha
  /** Last day if a weekend or holiday moves it to the next working day. */
  extendido: Fecha
}

export interface AnulacionDocumento {
  codDoc: CodDoc
  estado: Estado
  fechaEmision: Fecha
  /** Kind of identification of the receiver. */
  tipoIdentificacion: string
  /** A factura comercial negociable that was already negotiated. */
  negociada?: boolean | undefined
  /** Whether the document supports a tax refund. */
  sustentaDevolucion?: boolean | undefined
}

export interface AnulacionConsejo {
  /** Whether «Solicitar anulación» is offered. */
  offered: boolean
  /** Why voiding is not offered, or a warning before it. Spanish. */
  motivo?: string
  plazo: AnulacionPlazo
  /** Whether the deadline is over. The page only warns: the SRI's portal decides. */
  late: boolean
  /** Working days for the receiver to accept; absent when no acceptance is needed. */
  aceptacionDias?: number
  /** The alternative to voiding, if there is one. */
  alternativa?: 'NOTA_CREDITO' | 'CORREGIR'
}

/** Kinds whose receiver must accept (sri/README §11). Sources disagree about a factura, so it is not listed. */
const ACCEPTED_BY_RECEIVER: readonly CodDoc[] = [COD_DOC.RETENCION, COD_DOC.NOTA_CREDITO, COD_DOC.NOTA_DEBITO]

/** Last day on which the portal voids a document of that issue date. */
export function plazoAnulacion(fechaEmision: Fecha): AnulacionPlazo {
  const { valor } = parametroAt('anulacionDia', fechaEmision)
  const hasta = `${addMonths(firstOfMonth(fechaEmision), 1).slice(0, 8)}${String(valor).padStart(2, '0')}`
  return { hasta, extendido: siguienteHabil(hasta) }
}

/** Whether and how a document can be voided on that day. */
export function anulacionOf(documento: AnulacionDocumento, hoy: Fecha): AnulacionConsejo {
  const plazo = plazoAnulacion(documento.fechaEmision)
  const late = hoy > plazo.hasta
  const refused = whyNot(documento, hoy)
  if (refused !== undefined) return { offered: false, plazo, late, ...refused }
  const { valor: dias } = parametroAt('anulacionAceptacionDias', hoy)
  const needsReceiver = ACCEPTED_BY_RECEIVER.includes(documento.codDoc) && documento.tipoIdentificacion !== TIPO_IDENTIFICACION.EXTERIOR
  return {
    offered: true,
    plazo,
    late,
    ...(needsReceiver ? { aceptacionDias: dias } : {}),
    ...(late ? afterDeadline(documento.codDoc, plazo) : {}),
  }
}

function whyNot(
  { estado, codDoc, tipoIdentificacion, negociada, sustentaDevolucion }: AnulacionDocumento,
  hoy: Fecha,
): Pick<AnulacionConsejo, 'motivo' | 'alternativa'> | undefined {
  if (estado === 'RECHAZADO')
    return { motivo: 'Un comprobante no autorizado no se anula: se corrige y se reenvía con su misma clave.', alternativa: 'CORREGIR' }
  if (estado !== 'AUTORIZADO') return { motivo: 'Solo se anula un comprobante autorizado.' }
  const final = tipoIdentificacion === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL ? whyNotModificable(hoy, 'anular') : undefined
  if (final !== undefined) return { motivo: final }
  if (negociada === true) return { motivo: 'Una factura comercial ya negociada no se anula.', ...creditOf(codDoc) }
  if (sustentaDevolucion === true)
    return { motivo: 'Un comprobante que sustenta una devolución de impuestos no se anula.', ...creditOf(codDoc) }
  return undefined
}

const creditOf = (codDoc: CodDoc): Pick<AnulacionConsejo, 'alternativa'> =>
  codDoc === COD_DOC.FACTURA ? { alternativa: 'NOTA_CREDITO' } : {}

/** After the deadline a sale is undone by a credit note; the other kinds only in the portal. */
const afterDeadline = (codDoc: CodDoc, { hasta }: AnulacionPlazo): Pick<AnulacionConsejo, 'motivo' | 'alternativa'> =>
  codDoc === COD_DOC.FACTURA
    ? { motivo: `El plazo del portal terminó el ${displayFecha(hasta)}: después procede una nota de crédito.`, alternativa: 'NOTA_CREDITO' }
    : { motivo: `El plazo del portal terminó el ${displayFecha(hasta)}. Consulte en el portal si todavía lo admite.` }

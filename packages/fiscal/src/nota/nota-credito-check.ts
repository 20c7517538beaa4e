/** Checks a whole nota de crédito before it takes a number (O-57). checkCreditos compares its lines with the balance. */
import { whyNotModificable } from '../identificacion/consumidor-final.ts'
import { checkDocModificado, checkTarifasModificado, type DocModificado } from './documento-modificado.ts'
import { COD_DOC } from '../documento/enumeraciones.ts'
import type { Fecha } from '../valor/fecha.ts'
import { checkIdentificacionDe } from '../identificacion/identificacion-por-comprobante.ts'
import { TIPO_IDENTIFICACION } from '../identificacion/identificacion.ts'
import { displayMonto, type Monto } from '../valor/monto.ts'
import type { Credito, NotaCreditoTotales } from './nota-credito.ts'
import type { Problema, Revision } from '../valor/problema.ts'
import { checkTexto } from '../valor/texto.ts'

/** Purpose of the note, which decides stock and wording. */
export const TIPOS_NOTA_CREDITO = ['ANULACION', 'DEVOLUCION', 'DESCUENTO', 'CORRECCION'] as const
export type TipoNotaCredito = (typeof TIPOS_NOTA_CREDITO)[number]

export interface NotaCreditoDocumento {
  tipo: TipoNotaCredito
  tipoIdentificacionComprador: string
  identificacionComprador: string
  modificado: DocModificado
  motivo: string
  creditos: readonly Credito[]
  totales: Pick<NotaCreditoTotales, 'totalConImpuestos' | 'valorModificacion'>
  /** Balance of the changed document, taxes included; undefined when it is not in our books. */
  saldo: Monto | undefined
}

/** Broken rules, except those of single lines. `fecha` is the issue date of the note. */
export function checkNotaCredito(nota: NotaCreditoDocumento, fecha: Fecha): Revision {
  const problemas = [...checkDocModificado(nota.modificado, fecha), ...checkMotivo(nota.motivo), ...checkValor(nota), ...checkTipo(nota)]
  problemas.push(...checkTarifasModificado(nota.totales.totalConImpuestos, nota.modificado.fechaEmisionDocSustento, 'totalConImpuestos'))
  if (nota.tipoIdentificacionComprador === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL) {
    // A note must always name its receiver; the message of the dated rule says more, so it goes first.
    const mensaje = whyNotModificable(fecha, 'acreditar') ?? 'Identifique al comprador para emitir la nota de crédito.'
    return { problemas: [{ campo: 'identificacionComprador', mensaje }, ...problemas], advertencias: [] }
  }
  const comprador = checkIdentificacionDe(
    COD_DOC.NOTA_CREDITO,
    nota.tipoIdentificacionComprador,
    nota.identificacionComprador,
    'identificacionComprador',
  )
  return { problemas: [...comprador.problemas, ...problemas], advertencias: comprador.advertencias }
}

function checkMotivo(motivo: string): Problema[] {
  const mensaje = checkTexto(motivo, { min: 1, max: 300 })
  return mensaje === undefined ? [] : [{ campo: 'motivo', mensaje }]
}

function checkValor({ totales: { valorModificacion }, saldo }: NotaCreditoDocumento): Problema[] {
  if (valorModificacion <= 0) return [{ campo: 'valorModificacion', mensaje: 'El valor de la nota debe ser mayor que cero.' }]
  if (saldo === undefined || valorModificacion <= saldo) return []
  return [{ campo: 'valorModificacion', mensaje: `La nota supera lo que queda por acreditar de la factura (${displayMonto(saldo)}).` }]
}

/** A return gives back units, a discount money, an annulment the whole balance. */
function checkTipo({ tipo, creditos, totales: { valorModificacion }, saldo }: NotaCreditoDocumento): Problema[] {
  if (tipo === 'DEVOLUCION' && creditos.some((credito) => !('cantidad' in credito)))
    return [{ campo: 'tipo', mensaje: 'Una devolución indica la cantidad que se devuelve.' }]
  if (tipo === 'DESCUENTO' && creditos.some((credito) => 'cantidad' in credito))
    return [{ campo: 'tipo', mensaje: 'Un descuento se da en valor, sin devolver cantidades.' }]
  if (tipo === 'ANULACION' && saldo !== undefined && valorModificacion < saldo)
    return [{ campo: 'tipo', mensaje: `Una anulación acredita todo lo que queda de la factura (${displayMonto(saldo)}).` }]
  return []
}

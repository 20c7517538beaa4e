/** Nota de débito: reasons with amounts, their taxes at the rates of the changed document (O-92), and no stock. */
import { checkDocModificado, checkTarifasModificado, type DocModificado } from './documento-modificado.ts'
import { COD_DOC } from '../documento/enumeraciones.ts'
import type { Fecha } from '../valor/fecha.ts'
import { checkIdentificacionDe } from '../identificacion/identificacion-por-comprobante.ts'
import type { ImpuestoTotales, IvaEntrada } from '../impuesto/linea.ts'
import { fitsDecimals, fromUnits, type Monto } from '../valor/monto.ts'
import { checkPagos, type Pago } from '../documento/pagos.ts'
import { joinRevisiones, type Problema, type Revision } from '../valor/problema.ts'
import { checkTexto } from '../valor/texto.ts'
import { totalesOf } from '../impuesto/totales.ts'

export interface MotivoNotaDebito {
  razon: string
  /** Without taxes, whole cents. */
  valor: Monto
  iva: IvaEntrada
}

export interface NotaDebitoTotales {
  totalSinImpuestos: Monto
  /** One entry per rate. */
  impuestos: ImpuestoTotales[]
  valorTotal: Monto
}

/** Totals of a debit note: bases by rate, IVA of each rounded once. */
export function notaDebitoOf(motivos: readonly MotivoNotaDebito[]): NotaDebitoTotales {
  const { totalSinImpuestos, totalConImpuestos, importeTotal } = totalesOf({
    modo: 'NETO',
    lineas: motivos.map(({ valor, iva }) => ({ cantidad: fromUnits(1), precioUnitario: valor, iva })),
  })
  return { totalSinImpuestos, impuestos: totalConImpuestos, valorTotal: importeTotal }
}

export interface NotaDebitoDocumento {
  tipoIdentificacionComprador: string
  identificacionComprador: string
  modificado: DocModificado
  motivos: readonly MotivoNotaDebito[]
  pagos: readonly Pago[]
}

/** Broken rules. `fecha` is the issue date of the note. RangeError as in totalesOf. */
export function checkNotaDebito(nota: NotaDebitoDocumento, fecha: Fecha): Revision {
  const totales = notaDebitoOf(nota.motivos)
  const comprador = checkIdentificacionDe(
    COD_DOC.NOTA_DEBITO,
    nota.tipoIdentificacionComprador,
    nota.identificacionComprador,
    'identificacionComprador',
  )
  const problemas = [
    ...checkDocModificado(nota.modificado, fecha),
    ...nota.motivos.flatMap((motivo, at) => checkMotivo(motivo, `motivos.${at}`)),
    ...checkTarifasModificado(totales.impuestos, nota.modificado.fechaEmisionDocSustento, 'impuestos'),
  ]
  if (nota.motivos.length === 0) problemas.push({ campo: 'motivos', mensaje: 'Agregue al menos una razón con su valor.' })
  return joinRevisiones(comprador, { problemas, advertencias: [] }, checkPagos(nota.pagos, totales.valorTotal, fecha))
}

function checkMotivo({ razon, valor }: MotivoNotaDebito, campo: string): Problema[] {
  const problemas: Problema[] = []
  const texto = checkTexto(razon, { min: 1, max: 300 })
  if (texto !== undefined) problemas.push({ campo: `${campo}.razon`, mensaje: texto })
  if (valor <= 0) problemas.push({ campo: `${campo}.valor`, mensaje: 'El valor debe ser mayor que cero.' })
  if (!fitsDecimals(valor)) problemas.push({ campo: `${campo}.valor`, mensaje: 'El valor lleva máximo dos decimales.' })
  return problemas
}

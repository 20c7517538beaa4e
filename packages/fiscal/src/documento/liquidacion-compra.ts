/** Liquidación de compra: issued by the buyer for a supplier who cannot invoice (sri/README §6.6). */
import { COD_DOC } from './enumeraciones.ts'
import type { Fecha } from '../valor/fecha.ts'
import { checkIdentificacionDe } from '../identificacion/identificacion-por-comprobante.ts'
import { receptorKey, TIPO_IDENTIFICACION } from '../identificacion/identificacion.ts'
import { checkPagos, type Pago } from './pagos.ts'
import { joinRevisiones, type Problema, type Revision } from '../valor/problema.ts'
import { checkTotales } from '../impuesto/totales-check.ts'
import type { TotalesDocumento, TotalesEntrada } from '../impuesto/totales.ts'

export interface LiquidacionDocumento {
  /** RUC of the issuer, who buys. */
  ruc: string
  tipoIdentificacionProveedor: string
  identificacionProveedor: string
  entrada: TotalesEntrada
  totales: TotalesDocumento
  pagos: readonly Pago[]
}

/** Every broken rule. Its totals are those of totalesOf; reembolsos are checked by checkReembolsos. */
export function checkLiquidacion(documento: LiquidacionDocumento, fecha: Fecha): Revision {
  const { entrada, totales, pagos } = documento
  return joinRevisiones(
    checkProveedor(documento),
    { problemas: [...checkTotales(entrada, totales, { fecha }), ...checkSoloIva(entrada)], advertencias: [] },
    checkPagos(pagos, totales.importeTotal, fecha),
  )
}

function checkProveedor({ ruc, tipoIdentificacionProveedor: tipo, identificacionProveedor: valor }: LiquidacionDocumento): Revision {
  const campo = 'identificacionProveedor'
  const revision = checkIdentificacionDe(COD_DOC.LIQUIDACION_COMPRA, tipo, valor, campo)
  if (receptorKey(tipo, valor) === receptorKey(TIPO_IDENTIFICACION.RUC, ruc))
    return joinRevisiones(revision, { problemas: [{ campo, mensaje: 'El proveedor no puede ser la propia empresa.' }], advertencias: [] })
  if (tipo !== TIPO_IDENTIFICACION.RUC) return revision
  // ATS table 4 takes a liquidación only from cédula, passport or foreign id; the XSD takes RUC too.
  return joinRevisiones(revision, {
    problemas: [],
    advertencias: [
      { campo, mensaje: 'Quien tiene RUC debe emitir su propio comprobante: el anexo transaccional no admite una liquidación con RUC.' },
    ],
  })
}

/** The XSD has no place for other taxes, tips or charges. */
function checkSoloIva(entrada: TotalesEntrada): Problema[] {
  const problemas: Problema[] = entrada.lineas.flatMap((linea, at) => [
    ...(linea.ice === undefined ? [] : [{ campo: `lineas.${at}.ice`, mensaje: 'Una liquidación de compra no lleva ICE.' }]),
    ...(linea.irbpnr === undefined ? [] : [{ campo: `lineas.${at}.irbpnr`, mensaje: 'Una liquidación de compra no lleva IRBPNR.' }]),
  ])
  for (const campo of [
    'propina',
    'fleteInternacional',
    'seguroInternacional',
    'gastosAduaneros',
    'gastosTransporteOtros',
    'rubrosTerceros',
  ] as const)
    if ((entrada[campo] ?? 0) !== 0) problemas.push({ campo, mensaje: 'Una liquidación de compra no lleva propina ni otros cargos.' })
  return problemas
}

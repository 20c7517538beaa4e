/** Presumptive withholding inside a factura (SRI tables 22 and 23): only distributors of fuel and of newspapers. */
import { tablaOf, vigenciaOf } from '../norma/enmienda.ts'
import type { Fecha } from '../valor/fecha.ts'
import { fitsDecimals, fromDecimal, type Monto, type Porcentaje } from '../valor/monto.ts'
import { readPorcentaje } from '../norma/norma-valor.ts'
import type { Problema } from '../valor/problema.ts'
import { isVigente, type Vigencia } from '../norma/vigencia.ts'

/** SRI table 22: IVA presuntivo y renta. */
export const CODIGO_PRESUNTIVA = '4'

export interface TarifaPresuntiva extends Vigencia {
  codigoPorcentaje: string
  concepto: string
  /** Value of tarifa in the XML, ×10^6: a factor for some codes and a percentage for others, as the ficha prints it. */
  tarifa: Porcentaje
  /** Whether it stands in a factura; the others stand in a comprobante de retención. */
  enFactura: boolean
}

const presuntiva = (codigoPorcentaje: string, concepto: string, tarifa: number, enFactura: boolean, note?: string): TarifaPresuntiva => ({
  codigoPorcentaje,
  concepto,
  tarifa: fromDecimal(tarifa),
  enFactura,
  source: 'Ficha técnica offline v2.34, tabla 23',
  confidence: 'V',
  ...(note === undefined ? {} : { note }),
})

export const TARIFAS_PRESUNTIVAS: readonly TarifaPresuntiva[] = [
  presuntiva(
    '3',
    '100% IVA presuntivo',
    1,
    true,
    'Res. NAC-DGERCGC21-00000063: IVA en ventas por 13% (súper), 5.85% (extra y ecopaís), 4% (diésel), o el 100% del IVA del margen',
  ),
  presuntiva('4', '12% IVA presuntivo editores a voceadores', 0.12, true),
  presuntiva('5', '100% retención IVA periódicos a distribuidores', 100, false),
  presuntiva('6', '100% retención IVA periódicos a voceadores', 100, false),
  presuntiva('327', 'Renta 2 por mil', 0.2, true),
  presuntiva('328', 'Renta 3 por mil', 0.3, true),
]

export const tablaPresuntivas = tablaOf<TarifaPresuntiva>({
  temas: ['RETENCION_PRESUNTIVA'],
  base: TARIFAS_PRESUNTIVAS,
  codigoOf: ({ codigoPorcentaje }) => codigoPorcentaje,
  read: (enmienda, known) => {
    const tarifa = readPorcentaje(enmienda.valor)
    return tarifa === undefined
      ? undefined
      : {
          codigoPorcentaje: enmienda.codigo,
          concepto: enmienda.nombre,
          tarifa,
          enFactura: known?.enFactura ?? true,
          ...vigenciaOf(enmienda),
        }
  },
})

export interface RetencionPresuntiva {
  codigo: string
  codigoPorcentaje: string
  tarifa: Porcentaje
  valor: Monto
}

/** Problems of these in a factura. Whether the company may use them is not checked. */
export const checkPresuntivas = (retenciones: readonly RetencionPresuntiva[], fecha: Fecha): Problema[] =>
  retenciones.flatMap(({ codigo, codigoPorcentaje, tarifa, valor }, at) => {
    const problemas: Problema[] = []
    const add = (name: string, mensaje: string): void => void problemas.push({ campo: `retenciones.${at}.${name}`, mensaje })
    const known = tablaPresuntivas.rows().find((one) => one.codigoPorcentaje === codigoPorcentaje && one.enFactura && isVigente(one, fecha))
    if (codigo !== CODIGO_PRESUNTIVA) add('codigo', 'En una factura solo va la retención presuntiva (código 4).')
    if (known === undefined) add('codigoPorcentaje', `El código ${codigoPorcentaje} no es de retención presuntiva en factura.`)
    else if (known.tarifa !== tarifa) add('tarifa', 'La tarifa no es la que la tabla del SRI fija para ese código.')
    if (valor < 0 || !fitsDecimals(valor)) add('valor', 'El valor no puede ser negativo ni llevar más de dos decimales.')
    return problemas
  })

/** Summary boxes of form 104: credit, withholdings, tax to be paid. */
import type { Confianza } from '../norma/vigencia.ts'
import type { Casillero, Formula, Origen } from './casillero.ts'

const box = (codigo: string, concepto: string, origen: Origen, confidence: Confianza, nota?: string): Casillero => ({
  codigo,
  concepto,
  origen,
  confidence,
  ...(nota === undefined ? {} : { nota }),
})
const calculado = (codigo: string, concepto: string, formula: string, regla: Formula): Casillero => ({
  codigo,
  concepto,
  formula,
  origen: { de: 'FORMULA', formula: regla },
  confidence: 'V',
})
const digitado = (codigo: string, concepto: string, confidence: Confianza = 'M') => box(codigo, concepto, { de: 'DIGITADO' }, confidence)
const saldo = (codigo: string, concepto: string, casillero: string) => box(codigo, concepto, { de: 'SALDO', casillero }, 'V')
const suma = (mas: readonly string[], menos: readonly string[] = []): Formula => ({ de: 'SUMA', mas, menos })
const REGLA: Formula = { de: 'REGLA' }

export const RESUMEN: readonly Casillero[] = [
  calculado('601', 'Impuesto causado', '499 − 564, si es mayor que cero', { ...suma(['499'], ['564']), desdeCero: true } as Formula),
  calculado('602', 'Crédito tributario aplicable en este período', '564 − 499, si es mayor que cero', {
    ...suma(['564'], ['499']),
    desdeCero: true,
  } as Formula),
  digitado('603', 'Compensación de IVA por ventas efectuadas con medios electrónicos'),
  digitado('604', 'Compensación de IVA (Ley de Solidaridad, histórico)'),
  saldo('605', 'Saldo de crédito tributario del mes anterior por adquisiciones e importaciones', '615'),
  saldo('606', 'Saldo de crédito tributario del mes anterior por retenciones de IVA que le han sido efectuadas', '617'),
  saldo('607', 'Saldo del mes anterior por compensación con medios electrónicos', '618'),
  saldo('608', 'Saldo del mes anterior por compensación en zonas afectadas', '619'),
  digitado('623', 'Crédito tributario por procesos de fusión o absorción'),
  box(
    '609',
    'Retenciones en la fuente de IVA que le han sido efectuadas en este período',
    { de: 'RETENCION_RECIBIDA' },
    'V',
    'Comprobantes de retención recibidos',
  ),
  digitado('622', 'IVA devuelto o descontado a adultos mayores y personas con discapacidad', 'V'),
  digitado('610', 'Ajuste por IVA devuelto o descontado por adquisiciones con medios electrónicos'),
  digitado('611', 'Ajuste por IVA devuelto e IVA rechazado imputable al crédito tributario'),
  digitado('612', 'Ajuste por IVA devuelto por otras instituciones del sector público'),
  digitado('613', 'Ajuste por IVA devuelto o rechazado, otros'),
  digitado('614', 'Ajuste por IVA devuelto, otras instituciones'),
  calculado(
    '615',
    'Saldo de crédito tributario para el próximo mes por adquisiciones e importaciones',
    '605 + 623 + 602 − lo usado en 601',
    REGLA,
  ),
  calculado('617', 'Saldo de crédito tributario para el próximo mes por retenciones de IVA', '606 + 609 − lo usado en 601', REGLA),
  calculado('618', 'Saldo para el próximo mes por compensación con medios electrónicos', '607 − lo usado en 601', REGLA),
  calculado('619', 'Saldo para el próximo mes por compensación en zonas afectadas', '608 − lo usado en 601', REGLA),
  digitado('624', 'IVA pagado que se lleva al gasto', 'V'),
  digitado('625', 'Crédito tributario prescrito (cinco años)', 'V'),
  {
    ...calculado(
      '620',
      'Subtotal a pagar',
      '601 − 603 − 604 − 605 − 606 − 607 − 608 − 609 − 622 − 623, si es mayor que cero, + 610 + 611 + 612 + 613 + 614',
      REGLA,
    ),
    nota: 'Nunca negativo: primero se usa el crédito por adquisiciones (605), luego el de retenciones (606 y 609)',
  },
  digitado('621', 'IVA presuntivo o retenido por comercializadoras de combustible', 'V'),
  calculado('699', 'Total impuesto a pagar por percepción', '620 + 621', suma(['620', '621'])),
]

export const RETENCIONES_HECHAS: readonly Casillero[] = [
  ...(
    [
      ['721', '10', '9'],
      ['723', '20', '10'],
      ['725', '30', '1'],
      ['727', '50', '11'],
      ['729', '70', '2'],
      ['731', '100', '3'],
    ] as const
  ).map(([codigo, porcentaje, xml]) => box(codigo, `Retención del ${porcentaje}%`, { de: 'RETENCION_IVA', codigo: xml }, 'V')),
  calculado('799', 'Total impuesto retenido', '721 + 723 + 725 + 727 + 729 + 731', suma(['721', '723', '725', '727', '729', '731'])),
  digitado('800', 'Devolución provisional de IVA mediante compensación con retenciones'),
  digitado('802', 'Retenciones compensadas'),
  calculado('801', 'Total impuesto a pagar por retención', '799 − 800 − 802', suma(['799'], ['800', '802'])),
]

export const TOTALES_104: readonly Casillero[] = [
  calculado('859', 'Total consolidado de impuesto al valor agregado', '699 + 801', suma(['699', '801'])),
  digitado('890', 'Pago previo (declaración sustitutiva)', 'V'),
  digitado('897', 'Imputación al pago: interés', 'V'),
  digitado('898', 'Imputación al pago: impuesto', 'V'),
  digitado('899', 'Imputación al pago: multa', 'V'),
  calculado('902', 'Total impuesto a pagar', '859 − 898', suma(['859'], ['898'])),
  digitado('903', 'Interés por mora', 'V'),
  digitado('904', 'Multa', 'V'),
  calculado('999', 'Total pagado', '902 + 903 + 904', suma(['902', '903', '904'])),
]

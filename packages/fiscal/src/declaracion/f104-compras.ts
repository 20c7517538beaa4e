/** Rows and boxes of form 104 about purchases (periods since April 2024). */
import { NOTAS_QUE_SOBRAN, type Casillero, type Fila } from './casillero.ts'

export const FILAS_COMPRAS: readonly Fila[] = [
  {
    id: 'compras_con_credito',
    concepto: 'Adquisiciones y pagos (excluye activos fijos) gravados tarifa diferente de cero, con derecho a crédito',
    bruto: '500',
    neto: '510',
    impuesto: '520',
    tarifa: '15%',
    llenaCon: 'Compras con IVA y sustento 01 o 06',
  },
  {
    id: 'activos_con_credito',
    concepto: 'Adquisiciones de activos fijos gravadas tarifa diferente de cero, con derecho a crédito',
    bruto: '501',
    neto: '511',
    impuesto: '521',
    tarifa: '15%',
    llenaCon: 'Compras con IVA y sustento 03',
  },
  {
    id: 'compras_tarifa_variable',
    concepto: 'Adquisiciones gravadas con tarifa variable, con derecho a crédito',
    bruto: '530',
    neto: '533',
    impuesto: '534',
    tarifa: '8%',
  },
  {
    id: 'compras_5',
    concepto: 'Adquisiciones gravadas tarifa 5%, con derecho a crédito',
    bruto: '540',
    neto: '550',
    impuesto: '560',
    tarifa: '5%',
  },
  {
    id: 'compras_sin_credito',
    concepto: 'Otras adquisiciones gravadas tarifa diferente de cero, sin derecho a crédito',
    bruto: '502',
    neto: '512',
    impuesto: '522',
    tarifa: '15%',
    llenaCon: 'Compras con IVA y otro sustento: el IVA va al gasto',
  },
  {
    id: 'import_servicios',
    concepto: 'Importaciones de servicios y derechos gravadas tarifa diferente de cero',
    bruto: '503',
    neto: '513',
    impuesto: '523',
    tarifa: '15%',
    llenaCon: 'Liquidaciones de compra por servicios del exterior; además 731 por el 100% de su IVA',
  },
  {
    id: 'import_bienes',
    concepto: 'Importaciones de bienes (excluye activos fijos) gravadas tarifa diferente de cero',
    bruto: '504',
    neto: '514',
    impuesto: '524',
    tarifa: '15%',
    llenaCon: 'Declaraciones aduaneras de importación',
  },
  {
    id: 'import_activos',
    concepto: 'Importaciones de activos fijos gravadas tarifa diferente de cero',
    bruto: '505',
    neto: '515',
    impuesto: '525',
    tarifa: '15%',
  },
  {
    id: 'import_0',
    concepto: 'Importaciones de bienes (incluye activos fijos) tarifa 0%',
    bruto: '506',
    neto: '516',
    tarifa: '0%',
  },
  {
    id: 'compras_0',
    concepto: 'Adquisiciones y pagos (incluye activos fijos) tarifa 0%',
    bruto: '507',
    neto: '517',
    tarifa: '0%',
    llenaCon: 'Líneas con tarifa 0%',
  },
  {
    id: 'compras_np',
    concepto: 'Adquisiciones a negocios populares RIMPE',
    bruto: '508',
    neto: '518',
    llenaCon: 'Notas de venta y documentos de negocios populares',
  },
  { id: 'no_objeto', concepto: 'Adquisiciones no objeto de IVA', bruto: '531', neto: '541' },
  { id: 'exentas', concepto: 'Adquisiciones exentas de IVA', bruto: '532', neto: '542' },
  {
    id: 'reembolso',
    concepto: 'Pagos netos por reembolso como intermediario (informativo)',
    bruto: '535',
    neto: '545',
    impuesto: '555',
    llenaCon: 'Compras con sustento 08',
  },
]

const BRUTOS = ['500', '501', '530', '540', '502', '503', '504', '505', '506', '507', '508']
const NETOS = ['510', '511', '533', '550', '512', '513', '514', '515', '516', '517', '518']
const IMPUESTOS = ['520', '521', '534', '560', '522', '523', '524', '525']

/** Boxes of the tax credit, before the share of proportionality. */
const CREDITO = { mas: ['520', '521', '534', '560', '523', '524', '525', '526'], menos: ['527'] }

const total = (codigo: string, columna: string, mas: readonly string[]): Casillero => ({
  codigo,
  concepto: `Total adquisiciones y pagos: ${columna}`,
  origen: { de: 'FORMULA', formula: { de: 'SUMA', mas } },
  formula: mas.join(' + '),
  confidence: 'V',
})

export const TOTALES_COMPRAS: readonly Casillero[] = [
  total('509', 'valor bruto', BRUTOS),
  total('519', 'valor neto', NETOS),
  total('529', 'impuesto', IMPUESTOS),
  {
    codigo: '526',
    concepto: 'Ajuste positivo al crédito: IVA entre adquisiciones y notas de crédito de distinta tarifa',
    origen: { de: 'FILAS' },
    nota: 'Notas de crédito de facturas con una tarifa menor que la actual',
    confidence: 'M',
  },
  {
    codigo: '527',
    concepto: 'Ajuste negativo al crédito: IVA entre adquisiciones y notas de crédito de distinta tarifa',
    origen: { de: 'FILAS' },
    nota: 'Notas de crédito de facturas con una tarifa mayor que la actual',
    confidence: 'M',
  },
  {
    codigo: '543',
    concepto: 'Notas de crédito tarifa 0% por compensar el próximo mes',
    origen: { de: 'FILAS' },
    nota: `${NOTAS_QUE_SOBRAN}; cuenta también el 543 del período anterior`,
    confidence: 'V',
  },
  {
    codigo: '544',
    concepto: 'Notas de crédito tarifa diferente de 0% por compensar el próximo mes: base',
    origen: { de: 'FILAS' },
    nota: `${NOTAS_QUE_SOBRAN}; cuenta también el 544 del período anterior`,
    confidence: 'V',
  },
  {
    codigo: '554',
    concepto: 'Notas de crédito tarifa diferente de 0% por compensar el próximo mes: IVA',
    origen: { de: 'FILAS' },
    nota: `${NOTAS_QUE_SOBRAN}; cuenta también el 554 del período anterior`,
    confidence: 'V',
  },
]

export const CREDITO_TRIBUTARIO: readonly Casillero[] = [
  {
    codigo: '563',
    concepto: 'Factor de proporcionalidad para crédito tributario',
    origen: {
      de: 'FORMULA',
      formula: {
        de: 'FACTOR',
        mas: ['411', '412', '420', '435', '415', '416', '417', '418'],
        entre: '419',
        siHay: ['413', '414'],
      },
    },
    formula: '(411 + 412 + 420 + 435 + 415 + 416 + 417 + 418) ÷ 419',
    nota: 'Cuatro decimales; 1 si no hay ventas 0% sin derecho a crédito',
    unidad: 'factor',
    confidence: 'V',
  },
  {
    codigo: '564',
    concepto: 'Crédito tributario aplicable en este período',
    origen: { de: 'FORMULA', formula: { de: 'PRODUCTO', ...CREDITO, por: '563' } },
    formula: '(520 + 521 + 534 + 560 + 523 + 524 + 525 + 526 − 527) × 563',
    confidence: 'V',
  },
  {
    codigo: '565',
    concepto: 'IVA no considerado como crédito por el factor de proporcionalidad',
    origen: { de: 'FORMULA', formula: { de: 'SUMA', mas: CREDITO.mas, menos: [...CREDITO.menos, '564'] } },
    formula: '520 + 521 + 534 + 560 + 523 + 524 + 525 + 526 − 527 − 564',
    nota: 'Va al costo o gasto',
    confidence: 'V',
  },
  {
    codigo: '115',
    concepto: 'Total de comprobantes de venta recibidos (excepto notas de venta)',
    origen: { de: 'CONTEO', que: 'recibidos' },
    nota: 'Facturas, notas de crédito y de débito de proveedores; casilla informativa',
    unidad: 'conteo',
    confidence: 'M',
  },
  {
    codigo: '117',
    concepto: 'Total de notas de venta recibidas',
    origen: { de: 'CONTEO', que: 'notasVenta' },
    unidad: 'conteo',
    confidence: 'V',
  },
  {
    codigo: '119',
    concepto: 'Total de liquidaciones de compra emitidas',
    origen: { de: 'CONTEO', que: 'liquidaciones' },
    unidad: 'conteo',
    confidence: 'V',
  },
]

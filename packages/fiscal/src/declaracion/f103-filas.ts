/** Rows of form 103: the codes of table 3.10 in each pair of boxes (Excel «Formulario RF» of 2026). */
import type { Vigencia } from '../norma/vigencia.ts'

export interface Fila103 extends Vigencia {
  concepto: string
  base: string
  /** Absent when nothing is withheld: only the base is declared. */
  retenido?: string
  codigos: readonly string[]
}

const FUENTE = 'Excel oficial «Formulario RF», versiones de junio y agosto de 2026'

type Impresa = readonly [base: string, retenido: string | undefined, concepto: string, codigos: string]

const IMPRESAS: readonly Impresa[] = [
  ['302', '352', 'En relación de dependencia', '302'],
  ['303', '353', 'Honorarios profesionales', '303'],
  ['3030', '3530', 'Servicios profesionales prestados por sociedades residentes', '303A'],
  ['304', '354', 'Servicios en los que predomina el intelecto', '304 304A 304B 304C 304D 304E'],
  ['307', '357', 'Servicios en los que predomina la mano de obra', '307'],
  ['308', '358', 'Utilización o aprovechamiento de la imagen o renombre', '308'],
  ['309', '359', 'Servicios prestados por medios de comunicación y agencias de publicidad', '309'],
  ['310', '360', 'Transporte privado de pasajeros o transporte público o privado de carga', '310'],
  ['311', '361', 'Pagos a través de liquidación de compra', '311'],
  ['312', '362', 'Transferencia de bienes muebles de naturaleza corporal', '312'],
  ['3120', '3620', 'Compras al productor de bienes de origen bioacuático, forestal y similares', '312A'],
  ['3121', '3621', 'Compras al comercializador de bienes de origen bioacuático, forestal y similares', '312C'],
  ['314', '364', 'Regalías, derechos de autor, marcas, patentes y similares', '314A 314B 314C 314D'],
  ['319', '369', 'Cuotas de arrendamiento mercantil', '319'],
  ['320', '370', 'Arrendamiento de bienes inmuebles', '320'],
  ['322', '372', 'Seguros y reaseguros (primas y cesiones)', '322'],
  ['323', '373', 'Rendimientos financieros gravados', '323 323A 323B1 323E 323F 323G 323H 323I 323M 323P 323Q 323S'],
  ['3230', undefined, 'Rendimientos financieros exentos', '323E2 323N 323O 323R 323T 323U'],
  ['324', '374', 'Intereses en operaciones de crédito entre instituciones del sistema financiero', '324A 324B 324C'],
  ['325', '375', 'Anticipo de dividendos', '325 325A'],
  ['3250', undefined, 'Dividendos exentos', '3250'],
  ['326', '376', 'Dividendos con impuesto a la renta único', '326'],
  ['327', '377', 'Dividendos a personas naturales residentes', '327'],
  ['328', '378', 'Dividendos a sociedades residentes', '328'],
  ['329', '379', 'Dividendos a fideicomisos residentes', '329'],
  ['331', undefined, 'Dividendos en acciones (capitalización de utilidades)', '331'],
  ['332', undefined, 'Pagos de bienes y servicios no sujetos a retención', '332 332B 332C 332D 332G 332H 332I'],
  ['333', '383', 'Ganancia en la enajenación de derechos representativos de capital', '333'],
  ['334', '384', 'Contraprestación por la enajenación de derechos representativos de capital', '334'],
  ['335', '385', 'Loterías, rifas, pronósticos deportivos, apuestas y similares', '335'],
  ['336', '386', 'Venta de combustibles a comercializadoras', '336'],
  ['337', '387', 'Venta de combustibles a distribuidores', '337'],
  ['343', '393', 'Otras retenciones aplicables el 1% (incluye RIMPE emprendedores)', '343'],
  ['3430', '3450', 'Actividades de construcción', '343B'],
  ['344', '394', 'Otras retenciones aplicables el 2%', '343C 344A 344B'],
  ['3440', '3940', 'Otras retenciones: porcentaje residual', '3440'],
  ['346', '396', 'Otras retenciones aplicables a otros porcentajes', '346B'],
  ['3370', '3870', 'Comercialización de productos forestales', '346D'],
  ['350', '400', 'Autorretenciones', '350'],
  ['3480', '3980', 'Operadores de pronósticos deportivos', '3480'],
  ['3140', '3640', 'Comisiones a sociedades', '3482'],
]

/** Codes whose row changed, or is not certain from any source. */
const DUDOSAS: readonly Fila103[] = [
  {
    base: '344',
    retenido: '394',
    concepto: 'Otras retenciones aplicables el 2%',
    codigos: ['343A'],
    validFrom: '2026-03-01',
    source: FUENTE,
    confidence: 'M',
    note: 'El código 343A pasó de 1 % a 2 % en marzo de 2026; las fuentes discrepan',
  },
  {
    base: '343',
    retenido: '393',
    concepto: 'Otras retenciones aplicables el 1% (incluye RIMPE emprendedores)',
    codigos: ['343A'],
    validTo: '2026-02-28',
    source: FUENTE,
    confidence: 'M',
  },
  {
    base: '332',
    concepto: 'Pagos de bienes y servicios no sujetos a retención',
    codigos: ['332E', '332F'],
    source: FUENTE,
    confidence: 'R',
    note: 'Una fuente los lleva a 3230',
  },
  {
    base: '346',
    retenido: '396',
    concepto: 'Otras retenciones aplicables a otros porcentajes',
    codigos: ['346', '346A'],
    source: 'Recordado',
    confidence: 'R',
  },
  { base: '338', retenido: '388', concepto: 'Producción y venta local de banano', codigos: ['338'], source: 'Recordado', confidence: 'R' },
  { base: '340', retenido: '390', concepto: 'Exportación de banano', codigos: ['340'], source: 'Recordado', confidence: 'R' },
]

export const FILAS_103: readonly Fila103[] = [
  ...IMPRESAS.map(([base, retenido, concepto, codigos]): Fila103 => ({
    base,
    ...(retenido === undefined ? {} : { retenido }),
    concepto,
    codigos: codigos.split(' '),
    source: FUENTE,
    confidence: 'V',
  })),
  ...DUDOSAS,
]

/** Code of a payment without withholding. */
export const CODIGO_SIN_RETENCION = '332'

import type { Casilla, Papel, SeccionPapel } from '@yupana/contract'
import {
  displayCasillero,
  enCifras,
  esAjustable,
  esAjustable103,
  FILAS_103,
  filaDeCasillero,
  FORMULARIO_104,
  casillerosOf,
  isVigente,
  nombrePeriodoFiscal,
  parsePeriodoFiscal,
  sobraDe,
  TOTALES_103,
  valorDe,
  type Casillero,
  type Fecha,
  type Valores,
} from '@yupana/fiscal'

// A form as people see it: sections, rows and boxes with their figures.

export interface Cifras {
  valores: Valores
  ajustes: Valores
  declarado: Valores | undefined
  /** Source of the balances; absent for filed figures. */
  saldos?: Papel['saldos']
}

const CASILLEROS_104 = new Map(casillerosOf(FORMULARIO_104).map((casillero) => [casillero.codigo, casillero]))

/** Sales by payment, each from the taxed rows. */
const POR_PAGO = ['480', '481']

function abreDe({ codigo, origen }: Casillero): Casilla['abre'] {
  if (origen.de === 'FORMULA') return 'CASILLEROS'
  if (
    origen.de === 'RETENCION_IVA' ||
    origen.de === 'RETENCION_RECIBIDA' ||
    origen.de === 'CONTEO' ||
    filaDeCasillero(FORMULARIO_104, codigo) !== undefined ||
    sobraDe(codigo) !== undefined ||
    POR_PAGO.includes(codigo)
  )
    return 'DOCUMENTOS'
  return 'FUENTE'
}

const A_MANO = 'Ningún documento lo llena: es lo que se escriba como ajuste, con su motivo.'

/** Source of a box that neither documents nor other boxes fill, in words and as an address. */
function fuenteDe({ origen }: Casillero, { saldos }: Cifras): Pick<Casilla, 'fuente' | 'enlace'> {
  if (origen.de === 'DIGITADO') return { fuente: A_MANO, enlace: null }
  if (origen.de !== 'SALDO') return { fuente: null, enlace: null }
  const periodo = saldos && parsePeriodoFiscal(saldos.periodo)
  if (!periodo) return { fuente: `Es el casillero ${origen.casillero} del período anterior.`, enlace: null }
  const de = `Es el casillero ${origen.casillero} de ${nombrePeriodoFiscal(periodo).toLowerCase()}`
  const enlace = `/declaraciones?formulario=104&periodo=${periodo.codigo}`
  if (saldos.origen === 'ANTERIOR') return { fuente: `${de}, como se declaró aquí.`, enlace }
  return {
    fuente:
      saldos.origen === 'DIGITADO'
        ? `${de}: ese período no se declaró aquí y se escribió en «Saldos y opciones».`
        : `${de}: ese período no se declaró aquí; escríbalo en «Saldos y opciones».`,
    enlace: null,
  }
}

/** Boxes that a box is computed from. */
function partesDe({ origen, formula }: Casillero): string[] {
  if (origen.de !== 'FORMULA') return []
  const named = formula?.match(/\b\d{3,4}\b/g)
  if (named) return [...new Set(named)]
  return origen.formula.de === 'SUMA' ? [...origen.formula.mas, ...(origen.formula.menos ?? [])] : []
}

/** The arithmetic in figures; nothing where it names no box. */
function cifrasDe(casillero: Casillero, { valores }: Cifras): string | null {
  if (casillero.formula === undefined) return null
  const text = enCifras(casillero.formula, valores, (codigo) => CASILLEROS_104.get(codigo)?.unidad)
  return text === casillero.formula ? null : `${text} = ${displayCasillero(valorDe(valores, casillero.codigo), casillero.unidad)}`
}

function casillaOf(casillero: Casillero, cifras: Cifras, abre: Casilla['abre'], ajustable: boolean): Casilla {
  const { codigo, concepto, unidad, formula, nota, confidence } = casillero
  return {
    codigo,
    concepto,
    valor: valorDe(cifras.valores, codigo),
    unidad: unidad ?? 'dolares',
    ajuste: valorDe(cifras.ajustes, codigo),
    declarado: cifras.declarado ? valorDe(cifras.declarado, codigo) : null,
    formula: formula ?? null,
    cifras: cifrasDe(casillero, cifras),
    nota: nota ?? null,
    confianza: confidence,
    abre,
    partes: partesDe(casillero),
    ...fuenteDe(casillero, cifras),
    ajustable,
  }
}

const COLUMNAS = ['Valor bruto', 'Valor neto', 'Impuesto']
const LUGAR: Readonly<Record<string, number>> = { 'valor bruto': 0, 'valor neto': 1, base: 1, impuesto: 2, IVA: 2 }

/** Boxes of one concept stand in one row: «Total …: valor bruto» beside «Total …: valor neto». */
function filasDe(casilleros: readonly Casillero[], columnas: number, casilla: (one: Casillero) => Casilla): SeccionPapel['filas'] {
  const filas: SeccionPapel['filas'] = []
  for (const one of casilleros) {
    const [concepto = '', columna = ''] = one.concepto.split(': ')
    const at = columnas === 1 ? 0 : (LUGAR[columna] ?? columnas - 1)
    const name = columnas === 1 || LUGAR[columna] === undefined ? one.concepto : concepto
    const last = filas.at(-1)
    const fila = last?.concepto === name && last.casillas[at] === null ? last : undefined
    const target = fila ?? { concepto: name, tarifa: null, llena_con: null, casillas: new Array<Casilla | null>(columnas).fill(null) }
    target.casillas[at] = casilla(one)
    if (!fila) filas.push(target)
  }
  return filas
}

/** Form 104 with its figures. */
export function secciones104(cifras: Cifras): SeccionPapel[] {
  const casilla = (one: Casillero) => casillaOf(one, cifras, abreDe(one), esAjustable(one.codigo))
  return FORMULARIO_104.secciones.map(({ titulo, filas = [], casilleros }) => {
    const columnas = filas.length > 0 ? COLUMNAS : ['Valor']
    const impresas = filas.map((fila) => ({
      concepto: fila.concepto,
      tarifa: fila.tarifa ?? null,
      llena_con: fila.llenaCon ?? null,
      casillas: ([fila.bruto, fila.neto, fila.impuesto] as const).map((codigo) => {
        const one = codigo === undefined ? undefined : CASILLEROS_104.get(codigo)
        return one ? casilla(one) : null
      }),
    }))
    return { titulo, columnas, filas: [...impresas, ...filasDe(casilleros, columnas.length, casilla)] }
  })
}

/** Form 103 with its figures: the rows in force on the last day of the period. */
export function secciones103(cifras: Cifras, hasta: Fecha): SeccionPapel[] {
  const of = (codigo: string, concepto: string, confidence: Casillero['confidence'], nota: string | undefined): Casilla =>
    casillaOf(
      { codigo, concepto, origen: { de: 'RETENCION_RENTA', columna: 'base' }, confidence, ...(nota === undefined ? {} : { nota }) },
      cifras,
      'DOCUMENTOS',
      true,
    )
  const seen = new Set<string>()
  const filas = FILAS_103.filter((fila) => {
    const isNew = isVigente(fila, hasta) && !seen.has(fila.base)
    seen.add(fila.base)
    return isNew
  }).map(({ base, retenido, concepto, codigos, confidence, note }) => ({
    concepto,
    tarifa: null,
    llena_con: `Códigos ${codigos.join(', ')}`,
    casillas: [
      of(base, `${concepto}: base imponible`, confidence, note),
      retenido === undefined ? null : of(retenido, `${concepto}: valor retenido`, confidence, note),
    ],
  }))
  const totales = (one: Casillero) =>
    casillaOf(one, cifras, one.origen.de === 'FORMULA' ? 'CASILLEROS' : 'FUENTE', esAjustable103(one.codigo))
  return [
    { titulo: 'Por pagos efectuados en el país', columnas: ['Base imponible', 'Valor retenido'], filas },
    { titulo: 'Totales', columnas: ['Valor'], filas: filasDe(TOTALES_103, 1, totales) },
  ]
}

interface Renglon {
  codigo: string
  concepto: string
}

/** The talón resumen of the ATS: totals of its sections. */
export const TALON: readonly { titulo: string; renglones: readonly Renglon[] }[] = [
  {
    titulo: 'Compras',
    renglones: [
      { codigo: 'compras_cero', concepto: 'Base imponible tarifa 0%' },
      { codigo: 'compras_gravada', concepto: 'Base imponible tarifa diferente de 0%' },
      { codigo: 'compras_no_objeto', concepto: 'Base no objeto de IVA' },
      { codigo: 'compras_exenta', concepto: 'Base exenta de IVA' },
      { codigo: 'compras_iva', concepto: 'Monto de IVA' },
    ],
  },
  {
    titulo: 'Ventas (facturas y notas de débito menos notas de crédito)',
    renglones: [
      { codigo: 'ventas_cero', concepto: 'Base imponible tarifa 0%' },
      { codigo: 'ventas_gravada', concepto: 'Base imponible tarifa diferente de 0%' },
      { codigo: 'ventas_no_gravada', concepto: 'Base no objeto y exenta de IVA' },
      { codigo: 'ventas_iva', concepto: 'Monto de IVA' },
    ],
  },
  {
    titulo: 'Exportaciones (facturas y notas de débito menos notas de crédito)',
    renglones: [
      { codigo: 'exportaciones_bienes', concepto: 'Exportaciones de bienes' },
      { codigo: 'exportaciones_servicios', concepto: 'Exportaciones de servicios y otros ingresos del exterior' },
    ],
  },
  {
    titulo: 'Retenciones efectuadas',
    renglones: [
      { codigo: 'retencion_iva', concepto: 'Retenciones de IVA' },
      { codigo: 'retencion_renta', concepto: 'Retenciones de impuesto a la renta' },
    ],
  },
  {
    titulo: 'Retenciones que le efectuaron',
    renglones: [
      { codigo: 'recibida_iva', concepto: 'Retenciones de IVA' },
      { codigo: 'recibida_renta', concepto: 'Retenciones de impuesto a la renta' },
    ],
  },
]

export const seccionesAts = (cifras: Cifras): SeccionPapel[] =>
  TALON.map(({ titulo, renglones }) => ({
    titulo,
    columnas: ['Valor'],
    filas: renglones.map(({ codigo, concepto }) => ({
      concepto,
      tarifa: null,
      llena_con: null,
      casillas: [casillaOf({ codigo, concepto, origen: { de: 'FILAS' }, confidence: 'V' }, cifras, 'DOCUMENTOS', false)],
    })),
  }))

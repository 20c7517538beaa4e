import type { NotaCreditoForm, NotaCreditoFormInput, SaldoFactura } from '@yupana/contract'
import {
  checkCreditos,
  COD_DOC,
  creditSaldo,
  inRange,
  parseEntrada,
  plainMonto,
  type Credito,
  type Fecha,
  type ModoPrecio,
  type Monto,
  type Saldo,
  type TotalesDocumento,
} from '@yupana/fiscal'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import { camposFormOf, hasCampos, type CampoValores } from '../../domain/emision/campos-valores.ts'
import { compradorOfForm, CONSUMIDOR, correosOf } from '../../domain/emision/comprador-valores.ts'
import { puntoFormOf, serieOf } from '../../domain/emision/series.ts'
import type { Armada } from '../../domain/emision/tipo-documento.ts'
import {
  campoOfEditor,
  emptyLinea,
  isEmptyLinea,
  lineaFormOf,
  lineaValoresOf,
  type LineaValores,
} from '../../domain/lineas-editor/linea-valores.ts'
import { totalesOfLineas } from '../../domain/totales-panel/use-totales.ts'
import { campoOfModificado, hasAjeno, modificadoOf, modificadoValores, type Clase, type ValoresNota } from './nota-valores.ts'

/** The returned part of a line, as typed: units or an amount, empty for none. */
export interface CreditoValores {
  por: 'CANTIDAD' | 'MONTO'
  valor: string
}

/** The form of a credit note: the lines of a factura of ours, or own lines for a factura of elsewhere. */
export interface NotaCreditoValores extends ValoresNota {
  clase: Clase
  motivo: string
  /** Remainder of the factura; read anew whenever the form opens. */
  saldo: SaldoFactura | null
  /** One entry for each line of the factura. */
  creditos: CreditoValores[]
  modo: ModoPrecio
  lineas: LineaValores[]
  info_adicional: CampoValores[]
}

/** Name, usual reason and effect on stock of each kind (O-57). */
export const CLASES: Readonly<Record<Clase, { nombre: string; motivo: string; efecto: string }>> = {
  ANULACION: {
    nombre: 'Anulación',
    motivo: 'Anulación de la factura',
    efecto: 'Acredita todo lo que queda de la factura; la mercadería vuelve al inventario.',
  },
  DEVOLUCION: {
    nombre: 'Devolución',
    motivo: 'Devolución de mercadería',
    efecto: 'Por cantidades; lo devuelto vuelve al inventario.',
  },
  DESCUENTO: { nombre: 'Descuento', motivo: 'Descuento', efecto: 'Por valor; el inventario no se mueve.' },
  CORRECCION: { nombre: 'Corrección', motivo: 'Corrección de la factura', efecto: 'Por cantidad o por valor; el inventario no se mueve.' },
}

export const emptyNotaCredito = (hoy: Fecha, serie: string): NotaCreditoValores => ({
  comprador: null,
  correos: '',
  fecha_emision: hoy,
  serie,
  modificado: null,
  ajeno: null,
  clase: 'ANULACION',
  motivo: CLASES.ANULACION.motivo,
  saldo: null,
  creditos: [],
  modo: 'NETO',
  lineas: [emptyLinea()],
  info_adicional: [],
})

/** Initial values of a kind: the whole remainder for returned goods, nothing for money. */
export const creditosOf = (clase: Clase, { lineas }: Pick<SaldoFactura, 'lineas'>): CreditoValores[] =>
  lineas.map(({ cantidad, monto }) => {
    if (clase === 'DESCUENTO' || clase === 'CORRECCION') return { por: 'MONTO', valor: '' }
    if (cantidad > 0) return { por: 'CANTIDAD', valor: plainMonto(cantidad) }
    return { por: 'MONTO', valor: clase === 'ANULACION' && monto > 0 ? entradaOf(monto) : '' }
  })

/** Usual reason of a kind; a reason typed by the user stays. */
export const motivoOf = (clase: Clase, motivo: string): string =>
  motivo.trim() === '' || Object.values(CLASES).some((one) => one.motivo === motivo) ? CLASES[clase].motivo : motivo

export const isWorthKeeping = (valores: NotaCreditoValores): boolean =>
  valores.modificado !== null ||
  hasAjeno(valores) ||
  valores.lineas.some((linea) => !isEmptyLinea(linea)) ||
  hasCampos(valores.info_adicional)

/** The form begun from a factura. */
export const formOfSaldo = ({ comprador, modificado, modo }: SaldoFactura): NotaCreditoForm => ({
  tipo: COD_DOC.NOTA_CREDITO,
  establecimiento: '',
  punto: '',
  comprador,
  modificado,
  clase: 'ANULACION',
  motivo: CLASES.ANULACION.motivo,
  modo,
  creditos: [],
  lineas: [],
  info_adicional: [],
})

function creditosOfForm(creditos: NotaCreditoForm['creditos']): CreditoValores[] {
  const filas: CreditoValores[] = []
  for (const { linea, cantidad, monto } of creditos)
    filas[linea] = cantidad === undefined ? { por: 'MONTO', valor: entradaOf(monto) } : { por: 'CANTIDAD', valor: plainMonto(cantidad) }
  return Array.from(filas, (fila) => fila ?? { por: 'CANTIDAD', valor: '' })
}

/** The values of a stored form. */
export const valoresOf = (form: NotaCreditoForm, fecha: Fecha): NotaCreditoValores => ({
  comprador: compradorOfForm(form.comprador),
  correos: form.comprador.correos.join(', '),
  fecha_emision: fecha,
  serie: serieOf(form),
  ...modificadoValores(form.modificado),
  clase: form.clase,
  motivo: form.motivo,
  saldo: null,
  creditos: creditosOfForm(form.creditos),
  modo: form.modo,
  lineas: [...form.lineas.map(lineaValoresOf), emptyLinea()],
  info_adicional: form.info_adicional,
})

/** The form with today's remainder: without values it begins as its kind sets; a line without a value is empty. */
export function withSaldo(valores: NotaCreditoValores, saldo: SaldoFactura): Pick<NotaCreditoValores, 'saldo' | 'creditos' | 'modo'> {
  const begun = creditosOf(valores.clase, saldo)
  const isBegun = valores.creditos.length === 0 || valores.clase === 'ANULACION'
  return {
    saldo,
    modo: saldo.modo,
    creditos: isBegun ? begun : begun.map((_, at) => valores.creditos[at] ?? { por: 'CANTIDAD', valor: '' }),
  }
}

/** The remainder for the calculation. */
export function saldoOfFactura({ total, lineas, impuestos }: SaldoFactura): Saldo {
  const impuestoOf = ({ codigo, codigo_porcentaje, tarifa, base, valor }: SaldoFactura['impuestos'][number]) => ({
    codigo,
    codigoPorcentaje: codigo_porcentaje,
    tarifa,
    baseImponible: base,
    valor,
  })
  return {
    total,
    totalConImpuestos: impuestos.map(impuestoOf),
    lineas: lineas.map(({ cantidad, precio_unitario, descuento, monto, con_iva, iva, otros }) => ({
      cantidad,
      precioUnitario: precio_unitario,
      descuento,
      monto,
      isPvp: con_iva,
      iva: { codigoPorcentaje: iva.codigo_porcentaje, tarifa: iva.tarifa },
      otros: otros.map(impuestoOf),
    })),
  }
}

const readCredito = ({ por, valor }: CreditoValores) => parseEntrada(valor, por === 'CANTIDAD' ? 6 : 2)

/** Problem of an amount or quantity that cannot be read. */
export const problemOfCredito = (credito: CreditoValores): string | undefined => {
  const entrada = readCredito(credito)
  return entrada.ok ? undefined : entrada.problem
}

/** The returned parts; empty, zero and unreadable ones are left out. */
export const listCreditos = ({ creditos }: Pick<NotaCreditoValores, 'creditos'>): Credito[] =>
  creditos.flatMap((credito, linea) => {
    const entrada = readCredito(credito)
    if (credito.valor.trim() === '' || !entrada.ok || entrada.monto === 0) return []
    return [credito.por === 'CANTIDAD' ? { linea, cantidad: entrada.monto } : { linea, monto: entrada.monto }]
  })

type Totalizable = Pick<NotaCreditoValores, 'ajeno' | 'modificado' | 'saldo' | 'creditos' | 'modo' | 'lineas' | 'fecha_emision'>

const NADA: TotalesDocumento = { lineas: [], totalSinImpuestos: 0, totalDescuento: 0, totalConImpuestos: [], propina: 0, importeTotal: 0 }

/** Totals; undefined when out of the range of a document. A line above its remainder counts as 0. */
export function totalesOfCredito(valores: Totalizable): TotalesDocumento | undefined {
  const { ajeno, saldo: leido, modo, lineas } = valores
  if (ajeno) return totalesOfLineas(lineas, { modo, fecha: modificadoOf(valores)?.fecha ?? valores.fecha_emision })
  if (!leido) return NADA
  const saldo = saldoOfFactura(leido)
  return inRange(() => {
    const { valorModificacion, ...sums } = creditSaldo(
      saldo,
      listCreditos(valores).filter((credito) => checkCreditos(saldo, [credito]).length === 0),
    )
    return { ...sums, propina: 0, importeTotal: valorModificacion }
  })
}

/** The lines to send, each with its row on the screen. */
export const lineasOf = ({ lineas }: Pick<NotaCreditoValores, 'lineas'>) =>
  lineas.flatMap((linea, fila) => {
    const form = isEmptyLinea(linea) ? undefined : lineaFormOf(linea)
    return form ? [{ fila, form }] : []
  })

const SERIE = ['establecimiento', 'punto']

/** The field of the screen for a field name of the server. */
export function campoOf(campo: string, valores: NotaCreditoValores): string {
  const ofModificado = campoOfModificado(campo, valores)
  if (ofModificado !== undefined) return ofModificado
  if (SERIE.includes(campo)) return 'serie'
  const [, at] = /^creditos\.(\d+)/.exec(campo) ?? []
  if (at !== undefined) return `creditos.${listCreditos(valores)[Number(at)]?.linea ?? at}.valor`
  if (campo === 'creditos') return 'clase'
  return campoOfEditor(
    campo,
    lineasOf(valores).map(({ fila }) => fila),
  )
}

export function armar(valores: NotaCreditoValores, _total: Monto): Armada & { form: NotaCreditoFormInput } {
  const { ajeno } = valores
  return {
    campoOf: (campo) => campoOf(campo, valores),
    form: {
      tipo: COD_DOC.NOTA_CREDITO,
      ...puntoFormOf(valores.serie),
      fecha_emision: valores.fecha_emision || undefined,
      comprador: { ...(valores.comprador ?? CONSUMIDOR), correos: correosOf(valores.correos) },
      modificado: modificadoOf(valores) ?? { numero: '', fecha: valores.fecha_emision },
      clase: valores.clase,
      motivo: valores.motivo.trim(),
      modo: valores.modo,
      creditos: ajeno ? [] : listCreditos(valores),
      lineas: ajeno ? lineasOf(valores).map(({ form }) => form) : [],
      info_adicional: camposFormOf(valores.info_adicional),
    },
  }
}

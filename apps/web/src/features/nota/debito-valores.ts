import type { NotaDebitoForm, NotaDebitoFormInput, SaldoFactura } from '@yupana/contract'
import {
  COD_DOC,
  fromUnits,
  inRange,
  largest,
  parseEntrada,
  tarifaIvaAt,
  TIPO_IVA,
  totalesOf,
  type Fecha,
  type Monto,
  type MotivoNotaDebito,
  type TotalesDocumento,
} from '@yupana/fiscal'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import { camposFormOf, hasCampos, type CampoValores } from '../../domain/emision/campos-valores.ts'
import { compradorOfForm, CONSUMIDOR, correosOf } from '../../domain/emision/comprador-valores.ts'
import { emptyPago, montoOf, pagosFormOf, pagosOf, type PagoValores } from '../../domain/emision/pagos-valores.ts'
import { puntoFormOf, serieOf } from '../../domain/emision/series.ts'
import type { Armada } from '../../domain/emision/tipo-documento.ts'
import { campoOfModificado, hasAjeno, modificadoOf, modificadoValores, type ValoresNota } from './nota-valores.ts'

/** A reason with its amount, as typed, without IVA. */
export interface MotivoValores {
  razon: string
  valor: string
  /** Tax-rate id of the specification. */
  iva: number
}

/** The form of a debit note: the client is that of its factura. */
export interface NotaDebitoValores extends ValoresNota {
  motivos: MotivoValores[]
  pagos: PagoValores[]
  info_adicional: CampoValores[]
}

export const emptyMotivo = (iva: number = TIPO_IVA.CERO): MotivoValores => ({ razon: '', valor: '', iva })

export const emptyNotaDebito = (hoy: Fecha, serie: string): NotaDebitoValores => ({
  comprador: null,
  correos: '',
  fecha_emision: hoy,
  serie,
  modificado: null,
  motivos: [emptyMotivo()],
  pagos: [emptyPago()],
  info_adicional: [],
})

export const isEmptyMotivo = ({ razon, valor }: MotivoValores): boolean => razon.trim() === '' && valor.trim() === ''

export const isWorthKeeping = ({ motivos, info_adicional: campos, ajeno }: NotaDebitoValores): boolean =>
  !motivos.every(isEmptyMotivo) || hasCampos(campos) || hasAjeno({ ajeno })

/** The form begun from a factura: its client, and its first rate for the first reason. */
export const formOfSaldo = ({ comprador, modificado, tarifas }: SaldoFactura): NotaDebitoForm => ({
  tipo: COD_DOC.NOTA_DEBITO,
  establecimiento: '',
  punto: '',
  comprador,
  modificado,
  motivos: [{ razon: '', valor: 0, iva: tarifas[0] ?? TIPO_IVA.CERO }],
  pagos: [],
  info_adicional: [],
})

/** The values of a stored form. */
export const valoresOf = (form: NotaDebitoForm, fecha: Fecha): NotaDebitoValores => ({
  comprador: compradorOfForm(form.comprador),
  correos: form.comprador.correos.join(', '),
  fecha_emision: fecha,
  serie: serieOf(form),
  ...modificadoValores(form.modificado),
  motivos: form.motivos.map(({ razon, valor, iva }) => ({ razon, iva, valor: valor > 0 ? entradaOf(valor) : '' })),
  pagos: form.pagos.length > 0 ? pagosOf(form.pagos) : [emptyPago()],
  info_adicional: form.info_adicional,
})

/** The reasons for the calculation, at the rates of the factura's day (O-92); unreadable amounts count as 0. */
export function motivosOf(valores: Pick<NotaDebitoValores, 'motivos' | 'modificado' | 'ajeno'>): MotivoNotaDebito[] {
  const modificado = modificadoOf(valores)
  return valores.motivos
    .filter((motivo) => !isEmptyMotivo(motivo))
    .map(({ razon, valor, iva }) => {
      const tarifa = modificado ? tarifaIvaAt(iva, modificado.fecha) : undefined
      return {
        razon,
        valor: largest(montoOf(valor), 0),
        iva: { codigoPorcentaje: tarifa?.codigoPorcentaje ?? '0', tarifa: tarifa?.tarifa ?? 0 },
      }
    })
}

/** Totals; undefined when out of the range of a document. */
export function totalesOfNota(valores: Pick<NotaDebitoValores, 'motivos' | 'modificado' | 'ajeno'>): TotalesDocumento | undefined {
  return inRange(() =>
    totalesOf({
      modo: 'NETO',
      lineas: motivosOf(valores).map(({ valor, iva }) => ({ cantidad: fromUnits(1), precioUnitario: valor, iva })),
    }),
  )
}

/** ×10⁶. */
export const montoOfMotivo = ({ valor }: MotivoValores): Monto => montoOf(valor)

/** Problem of an amount that cannot be read. */
export const problemOfValor = (text: string): string | undefined => {
  const entrada = parseEntrada(text, 2)
  return entrada.ok ? undefined : entrada.problem
}

/** Rows on the screen of the sent reasons: empty ones are left out. */
export const filasOf = (motivos: readonly MotivoValores[]): number[] =>
  motivos.flatMap((motivo, fila) => (isEmptyMotivo(motivo) ? [] : [fila]))

const SERIE = ['establecimiento', 'punto']

/** The field of the screen for a field name of the server. */
export function campoOf(campo: string, filas: readonly number[], valores: Pick<NotaDebitoValores, 'ajeno'>): string {
  const ofModificado = campoOfModificado(campo, valores)
  if (ofModificado !== undefined) return ofModificado
  return SERIE.includes(campo) ? 'serie' : campo.replace(/^motivos\.(\d+)/, (_, at: string) => `motivos.${filas[Number(at)] ?? at}`)
}

export function armar(valores: NotaDebitoValores, total: Monto): Armada & { form: NotaDebitoFormInput } {
  const filas = filasOf(valores.motivos)
  return {
    campoOf: (campo) => campoOf(campo, filas, valores),
    form: {
      tipo: COD_DOC.NOTA_DEBITO,
      ...puntoFormOf(valores.serie),
      fecha_emision: valores.fecha_emision || undefined,
      comprador: { ...(valores.comprador ?? CONSUMIDOR), correos: correosOf(valores.correos) },
      modificado: modificadoOf(valores) ?? { numero: '', fecha: valores.fecha_emision },
      motivos: valores.motivos
        .filter((motivo) => !isEmptyMotivo(motivo))
        .map(({ razon, valor, iva }) => ({ razon: razon.trim(), valor: montoOf(valor), iva })),
      pagos: pagosFormOf(valores.pagos, total),
      info_adicional: camposFormOf(valores.info_adicional),
    },
  }
}

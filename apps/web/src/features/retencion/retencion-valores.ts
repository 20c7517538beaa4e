import type { CompraRetenida, CondicionProveedor, DocSustentoForm, RetencionForm } from '@yupana/contract'
import {
  COD_DOC,
  FORMA_PAGO_EFECTIVO,
  inRange,
  isRucDeSociedad,
  largest,
  percentOf,
  sum,
  tarifaIvaAt,
  tipoIvaGeneralAt,
  tipoIvaOf,
  type Fecha,
  type Monto,
  type RegimenExterior,
  type TipoSujeto,
} from '@yupana/fiscal'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import { hasCampos, type CampoValores } from '../../domain/emision/campos-valores.ts'
import { compradorOfForm } from '../../domain/emision/comprador-valores.ts'
import { montoOf } from '../../domain/emision/pagos-valores.ts'
import { serieOf } from '../../domain/emision/series.ts'
import type { ValoresEmision } from '../../domain/emision/tipo-documento.ts'
import { lineaOf, retenidoPor, type LineaRetencion } from '../../domain/retencion/lineas.ts'

/** A base of the purchase with its rate; an empty `valor` is computed from the rate. */
export interface BaseValores {
  /** Tax-rate id of the specification. */
  iva: number
  base: string
  valor: string
}

/** A purchase to withhold from. */
export interface SustentoValores {
  cod_doc: string
  numero: string
  fecha: Fecha
  fecha_registro: Fecha
  autorizacion: string
  cod_sustento: string
  bases: BaseValores[]
  /** Empty: the sum of bases and taxes. */
  importe: string
  forma_pago: string
  operacion: CompraRetenida['operacion']
  exterior: boolean
  pais: string
  regimen_exterior: RegimenExterior
  convenio: boolean
  sujeto_retencion: boolean
  regimen_fiscal: boolean
  /** The lines follow the proposal until the user changes one. */
  automatica: boolean
  retenciones: LineaRetencion[]
  /** Taxes without fields here, and vouchers paid for others: kept unchanged. */
  otros: DocSustentoForm['impuestos']
  reembolsos: DocSustentoForm['reembolsos']
}

/** The form of a retención: its `comprador` is the supplier. */
export interface RetencionValores extends ValoresEmision {
  proveedor: CompraRetenida['proveedor']
  tipo_sujeto: '' | TipoSujeto
  parte_relacionada: boolean
  /** `yyyy-MM`; empty: the month of the voucher. */
  periodo: string
  docs: SustentoValores[]
  pago_fecha: Fecha
  pago_motivo: string
  info_adicional: CampoValores[]
}

export const emptyBase = (fecha: Fecha): BaseValores => ({ iva: tipoIvaGeneralAt(fecha), base: '', valor: '' })

export const emptySustento = (hoy: Fecha): SustentoValores => ({
  cod_doc: COD_DOC.FACTURA,
  numero: '',
  fecha: hoy,
  fecha_registro: '',
  autorizacion: '',
  cod_sustento: '01',
  bases: [emptyBase(hoy)],
  importe: '',
  forma_pago: FORMA_PAGO_EFECTIVO,
  operacion: 'BIEN',
  exterior: false,
  pais: '',
  regimen_exterior: '01',
  convenio: false,
  sujeto_retencion: true,
  regimen_fiscal: false,
  automatica: true,
  retenciones: [],
  otros: [],
  reembolsos: [],
})

/** A supplier without known facts. */
export const proveedorOf = (sociedad: boolean): RetencionValores['proveedor'] & CondicionProveedor => ({
  sociedad,
  regimen: 'GENERAL',
  especial: false,
  publico: false,
  exportador: false,
  habitual: false,
})

export const emptyRetencion = (hoy: Fecha, serie: string): RetencionValores => ({
  comprador: null,
  correos: '',
  fecha_emision: hoy,
  serie,
  proveedor: proveedorOf(true),
  tipo_sujeto: '',
  parte_relacionada: false,
  periodo: '',
  docs: [emptySustento(hoy)],
  pago_fecha: '',
  pago_motivo: '',
  info_adicional: [],
})

const isEmptyBase = ({ base, valor }: BaseValores) => base.trim() === '' && valor.trim() === ''

/** Amounts of one base, ×10⁶. */
export function montosOf({ iva, base, valor }: BaseValores, fecha: Fecha) {
  const tarifa = tarifaIvaAt(iva, fecha)
  const amount = largest(montoOf(base), 0)
  return {
    codigoPorcentaje: tarifa?.codigoPorcentaje ?? '0',
    tarifa: tarifa?.tarifa ?? 0,
    base: amount,
    valor: valor.trim() === '' ? percentOf(amount, tarifa?.tarifa ?? 0) : largest(montoOf(valor), 0),
  }
}

/** The bases to send, each with its row on the screen. */
export const basesOf = ({ bases, fecha }: Pick<SustentoValores, 'bases' | 'fecha'>) =>
  bases.flatMap((one, fila) => (isEmptyBase(one) ? [] : [{ fila, ...montosOf(one, fecha) }]))

/** Total of the purchase, ×10⁶. */
export function comprado(doc: Pick<SustentoValores, 'bases' | 'fecha' | 'otros' | 'importe'>) {
  const bases = basesOf(doc)
  const base = sum(bases.map((one) => one.base))
  const iva = sum(bases.map((one) => one.valor))
  const calculado = sum([base, iva, ...doc.otros.map(({ valor }) => valor)])
  return { base, iva, calculado, importe: doc.importe.trim() === '' ? calculado : montoOf(doc.importe) }
}

/** Amount withheld by tax, and in total. */
export const retenido = ({ docs }: Pick<RetencionValores, 'docs'>) => retenidoPor(docs.flatMap(({ retenciones }) => retenciones))

/** Undefined when out of the range of a document. */
export const totalOf = (valores: RetencionValores): Monto | undefined =>
  inRange(() => {
    for (const doc of valores.docs) comprado(doc)
    return retenido(valores).total
  })

/** Body of the proposal call; undefined while there is no base. */
export const compraOf = (
  doc: Pick<SustentoValores, 'cod_doc' | 'operacion' | 'exterior' | 'bases' | 'fecha' | 'otros' | 'importe'>,
  proveedor: RetencionValores['proveedor'],
  fecha: Fecha,
): CompraRetenida | undefined =>
  inRange(() => {
    const { base, iva } = comprado(doc)
    if (base <= 0) return undefined
    const { operacion, exterior } = doc
    return { fecha, operacion, exterior, liquidacion: doc.cod_doc === COD_DOC.LIQUIDACION_COMPRA, proveedor, base, iva }
  })

export const isWorthKeeping = ({ comprador, docs, info_adicional: campos }: RetencionValores): boolean =>
  comprador !== null || hasCampos(campos) || docs.some((doc) => doc.numero !== '' || doc.bases.some((base) => !isEmptyBase(base)))

function sustentoOf(doc: DocSustentoForm): SustentoValores {
  const { pago_exterior: exterior, fecha } = doc
  const isRead = (one: DocSustentoForm['impuestos'][number]) => one.codigo === '2' && tipoIvaOf(one.codigo_porcentaje) !== undefined
  const bases = doc.impuestos.filter(isRead).map(({ codigo_porcentaje: codigo, base, valor, tarifa }): BaseValores => ({
    iva: tipoIvaOf(codigo) ?? 0,
    base: entradaOf(base),
    valor: valor === percentOf(base, tarifa) ? '' : entradaOf(valor),
  }))
  const read = {
    ...emptySustento(fecha),
    cod_doc: doc.cod_doc,
    numero: doc.numero ?? '',
    fecha,
    fecha_registro: doc.fecha_registro ?? '',
    autorizacion: doc.autorizacion ?? '',
    cod_sustento: doc.cod_sustento,
    bases,
    forma_pago: doc.pagos[0]?.forma_pago ?? FORMA_PAGO_EFECTIVO,
    exterior: exterior !== undefined,
    pais: exterior?.pais ?? '',
    regimen_exterior: exterior?.regimen ?? '01',
    convenio: exterior?.convenio ?? false,
    sujeto_retencion: exterior?.sujeto_retencion ?? true,
    regimen_fiscal: exterior?.regimen_fiscal ?? false,
    automatica: doc.retenciones.length === 0,
    retenciones: doc.retenciones.map(lineaOf),
    otros: doc.impuestos.filter((one) => !isRead(one)),
    reembolsos: doc.reembolsos,
  }
  const { calculado } = comprado(read)
  return { ...read, importe: calculado === doc.importe_total ? '' : entradaOf(doc.importe_total) }
}

/** Month of the calendar for `mm/aaaa`, and the reverse. */
const mesOf = (periodo = '') => (periodo === '' ? '' : `${periodo.slice(3)}-${periodo.slice(0, 2)}`)
export const periodoOf = (mes: string) => (mes === '' ? undefined : `${mes.slice(5, 7)}/${mes.slice(0, 4)}`)

/** The values of a stored form, or of one begun from a purchase, which knows its supplier's conditions. */
export function valoresOf(form: RetencionForm & { proveedor?: Partial<CondicionProveedor> }, fecha: Fecha): RetencionValores {
  const comprador = compradorOfForm(form.sujeto)
  return {
    ...emptyRetencion(fecha, serieOf(form)),
    comprador,
    correos: form.sujeto.correos.join(', '),
    proveedor: {
      ...proveedorOf(isRucDeSociedad(comprador.tipo_identificacion, comprador.identificacion)),
      ...form.proveedor,
    },
    tipo_sujeto: form.tipo_sujeto ?? '',
    parte_relacionada: form.parte_relacionada,
    periodo: mesOf(form.periodo),
    docs: form.docs_sustento.map(sustentoOf),
    pago_fecha: form.pago?.fecha ?? '',
    pago_motivo: form.pago?.motivo ?? '',
    info_adicional: form.info_adicional,
  }
}

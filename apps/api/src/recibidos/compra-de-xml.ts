import type { CompraForm, CompraFormInput } from '@yupana/contract'
import {
  add,
  addDays,
  COD_DOC,
  COD_DOC_REEMBOLSO,
  formasPagoAt,
  largest,
  MONTO_MAX,
  smallest,
  subtract,
  tarifaIvaOfCodigo,
  TIPO_IDENTIFICACION,
  toDecimal,
  totalesCompraOf,
  type Fecha,
  type Monto,
  type TipoSujeto,
} from '@yupana/fiscal'
import type { Factura, InfoTributaria, NotaCredito, NotaDebito } from '@yupana/sri'

type Impuestos = CompraForm['impuestos']
interface ImpuestoXml {
  codigo: string
  codigoPorcentaje: string
  tarifa?: number | undefined
  baseImponible: Monto
  valor: Monto
}

const OTROS_CON_SISTEMA_FINANCIERO = '20'
const MAX_LINEAS = 1_000

/** One line of text, no longer than a form takes it. */
export const lineText = (text: string, max = 300): string => [...text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()].slice(0, max).join('')

export const numeroOf = ({ estab, ptoEmi, secuencial }: Pick<InfoTributaria, 'estab' | 'ptoEmi' | 'secuencial'>): string =>
  `${estab}-${ptoEmi}-${secuencial}`

/** Who issued a document, as a form names people. */
export function emisorOf({ ruc, razonSocial, dirMatriz }: InfoTributaria): CompraFormInput['proveedor'] {
  const direccion = lineText(dirMatriz)
  return {
    tipo_identificacion: TIPO_IDENTIFICACION.RUC,
    identificacion: ruc,
    razon_social: lineText(razonSocial) || ruc,
    ...(direccion !== '' && { direccion }),
  }
}

const regimenOf = ({ contribuyenteRimpe: rimpe }: InfoTributaria): NonNullable<CompraFormInput['regimen_proveedor']> =>
  rimpe === undefined ? 'GENERAL' : rimpe.includes('NEGOCIO POPULAR') ? 'NEGOCIO_POPULAR' : 'RIMPE'

/** Each rate once; rows of nothing go, but one stays. */
function impuestosOf(totales: readonly ImpuestoXml[], detalles: readonly ImpuestoXml[], fecha: Fecha): Impuestos {
  const rows = new Map<string, Impuestos[number]>()
  for (const { codigo, codigoPorcentaje, tarifa, baseImponible, valor } of totales) {
    if (codigo !== '2' && codigo !== '3' && codigo !== '5') continue
    const key = `${codigo}/${codigoPorcentaje}`
    const known = rows.get(key)
    const same = detalles.find((one) => one.codigo === codigo && one.codigoPorcentaje === codigoPorcentaje)
    const own = codigo === '2' ? tarifaIvaOfCodigo(codigoPorcentaje, fecha)?.tarifa : undefined
    rows.set(key, {
      codigo,
      codigo_porcentaje: codigoPorcentaje,
      tarifa: own ?? tarifa ?? same?.tarifa ?? 0,
      base: add(known?.base ?? 0, baseImponible),
      valor: add(known?.valor ?? 0, valor),
    })
  }
  const all = [...rows.values()]
  const worth = all.filter(({ base, valor }) => base !== 0 || valor !== 0)
  return worth.length > 0 ? worth : all.slice(0, 1)
}

/** What the total says beyond the taxes: tips, freight, items of others. */
function otrosOf(impuestos: Impuestos, total: Monto): Monto {
  const { total: taxed } = totalesCompraOf(
    impuestos.map(({ codigo_porcentaje: codigoPorcentaje, ...one }) => ({ ...one, codigoPorcentaje })),
    0,
  )
  return largest(0, smallest(subtract(total, taxed), MONTO_MAX))
}

interface PagoXml {
  formaPago: string
  total: Monto
  plazo?: number | undefined
  unidadTiempo?: string | undefined
}

/** The payments where they add up, else the first way for all of it. */
function pagosOf(pagos: readonly PagoXml[], total: Monto, fecha: Fecha): CompraFormInput['pagos'] {
  if (total === 0) return []
  const codigos = formasPagoAt(fecha).map(({ codigo }) => codigo)
  const isWhole = pagos.length > 0 && pagos.reduce((sum, pago) => sum + pago.total, 0) === total
  if (isWhole && pagos.every((pago) => codigos.includes(pago.formaPago) && pago.total > 0))
    return pagos.slice(0, 20).map(({ formaPago, total: pagado }) => ({ forma_pago: formaPago, total: pagado }))
  const first = pagos[0]?.formaPago ?? ''
  return [{ forma_pago: codigos.includes(first) ? first : OTROS_CON_SISTEMA_FINANCIERO, total }]
}

/** The last day of what is paid in terms of days. */
function venceOf(pagos: readonly PagoXml[], fecha: Fecha): { vence?: Fecha } {
  const dias = pagos.map(({ plazo = 0, unidadTiempo = '' }) => {
    const unit = unidadTiempo.toLowerCase()
    return Math.trunc(toDecimal(plazo)) * (unit.startsWith('mes') ? 30 : unit.startsWith('a') ? 365 : 1)
  })
  const last = Math.max(0, ...dias)
  return last > 0 && last < 3_650 ? { vence: addDays(fecha, last) } : {}
}

interface DetalleXml {
  codigoPrincipal?: string | undefined
  codigoInterno?: string | undefined
  descripcion: string
  cantidad: number
  precioUnitario: number
  precioTotalSinImpuesto: number
  impuestos?: readonly ImpuestoXml[] | undefined
}

const lineasOf = (detalles: readonly DetalleXml[]): NonNullable<CompraFormInput['lineas']> =>
  detalles
    .slice(0, MAX_LINEAS)
    .map(({ codigoPrincipal, codigoInterno, descripcion, cantidad, precioUnitario, precioTotalSinImpuesto, impuestos = [] }) => {
      const codigo = lineText(codigoPrincipal ?? codigoInterno ?? '', 100)
      const ivas = impuestos.filter(({ codigo: cual }) => cual === '2')
      return {
        ...(codigo !== '' && { codigo }),
        descripcion: lineText(descripcion) || 'Sin descripción',
        cantidad,
        precio_unitario: precioUnitario,
        base: precioTotalSinImpuesto,
        iva: ivas.reduce((all, { valor }) => all + valor, 0),
        ...(ivas.length === 1 && { codigo_porcentaje: ivas[0]?.codigoPorcentaje }),
      }
    })

/** What every kind of document says alike. */
function comunOf(info: InfoTributaria, fecha: Fecha, impuestos: Impuestos) {
  const hasIva = impuestos.some(({ codigo, valor }) => codigo === '2' && valor > 0)
  return {
    proveedor: emisorOf(info),
    regimen_proveedor: regimenOf(info),
    numero: numeroOf(info),
    autorizacion: info.claveAcceso,
    fecha_emision: fecha,
    sustento: hasIva ? '01' : '02',
    impuestos,
  }
}

export function compraOfFactura({ infoTributaria, infoFactura, detalles, reembolsos = [] }: Factura): CompraFormInput {
  const { fechaEmision: fecha, importeTotal: total, pagos = [] } = infoFactura
  const impuestos = impuestosOf(
    infoFactura.totalConImpuestos,
    detalles.flatMap((one) => one.impuestos),
    fecha,
  )
  return {
    ...comunOf(infoTributaria, fecha, impuestos),
    ...venceOf(pagos, fecha),
    tipo: infoFactura.codDocReembolso === COD_DOC_REEMBOLSO && reembolsos.length > 0 ? COD_DOC_REEMBOLSO : COD_DOC.FACTURA,
    otros: otrosOf(impuestos, total),
    total,
    pagos: pagosOf(pagos, total, fecha),
    reembolsos: reembolsos.map((one) => ({
      tipo_identificacion: one.tipoIdentificacionProveedorReembolso as typeof TIPO_IDENTIFICACION.RUC,
      identificacion: one.identificacionProveedorReembolso,
      tipo_proveedor: one.tipoProveedorReembolso as TipoSujeto,
      cod_doc: one.codDocReembolso,
      numero: `${one.estabDocReembolso}-${one.ptoEmiDocReembolso}-${one.secuencialDocReembolso}`,
      fecha: one.fechaEmisionDocReembolso,
      autorizacion: one.numeroautorizacionDocReemb,
      impuestos: one.detalleImpuestos.map(
        ({ codigo, codigoPorcentaje, tarifa, baseImponibleReembolso: base, impuestoReembolso: valor }) => ({
          codigo: codigo as '2',
          codigo_porcentaje: codigoPorcentaje,
          tarifa,
          base,
          valor,
        }),
      ),
    })),
    lineas: lineasOf(detalles),
  }
}

interface ModificadoXml {
  codDocModificado: string
  numDocModificado: string
  fechaEmisionDocSustento: string
}
const modificadoOf = ({ codDocModificado, numDocModificado, fechaEmisionDocSustento }: ModificadoXml) => ({
  tipo: codDocModificado,
  numero: numDocModificado,
  fecha: fechaEmisionDocSustento,
})

export function compraOfNotaCredito({ infoTributaria, infoNotaCredito: info, detalles }: NotaCredito): CompraFormInput {
  const { fechaEmision: fecha, valorModificacion: total } = info
  const impuestos = impuestosOf(
    info.totalConImpuestos,
    detalles.flatMap((one) => one.impuestos),
    fecha,
  )
  return {
    ...comunOf(infoTributaria, fecha, impuestos),
    tipo: COD_DOC.NOTA_CREDITO,
    otros: otrosOf(impuestos, total),
    total,
    modificado: modificadoOf(info),
    lineas: lineasOf(detalles),
    observacion: lineText(info.motivo),
  }
}

export function compraOfNotaDebito({ infoTributaria, infoNotaDebito: info }: NotaDebito): CompraFormInput {
  const { fechaEmision: fecha, valorTotal: total, pagos = [] } = info
  const impuestos = impuestosOf(info.impuestos, [], fecha)
  return {
    ...comunOf(infoTributaria, fecha, impuestos),
    tipo: COD_DOC.NOTA_DEBITO,
    otros: otrosOf(impuestos, total),
    total,
    modificado: modificadoOf(info),
    pagos: pagosOf(pagos as readonly PagoXml[], total, fecha),
  }
}

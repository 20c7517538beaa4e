import type { CompraForm, CompraFormInput, ProductoDeLinea, PropuestaLinea } from '@yupana/contract'
import {
  bajaCompra,
  COD_DOC,
  COD_DOC_REEMBOLSO,
  divide,
  fromUnits,
  inRange,
  irbpnrAt,
  largest,
  modificaCompra,
  parseEntrada,
  percentOf,
  REGIMENES,
  REGIMENES_EXTERIOR,
  subtract,
  sum,
  tarifaIvaOfCodigo,
  tarifasIvaAt,
  TIPOS_SUJETO,
  totalesCompraOf,
  type Fecha,
  type Monto,
  type TotalesCompra,
} from '@yupana/fiscal'
import * as z from 'zod/mini'

import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { REQUIRED } from '../../components/form/messages.ts'
import { entradaOf, montoEntrada, montoEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { compradorOfForm, type CompradorValores } from '../../domain/emision/comprador-valores.ts'
import { today } from '../../lib/formato/format.ts'

const IVA = '2'
const ICE = '3'
const IRBPNR = '5'
type Impuesto = CompraForm['impuestos'][number]

const proveedor = z.pipe(
  z.nullable(z.custom<CompradorValores>()).check(
    z.check(({ value, issues }) => {
      if (value === null) issues.push({ code: 'custom', message: 'Elija el proveedor.', input: value })
    }),
  ),
  z.transform((value) => value as CompradorValores),
)

type Linea = CompraForm['lineas'][number]

/** A line of the document or of a chosen product. `producto` null: no product of ours; absent: not decided. */
const lineaEntrada = z.object({
  original: z.custom<Linea | null>(),
  producto: z.custom<ProductoDeLinea | null | undefined>(),
  motivo: z.string(),
  cantidad: montoEntrada(),
  base: montoEntrada(),
  factor: montoEntradaOpcional(),
  /** IVA rate of the line, if the document has several. */
  tarifa: z.string(),
})
export type LineaInput = z.input<typeof lineaEntrada>

/** A purchase as typed: amounts are text; an empty IVA or total follows from the bases. */
export const CompraSchema = z.object({
  tipo: z.string(),
  proveedor,
  regimen_proveedor: z.enum(REGIMENES),
  tipo_sujeto: z.enum(['', ...TIPOS_SUJETO]),
  parte_relacionada: z.boolean(),
  numero: z.string().check(z.trim(), z.minLength(1, REQUIRED)),
  autorizacion: z.string().check(z.trim()),
  fecha_emision: fechaEntrada(),
  fecha_registro: fechaEntrada(),
  vence: z.string(),
  sustento: z.string(),
  impuestos: z.array(z.object({ codigo_porcentaje: z.string(), base: montoEntrada(2), valor: montoEntradaOpcional(2) })),
  ice: montoEntradaOpcional(2),
  irbpnr: montoEntradaOpcional(2),
  otros: montoEntradaOpcional(2),
  total: montoEntradaOpcional(2),
  /** A single payment has no amount: it pays all. Of several, an empty amount takes the rest. */
  pagos: z.array(z.object({ forma_pago: z.string(), total: montoEntradaOpcional(2) })),
  modificado: z.object({ tipo: z.string(), numero: z.string().check(z.trim()), fecha: z.string() }),
  exterior: z.boolean(),
  pago_exterior: z.object({
    regimen: z.enum(REGIMENES_EXTERIOR),
    pais: z.string().check(z.trim()),
    convenio: z.boolean(),
    sujeto_retencion: z.boolean(),
  }),
  reembolsos: z.custom<CompraForm['reembolsos']>(),
  observacion: z.string(),
  lineas: z.array(lineaEntrada),
  bodega_id: z.string(),
  costo_adicional: montoEntradaOpcional(2),
  devuelve_mercaderia: z.boolean(),
})
export type CompraInput = z.input<typeof CompraSchema>
type CompraOutput = z.output<typeof CompraSchema>

const rateOf = (codigo: string, fecha: Fecha) => tarifaIvaOfCodigo(codigo, fecha)?.tarifa ?? 0

/** Rates of a day by the SRI's code, and other rates of the document. */
export function tarifaOptions(fecha: Fecha, present: readonly string[]): { value: string; label: string }[] {
  const known = tarifasIvaAt(fecha, { turismo: true }).map(({ codigoPorcentaje, label }) => ({ value: codigoPorcentaje, label }))
  const others = [...new Set(present)].filter((codigo) => !known.some(({ value }) => value === codigo))
  return [...known, ...others.map((value) => ({ value, label: tarifaIvaOfCodigo(value, fecha)?.label ?? `Código ${value}` }))]
}

const GENERAL = (fecha: Fecha) => tarifasIvaAt(fecha).sort((a, b) => b.tarifa - a.tarifa)[0]?.codigoPorcentaje ?? '0'

export const emptyFila = (codigo: string): CompraInput['impuestos'][number] => ({ codigo_porcentaje: codigo, base: '', valor: '' })

/** Through the financial system, the usual method. */
export const emptyPago = (): CompraInput['pagos'][number] => ({ forma_pago: '20', total: '' })

const SIN_EXTERIOR: CompraInput['pago_exterior'] = { regimen: '01', pais: '', convenio: false, sujeto_retencion: true }

export const compraInitial = (): CompraInput => ({
  tipo: COD_DOC.FACTURA,
  proveedor: null,
  regimen_proveedor: 'GENERAL',
  tipo_sujeto: '',
  parte_relacionada: false,
  numero: '',
  autorizacion: '',
  fecha_emision: today(),
  fecha_registro: today(),
  vence: '',
  sustento: '01',
  impuestos: [emptyFila(GENERAL(today()))],
  ice: '',
  irbpnr: '',
  otros: '',
  total: '',
  pagos: [emptyPago()],
  modificado: { tipo: COD_DOC.FACTURA, numero: '', fecha: '' },
  exterior: false,
  pago_exterior: SIN_EXTERIOR,
  reembolsos: [],
  observacion: '',
  lineas: [],
  bodega_id: '',
  costo_adicional: '',
  devuelve_mercaderia: false,
})

/** Amount of one of the other taxes (ICE, IRBPNR). */
const valorOf = (impuestos: readonly Impuesto[], de: typeof ICE | typeof IRBPNR) =>
  sum(impuestos.filter(({ codigo }) => codigo === de).map(({ valor }) => valor))

/** Known data of the products in the lines. */
export interface Conocidos {
  productos?: readonly ProductoDeLinea[]
  propuestas?: readonly PropuestaLinea[]
}

/** A product no longer in the catalogue keeps the line's data. */
const productoOf = (id: string, productos: readonly ProductoDeLinea[]): ProductoDeLinea =>
  productos.find((one) => one.id === id) ?? { id, code: '', name: 'eliminado del catálogo' }

function lineaOf(linea: Linea, at: number, { productos = [], propuestas = [] }: Conocidos): LineaInput {
  const propuesta = linea.producto_id === undefined ? propuestas.find((one) => one.linea === at) : undefined
  const own = linea.producto_id ? productoOf(linea.producto_id, productos) : (linea.producto_id as null | undefined)
  const factor = propuesta?.factor ?? linea.factor ?? fromUnits(1)
  return {
    original: linea,
    producto: propuesta ? propuesta.producto : own,
    motivo: propuesta?.motivo ?? '',
    cantidad: entradaOf(linea.cantidad, 0),
    base: entradaOf(linea.base),
    factor: factor === fromUnits(1) ? '' : entradaOf(factor, 0),
    tarifa: linea.codigo_porcentaje ?? '',
  }
}

/** The typed form of a registered purchase, or of one read from its XML. */
export function inputOf(form: CompraForm, conocidos: Conocidos = {}): CompraInput {
  const { impuestos, modificado, pago_exterior: exterior } = form
  const [ice, irbpnr] = [valorOf(impuestos, ICE), valorOf(impuestos, IRBPNR)]
  const [pago, ...otros] = form.pagos
  return {
    tipo: form.tipo,
    proveedor: compradorOfForm(form.proveedor),
    regimen_proveedor: form.regimen_proveedor,
    tipo_sujeto: form.tipo_sujeto ?? '',
    parte_relacionada: form.parte_relacionada,
    numero: form.numero,
    autorizacion: form.autorizacion ?? '',
    fecha_emision: form.fecha_emision,
    fecha_registro: form.fecha_registro ?? today(),
    vence: form.vence ?? '',
    sustento: form.sustento,
    impuestos: impuestos.flatMap(({ codigo, codigo_porcentaje, base, valor }) =>
      codigo === IVA ? [{ codigo_porcentaje, base: entradaOf(base), valor: entradaOf(valor) }] : [],
    ),
    ice: ice === 0 ? '' : entradaOf(ice),
    irbpnr: irbpnr === 0 ? '' : entradaOf(irbpnr),
    otros: form.otros === 0 ? '' : entradaOf(form.otros),
    total: entradaOf(form.total),
    pagos:
      otros.length > 0
        ? form.pagos.map(({ forma_pago, total }) => ({ forma_pago, total: entradaOf(total) }))
        : [{ forma_pago: pago?.forma_pago ?? '', total: '' }],
    modificado: { tipo: modificado?.tipo ?? COD_DOC.FACTURA, numero: modificado?.numero ?? '', fecha: modificado?.fecha ?? '' },
    exterior: exterior !== undefined,
    pago_exterior: exterior
      ? {
          regimen: exterior.regimen,
          pais: exterior.pais,
          convenio: exterior.convenio,
          sujeto_retencion: exterior.sujeto_retencion ?? false,
        }
      : SIN_EXTERIOR,
    reembolsos: form.reembolsos,
    observacion: form.observacion ?? '',
    lineas: form.lineas.map((linea, at) => lineaOf(linea, at, conocidos)),
    bodega_id: form.bodega_id ?? '',
    costo_adicional: form.costo_adicional ? entradaOf(form.costo_adicional) : '',
    devuelve_mercaderia: form.devuelve_mercaderia ?? false,
  }
}

interface Montos {
  impuestos: readonly { codigo_porcentaje: string; base: Monto; valor: Monto | null }[]
  ice: Monto | null
  irbpnr: Monto | null
  otros: Monto | null
}

/** Rows as sent; values without a field come from `before`. RangeError when out of the range of an amount. */
function impuestosOf({ impuestos, ice, irbpnr }: Montos, fecha: Fecha, before: CompraForm | undefined): Impuesto[] {
  const kept = before?.impuestos.filter(({ codigo }) => codigo !== IVA) ?? []
  const besides = (
    codigo: typeof ICE | typeof IRBPNR,
    valor: Monto,
    row: () => Pick<Impuesto, 'codigo_porcentaje' | 'tarifa'>,
  ): Impuesto[] => {
    if (valorOf(kept, codigo) === valor) return kept.filter((one) => one.codigo === codigo)
    return valor === 0 ? [] : [{ codigo, ...row(), base: 0, valor }]
  }
  return [
    ...impuestos.map(({ codigo_porcentaje, base, valor }) => {
      const tarifa = rateOf(codigo_porcentaje, fecha)
      return { codigo: '2' as const, codigo_porcentaje, tarifa, base, valor: valor ?? percentOf(base, tarifa) }
    }),
    ...besides(ICE, ice ?? 0, () => ({ codigo_porcentaje: '0', tarifa: 0 })),
    ...besides(IRBPNR, irbpnr ?? 0, () => {
      const { codigo = '5001', especifico = 0 } = irbpnrAt(fecha) ?? {}
      return { codigo_porcentaje: codigo, tarifa: especifico }
    }),
  ]
}

const totalesOf = (rows: readonly Impuesto[], otros: Monto): TotalesCompra =>
  totalesCompraOf(
    rows.map(({ codigo_porcentaje: codigoPorcentaje, ...one }) => ({ ...one, codigoPorcentaje })),
    otros,
  )

const readOf = (text: string): Monto | null => {
  const entrada = parseEntrada(text)
  return text.trim() !== '' && entrada.ok ? entrada.monto : null
}

/** Totals of the typed bases; undefined when out of the range of an amount. */
export function totalesOfInput(
  { impuestos, ice, irbpnr, otros, fecha_emision: fecha }: Pick<CompraInput, 'impuestos' | 'ice' | 'irbpnr' | 'otros' | 'fecha_emision'>,
  before?: CompraForm,
): TotalesCompra | undefined {
  const filas = impuestos.map(({ codigo_porcentaje, base, valor }) => ({
    codigo_porcentaje,
    base: readOf(base) ?? 0,
    valor: readOf(valor),
  }))
  return inRange(() =>
    totalesOf(impuestosOf({ impuestos: filas, ice: readOf(ice), irbpnr: readOf(irbpnr), otros: null }, fecha, before), readOf(otros) ?? 0),
  )
}

/** IVA of a row while its field is empty. */
export function ivaOf({ codigo_porcentaje, base }: CompraInput['impuestos'][number], fecha: Fecha): Monto {
  return inRange(() => percentOf(readOf(base) ?? 0, rateOf(codigo_porcentaje, fecha))) ?? 0
}

/** A single payment pays all; of several, the one without an amount takes the rest. */
function pagosOf(pagos: CompraOutput['pagos'], total: Monto): CompraForm['pagos'] {
  const said = pagos.filter(({ forma_pago: forma }) => forma !== '')
  if (said.length === 0 || total === 0) return []
  const rest = said.length === 1 ? total : subtract(total, sum(said.map((pago) => pago.total ?? 0)))
  const empty = said.length === 1 ? 0 : said.findIndex((pago) => pago.total === null)
  return said.map((pago, at) => ({ forma_pago: pago.forma_pago, total: at === empty ? largest(0, rest) : (pago.total ?? 0) }))
}

/** A line as sent; the values of its document stay. */
function lineaBody({ original, producto, cantidad, base, factor, tarifa }: CompraOutput['lineas'][number]): Linea {
  const goods = producto === undefined ? {} : { producto_id: producto?.id ?? null, ...(producto && { factor: factor ?? fromUnits(1) }) }
  if (original) {
    const { producto_id: _producto, factor: _factor, ...said } = original
    return { ...said, ...goods }
  }
  const precio = cantidad === 0 ? base : divide(base, cantidad)
  return {
    descripcion: producto?.name ?? '',
    cantidad,
    precio_unitario: precio,
    base,
    ...(tarifa !== '' && { codigo_porcentaje: tarifa }),
    ...goods,
  }
}

/** The purchase as sent. `before`: the purchase before editing, with values that no field shows. */
export function bodyOf(form: CompraOutput, before: CompraForm | undefined): CompraFormInput {
  const {
    impuestos,
    ice,
    irbpnr,
    otros,
    total,
    pagos,
    modificado,
    exterior,
    pago_exterior,
    tipo_sujeto,
    vence,
    autorizacion,
    reembolsos,
    observacion,
    lineas,
    bodega_id,
    costo_adicional,
    devuelve_mercaderia,
    ...rest
  } = form
  const rows = impuestosOf({ impuestos, ice, irbpnr, otros }, form.fecha_emision, before)
  const entero = total ?? totalesOf(rows, otros ?? 0).total
  return {
    ...rest,
    ...(tipo_sujeto !== '' && { tipo_sujeto }),
    ...(autorizacion !== '' && { autorizacion }),
    ...(vence !== '' && { vence }),
    impuestos: rows,
    otros: otros ?? 0,
    total: entero,
    pagos: pagosOf(pagos, entero),
    ...(modificaCompra(form.tipo) && { modificado }),
    ...(exterior && {
      pago_exterior: {
        regimen: pago_exterior.regimen,
        pais: pago_exterior.pais,
        convenio: pago_exterior.convenio,
        ...(!pago_exterior.convenio && { sujeto_retencion: pago_exterior.sujeto_retencion }),
      },
    }),
    ...(form.tipo === COD_DOC_REEMBOLSO && { reembolsos }),
    lineas: lineas.map(lineaBody),
    ...(bodega_id !== '' && { bodega_id }),
    // Goods returned by a credit note keep the cost of their purchase.
    ...(costo_adicional !== null && costo_adicional !== 0 && !bajaCompra(form.tipo) && { costo_adicional }),
    ...(devuelve_mercaderia && bajaCompra(form.tipo) && lineas.some(({ producto }) => producto) && { devuelve_mercaderia }),
    ...(observacion.trim() !== '' && { observacion: observacion.trim() }),
  }
}

export const AnulacionSchema = z.object({ motivo: z.string().check(z.trim(), z.minLength(5, 'Escriba el motivo, en cinco letras o más.')) })

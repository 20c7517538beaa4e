import type { NotaCreditoForm } from '@yupana/contract'
import {
  checkCreditos,
  checkNotaCredito,
  COD_DOC,
  displayFecha,
  notaCreditoOf,
  tarifaIvaAt,
  tipoIvaOf,
  totalesOf,
  whyNotTarifaIva,
  type Credito,
  type Fecha,
  type LineaTotales,
  type LugarIva,
  type NotaCreditoTotales,
} from '@yupana/fiscal'
import type { NotaCredito } from '@yupana/sri'

import type { CreditoGuardado } from '../../db/schema.ts'
import type { Problem } from '../../errors.ts'
import { camposAdicionales, emisorOf, infoTributariaOf, optional, problemOf } from '../comprobante/armado/armado.door.ts'
import type { Identidad } from '../comprobante/identidad/identidad.door.ts'
import type { FacturaOrigen } from './factura-origen.ts'
import type { NotaDatos } from './nota-datos.ts'

/** One line of the note, with its printed parts. */
interface LineaNota {
  totales: LineaTotales
  codigo: string | undefined
  codigoAuxiliar: string | undefined
  descripcion: string
  productoId: string | null
  tipoIva: number
}

export interface NotaCreditoRevisada {
  totales: Pick<NotaCreditoTotales, 'totalSinImpuestos' | 'totalDescuento' | 'totalConImpuestos' | 'valorModificacion'>
  lineas: LineaNota[]
  creditos: CreditoGuardado[]
  problemas: Problem[]
  avisos: Problem[]
}

const NOTHING: NotaCreditoRevisada = {
  totales: { totalSinImpuestos: 0, totalDescuento: 0, totalConImpuestos: [], valorModificacion: 0 },
  lineas: [],
  creditos: [],
  problemas: [],
  avisos: [],
}
const IVA = '2'
/** Fields with another name in the form than in the document. */
const CAMPOS: Readonly<Record<string, string>> = {
  infoNotaCredito: '',
  infoNotaDebito: '',
  identificacionComprador: 'comprador.identificacion',
  tipoIdentificacionComprador: 'comprador.tipo_identificacion',
  razonSocialComprador: 'comprador.razon_social',
  detalles: 'lineas',
  codDocModificado: 'modificado.cod_doc',
  numDocModificado: 'modificado.numero',
  fechaEmisionDocSustento: 'modificado.fecha',
  tipo: 'clase',
  valorModificacion: 'creditos',
}

export const asProblem = problemOf(CAMPOS)

const creditoOf = ({ linea, cantidad, monto }: NotaCreditoForm['creditos'][number]): Credito =>
  cantidad === undefined ? { linea, monto: monto ?? 0 } : { linea, cantidad }

const tipoIvaOfLinea = (totales: LineaTotales): number =>
  tipoIvaOf(totales.impuestos.find(({ codigo }) => codigo === IVA)?.codigoPorcentaje ?? '') ?? 0

/** Returned lines of our own factura. */
function creditOwn({ factura, fila, modo, lineas, previas, saldo }: FacturaOrigen, form: NotaCreditoForm): NotaCreditoRevisada {
  const creditos = form.creditos.map(creditoOf)
  const problemas = checkCreditos(saldo, creditos).map(asProblem)
  if (form.lineas.length > 0)
    problemas.push({ campo: 'lineas', message: 'La nota de una factura propia se hace por sus líneas: use los créditos.' })
  if (problemas.length > 0) return { ...NOTHING, problemas }
  const totales = notaCreditoOf({
    modo,
    factura: {
      lineas,
      totalConImpuestos: factura.infoFactura.totalConImpuestos.map((one) => ({ ...one, tarifa: one.tarifa ?? tarifaOf(lineas, one) })),
    },
    previas,
    creditos,
  })
  return {
    totales,
    creditos: totales.lineas.map(({ linea, soloMonto }) => ({ linea, solo_monto: soloMonto })),
    lineas: totales.lineas.map((linea) => {
      const detalle = factura.detalles[linea.linea]
      return {
        totales: linea,
        codigo: detalle?.codigoPrincipal,
        codigoAuxiliar: detalle?.codigoAuxiliar,
        descripcion: detalle?.descripcion ?? '',
        productoId: fila.entrada.lineas?.[linea.linea]?.producto_id ?? null,
        tipoIva: tipoIvaOfLinea(linea),
      }
    }),
    problemas: [],
    avisos: [],
  }
}

const tarifaOf = (lineas: readonly LineaTotales[], { codigo, codigoPorcentaje }: { codigo: string; codigoPorcentaje: string }): number =>
  lineas.flatMap(({ impuestos }) => impuestos).find((one) => one.codigo === codigo && one.codigoPorcentaje === codigoPorcentaje)?.tarifa ??
  0

/** Lines typed for a factura issued elsewhere, at the rates of its day (O-92). */
function creditForeign({ lineas, modo, modificado, creditos }: NotaCreditoForm, lugar: LugarIva): NotaCreditoRevisada {
  if (creditos.length > 0)
    return { ...NOTHING, problemas: [{ campo: 'creditos', message: 'Los créditos se dan sobre una factura propia.' }] }
  const problemas: Problem[] = []
  const entrada = lineas.map((linea, at) => {
    const tarifa = tarifaIvaAt(linea.iva, modificado.fecha)
    const whyNot = tarifa
      ? whyNotTarifaIva(linea.iva, modificado.fecha, lugar)
      : `La tarifa de IVA elegida no regía el ${displayFecha(modificado.fecha)}.`
    if (whyNot !== undefined) problemas.push({ campo: `lineas.${at}.iva`, message: whyNot })
    return {
      cantidad: linea.cantidad,
      precioUnitario: linea.precio_unitario,
      descuento: linea.descuento,
      iva: { codigoPorcentaje: tarifa?.codigoPorcentaje ?? '0', tarifa: tarifa?.tarifa ?? 0 },
    }
  })
  const { lineas: totales, importeTotal, ...sums } = totalesOf({ modo, lineas: entrada })
  return {
    totales: { ...sums, valorModificacion: importeTotal },
    creditos: [],
    lineas: totales.flatMap((total, at) => {
      const linea = lineas[at]
      return linea
        ? [
            {
              totales: total,
              codigo: linea.codigo,
              codigoAuxiliar: linea.codigo_auxiliar,
              descripcion: linea.descripcion,
              productoId: linea.producto_id ?? null,
              tipoIva: linea.iva,
            },
          ]
        : []
    }),
    problemas,
    avisos: [],
  }
}

/** Totals and every broken rule of a credit note as of `fecha`. `lugar`: the issuer's IVA situation on the day of the changed document. */
export function reviseNotaCredito(
  form: NotaCreditoForm,
  fecha: Fecha,
  origen: FacturaOrigen | undefined,
  lugar: LugarIva,
): NotaCreditoRevisada {
  try {
    const revisada = origen ? creditOwn(origen, form) : creditForeign(form, lugar)
    if (revisada.problemas.length > 0) return revisada
    const { comprador, modificado } = form
    const { problemas, advertencias } = checkNotaCredito(
      {
        tipo: form.clase,
        motivo: form.motivo,
        creditos: form.creditos.map(creditoOf),
        totales: revisada.totales,
        saldo: origen?.saldo.total,
        tipoIdentificacionComprador: comprador.tipo_identificacion,
        identificacionComprador: comprador.identificacion,
        modificado: {
          codDocModificado: modificado.cod_doc,
          numDocModificado: modificado.numero,
          fechaEmisionDocSustento: modificado.fecha,
        },
      },
      fecha,
    )
    return { ...revisada, problemas: problemas.map(asProblem), avisos: advertencias.map(asProblem) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return {
      ...NOTHING,
      problemas: [{ campo: origen ? 'creditos' : 'lineas', message: 'Los valores superan el máximo que un comprobante admite.' }],
    }
  }
}

/** The note in its XML form. */
export function armarNotaCredito(
  { form, fecha, contexto, rucProveedor }: NotaDatos<NotaCreditoForm>,
  { totales, lineas }: NotaCreditoRevisada,
  identidad: Identidad,
): NotaCredito {
  const { comprador, modificado } = form
  const campos = camposAdicionales({
    contexto,
    rucProveedor,
    propios: form.info_adicional,
    correos: comprador.correos,
    telefono: comprador.telefono,
  })
  return {
    version: '1.1.0',
    infoTributaria: infoTributariaOf(
      contexto,
      fecha,
      { codDoc: COD_DOC.NOTA_CREDITO, establecimiento: form.establecimiento, punto: form.punto },
      identidad,
    ),
    infoNotaCredito: {
      fechaEmision: fecha,
      ...emisorOf(contexto, fecha),
      tipoIdentificacionComprador: comprador.tipo_identificacion,
      razonSocialComprador: comprador.razon_social,
      identificacionComprador: comprador.identificacion,
      codDocModificado: modificado.cod_doc,
      numDocModificado: modificado.numero,
      fechaEmisionDocSustento: modificado.fecha,
      totalSinImpuestos: totales.totalSinImpuestos,
      valorModificacion: totales.valorModificacion,
      moneda: 'DOLAR',
      totalConImpuestos: totales.totalConImpuestos.map(({ codigo, codigoPorcentaje, baseImponible, valor }) => ({
        codigo,
        codigoPorcentaje,
        baseImponible,
        valor,
      })),
      motivo: form.motivo,
    },
    detalles: lineas.map(({ totales: total, codigo, codigoAuxiliar, descripcion }) => ({
      ...optional('codigoInterno', codigo),
      ...optional('codigoAdicional', codigoAuxiliar),
      descripcion,
      cantidad: total.cantidad,
      precioUnitario: total.precioUnitario,
      descuento: total.descuento,
      precioTotalSinImpuesto: total.precioTotalSinImpuesto,
      impuestos: total.impuestos.map(({ codigo: impuesto, codigoPorcentaje, tarifa, baseImponible, valor }) => ({
        codigo: impuesto,
        codigoPorcentaje,
        tarifa,
        baseImponible,
        valor,
      })),
    })),
    ...(campos.length > 0 && { infoAdicional: campos }),
  }
}

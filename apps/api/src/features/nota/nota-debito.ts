import type { NotaDebitoForm } from '@yupana/contract'
import {
  checkNotaDebito,
  COD_DOC,
  displayFecha,
  fromUnits,
  notaDebitoOf,
  tarifaIvaAt,
  whyNotTarifaIva,
  type Fecha,
  type LugarIva,
  type MotivoNotaDebito,
  type NotaDebitoTotales,
} from '@yupana/fiscal'
import type { NotaDebito } from '@yupana/sri'

import type { Problem } from '../../errors.ts'
import { camposAdicionales, emisorOf, infoTributariaOf } from '../comprobante/armado/armado.door.ts'
import type { Identidad } from '../comprobante/identidad/identidad.door.ts'
import { asProblem } from './nota-credito.ts'
import type { NotaDatos } from './nota-datos.ts'

export interface NotaDebitoRevisada {
  totales: NotaDebitoTotales
  motivos: MotivoNotaDebito[]
  problemas: Problem[]
  avisos: Problem[]
}

/** Totals and every broken rule of a debit note as of `fecha`; its rates are those of the changed document (O-92). */
export function reviseNotaDebito(form: NotaDebitoForm, fecha: Fecha, lugar: LugarIva): NotaDebitoRevisada {
  const { comprador, modificado } = form
  const sinTarifa: Problem[] = []
  const motivos = form.motivos.map(({ razon, valor, iva }, at) => {
    const tarifa = tarifaIvaAt(iva, modificado.fecha)
    const whyNot = tarifa
      ? whyNotTarifaIva(iva, modificado.fecha, lugar)
      : `La tarifa de IVA elegida no regía el ${displayFecha(modificado.fecha)}.`
    if (whyNot !== undefined) sinTarifa.push({ campo: `motivos.${at}.iva`, message: whyNot })
    return { razon, valor, iva: { codigoPorcentaje: tarifa?.codigoPorcentaje ?? '0', tarifa: tarifa?.tarifa ?? 0 } }
  })
  try {
    const { problemas, advertencias } = checkNotaDebito(
      {
        motivos,
        pagos: form.pagos.map((pago) => ({ formaPago: pago.forma_pago, total: pago.total })),
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
    return {
      totales: notaDebitoOf(motivos),
      motivos,
      problemas: [...sinTarifa, ...problemas.map(asProblem)],
      avisos: advertencias.map(asProblem),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = 'Los valores superan el máximo que un comprobante admite.'
    return {
      totales: { totalSinImpuestos: 0, impuestos: [], valorTotal: 0 },
      motivos: [],
      problemas: [...sinTarifa, { campo: 'motivos', message }],
      avisos: [],
    }
  }
}

/** The note in its XML form. */
export function armarNotaDebito(
  { form, fecha, contexto, rucProveedor }: NotaDatos<NotaDebitoForm>,
  { totales }: NotaDebitoRevisada,
  identidad: Identidad,
): NotaDebito {
  const { comprador, modificado } = form
  const campos = camposAdicionales({
    contexto,
    rucProveedor,
    propios: form.info_adicional,
    correos: comprador.correos,
    telefono: comprador.telefono,
  })
  return {
    version: '1.0.0',
    infoTributaria: infoTributariaOf(
      contexto,
      fecha,
      { codDoc: COD_DOC.NOTA_DEBITO, establecimiento: form.establecimiento, punto: form.punto },
      identidad,
    ),
    infoNotaDebito: {
      fechaEmision: fecha,
      ...emisorOf(contexto, fecha),
      tipoIdentificacionComprador: comprador.tipo_identificacion,
      razonSocialComprador: comprador.razon_social,
      identificacionComprador: comprador.identificacion,
      codDocModificado: modificado.cod_doc,
      numDocModificado: modificado.numero,
      fechaEmisionDocSustento: modificado.fecha,
      totalSinImpuestos: totales.totalSinImpuestos,
      impuestos: totales.impuestos.map(({ codigo, codigoPorcentaje, tarifa, baseImponible, valor }) => ({
        codigo,
        codigoPorcentaje,
        tarifa,
        baseImponible,
        valor,
      })),
      valorTotal: totales.valorTotal,
      ...(form.pagos.length > 0 && {
        pagos: form.pagos.map((pago) => ({
          formaPago: pago.forma_pago,
          total: pago.total,
          ...(pago.plazo !== undefined && pago.plazo > 0 && { plazo: fromUnits(pago.plazo), unidadTiempo: pago.unidad_tiempo ?? 'dias' }),
        })),
      }),
    },
    motivos: form.motivos.map(({ razon, valor }) => ({ razon, valor })),
    ...(campos.length > 0 && { infoAdicional: campos }),
  }
}

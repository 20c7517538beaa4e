import type { NotaCreditoForm, NotaDebitoForm } from '@yupana/contract'
import { COD_DOC, fromUnits, percentOf, sum } from '@yupana/fiscal'
import type { NotaCredito, NotaDebito } from '@yupana/sri'

import type { Importado } from './importado.ts'
import {
  camposPropios,
  contactoOf,
  identidadOf,
  ivaTotal,
  lineaForm,
  lineaImportada,
  pagosForm,
  pagosImportados,
  readTipo,
  serieOf,
  tipoIdentificacion,
  tipoIvaOfCodigo,
} from './partes-importadas.ts'

type Info = NotaCredito['infoNotaCredito'] | NotaDebito['infoNotaDebito']

const compradorOf = (info: Info, documento: Parameters<typeof contactoOf>[0]) => ({
  tipo_identificacion: tipoIdentificacion(info.tipoIdentificacionComprador),
  identificacion: info.identificacionComprador,
  razon_social: info.razonSocialComprador,
  ...contactoOf(documento),
})
const modificadoOf = (info: Info) => ({
  cod_doc: info.codDocModificado,
  numero: info.numDocModificado,
  fecha: info.fechaEmisionDocSustento,
})

/** The XML has no class of the note: it is derived when the note is tied to its factura (nota-recuperada). */
const CLASE = 'CORRECCION'

/** The rows of a credit note read back from its XML. @throws XmlError when it cannot be read */
export function notaCreditoImportada(xml: string): Importado {
  const nota = readTipo('notaCredito', xml)
  const { infoNotaCredito: info, detalles } = nota
  const comprador = compradorOf(info, nota)
  const lineas = detalles.map(({ codigoInterno, codigoAdicional, descuento = 0, ...detalle }) =>
    lineaForm({ ...detalle, descuento, codigoPrincipal: codigoInterno, codigoAuxiliar: codigoAdicional }, info.fechaEmision),
  )
  const entrada: NotaCreditoForm = {
    tipo: COD_DOC.NOTA_CREDITO,
    ...serieOf(nota),
    fecha_emision: info.fechaEmision,
    comprador,
    modificado: modificadoOf(info),
    clase: CLASE,
    motivo: info.motivo,
    modo: 'NETO',
    creditos: [],
    lineas,
    info_adicional: camposPropios(nota),
  }
  return {
    ...identidadOf(nota),
    fecha_emision: info.fechaEmision,
    receptor: comprador,
    rol: 'cliente',
    subtotal: info.totalSinImpuestos,
    descuento: sum(detalles.map(({ descuento = 0 }) => descuento)),
    iva: ivaTotal(info.totalConImpuestos),
    total: info.valorModificacion,
    lineas: detalles.map((detalle) => lineaImportada(detalle, detalle.codigoInterno)),
    pagos: [],
    nota: { entrada, detalles },
    entrada,
  }
}

const SIN_TARIFA = 'El XML no dice la tarifa de cada motivo: se repartieron las del total.'

/** The XML has no rate for each reason: with one rate it is that rate, with several the first whose sum fits. */
function tarifasOf({ infoNotaDebito: { impuestos }, motivos }: NotaDebito) {
  const rest = impuestos.map(({ codigoPorcentaje, tarifa, baseImponible }) => ({ codigoPorcentaje, tarifa, left: baseImponible }))
  return motivos.map(({ valor }) => {
    const found = rest.find(({ left }) => valor <= left) ?? rest[0]
    if (found) found.left -= valor
    return { tipo: tipoIvaOfCodigo(found?.codigoPorcentaje), tarifa: found?.tarifa ?? 0 }
  })
}

/** The rows of a debit note read back from its XML. @throws XmlError when it cannot be read */
export function notaDebitoImportada(xml: string): Importado {
  const nota = readTipo('notaDebito', xml)
  const { infoNotaDebito: info } = nota
  const comprador = compradorOf(info, nota)
  const tarifas = tarifasOf(nota)
  const motivos = nota.motivos.map(({ razon, valor }, at) => ({ razon, valor, iva: tarifas[at]?.tipo ?? 0 }))
  const entrada: NotaDebitoForm = {
    tipo: COD_DOC.NOTA_DEBITO,
    ...serieOf(nota),
    fecha_emision: info.fechaEmision,
    comprador,
    modificado: modificadoOf(info),
    motivos,
    pagos: pagosForm(info.pagos),
    info_adicional: camposPropios(nota),
  }
  return {
    ...identidadOf(nota),
    fecha_emision: info.fechaEmision,
    receptor: comprador,
    rol: 'cliente',
    subtotal: info.totalSinImpuestos,
    descuento: 0,
    iva: ivaTotal(info.impuestos),
    total: info.valorTotal,
    // A reason becomes a line of one unit.
    lineas: motivos.map(({ razon, valor, iva }, at) => ({
      codigo: null,
      descripcion: razon,
      cantidad: fromUnits(1),
      precio_unitario: valor,
      descuento: 0,
      base: valor,
      tipo_iva: iva,
      iva: percentOf(valor, tarifas[at]?.tarifa ?? 0),
      ice: 0,
      irbpnr: 0,
    })),
    pagos: pagosImportados(info.pagos),
    nota: { entrada, detalles: [], ...(info.impuestos.length > 1 && { supuesto: SIN_TARIFA }) },
    entrada,
  }
}

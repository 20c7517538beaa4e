// Element tree of notaDebito 1.0.0, the only version (official XSD).
import { amount, fecha, group, line, listOf, optional, signedAmount, type ValueOf } from '../arbol/element-tree.ts'
import { infoTributaria } from '../partes/info-tributaria.ts'
import * as partes from '../partes/partes.ts'

const infoNotaDebito = group({
  fechaEmision: fecha,
  dirEstablecimiento: optional(line(300)),
  tipoIdentificacionComprador: partes.tipoIdentificacion,
  razonSocialComprador: line(300),
  identificacionComprador: line(20),
  contribuyenteEspecial: optional(partes.contribuyenteEspecial),
  obligadoContabilidad: optional(partes.obligadoContabilidad),
  rise: optional(partes.rise),
  ...partes.documentoModificado,
  totalSinImpuestos: signedAmount,
  impuestos: listOf(
    'impuesto',
    group({
      codigo: partes.codigoImpuesto,
      codigoPorcentaje: partes.codigoPorcentaje,
      tarifa: partes.tarifa,
      baseImponible: amount,
      valor: amount,
      valorDevolucionIva: optional(amount),
    }),
  ),
  compensaciones: optional(partes.compensaciones),
  valorTotal: amount,
  pagos: optional(partes.pagosRepetidos),
})

export const notaDebitoTrees = {
  '1.0.0': group({
    infoTributaria,
    infoNotaDebito,
    motivos: listOf('motivo', group({ razon: line(300), valor: amount })),
    maquinaFiscal: optional(partes.maquinaFiscal),
    infoAdicional: optional(partes.infoAdicional),
  }),
}

export type VersionNotaDebito = keyof typeof notaDebitoTrees

/** A debit note, by the conventions of `Factura`. */
export type NotaDebito = { version: VersionNotaDebito } & ValueOf<(typeof notaDebitoTrees)['1.0.0']>

// Element trees of guiaRemision 1.0.0 and 1.1.0 (official XSD).
import { amount, code, fecha, group, line, listOf, optional, sixDecimals, type DecimalLeaf, type ValueOf } from '../arbol/element-tree.ts'
import { infoTributaria } from '../partes/info-tributaria.ts'
import * as partes from '../partes/partes.ts'

const infoGuiaRemision = group({
  dirEstablecimiento: optional(line(300)),
  dirPartida: line(300),
  razonSocialTransportista: line(300),
  tipoIdentificacionTransportista: partes.tipoIdentificacion,
  rucTransportista: line(20),
  rise: optional(partes.rise),
  obligadoContabilidad: optional(partes.obligadoContabilidad),
  contribuyenteEspecial: optional(partes.contribuyenteEspecial),
  fechaIniTransporte: fecha,
  fechaFinTransporte: fecha,
  placa: line(20),
})

const detallesWith = (cantidad: DecimalLeaf<number>) =>
  listOf(
    'detalle',
    group({
      codigoInterno: optional(line(25)),
      codigoAdicional: optional(line(25)),
      descripcion: line(300),
      cantidad,
      detallesAdicionales: optional(partes.detallesAdicionalesDeGuia),
    }),
  )

const destinatariosWith = (cantidad: DecimalLeaf<number>) =>
  listOf(
    'destinatario',
    group({
      identificacionDestinatario: line(20),
      razonSocialDestinatario: line(300),
      dirDestinatario: line(300),
      motivoTraslado: line(300),
      docAduaneroUnico: optional(line(20)),
      codEstabDestino: optional(partes.digits(3)),
      ruta: optional(line(300)),
      codDocSustento: optional(partes.digits(2)),
      numDocSustento: optional(partes.numeroConGuiones),
      numAutDocSustento: optional(code('[0-9]{10,49}', 'debe tener de 10 a 49 dígitos')),
      fechaEmisionDocSustento: optional(fecha),
      detalles: detallesWith(cantidad),
    }),
  )

const head = { infoTributaria, infoGuiaRemision }
const tail = { maquinaFiscal: optional(partes.maquinaFiscal), infoAdicional: optional(partes.infoAdicional) }

/** 1.0.0 writes quantities with two decimals. */
export const guiaRemisionTrees = {
  '1.0.0': group({ ...head, destinatarios: destinatariosWith(amount), ...tail }),
  '1.1.0': group({ ...head, destinatarios: destinatariosWith(sixDecimals), ...tail }),
}

export type VersionGuiaRemision = keyof typeof guiaRemisionTrees

/** A waybill, by the conventions of `Factura`. Only its clave de acceso holds the day of issue. */
export type GuiaRemision = { version: VersionGuiaRemision } & ValueOf<(typeof guiaRemisionTrees)['1.1.0']>
export type Destinatario = GuiaRemision['destinatarios'][number]

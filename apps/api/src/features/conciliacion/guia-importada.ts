import type { Destinatario, GuiaRemisionForm } from '@yupana/contract'
import { guessTipoIdentificacion, readClaveAcceso, TIPO_IDENTIFICACION, TIPO_IVA } from '@yupana/fiscal'
import { XmlError, type Destinatario as DestinatarioXml, type GuiaRemision } from '@yupana/sri'

import type { Importado } from './importado.ts'
import { camposPropios, contactoOf, identidadOf, paresOf, readTipo, serieOf, tipoIdentificacion } from './partes-importadas.ts'

const sustentoOf = (destinatario: DestinatarioXml): Pick<Destinatario, 'sustento'> => {
  const { codDocSustento: cod_doc, numDocSustento: numero, fechaEmisionDocSustento: fecha, numAutDocSustento: autorizacion } = destinatario
  return cod_doc === undefined || numero === undefined || fecha === undefined ? {} : { sustento: { cod_doc, numero, fecha, autorizacion } }
}

/** The XML has no kind of the receiver's identification, and one list of addresses: the first receiver gets it. */
const destinatarioOf = (destinatario: DestinatarioXml, at: number, contacto: ReturnType<typeof contactoOf>): Destinatario => ({
  tipo_identificacion: guessTipoIdentificacion(destinatario.identificacionDestinatario) ?? TIPO_IDENTIFICACION.PASAPORTE,
  identificacion: destinatario.identificacionDestinatario,
  razon_social: destinatario.razonSocialDestinatario,
  direccion: destinatario.dirDestinatario,
  telefono: at === 0 ? contacto.telefono : undefined,
  correos: at === 0 ? contacto.correos : [],
  motivo: destinatario.motivoTraslado,
  doc_aduanero: destinatario.docAduaneroUnico,
  establecimiento_destino: destinatario.codEstabDestino,
  ruta: destinatario.ruta,
  ...sustentoOf(destinatario),
  detalles: destinatario.detalles.map((detalle) => ({
    codigo: detalle.codigoInterno,
    codigo_auxiliar: detalle.codigoAdicional,
    descripcion: detalle.descripcion,
    cantidad: detalle.cantidad,
    detalles_adicionales: paresOf(detalle.detallesAdicionales),
  })),
})

const formOf = (guia: GuiaRemision, fecha: string): GuiaRemisionForm => {
  const { infoGuiaRemision: info } = guia
  const contacto = contactoOf(guia)
  return {
    ...serieOf(guia),
    fecha_emision: fecha,
    transportista: {
      tipo_identificacion: tipoIdentificacion(info.tipoIdentificacionTransportista),
      identificacion: info.rucTransportista,
      razon_social: info.razonSocialTransportista,
    },
    placa: info.placa,
    otra_placa: false,
    dir_partida: info.dirPartida,
    fecha_ini: info.fechaIniTransporte,
    fecha_fin: info.fechaFinTransporte,
    destinatarios: guia.destinatarios.map((destinatario, at) => destinatarioOf(destinatario, at, contacto)),
    info_adicional: camposPropios(guia),
  }
}

/** The rows of a guía read back from its XML; its day is only in the clave. @throws XmlError when it cannot be read */
export function guiaImportada(xml: string): Importado {
  const guia = readTipo('guiaRemision', xml)
  const fecha = readClaveAcceso(guia.infoTributaria.claveAcceso)?.fechaEmision
  const entrada = formOf(guia, fecha ?? '')
  const [receptor] = entrada.destinatarios
  if (fecha === undefined || receptor === undefined)
    throw new XmlError('STRUCTURE', 'La guía no tiene fecha o destinatario.', 'guiaRemision')
  const { tipo_identificacion, identificacion, razon_social, direccion, telefono, correos } = receptor
  return {
    ...identidadOf(guia),
    fecha_emision: fecha,
    receptor: { tipo_identificacion, identificacion, razon_social, direccion, telefono, correos },
    rol: 'cliente',
    subtotal: 0,
    descuento: 0,
    iva: 0,
    total: 0,
    lineas: guia.destinatarios.flatMap(({ detalles }) =>
      detalles.map(({ codigoInterno, descripcion, cantidad }) => ({
        codigo: codigoInterno ?? null,
        descripcion,
        cantidad,
        precio_unitario: 0,
        descuento: 0,
        base: 0,
        tipo_iva: TIPO_IVA.NO_OBJETO,
        iva: 0,
        ice: 0,
        irbpnr: 0,
      })),
    ),
    pagos: [],
    entrada,
  }
}

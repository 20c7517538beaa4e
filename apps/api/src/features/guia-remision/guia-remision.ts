import type { Destinatario, GuiaRemisionForm } from '@yupana/contract'
import { checkGuia, checkIdentificacion, COD_DOC, joinRevisiones, type Fecha, type Revision } from '@yupana/fiscal'
import type { GuiaRemision } from '@yupana/sri'

import type { Problem } from '../../errors.ts'
import {
  camposAdicionales,
  checkTextos,
  emisorOf,
  infoTributariaOf,
  optional,
  problemOf,
  type ContextoEmision,
} from '../comprobante/armado/armado.door.ts'
import type { Identidad } from '../comprobante/identidad/identidad.door.ts'

/** Fields with another name in the form than in the document. */
const CAMPOS: Readonly<Record<string, string>> = {
  infoGuiaRemision: '',
  rucTransportista: 'transportista.identificacion',
  tipoIdentificacionTransportista: 'transportista.tipo_identificacion',
  razonSocialTransportista: 'transportista.razon_social',
  fechaIniTransporte: 'fecha_ini',
  fechaFinTransporte: 'fecha_fin',
  identificacionDestinatario: 'identificacion',
  razonSocialDestinatario: 'razon_social',
  dirDestinatario: 'direccion',
  motivoTraslado: 'motivo',
  docAduaneroUnico: 'doc_aduanero',
  codEstabDestino: 'establecimiento_destino',
  codDocSustento: 'sustento.cod_doc',
  numDocSustento: 'sustento.numero',
  numAutDocSustento: 'sustento.autorizacion',
  fechaEmisionDocSustento: 'sustento.fecha',
  codigoInterno: 'codigo',
  codigoAdicional: 'codigo_auxiliar',
}
export const asProblem = problemOf(CAMPOS)

const sustentoOf = ({ sustento }: Destinatario) =>
  sustento === undefined
    ? {}
    : {
        codDocSustento: sustento.cod_doc,
        numDocSustento: sustento.numero,
        ...optional('numAutDocSustento', sustento.autorizacion),
        fechaEmisionDocSustento: sustento.fecha,
      }

const destinatarioOf = (destinatario: Destinatario): GuiaRemision['destinatarios'][number] => ({
  identificacionDestinatario: destinatario.identificacion,
  razonSocialDestinatario: destinatario.razon_social,
  dirDestinatario: destinatario.direccion,
  motivoTraslado: destinatario.motivo,
  ...optional('docAduaneroUnico', destinatario.doc_aduanero),
  ...optional('codEstabDestino', destinatario.establecimiento_destino),
  ...optional('ruta', destinatario.ruta),
  ...sustentoOf(destinatario),
  detalles: destinatario.detalles.map((detalle) => ({
    ...optional('codigoInterno', detalle.codigo),
    ...optional('codigoAdicional', detalle.codigo_auxiliar),
    descripcion: detalle.descripcion,
    cantidad: detalle.cantidad,
    ...(detalle.detalles_adicionales.length > 0 && { detallesAdicionales: detalle.detalles_adicionales }),
  })),
})

const transporteOf = ({ transportista, ...form }: GuiaRemisionForm) => ({
  dirPartida: form.dir_partida,
  razonSocialTransportista: transportista.razon_social,
  tipoIdentificacionTransportista: transportista.tipo_identificacion,
  rucTransportista: transportista.identificacion,
  fechaIniTransporte: form.fecha_ini,
  fechaFinTransporte: form.fecha_fin,
  placa: form.placa,
})

/** The XML has no kind of identification, but our list of people does. */
function checkReceptores({ destinatarios }: GuiaRemisionForm): Revision {
  return joinRevisiones(
    ...destinatarios.map(({ tipo_identificacion: tipo, identificacion }, at): Revision => {
      const check = checkIdentificacion(tipo, identificacion)
      const campo = `destinatarios.${at}.identificacion`
      return {
        problemas: check.valid ? [] : [{ campo, mensaje: check.problem ?? 'Identificación no válida.' }],
        advertencias: check.warning === undefined ? [] : [{ campo, mensaje: check.warning }],
      }
    }),
  )
}

/** Every broken rule of a guía as of `fecha`, the day in its clave. */
export function reviseGuia(form: GuiaRemisionForm, fecha: Fecha): { problemas: Problem[]; avisos: Problem[] } {
  const guia = { ...transporteOf(form), otraPlaca: form.otra_placa, destinatarios: form.destinatarios.map(destinatarioOf) }
  const { problemas, advertencias } = joinRevisiones(checkGuia(guia, fecha), checkReceptores(form))
  return { problemas: [...checkTextos(form), ...problemas.map(asProblem)], avisos: advertencias.map(asProblem) }
}

export interface GuiaDatos {
  form: GuiaRemisionForm
  fecha: Fecha
  contexto: ContextoEmision
  /** RUC of the provider of the system, compulsory in every document when the installation has one (O-89). */
  rucProveedor: string | undefined
}

/** Mails of all receivers of goods. */
export const correosOf = ({ destinatarios }: GuiaRemisionForm): string[] => [
  ...new Set(destinatarios.flatMap(({ correos }) => correos.map((correo) => correo.toLowerCase()))),
]

/** The guía in its XML form; its day of issue is only in the clave. */
export function armarGuia({ form, fecha, contexto, rucProveedor }: GuiaDatos, identidad: Identidad): GuiaRemision {
  const { establecimiento, punto } = form
  const campos = camposAdicionales({
    contexto,
    rucProveedor,
    propios: form.info_adicional,
    correos: correosOf(form),
    telefono: form.destinatarios[0]?.telefono,
  })
  return {
    version: '1.1.0',
    infoTributaria: infoTributariaOf(contexto, fecha, { codDoc: COD_DOC.GUIA_REMISION, establecimiento, punto }, identidad),
    infoGuiaRemision: { ...emisorOf(contexto, fecha), ...transporteOf(form) },
    destinatarios: form.destinatarios.map(destinatarioOf),
    ...(campos.length > 0 && { infoAdicional: campos }),
  }
}

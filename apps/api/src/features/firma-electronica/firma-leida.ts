import type { DocumentoSolicitud, SolicitudFirma } from '@yupana/contract'
import {
  documentosDeFirma,
  exigeVideo,
  nombreDeFirma,
  textoVideoFirma,
  type DatosFirma,
  type DocumentoFirma,
  type Fecha,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import * as sql from './firma.sql.ts'

/** The day by which age and video are judged. */
export const fechaOf = ({ fecha }: Pick<sql.Solicitud, 'fecha'>, hoy: Fecha): Fecha => fecha ?? hoy

export const datosOf = ({ datos }: Pick<sql.Solicitud, 'datos'>): DatosFirma => datos

/** Documents that the request has to bring. */
export const exigidosOf = (solicitud: sql.Solicitud, hoy: Fecha): DocumentoFirma[] =>
  documentosDeFirma(solicitud.tipo, datosOf(solicitud).nacimiento, fechaOf(solicitud, hoy))

function documentoOf(clase: DocumentoFirma, guardado: sql.DocumentoGuardado | undefined): DocumentoSolicitud {
  if (!guardado) return { clase, archivo: null, observacion: null }
  const { nombre, tipo, tamano, subido_en, observacion } = guardado
  return { clase, archivo: { nombre, tipo, tamano, subido_en }, observacion }
}

function textoVideoOf(solicitud: sql.Solicitud, hoy: Fecha): string | null {
  const datos = datosOf(solicitud)
  const fecha = fechaOf(solicitud, hoy)
  if (datos.nacimiento === undefined || !exigeVideo(datos.nacimiento, fecha)) return null
  return textoVideoFirma({
    fecha,
    nombres: nombreDeFirma(datos),
    identificacion: datos.numero_documento ?? '',
    correo: datos.correo ?? '',
  })
}

/** A request as its requester and the desk see it. */
export async function leida(tx: Tx, empresaId: string, solicitud: sql.Solicitud, hoy: Fecha): Promise<SolicitudFirma> {
  const guardados = await sql.readDocumentos(tx, empresaId, solicitud.id)
  const { id, tipo, anios, estado, observacion_datos, entidad, valida_desde, valida_hasta, archivos_borrados_en, version, creada_en } =
    solicitud
  return {
    id,
    tipo,
    anios,
    estado,
    datos: datosOf(solicitud),
    observacion_datos,
    fecha: fechaOf(solicitud, hoy),
    documentos: exigidosOf(solicitud, hoy).map((clase) =>
      documentoOf(
        clase,
        guardados.find((one) => one.clase === clase),
      ),
    ),
    texto_video: textoVideoOf(solicitud, hoy),
    historia: await sql.readHistoria(tx, empresaId, id),
    entidad,
    valida_desde,
    valida_hasta,
    archivos_borrados_en,
    version,
    creada_en,
  }
}

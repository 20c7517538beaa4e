import type { DocumentoSolicitud, SolicitudFirma } from '@yupana/contract'
import {
  documentosDeFirma,
  exigeVideo,
  isFirmaCerrada,
  fechaIn,
  nombreDeFirma,
  textoVideoFirma,
  type DatosFirma,
  type DocumentoFirma,
  type Fecha,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import * as sql from './firma.sql.ts'
import { findPago, readPorUsar } from './pago-firma.sql.ts'

/** The day for the checks of age and video. */
export const fechaOf = ({ fecha }: Pick<sql.Solicitud, 'fecha'>, hoy: Fecha): Fecha => fecha ?? hoy

export const datosOf = ({ datos }: Pick<sql.Solicitud, 'datos'>): DatosFirma => datos

/** Documents that the request must have. */
export const exigidosOf = (solicitud: sql.Solicitud, hoy: Fecha): DocumentoFirma[] =>
  documentosDeFirma(solicitud.tipo, datosOf(solicitud).nacimiento, fechaOf(solicitud, hoy))

function documentoOf(clase: DocumentoFirma, guardado: sql.DocumentoGuardado | undefined): DocumentoSolicitud {
  if (!guardado) return { clase, archivo: null, observacion: null }
  const { nombre, tipo, tamano, subido_en, observacion } = guardado
  return { clase, archivo: { nombre, tipo, tamano, subido_en }, observacion }
}

/**
 * The text to say in the video (O-81), for the day of recording: that of the stored video, or today before a recording.
 * Null when no video is required.
 */
export function textoVideoOf(solicitud: sql.Solicitud, video: sql.DocumentoGuardado | undefined, hoy: Fecha): string | null {
  const datos = datosOf(solicitud)
  if (datos.nacimiento === undefined || !exigeVideo(datos.nacimiento, fechaOf(solicitud, hoy))) return null
  return textoVideoFirma({
    fecha: video?.observacion === null ? fechaIn(new Date(video.subido_en)) : hoy,
    nombres: nombreDeFirma(datos),
    identificacion: datos.numero_documento ?? '',
    correo: datos.correo ?? '',
  })
}

export const videoOf = (guardados: readonly sql.DocumentoGuardado[]) => guardados.find(({ clase }) => clase === 'VIDEO')

/** A request as shown to its requester and the desk. */
export async function leida(tx: Tx, empresaId: EmpresaId, solicitud: sql.Solicitud, hoy: Fecha): Promise<SolicitudFirma> {
  const guardados = await sql.readDocumentos(tx, empresaId, solicitud.id)
  const { id, tipo, anios, estado, observacion_datos, entidad, valida_desde, valida_hasta, archivos_borrados_en, version, creada_en } =
    solicitud
  const pago = await findPago(tx, empresaId, id)
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
    texto_video: textoVideoOf(solicitud, videoOf(guardados), hoy),
    pago: pago ?? null,
    por_usar: pago || isFirmaCerrada(estado) ? [] : await readPorUsar(tx, empresaId, solicitud),
    historia: await sql.readHistoria(tx, empresaId, id),
    entidad,
    valida_desde,
    valida_hasta,
    archivos_borrados_en,
    version,
    creada_en,
  }
}

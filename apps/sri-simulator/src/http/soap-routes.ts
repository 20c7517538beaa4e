// One SOAP call: read it, meet a fault, do the work, answer.
import type { IncomingMessage, ServerResponse } from 'node:http'

import { authorise, authoriseLote, consult } from '../autorizacion.ts'
import type { Falla, Fallas } from '../fallas/falla.ts'
import { applyTransporte, isTransporte, readBody, sendXml } from '../fallas/transporte.ts'
import type { Tribunal } from '../juicio.ts'
import { claveInside, noteUnprocessed, receive } from '../recepcion.ts'
import { readSolicitud, SolicitudInvalida, type Solicitud } from '../soap/envelope.ts'
import { faultXml, recepcionXml } from '../soap/respuestas.ts'
import { AUTORIZAR_LOTE } from '../soap/servicios.ts'

const MAX_REQUEST = 2 * 1024 * 1024

async function work(tribunal: Tribunal, { operacion, argumento }: Solicitud, falla: Falla | undefined): Promise<string> {
  if (operacion.fase === 'recepcion') return recepcionXml(await receive(tribunal, argumento, falla))
  if (operacion === AUTORIZAR_LOTE) return authoriseLote(tribunal, argumento ?? '')
  return operacion.fase === 'autorizacion' ? authorise(tribunal, argumento ?? '', falla) : consult(tribunal, argumento ?? '', falla)
}

export async function answerSoap(tribunal: Tribunal, fallas: Fallas, servicio: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = await readBody(req, MAX_REQUEST)
  if (!body) {
    res.writeHead(413, { Connection: 'close' }).end()
    return
  }
  let solicitud: Solicitud
  try {
    solicitud = readSolicitud(body, servicio)
  } catch (error) {
    if (!(error instanceof SolicitudInvalida)) throw error
    return sendXml(res, Buffer.from(faultXml(error.message, 'soap:Client')), 500)
  }
  const { operacion, argumento } = solicitud
  const { fase } = operacion
  const clave = fase === 'recepcion' ? claveInside(Buffer.from((argumento ?? '').slice(0, 22_000), 'base64')) : (argumento ?? '')
  const falla = fallas.meet({ fase, clave })
  if (falla && isTransporte(falla) && !falla.procesar) {
    if (fase === 'recepcion') await noteUnprocessed(tribunal, argumento, falla)
    return applyTransporte(falla, res, Buffer.alloc(0))
  }
  const answer = Buffer.from(await work(tribunal, solicitud, falla))
  if (res.destroyed) return
  if (falla && isTransporte(falla)) applyTransporte(falla, res, answer)
  else sendXml(res, answer)
}

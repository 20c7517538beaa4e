// One SOAP call: reads the request, applies a fault, does the work, answers.
import type { IncomingMessage, ServerResponse } from 'node:http'

import { authorise, authoriseLote } from '../autorizacion.ts'
import { consult, consultNegociable } from '../consulta.ts'
import type { Falla, Fallas } from '../fallas/falla.ts'
import type { Frecuencia } from '../fallas/frecuencia.ts'
import { applyTransporte, isTransporte, readBody, sendXml } from '../fallas/transporte.ts'
import type { Tribunal } from '../juicio.ts'
import { claveInside, noteUnprocessed, receive, refuseSancionada } from '../recepcion.ts'
import { readSolicitud, SolicitudInvalida, type Solicitud } from '../soap/envelope.ts'
import { faultXml, recepcionXml } from '../soap/respuestas.ts'
import { AUTORIZAR_LOTE, CONSULTAR_NEGOCIABLE } from '../soap/servicios.ts'

const MAX_REQUEST = 2 * 1024 * 1024

async function work(tribunal: Tribunal, { operacion, argumento }: Solicitud, falla: Falla | undefined): Promise<string> {
  if (operacion.fase === 'recepcion') return recepcionXml(await receive(tribunal, argumento, falla))
  if (operacion === AUTORIZAR_LOTE) return authoriseLote(tribunal, argumento ?? '')
  if (operacion.fase === 'autorizacion') return authorise(tribunal, argumento ?? '', falla)
  return (operacion === CONSULTAR_NEGOCIABLE ? consultNegociable : consult)(tribunal, argumento ?? '', falla)
}

interface Mesa {
  readonly tribunal: Tribunal
  readonly fallas: Fallas
  readonly frecuencia: Frecuencia
}

/** The same authority with its clock off by `ms`, also in the `Date` of its answer. */
function skewed(tribunal: Tribunal, ms: number, res: ServerResponse): Tribunal {
  const now = (): number => tribunal.now() + ms
  res.setHeader('Date', new Date(now()).toUTCString())
  return { ...tribunal, now }
}

export async function answerSoap(
  { tribunal, fallas, frecuencia }: Mesa,
  servicio: string,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
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
  if (fase === 'recepcion' && frecuencia.exceeds(req.socket.remoteAddress ?? '', tribunal.now(), tribunal.ajustes.maximoPorMinuto))
    return sendXml(res, Buffer.from(recepcionXml(await refuseSancionada(tribunal, argumento))))
  const falla = fallas.meet({ fase, clave })
  if (falla && isTransporte(falla) && !falla.procesar) {
    if (fase === 'recepcion') await noteUnprocessed(tribunal, argumento, falla)
    return applyTransporte(falla, res, Buffer.alloc(0))
  }
  const answer = Buffer.from(await work(falla?.tipo === 'reloj' ? skewed(tribunal, falla.ms ?? 0, res) : tribunal, solicitud, falla))
  if (res.destroyed) return
  if (falla && isTransporte(falla)) applyTransporte(falla, res, answer)
  else sendXml(res, answer)
}

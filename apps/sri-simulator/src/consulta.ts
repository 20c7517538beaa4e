// ConsultaComprobante and ConsultaFactura: the state of a document today, also as the portal left it.
import { mensaje, type Mensaje } from './errores.ts'
import { NOMBRE_POR_CODDOC } from './estructura/esquemas.ts'
import type { Falla } from './fallas/falla.ts'
import type { Tribunal } from './juicio.ts'
import { lastReceived, type Entrada } from './libro/libro.ts'
import { anulacionOf } from './portal.ts'
import { isClave, splitClave } from './reglas/clave.ts'
import { dayOfFecha } from './reglas/fecha.ts'
import { dayOf } from './reloj.ts'
import { consultaXml, negociableXml } from './soap/respuestas.ts'

type Encontrado = { readonly entrada: Entrada; readonly autorizacion: NonNullable<Entrada['intentos'][number]['autorizacion']> }

// The document, or the message instead of it.
function find(tribunal: Tribunal, clave: string, falla: Falla | undefined): Encontrado | readonly Mensaje[] {
  if (falla?.tipo === 'veredicto') return [mensaje(falla.codigo ?? '99', falla.informacion)]
  const { rangoConsultaDias } = tribunal.ajustes
  const day = isClave(clave) ? dayOfFecha(splitClave(clave).fecha) : undefined
  if (rangoConsultaDias !== null && day !== undefined && dayOf(tribunal.now()) - day > rangoConsultaDias)
    return [mensaje('99', 'No es posible validar la clave de acceso ya que la fecha de emision esta fuera del rango permitido.')]
  const entrada = tribunal.libro.entrada(clave)
  const autorizacion = entrada && lastReceived(entrada)?.autorizacion
  if (!entrada || !autorizacion || autorizacion.desde > tribunal.libro.elapsed() || falla?.tipo === 'vacia')
    return [mensaje('99', 'No existen datos para los parámetros ingresados')]
  entrada.consultas += 1
  return { entrada, autorizacion }
}

const isFound = (found: Encontrado | readonly Mensaje[]): found is Encontrado => !Array.isArray(found)

export function consult(tribunal: Tribunal, clave: string, falla: Falla | undefined): string {
  const found = find(tribunal, clave, falla)
  if (!isFound(found)) return consultaXml({ estadoConsulta: 'RECHAZADA', clave, mensajes: found })
  return consultaXml({
    clave,
    mensajes: [],
    estadoAutorizacion: anulacionOf(tribunal, found.entrada)?.estado ?? found.autorizacion.estado,
    tipoComprobante: NOMBRE_POR_CODDOC.get(clave.slice(8, 10)) ?? '',
    rucEmisor: clave.slice(10, 23),
    fechaAutorizacion: found.autorizacion.fecha,
  })
}

/** Whether an invoice was accepted as negotiable in the portal: «SI», or RECHAZADA with 99. */
export function consultNegociable(tribunal: Tribunal, clave: string, falla: Falla | undefined): string {
  const found = find(tribunal, clave, falla)
  if (!isFound(found)) return negociableXml({ estadoConsulta: 'RECHAZADA', clave, mensajes: found })
  if (found.autorizacion.estado === 'AUTORIZADO' && tribunal.guion.negociables.has(clave))
    return negociableXml({ clave, mensajes: [], estadoConfirmacion: 'SI' })
  return negociableXml({ estadoConsulta: 'RECHAZADA', clave, mensajes: [mensaje('99', 'No existen datos para los parámetros ingresados')] })
}

// autorizacionComprobante and ConsultaComprobante: what became of a key.
import { mensaje } from './errores.ts'
import { NOMBRE_POR_CODDOC } from './estructura/esquemas.ts'
import type { Falla } from './fallas/falla.ts'
import type { Tribunal } from './juicio.ts'
import { lastReceived, type Entrada } from './libro/libro.ts'
import { isClave } from './reglas/clave.ts'
import { instantText } from './reloj.ts'
import { autorizacionesXml, consultaXml, loteXml, type Autorizacion } from './soap/respuestas.ts'

const ambienteOf = (clave: string): string => (clave[23] === '2' ? 'PRODUCCIÓN' : 'PRUEBAS')

type Intento = Entrada['intentos'][number]

function toAutorizacion(tribunal: Tribunal, intento: Intento): Autorizacion {
  const { clave, autorizacion } = intento
  const estado = autorizacion?.estado ?? ''
  return {
    estado,
    ...(estado === 'AUTORIZADO' ? { numeroAutorizacion: clave } : {}),
    fechaAutorizacion: autorizacion?.fecha ?? '',
    ambiente: ambienteOf(clave),
    comprobante: tribunal.libro.bytesOf(intento).toString('utf8'),
    mensajes: autorizacion?.mensajes ?? [],
  }
}

/** All that is known of a key at this moment, oldest first. */
function autorizacionesOf(tribunal: Tribunal, clave: string): Autorizacion[] {
  const entrada = tribunal.libro.entrada(clave)
  if (!entrada) return []
  entrada.consultas += 1
  const received = entrada.intentos.filter((i) => i.autorizacion !== undefined)
  const due = received.filter((i) => (i.autorizacion?.desde ?? 0) <= Date.now()).map((i) => toAutorizacion(tribunal, i))
  const waits = due.length < received.length && tribunal.ajustes.pendiente === 'en-proceso'
  return waits ? [...due, enProceso(tribunal, clave)] : due
}

const enProceso = (tribunal: Tribunal, clave: string): Autorizacion => ({ estado: 'EN PROCESO', fechaAutorizacion: instantText(tribunal.now()), ambiente: ambienteOf(clave) })

// Another document of the ledger passed off as this one.
function foreign(tribunal: Tribunal, clave: string): Autorizacion | undefined {
  for (const entrada of tribunal.libro.entradas()) {
    const intento = entrada.clave === clave ? undefined : lastReceived(entrada)
    if (intento?.autorizacion?.estado === 'AUTORIZADO') return toAutorizacion(tribunal, intento)
  }
  return undefined
}

function altered(autorizacion: Autorizacion): Autorizacion {
  return { ...autorizacion, comprobante: (autorizacion.comprobante ?? '').replace(/<importeTotal>\d+/, (found) => `${found}9`).replace(/(<razonSocial>)/, '$1X') }
}

function distort(tribunal: Tribunal, clave: string, real: Autorizacion[], falla: Falla): Autorizacion[] {
  const [first] = real
  switch (falla.tipo) {
    case 'vacia':
      return []
    case 'en-proceso':
      return [enProceso(tribunal, clave)]
    case 'autorizaciones-varias':
      return first ? [{ ...first, estado: 'NO AUTORIZADO', mensajes: [mensaje('39')] }, ...real, { ...enProceso(tribunal, clave) }] : real
    case 'autorizacion-ajena': {
      const other = foreign(tribunal, clave) ?? (first && altered({ ...first, numeroAutorizacion: '0'.repeat(49) }))
      return other ? [other] : real
    }
    case 'comprobante-alterado':
      return real.map(altered)
    case 'sin-fecha':
      return real.map(({ fechaAutorizacion: _without, ...rest }) => rest)
    case 'veredicto':
      return [{ ...(first ?? { ambiente: ambienteOf(clave) }), estado: falla.estado ?? 'NO AUTORIZADO', fechaAutorizacion: instantText(tribunal.now()), mensajes: [mensaje(falla.codigo ?? '50', falla.informacion)] }]
    default:
      return real
  }
}

export function authorise(tribunal: Tribunal, clave: string, falla: Falla | undefined): string {
  if (!isClave(clave)) return autorizacionesXml(clave, [{ estado: 'RECHAZADA', mensajes: [mensaje('80')] }], 0)
  const real = autorizacionesOf(tribunal, clave)
  return autorizacionesXml(clave, falla ? distort(tribunal, clave, real, falla) : real)
}

export const authoriseLote = (tribunal: Tribunal, clave: string): string =>
  loteXml(clave, tribunal.libro.lote(clave).flatMap((item) => autorizacionesOf(tribunal, item)))

export function consult(tribunal: Tribunal, clave: string, falla: Falla | undefined): string {
  const entrada = tribunal.libro.entrada(clave)
  const intento = entrada && lastReceived(entrada)
  const rejected = (codigo: string, detalle?: string) => consultaXml({ estadoConsulta: 'RECHAZADA', clave, mensajes: [mensaje(codigo, detalle)] })
  if (falla?.tipo === 'veredicto') return rejected(falla.codigo ?? '99', falla.informacion)
  if (!entrada || !intento?.autorizacion || intento.autorizacion.desde > Date.now() || falla?.tipo === 'vacia') return rejected('99', 'No existen datos para los parámetros ingresados')
  entrada.consultas += 1
  return consultaXml({
    clave,
    mensajes: [],
    estadoAutorizacion: entrada.anulado ?? intento.autorizacion.estado,
    tipoComprobante: NOMBRE_POR_CODDOC.get(clave.slice(8, 10)) ?? '',
    rucEmisor: clave.slice(10, 23),
    fechaAutorizacion: intento.autorizacion.fecha,
  })
}

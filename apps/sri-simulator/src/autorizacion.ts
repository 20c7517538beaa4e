// autorizacionComprobante: the result for a key. A document voided in the portal keeps its authorisation here; only the consultation
// service reports the voiding.
import { mensaje } from './errores.ts'
import type { Falla } from './fallas/falla.ts'
import type { Tribunal } from './juicio.ts'
import { lastReceived, type Entrada } from './libro/libro.ts'
import { isClave } from './reglas/clave.ts'
import { instantText } from './reloj.ts'
import { autorizacionesXml, loteXml, type Autorizacion } from './soap/respuestas.ts'

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

/** Present authorisations of a key, oldest first. */
function autorizacionesOf(tribunal: Tribunal, clave: string): Autorizacion[] {
  const entrada = tribunal.libro.entrada(clave)
  if (!entrada) return []
  entrada.consultas += 1
  const received = entrada.intentos.filter((i) => i.autorizacion !== undefined)
  const due = received.filter((i) => (i.autorizacion?.desde ?? 0) <= tribunal.libro.elapsed()).map((i) => toAutorizacion(tribunal, i))
  const waits = due.length < received.length && tribunal.ajustes.pendiente !== 'vacia'
  return waits ? [...due, enProceso(tribunal, clave)] : due
}

// The three spellings seen in answers.
const EN_PROCESO = {
  vacia: 'EN PROCESO',
  'en-proceso': 'EN PROCESO',
  'en-procesamiento': 'EN PROCESAMIENTO',
  ppr: 'EN PROCESAMIENTO (PPR)',
} as const

const enProceso = (tribunal: Tribunal, clave: string): Autorizacion => ({
  estado: EN_PROCESO[tribunal.ajustes.pendiente],
  fechaAutorizacion: instantText(tribunal.now()),
  ambiente: ambienteOf(clave),
})

// Another document of the ledger passed off as this one.
function foreign(tribunal: Tribunal, clave: string): Autorizacion | undefined {
  for (const entrada of tribunal.libro.entradas()) {
    const intento = entrada.clave === clave ? undefined : lastReceived(entrada)
    if (intento?.autorizacion?.estado === 'AUTORIZADO') return toAutorizacion(tribunal, intento)
  }
  return undefined
}

function altered(autorizacion: Autorizacion): Autorizacion {
  return {
    ...autorizacion,
    comprobante: (autorizacion.comprobante ?? '').replace(/<importeTotal>\d+/, (found) => `${found}9`).replace(/(<razonSocial>)/, '$1X'),
  }
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
      return [
        {
          ...(first ?? { ambiente: ambienteOf(clave) }),
          estado: falla.estado ?? 'NO AUTORIZADO',
          fechaAutorizacion: instantText(tribunal.now()),
          mensajes: [mensaje(falla.codigo ?? '50', falla.informacion)],
        },
      ]
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
  loteXml(
    clave,
    tribunal.libro.lote(clave).flatMap((item) => autorizacionesOf(tribunal, item)),
  )

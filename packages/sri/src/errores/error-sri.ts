import type { AccionSri, ErrorSri } from './accion-sri.ts'
import { ERRORES_SRI } from './catalogo-errores.ts'

const byCodigo = new Map(ERRORES_SRI.map((error) => [error.codigo, error]))

/**
 * Meaning and remedy of a code of the SRI. A code outside the catalogue gives DESCONOCIDO: the document keeps its state, and a person is
 * notified; nothing is guessed.
 */
export const errorSri = (identificador: string): ErrorSri => {
  const codigo = identificador.trim()
  return (
    byCodigo.get(codigo) ?? {
      codigo,
      nombre: codigo === '' ? 'Mensaje sin código' : `Código ${codigo}`,
      causa: 'El SRI respondió con un mensaje que no consta en su ficha técnica.',
      remedio: 'El documento queda como está. Lea el mensaje del SRI y avise a soporte.',
      accion: 'DESCONOCIDO',
    }
  )
}

// A document that the SRI already has outweighs any complaint about this copy; doubt outweighs every automatic step.
const PRECEDENCE: readonly AccionSri[] = [
  'CONSULTAR',
  'CUARENTENA',
  'DESCONOCIDO',
  'REINTENTAR',
  'NUEVO_NUMERO',
  'RETENER',
  'CORREGIR',
  'AVISO',
]

/** A code outside the catalogue is harmless only if the SRI itself calls it no error. */
function accionOf({ identificador, tipo }: { readonly identificador: string; readonly tipo: string }): AccionSri {
  const error = errorSri(identificador)
  const isUnknown = !byCodigo.has(error.codigo)
  return isUnknown && (tipo === 'ADVERTENCIA' || tipo === 'INFORMATIVO') ? 'AVISO' : error.accion
}

/** The single action for all messages of an answer; DESCONOCIDO without messages. */
export const accionOfMensajes = (mensajes: readonly { readonly identificador: string; readonly tipo: string }[]): AccionSri => {
  const acciones = new Set(mensajes.map(accionOf))
  return PRECEDENCE.find((accion) => acciones.has(accion)) ?? 'DESCONOCIDO'
}

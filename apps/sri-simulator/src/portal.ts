// Voiding in the portal: the issuer asks, the receiver of some documents must accept, and a request without an answer within five working
// days lapses. No web service exists for this.
import { child, textOf, type Nodo } from './documento/arbol.ts'
import { readDocumento } from './documento/leer-documento.ts'
import { TIPOS } from './estructura/esquemas.ts'
import type { Tribunal } from './juicio.ts'
import { lastReceived, type Anulacion, type Entrada } from './libro/libro.ts'
import { splitClave } from './reglas/clave.ts'
import { dayOfFecha } from './reglas/fecha.ts'
import { CONSUMIDOR_FINAL } from './reglas/receptor.ts'
import { receptorOf } from './reglas/relaciones.ts'
import { dayOf, startOfDay } from './reloj.ts'

/** Sales documents, which may be voided only until the seventh of the following month. */
const VENTAS: ReadonlySet<string> = new Set(['01', '03'])
const LAST_DAY = 7
/** Documents whose receiver must accept. */
const CON_ACEPTACION: ReadonlySet<string> = new Set(['04', '05', '07'])
/** Foreign identification: such a receiver cannot accept. */
const EXTERIOR = '08'
const DIAS_ACEPTACION = 5

// Days since 1970; 1 January 1970 was a Thursday. Saturdays and Sundays only: the authority's holidays are not known here.
const isWorkingDay = (day: number): boolean => ![0, 6].includes((day + 4) % 7)

/** The n-th working day after a day. */
export function addWorkingDays(day: number, n: number): number {
  let result = day
  for (let left = n; left > 0;) {
    result += 1
    if (isWorkingDay(result)) left -= 1
  }
  return result
}

/** Last day on which a document of that day may be voided online. */
export function lastDayToVoid(day: number): number {
  const date = new Date(day * 86_400_000)
  const last = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, LAST_DAY) / 86_400_000
  return isWorkingDay(last) ? last : addWorkingDays(last, 1)
}

/** State of a document in the portal now; a lapsed request leaves no trace. */
export function anulacionOf({ libro }: Tribunal, entrada: Entrada): Anulacion | undefined {
  const { anulacion } = entrada
  return anulacion?.vence !== undefined && anulacion.vence <= libro.elapsed() ? undefined : anulacion
}

function receiverOf(raiz: Nodo): { tipo: string; valor: string } | undefined {
  const tipo = TIPOS.get(raiz.name)
  return tipo && receptorOf(tipo.codDoc, child(raiz, tipo.info))
}

/** The issuer asks to void a document. Answers its new state, or the portal's reason to refuse. */
export async function requestAnulacion(tribunal: Tribunal, clave: string): Promise<Anulacion | string> {
  const { libro } = tribunal
  const entrada = libro.entrada(clave)
  const intento = entrada && lastReceived(entrada)
  if (!entrada || !intento?.autorizacion || intento.autorizacion.desde > libro.elapsed()) return 'clave desconocida'
  if (intento.autorizacion.estado !== 'AUTORIZADO') return 'el comprobante no está autorizado'
  const current = anulacionOf(tribunal, entrada)
  if (current) return `el comprobante está ${current.estado}`
  const { raiz } = readDocumento(libro.bytesOf(intento))
  const codDoc = textOf(child(raiz, 'infoTributaria'), 'codDoc')
  const receptor = receiverOf(raiz)
  if (receptor?.valor === CONSUMIDOR_FINAL) return 'un comprobante a consumidor final no se anula'
  const today = dayOf(tribunal.now())
  if (VENTAS.has(codDoc) && today > lastDayToVoid(dayOfFecha(splitClave(clave).fecha) ?? 0))
    return 'el plazo para anular venció: emita una nota de crédito'
  const waits = CON_ACEPTACION.has(codDoc) && receptor?.tipo !== EXTERIOR
  const anulacion: Anulacion = waits
    ? { estado: 'PENDIENTE DE ANULAR', vence: libro.elapsed() + startOfDay(addWorkingDays(today, DIAS_ACEPTACION) + 1) - tribunal.now() }
    : { estado: 'ANULADO' }
  await libro.annul(clave, anulacion)
  return anulacion
}

/**
 * The receiver accepts or refuses. Answers the new state, undefined when the document stays valid, or the reason why there is no request.
 */
export async function answerAnulacion(tribunal: Tribunal, clave: string, accepts: boolean): Promise<Anulacion | undefined | string> {
  const entrada = tribunal.libro.entrada(clave)
  if (!entrada || anulacionOf(tribunal, entrada)?.estado !== 'PENDIENTE DE ANULAR')
    return 'el comprobante no tiene una solicitud de anulación pendiente'
  const anulacion: Anulacion | undefined = accepts ? { estado: 'ANULADO' } : undefined
  await tribunal.libro.annul(clave, anulacion)
  return anulacion
}

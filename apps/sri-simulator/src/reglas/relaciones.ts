// Rules about receiver, supporting document, refund and transport.
import { child, childrenOf, textOf, type Nodo } from '../documento/arbol.ts'
import { mensaje, type Mensaje } from '../errores.ts'
import type { TipoDocumento } from '../estructura/esquemas.ts'
import type { Guion } from '../guion.ts'
import { lastReceived, type Libro } from '../libro/libro.ts'
import { importeOf } from './aritmetica.ts'
import { moneyText } from './decimal.ts'
import { dayOfFecha } from './fecha.ts'
import { centsOf, sumOf } from './impuestos.ts'
import { CONSUMIDOR_FINAL, identificacionIsMalformed } from './receptor.ts'

/** USD 50; above it the buyer of an invoice must be identified. */
const CONSUMIDOR_FINAL_MAX = 5000n

const RECEPTOR: Readonly<Record<string, string>> = {
  '01': 'Comprador',
  '03': 'Proveedor',
  '04': 'Comprador',
  '05': 'Comprador',
  '07': 'SujetoRetenido',
}

/** Kind and identification of the receiver; undefined for a guía, which has several. */
export function receptorOf(codDoc: string, info: Nodo | undefined): { tipo: string; valor: string } | undefined {
  const suffix = RECEPTOR[codDoc]
  return suffix === undefined
    ? undefined
    : { tipo: textOf(info, `tipoIdentificacion${suffix}`), valor: textOf(info, `identificacion${suffix}`) }
}

/** Reason to refuse the receiver (69), or undefined. */
export function receptorProblem(codDoc: string, info: Nodo | undefined, raiz: Nodo, guion: Guion): string | undefined {
  const receptor = receptorOf(codDoc, info)
  if (!receptor) return undefined
  const isFinal = receptor.tipo === '07' || receptor.valor === CONSUMIDOR_FINAL
  if (isFinal && receptor.tipo !== '07') return 'La identificación de consumidor final requiere el tipo 07'
  if (isFinal && receptor.valor !== CONSUMIDOR_FINAL) return `El tipo 07 requiere la identificación ${CONSUMIDOR_FINAL}`
  if (isFinal && codDoc !== '01') return 'El consumidor final solo se admite en facturas'
  if (isFinal && importeOf(raiz) > CONSUMIDOR_FINAL_MAX) return 'El importe total supera los 50 dólares: el comprador debe identificarse'
  return guion.receptores.get(receptor.valor) === '69' ? `La identificación ${receptor.valor} del receptor no existe` : undefined
}

/** Reason to refuse the transport (82), or undefined; also for an invoice that replaces a guía. */
export function transporteProblem(raiz: Nodo, fechaEmision: string): string | undefined {
  const info = child(raiz, 'infoGuiaRemision') ?? child(raiz, 'infoSustitutivaGuiaRemision')
  if (!info) return undefined
  const start = dayOfFecha(textOf(info, 'fechaIniTransporte'))
  const end = dayOfFecha(textOf(info, 'fechaFinTransporte'))
  if (start === undefined || end === undefined) return 'Las fechas de transporte no existen'
  if (start < (dayOfFecha(fechaEmision) ?? 0)) return 'La fecha de inicio de transporte es menor a la fecha de emisión'
  return end < start ? 'La fecha de fin de transporte es menor a la de inicio' : undefined
}

/** Reason to refuse the refund of IVA (92), or undefined: it must equal the amount granted to the receiver. */
export function devolucionProblem(raiz: Nodo, guion: Guion): string | undefined {
  const info = raiz.children.find((c) => c.name.startsWith('info') && c.name !== 'infoTributaria' && c.name !== 'infoAdicional')
  const granted = guion.devoluciones.get(textOf(info, 'identificacionComprador'))
  if (granted === undefined) return undefined
  const entries = [...childrenOf(child(info, 'totalConImpuestos'), 'totalImpuesto'), ...childrenOf(child(info, 'impuestos'), 'impuesto')]
  const stated = sumOf(entries.map((entry) => centsOf(entry, 'valorDevolucionIva')))
  return stated === granted
    ? undefined
    : `El valorDevolucionIva (${moneyText(stated)}) es diferente al valor autorizado por el DIG (${moneyText(granted)})`
}

const isAuthorised = (libro: Libro, clave: string): boolean => {
  const entrada = libro.entrada(clave)
  return entrada !== undefined && lastReceived(entrada)?.autorizacion?.estado === 'AUTORIZADO'
}

// A credit or debit note names its invoice by number; the issuer and the ambiente are its own.
function sustentoExists(tipo: TipoDocumento, raiz: Nodo, libro: Libro): boolean {
  const tributaria = child(raiz, 'infoTributaria')
  const info = child(raiz, tipo.info)
  if (tipo.codDoc === '04' || tipo.codDoc === '05') {
    const number = textOf(info, 'numDocModificado').replaceAll('-', '')
    const template = `00000000${textOf(info, 'codDocModificado')}${textOf(tributaria, 'ruc')}${textOf(tributaria, 'ambiente')}${number}`
    const clave = libro.claveOfNumber(template)
    return clave !== undefined && isAuthorised(libro, clave)
  }
  if (tipo.codDoc === '07')
    return childrenOf(child(raiz, 'docsSustento'), 'docSustento').every(
      (d) => textOf(d, 'numAutDocSustento').length !== 49 || isAuthorised(libro, textOf(d, 'numAutDocSustento')),
    )
  if (tipo.codDoc === '06')
    return childrenOf(child(raiz, 'destinatarios'), 'destinatario').every(
      (d) => textOf(d, 'numAutDocSustento').length !== 49 || isAuthorised(libro, textOf(d, 'numAutDocSustento')),
    )
  return true
}

/** Warnings 59, 62 and 68, which the authorisation includes. */
export function sustentoWarnings(tipo: TipoDocumento, raiz: Nodo, libro: Libro, guion: Guion): Mensaje[] {
  const receptor = receptorOf(tipo.codDoc, child(raiz, tipo.info))
  const warnings: Mensaje[] = []
  if (receptor && identificacionIsMalformed(receptor.tipo, receptor.valor))
    warnings.push(mensaje('62', `La identificación ${receptor.valor} es incorrecta`))
  else if (receptor && guion.receptores.get(receptor.valor) === '59')
    warnings.push(mensaje('59', `La identificación ${receptor.valor} no existe`))
  if (!sustentoExists(tipo, raiz, libro)) warnings.push(mensaje('68', 'El documento de sustento no existe como electrónico'))
  return warnings
}

// Checks of a document in the authority's order: size, schema, issuer, uniqueness and key, signature, date and receiver, arithmetic. Only
// the first failing group is reported.
import type { Ajustes } from './ajustes.ts'
import { child, textOf, type Nodo } from './documento/arbol.ts'
import { DocumentoIlegible, readDocumento, type DocumentoLeido } from './documento/leer-documento.ts'
import { etapaOf, mensaje, type Mensaje } from './errores.ts'
import { TIPOS, type TipoDocumento } from './estructura/esquemas.ts'
import { structureProblem } from './estructura/validar.ts'
import type { Condiciones, Veredicto } from './firma/verificar.ts'
import type { Guion } from './guion.ts'
import { lastReceived, type Libro } from './libro/libro.ts'
import { aritmeticaProblem } from './reglas/aritmetica.ts'
import { claveProblem } from './reglas/clave.ts'
import { fechaProblem } from './reglas/fecha.ts'
import { rucIsWellFormed } from './reglas/receptor.ts'
import { devolucionProblem, receptorProblem, sustentoWarnings, transporteProblem } from './reglas/relaciones.ts'
import { codigoSustentoProblem } from './reglas/sustento.ts'

export interface Tribunal {
  readonly ajustes: Ajustes
  readonly guion: Guion
  readonly libro: Libro
  readonly now: () => number
  readonly verificar: (documento: DocumentoLeido, bytes: Uint8Array, condiciones: Condiciones) => Veredicto
}

export interface Juicio {
  readonly clave: string
  readonly errores: readonly Mensaje[]
  readonly advertencias: readonly Mensaje[]
}

/** 320 KB, the limit of a single document. */
export const MAX_BYTES = 320 * 1024

const fails = (codigo: string, detalle?: string): Mensaje[] => [mensaje(codigo, detalle)]

function schemaErrors(raiz: Nodo): { errores: Mensaje[]; tipo?: TipoDocumento } {
  const tipo = TIPOS.get(raiz.name)
  if (!tipo) return { errores: fails('48', `No existe esquema para el elemento ${raiz.name}`) }
  const version = raiz.attrs?.get('version') ?? ''
  const declaracion = tipo.versiones.get(version)
  if (!declaracion) return { errores: fails('36', `La versión «${version}» no se admite para ${raiz.name}`) }
  const problem = structureProblem(raiz, declaracion)
  if (problem) return { errores: fails('35', `Se encontró el siguiente error en la estructura del comprobante: ${problem}`) }
  const codDoc = textOf(child(raiz, 'infoTributaria'), 'codDoc')
  return codDoc === tipo.codDoc ? { errores: [], tipo } : { errores: fails('47', `El codDoc ${codDoc} no corresponde a ${raiz.name}`) }
}

function emisorErrors({ ajustes, guion }: Tribunal, tributaria: Nodo | undefined): Mensaje[] {
  const ruc = textOf(tributaria, 'ruc')
  if (!rucIsWellFormed(ruc)) return fails('46', `El RUC ${ruc} no existe`)
  const scripted =
    guion.emisores.get(ruc) ??
    guion.emisores.get(`${ruc}/${textOf(tributaria, 'estab')}`) ??
    guion.emisores.get(`${ruc}:${textOf(tributaria, 'codDoc')}`)
  if (scripted) return fails(scripted)
  const wrongAmbiente = ajustes.ambiente !== 'ambos' && ajustes.ambiente !== textOf(tributaria, 'ambiente')
  return wrongAmbiente ? fails('37', 'El emisor no tiene autorización en este ambiente') : []
}

function claveErrors({ libro }: Tribunal, clave: string, tributaria: Nodo | undefined, fecha: string | undefined): Mensaje[] {
  const entrada = libro.entrada(clave)
  const stored = entrada && lastReceived(entrada)
  if (stored?.autorizacion) {
    if (libro.elapsed() < stored.autorizacion.desde) return fails('70')
    // A document that was not authorised may be sent again, corrected, with its number and key.
    if (stored.autorizacion.estado === 'AUTORIZADO') return fails('43')
  } else {
    const other = libro.claveOfNumber(clave)
    if (other !== undefined && other !== clave) return fails('45', `El secuencial está registrado con la clave ${other}`)
  }
  const problem = claveProblem(clave, {
    fecha,
    codDoc: textOf(tributaria, 'codDoc'),
    ruc: textOf(tributaria, 'ruc'),
    ambiente: textOf(tributaria, 'ambiente'),
    estab: textOf(tributaria, 'estab'),
    ptoEmi: textOf(tributaria, 'ptoEmi'),
    secuencial: textOf(tributaria, 'secuencial'),
    tipoEmision: textOf(tributaria, 'tipoEmision'),
  })
  return problem === undefined ? [] : fails('58', problem)
}

function fechaErrors(tribunal: Tribunal, tipo: TipoDocumento, raiz: Nodo, fecha: string): Mensaje[] {
  const problem = fechaProblem(fecha, tribunal.now(), tribunal.ajustes.toleranciaDias)
  if (problem) return fails(problem.codigo, problem.detalle)
  const transporte = transporteProblem(raiz, fecha)
  if (transporte) return fails('82', transporte)
  const receptor = receptorProblem(tipo.codDoc, child(raiz, tipo.info), raiz, tribunal.guion)
  if (receptor !== undefined) return fails('69', receptor)
  const sustento = codigoSustentoProblem(raiz)
  return sustento === undefined ? [] : fails('64', sustento)
}

// Codes of reception come before those of authorisation when one group has both.
const ofFirstStage = (errores: readonly Mensaje[]): readonly Mensaje[] => {
  const reception = errores.filter((e) => etapaOf(e.identificador) === 'recepcion')
  return reception.length > 0 ? reception : errores
}

/** Judges one document. `guess` is the key found in the bytes, for documents that cannot be read. */
export function judge(tribunal: Tribunal, bytes: Uint8Array, guess: string): Juicio {
  const refuse = (clave: string, errores: readonly Mensaje[]): Juicio => ({ clave, errores: ofFirstStage(errores), advertencias: [] })
  if (bytes.length > MAX_BYTES) return refuse(guess, fails('26', `El archivo mide ${bytes.length} bytes y el máximo es ${MAX_BYTES}`))
  let documento: DocumentoLeido
  try {
    documento = readDocumento(bytes)
  } catch (error) {
    if (error instanceof DocumentoIlegible)
      return refuse(guess, fails('35', `Se encontró el siguiente error en la estructura del comprobante: ${error.message}`))
    throw error
  }
  const { raiz } = documento
  const schema = schemaErrors(raiz)
  const { tipo } = schema
  if (!tipo) return refuse(guess, schema.errores)
  const tributaria = child(raiz, 'infoTributaria')
  const clave = textOf(tributaria, 'claveAcceso')
  const emision = child(child(raiz, tipo.info), 'fechaEmision')?.text
  // The emission date of a guía is only in its key.
  const fecha = emision ?? `${clave.slice(0, 2)}/${clave.slice(2, 4)}/${clave.slice(4, 8)}`
  const emisor = emisorErrors(tribunal, tributaria)
  if (emisor.length > 0) return refuse(clave, emisor)
  const key = claveErrors(tribunal, clave, tributaria, emision)
  if (key.length > 0) return refuse(clave, key)
  const { ajustes } = tribunal
  const firma = tribunal.verificar(documento, bytes, {
    now: tribunal.now(),
    modo: ajustes.modo,
    toleranciaFirmaSegundos: ajustes.toleranciaFirmaSegundos,
    ruc: textOf(tributaria, 'ruc'),
    revocados: tribunal.guion.revocados,
  })
  if (firma.codigo) return refuse(clave, fails(firma.codigo, firma.detalle))
  const fechas = fechaErrors(tribunal, tipo, raiz, fecha)
  if (fechas.length > 0) return refuse(clave, fechas)
  const devolucion = devolucionProblem(raiz, tribunal.guion)
  if (devolucion) return refuse(clave, fails('92', devolucion))
  const diferencia = aritmeticaProblem(tipo.codDoc, raiz, ajustes.toleranciaCentavos)
  if (diferencia) return refuse(clave, fails('52', diferencia))
  const pruebas = textOf(tributaria, 'ambiente') === '1' ? [mensaje('60', firma.aviso)] : []
  return { clave, errores: [], advertencias: [...pruebas, ...sustentoWarnings(tipo, raiz, tribunal.libro, tribunal.guion)] }
}

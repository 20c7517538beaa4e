import { createHash, randomUUID } from 'node:crypto'
import { needsPerson, nextEstados, TIPO_IDENTIFICACION, type Estado } from '@yupana/fiscal'
import type { RespuestaAutorizacion } from '@yupana/sri'

import type { Db } from '../../db/connect.ts'
import type { Ambiente } from '../../db/schema.ts'
import { inInstalacion, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { carriesOurSignature, cutOut, toMensajes, type Decision } from '../comprobante/avance/avance.door.ts'
import { medioSiSale } from '../carta/carta.door.ts'
import { asuntoComprobante } from '../comprobante/identidad/identidad.door.ts'
import { deflate, inflate } from '../../db/bytes.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { recuperarNota, type NotaRecuperada } from '../nota/nota.door.ts'
import { ensurePersona } from '../persona/persona.door.ts'
import type { PorAclarar, Serie } from './conciliacion.sql.ts'
import type { Importado } from './importado.ts'
import * as sql from './importar.sql.ts'
import { unsigned, type Devuelto, type RespuestaLeida } from './respuesta-leida.ts'

export interface ImportarDeps extends Pick<Deps, 'clock' | 'config'> {
  /** Works as yupana_owner. */
  db: Db
}

/** Whether the worker continues a document in this state by itself. */
const isUnderWay = (estado: string) => estado === 'RECIBIDA' || estado === 'INCIERTO'

const personaOf = (tx: Tx, empresaId: EmpresaId, { receptor, rol }: Importado, en: Date): Promise<string | null> =>
  receptor.tipo_identificacion === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL
    ? Promise.resolve(null)
    : ensurePersona(tx, empresaId, receptor, en, rol)

const notaOf = async (tx: Tx, empresaId: EmpresaId, ambiente: string, { nota }: Importado) =>
  nota ? recuperarNota(tx, empresaId, ambiente, nota) : undefined

/** The cause, with the guess about a recovered note where one was made. */
const withSupuesto = (causa: string, nota: NotaRecuperada | undefined): string =>
  nota?.supuesto === undefined ? causa : `${causa} ${nota.supuesto}`

const unsignedRow = (texto: string) => {
  const xml = Buffer.from(unsigned(texto))
  return { deflated: deflate(xml), sha256: createHash('sha256').update(xml).digest() }
}

async function keepFirma(
  tx: Tx,
  documento: sql.DocumentoRef,
  { certificado, texto, sha256, firmadoEn, importado }: Devuelto,
  en: Date,
): Promise<void> {
  const certificadoId = await sql.ensureCertificado(tx, documento.empresa_id, certificado, importado.ruc, en)
  await sql.saveFirma(tx, documento, { certificadoId, xml: deflate(Buffer.from(texto)), sha256, en: firmadoEn ?? en })
}

interface Autorizado {
  clave: string
  ambiente: Ambiente
  decision: Decision
  respuesta: RespuestaAutorizacion
  /** The returned bytes are those of the stored signature. */
  identico: boolean
  en: Date
}

async function keepAutorizacion(
  { config }: ImportarDeps,
  tx: Tx,
  documento: sql.DocumentoRef,
  { clave, ambiente, decision, respuesta, identico, en }: Autorizado,
): Promise<void> {
  const { autorizacion } = decision
  if (!autorizacion) return
  const stored = identico ? cutOut(respuesta.raw, autorizacion.comprobante) : respuesta.raw
  await sql.saveAutorizacion(tx, documento, { ...autorizacion, identico, respuesta: deflate(Buffer.from(stored)), en })
  await sql.queueCorreo(tx, documento, { asunto: asuntoComprobante(ambiente, clave), medio: medioSiSale(config), en })
}

/** Stores a document that only the SRI had, with the very same number and clave. */
export async function importLost(
  deps: ImportarDeps,
  serie: Serie,
  secuencial: number,
  { decision }: RespuestaLeida,
  devuelto: Devuelto,
  respuesta: RespuestaAutorizacion,
): Promise<void> {
  const { importado } = devuelto
  const en = deps.clock.now()
  const documento = { empresa_id: serie.empresa_id, id: randomUUID(), version: 1 }
  const { ambiente, tipo, establecimiento, punto } = serie
  await inInstalacion(deps.db, async (tx) => {
    await sql.insertDocumento(tx, {
      ...documento,
      importado,
      serie: { ambiente, tipo, establecimiento, punto, secuencial },
      estado: decision.a,
      codigo: decision.codigo ?? null,
      persona_id: await personaOf(tx, serie.empresa_id, importado, en),
      creadoEn: devuelto.firmadoEn ?? en,
      autorizadoEn: decision.autorizacion?.en ?? null,
    })
    const nota = await notaOf(tx, serie.empresa_id, ambiente, importado)
    await sql.saveVersion(tx, documento, importado, nota, unsignedRow(devuelto.texto), devuelto.firmadoEn ?? en)
    await keepFirma(tx, documento, devuelto, en)
    await sql.insertEvento(tx, documento, {
      de: null,
      a: decision.a,
      causa: withSupuesto(`Recuperado del SRI tras restaurar un respaldo. ${decision.causa}`, nota),
      mensajes: toMensajes(decision),
      en,
    })
    await sql.rest(tx, documento, isUnderWay(decision.a) ? en : null, en)
    await keepAutorizacion(deps, tx, documento, { clave: importado.clave, ambiente, decision, respuesta, identico: true, en })
  })
}

/** The shortest allowed path from one state to another without a decision of a person. */
export function wayBetween(from: Estado, to: Estado): Estado[] | undefined {
  const ways: Estado[][] = [[]]
  const seen = new Set([from])
  for (const way of ways) {
    const last = way.at(-1) ?? from
    if (last === to) return way
    for (const next of nextEstados(last)) {
      // A correction is not part of a path: it makes another version.
      if (seen.has(next) || needsPerson(last, next) || (last === 'RECHAZADO' && next === 'EMITIDO')) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

/** Takes the document along the allowed moves to `to`; the database logs each of them. */
async function walk(tx: Tx, documento: sql.DocumentoRef, from: Estado, to: Estado, decision: Decision, en: Date): Promise<void> {
  const way = wayBetween(from, to)
  if (!way) throw new Error(`no way from ${from} to ${to}`)
  let de = from
  for (const a of way) {
    const isLast = a === to
    const causa = isLast ? `Conciliación tras restaurar un respaldo. ${decision.causa}` : 'Conciliación tras restaurar un respaldo'
    await sql.move(
      tx,
      documento,
      { de, a, causa, mensajes: isLast ? toMensajes(decision) : [], en, autorizadoEn: decision.autorizacion?.en },
      isLast ? (decision.codigo ?? null) : null,
    )
    de = a
  }
}

export type Aclarado = 'IGUAL' | 'MOVIDO' | 'PENDIENTE'

const sameText = ({ firma, firma_sha256: sha256, xml }: PorAclarar, { texto, sha256: theirs }: Devuelto): boolean =>
  firma
    ? (sha256?.equals(theirs) ?? false) || carriesOurSignature(texto, inflate(firma).toString('utf8'))
    : unsigned(texto) === inflate(xml).toString('utf8')

/**
 * Brings a document of the backup to its state at the SRI. A document authorised under our clave with other content is a correction made
 * after the backup: it becomes the next version.
 */
export async function settleKnown(
  deps: ImportarDeps,
  pendiente: PorAclarar,
  { decision, devuelto }: RespuestaLeida,
  respuesta: RespuestaAutorizacion,
): Promise<Aclarado> {
  const en = deps.clock.now()
  const from = pendiente.estado as Estado
  const to = decision.a
  const isSame = devuelto !== undefined && from !== 'RECHAZADO' && sameText(pendiente, devuelto)
  return inInstalacion(deps.db, async (tx): Promise<Aclarado> => {
    const finish = async (documento: sql.DocumentoRef, identico: boolean): Promise<Aclarado> => {
      await sql.rest(tx, documento, isUnderWay(to) ? en : null, en)
      await keepAutorizacion(deps, tx, documento, { ...pendiente, decision, respuesta, identico, en })
      return 'MOVIDO'
    }
    if (isSame || (pendiente.firma && to !== 'AUTORIZADO')) {
      if (from === to) return 'IGUAL'
      if (!wayBetween(from, to)) return 'PENDIENTE'
      if (isSame && !pendiente.firma) await keepFirma(tx, pendiente, devuelto, en)
      await walk(tx, pendiente, from, to, decision, en)
      return finish(pendiente, !pendiente.firma_sha256 || (devuelto?.sha256.equals(pendiente.firma_sha256) ?? false))
    }
    // The refusal of an earlier version leaves ours to be signed and sent.
    if (to === 'RECHAZADO' || to === 'RETENIDO') return 'IGUAL'
    if (!devuelto || to !== 'AUTORIZADO') return 'PENDIENTE'
    if (from !== 'RECHAZADO')
      await walk(tx, pendiente, from, 'RECHAZADO', { a: 'RECHAZADO', causa: 'El SRI tiene una versión posterior', mensajes: [] }, en)
    const next = { ...pendiente, version: pendiente.version + 1 }
    await addVersion(tx, next, devuelto, pendiente.ambiente, en)
    await walk(tx, next, 'EMITIDO', to, decision, en)
    return finish(next, true)
  })
}

/** Adds the correction made after the backup, with the signature the SRI returned. */
async function addVersion(tx: Tx, next: sql.DocumentoRef, devuelto: Devuelto, ambiente: string, en: Date): Promise<void> {
  const { importado, texto, firmadoEn } = devuelto
  await sql.correctDocumento(tx, next, importado, { persona_id: await personaOf(tx, next.empresa_id, importado, en) })
  const nota = await notaOf(tx, next.empresa_id, ambiente, importado)
  await sql.saveVersion(tx, next, importado, nota, unsignedRow(texto), firmadoEn ?? en)
  await keepFirma(tx, next, devuelto, en)
  await sql.insertEvento(tx, next, {
    de: 'RECHAZADO',
    a: 'EMITIDO',
    causa: withSupuesto(`Corrección ${next.version}, recuperada del SRI tras restaurar un respaldo.`, nota),
    mensajes: [],
    en,
  })
}

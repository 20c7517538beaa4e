// Received documents enter the inbox: from a file, from a list of claves or from the SRI itself.
import { randomUUID } from 'node:crypto'
import { MAX_ARCHIVOS_RECIBIDO, RECIBIDO_MAX_BYTES, type ArchivoRecibido, type Importacion } from '@yupana/contract'
import { addDays, fechaIn, nombreComprobanteAts } from '@yupana/fiscal'

import type { Ambiente } from '../../db/schema.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { clavesOf, clavesOfFile, isLista, type ClaveLeida } from '../../recibidos/leer-lista.ts'
import { RecibidoError, type ArchivoTraido, type Destino, type LineaRecibidos, type RecibidoLeido } from '../../recibidos/recibidos.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { saveWordsOfMany, wordsOfRow } from '../busqueda/busqueda.door.ts'
import { insertPedidos } from './pedido.sql.ts'
import { rememberRechazos } from './rechazo.service.ts'
import * as sql from './recibido.sql.ts'

/** Rows of one transaction: stored rows stay if a later one fails. */
const POR_VEZ = 50

/** The inbox, and the user who brings documents into it. */
export interface Bandeja {
  empresaId: EmpresaId
  ambiente: Ambiente
  usuarioId: string
  /** Automatic: no user is recorded. */
  automatico?: true
  /** Refused files are stored, to be looked at later. */
  recuerda?: true
}
type Entran = Pick<Deps, 'clock' | 'db' | 'imprenta'>

const destinoOf = async ({ db }: Pick<Deps, 'db'>, { empresaId, ambiente }: Bandeja): Promise<Destino> => ({
  ruc: await inEmpresa(db, empresaId, (tx) => sql.readRuc(tx, empresaId)),
  isProduccion: ambiente === 'PRODUCCION',
})

/** @throws 422 when the file or the text as a whole is refused */
function refuse(campo: string, error: unknown): never {
  throw error instanceof RecibidoError ? errors.field('FILE_MISSING', campo, error.message) : error
}

/** Brings the documents of one or several files into the inbox, each once. @throws RecibidoError, AppError when the press is busy */
export async function importArchivos(deps: Entran, bandeja: Bandeja, archivos: readonly ArchivoTraido[]): Promise<Importacion> {
  const destino = await destinoOf(deps, bandeja)
  const [solo] = archivos
  if (solo && archivos.length === 1 && isLista(solo.filename, solo.bytes))
    return pedirClaves(deps, bandeja, clavesOfFile(solo.bytes, destino))
  return importacionOf(await importarXml(deps, bandeja, destino, archivos))
}

/** Stores the names of files refused unread, or as a whole, among the refusals. */
async function rechazar({ clock, db }: Entran, bandeja: Bandeja, nombres: readonly string[], motivo: string): Promise<ArchivoRecibido[]> {
  const archivos = nombres.map((archivo): ArchivoRecibido => ({ archivo, resultado: 'RECHAZADO', motivo, id: null }))
  await inEmpresa(db, bandeja.empresaId, (tx) => rememberRechazos(tx, { ...bandeja, recuerda: true }, clock.now(), archivos))
  return archivos
}

/** Names of files too large to upload. */
export const refuseGrandes = (deps: Entran, bandeja: Bandeja, nombres: readonly string[]): Promise<ArchivoRecibido[]> =>
  rechazar(
    deps,
    bandeja,
    nombres.flatMap((nombre) => nombre.trim() || []).slice(0, MAX_ARCHIVOS_RECIBIDO),
    `El archivo pasa de ${RECIBIDO_MAX_BYTES / 1_000_000} MB.`,
  )

/** The same for an upload, with the names of files too large for it. @throws 422 when the only file as a whole is refused */
export async function importar(
  deps: Entran,
  bandeja: Bandeja,
  archivos: readonly ArchivoTraido[],
  grandes: readonly string[],
): Promise<Importacion> {
  const pasados = grandes.length > 0 ? await refuseGrandes(deps, bandeja, grandes) : []
  if (archivos.length === 0) return importacionOf(pasados)
  try {
    const { archivos: leidos } = await importArchivos(deps, { ...bandeja, recuerda: true }, archivos)
    return importacionOf([...leidos, ...pasados])
  } catch (error) {
    const nombres = archivos.map(({ filename }) => filename)
    if (error instanceof RecibidoError) await rechazar(deps, bandeja, nombres, error.message)
    return refuse('file', error)
  }
}

/** Asks the SRI for the documents of the claves in a text. @throws 422 when it has none */
export async function pedir(deps: Entran, bandeja: Bandeja, texto: string): Promise<Importacion> {
  const destino = await destinoOf(deps, bandeja)
  try {
    return await pedirClaves(deps, { ...bandeja, recuerda: true }, clavesOf(texto, destino))
  } catch (error) {
    return refuse('claves', error)
  }
}

/** The recorded user. */
const autorOf = ({ empresaId, usuarioId, automatico }: Bandeja, en: Date) => ({
  empresaId,
  usuarioId: automatico ? null : usuarioId,
  en,
})

const importacionOf = (archivos: ArchivoRecibido[]): Importacion => {
  const count = (resultado: ArchivoRecibido['resultado']) => archivos.filter((one) => one.resultado === resultado).length
  return { nuevos: count('NUEVO'), pedidos: count('PEDIDO'), repetidos: count('REPETIDO'), rechazados: count('RECHAZADO'), archivos }
}

/** @throws RecibidoError, AppError when the press is busy */
async function importarXml(
  deps: Entran,
  bandeja: Bandeja,
  destino: Destino,
  traidos: readonly ArchivoTraido[],
): Promise<ArchivoRecibido[]> {
  const read = await deps.imprenta.recibidos(bandeja.empresaId, traidos, destino)
  const lineas = Buffer.from(read)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LineaRecibidos)
  const archivos: ArchivoRecibido[] = []
  for (let at = 0; at < lineas.length; at += POR_VEZ)
    archivos.push(...(await inEmpresa(deps.db, bandeja.empresaId, (tx) => guardar(deps, tx, bandeja, lineas.slice(at, at + POR_VEZ)))))
  return archivos
}

/** Brings one document from the SRI. @throws RecibidoError, AppError when the press is busy */
export const importOne = async (deps: Entran, bandeja: Bandeja, archivo: ArchivoTraido): Promise<ArchivoRecibido[]> =>
  importarXml(deps, bandeja, await destinoOf(deps, bandeja), [archivo])

async function pedirClaves({ clock, db }: Entran, bandeja: Bandeja, claves: readonly ClaveLeida[]): Promise<Importacion> {
  const { empresaId, ambiente, usuarioId } = bandeja
  const buenas = claves.flatMap(({ clave }) => clave ?? []).sort()
  return inEmpresa(db, empresaId, async (tx) => {
    const en = clock.now()
    const nuevas = await insertPedidos(tx, { empresaId, ambiente }, { lote: randomUUID(), usuarioId, en }, buenas)
    if (nuevas.length > 0)
      await recordAuditoria(tx, { ...autorOf(bandeja, en), accion: 'recibido.pedir', detalle: { claves: nuevas.length } })
    const pedidas = new Set(nuevas)
    const archivos = claves.map(({ nombre, clave, problema = null }): ArchivoRecibido => {
      const archivo = { archivo: nombre, id: null }
      if (clave === undefined) return { ...archivo, resultado: 'RECHAZADO', motivo: problema }
      if (pedidas.has(clave)) return { ...archivo, resultado: 'PEDIDO', motivo: null }
      return { ...archivo, resultado: 'REPETIDO', motivo: 'Ya está en la bandeja, o en camino.' }
    })
    await rememberRechazos(tx, bandeja, en, archivos)
    return importacionOf(archivos)
  })
}

async function guardar(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  bandeja: Bandeja,
  lineas: readonly LineaRecibidos[],
): Promise<ArchivoRecibido[]> {
  const { empresaId, ambiente, usuarioId } = bandeja
  const en = clock.now()
  const leidos = new Map<string, RecibidoLeido>()
  for (const { leido } of lineas) if (leido && !leidos.has(leido.clave)) leidos.set(leido.clave, leido)
  const claves = [...leidos.keys()].sort()
  const nuevos =
    claves.length === 0
      ? []
      : await sql.insertRecibidos(
          tx,
          { empresaId, ambiente, usuarioId, en, consulta: `${addDays(fechaIn(en), 1)}T12:00:00-05:00` },
          claves.map((one) => leidos.get(one)!),
        )
  await saveWordsOfMany(
    tx,
    { empresaId, tipo: 'recibido' },
    nuevos.map(({ id, clave }) => {
      const { numero, emisor_ruc: ruc, emisor_nombre: nombre } = leidos.get(clave)!
      return { id, palabras: wordsOfRow(String(Number(numero.slice(8))), ruc, numero, nombre) }
    }),
  )
  const known = claves.length === 0 ? [] : await sql.findByClaves(tx, { empresaId, ambiente }, claves)
  if (nuevos.length > 0)
    await recordAuditoria(tx, { ...autorOf(bandeja, en), accion: 'recibido.importar', detalle: { documentos: nuevos.length } })
  const pending = new Map(nuevos.map((one) => [one.clave, one]))
  const archivos = lineas.map(({ archivo, leido, problema }): ArchivoRecibido => {
    if (!leido) return { archivo, resultado: 'RECHAZADO', motivo: problema, id: null }
    const nuevo = pending.get(leido.clave)
    pending.delete(leido.clave)
    if (nuevo)
      return {
        archivo,
        resultado: 'NUEVO',
        motivo: nuevo.estado === 'REGISTRADO' ? 'Ya estaba registrado: queda enlazado.' : null,
        id: nuevo.id,
      }
    const before = known.find(({ clave }) => clave === leido.clave)
    return {
      archivo,
      resultado: 'REPETIDO',
      motivo: `${nombreComprobanteAts(leido.tipo) ?? ''} ${leido.numero}: ya está en la bandeja.`,
      id: before?.id ?? null,
    }
  })
  await rememberRechazos(tx, bandeja, en, archivos)
  return archivos
}

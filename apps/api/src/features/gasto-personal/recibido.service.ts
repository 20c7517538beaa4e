// Received documents that may be expenses: those of the company's inbox if it is the user's own, and those he brings himself.
import {
  MAX_GASTOS,
  type ArchivoGasto,
  type GastoRecibido,
  type GastosTraidos,
  type Listing,
  type PropuestaRecibido,
  type SituacionPersonal,
} from '@yupana/contract'
import { COD_DOC, CONSUMIDOR_FINAL, fechaIn, GASTOS_PERSONALES_DESDE, readClaveAcceso } from '@yupana/fiscal'

import { currentActor } from '../../db/actor.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import type { GastoTraido, LineaGastos } from '../../recibidos/leer-gastos.ts'
import { RecibidoError, type ArchivoTraido } from '../../recibidos/recibidos.ts'
import { identificacionOf } from '../perfil/perfil.door.ts'
import { isHis, proposeCategorias } from './gasto-personal.service.ts'
import { asUsuario, lockGastos } from './gasto-personal.sql.ts'
import * as sql from './recibido.sql.ts'
import { readSituacion } from './situacion.service.ts'

/** Documents a user may have waiting, including discarded ones. */
const MAX_RECIBIDOS = 2 * MAX_GASTOS

type Reloj = Pick<Deps, 'clock'>
type Suyo = Pick<SituacionPersonal, 'familiares'>

const anioOf = (fecha: string) => Number(fecha.slice(0, 4))

/** The documents of a year to read: with the company's inbox if the company is his or of his family. */
export function cualesOf(session: SesionAbierta, anio: number, propia: string | null, suyo: Suyo): sql.Cuales & { descartado: false } {
  const { usuarioId, empresaId, ambiente, ruc, rol } = session
  const isOpen = VENDEN.includes(rol) && isHis(ruc, propia, suyo)
  return { usuarioId, anio, descartado: false, bandeja: isOpen ? { empresaId, ambiente, ruc } : undefined }
}

async function readCuales({ clock }: Reloj, tx: Tx, session: SesionAbierta, anio: number) {
  const propia = await identificacionOf(tx, session, clock.now())
  const suyo = await readSituacion(tx, session.usuarioId, anio)
  return { propia, suyo, cuales: cualesOf(session, anio, propia, suyo) }
}

const strangerText = (a_nombre: string) => `Está a nombre de ${a_nombre}, que no es usted ni consta entre sus familiares.`

function avisosOf({ a_nombre, autorizado }: sql.RecibidoLeido, propia: string | null, suyo: Suyo): string[] {
  return [
    ...(a_nombre === CONSUMIDOR_FINAL.identificacion
      ? ['Está a consumidor final: no cuenta para la rebaja. Pida la factura con su cédula.']
      : isHis(a_nombre, propia, suyo)
        ? []
        : [strangerText(a_nombre)]),
    ...(autorizado ? [] : ['El archivo no trae la autorización del SRI: compruébelo antes de registrarlo.']),
  ]
}

async function withPropuestas(tx: Tx, usuarioId: string, rows: readonly sql.RecibidoLeido[], propia: string | null, suyo: Suyo) {
  const propuestas = await proposeCategorias(
    tx,
    usuarioId,
    rows.map((row) => row.proveedor_ruc),
  )
  return rows.map((row): GastoRecibido => {
    const { autorizado: _autorizado, ...rest } = row
    return { ...rest, propuesta: propuestas.get(row.proveedor_ruc) ?? null, avisos: avisosOf(row, propia, suyo) }
  })
}

/** Whether the RUC is of a natural person: its third digit is below six. */
const isNatural = (ruc: string) => Number(ruc[2]) < 6

/** Proposals of expenses for documents of the company's inbox, by clave, where they may be the user's or his family's. */
export async function proposeGastos(
  { clock }: Reloj,
  tx: Tx,
  session: SesionAbierta,
  docs: readonly { clave: string; fecha_emision: string }[],
): Promise<ReadonlyMap<string, NonNullable<PropuestaRecibido['gasto']>>> {
  const found = new Map<string, NonNullable<PropuestaRecibido['gasto']>>()
  // Support in his name sees none of it.
  if (docs.length === 0 || !isNatural(session.ruc) || currentActor() !== undefined) return found
  await asUsuario(tx, session.usuarioId)
  const propia = await identificacionOf(tx, session, clock.now())
  for (const anio of new Set(docs.map(({ fecha_emision: fecha }) => anioOf(fecha)))) {
    if (anio < GASTOS_PERSONALES_DESDE) continue
    const suyo = await readSituacion(tx, session.usuarioId, anio)
    const cuales = cualesOf(session, anio, propia, suyo)
    if (cuales.bandeja === undefined) continue
    const claves = docs.flatMap(({ clave, fecha_emision: fecha }) => (anioOf(fecha) === anio ? clave : []))
    for (const { clave_acceso: clave, total: monto, propuesta } of await withPropuestas(
      tx,
      session.usuarioId,
      await sql.findRecibidos(tx, cuales, claves),
      propia,
      suyo,
    ))
      found.set(clave, {
        categoria: propuesta?.categoria ?? null,
        motivo: propuesta?.motivo ?? 'Todavía no eligió un rubro para este proveedor.',
        monto,
      })
  }
  return found
}

interface Pedida {
  anio: number
  descartado?: boolean | undefined
  page: number
  size: number
}

export async function search(deps: Reloj, tx: Tx, session: SesionAbierta, query: Pedida): Promise<Listing<GastoRecibido>> {
  const { anio, descartado = false, ...page } = query
  const { propia, suyo, cuales } = await readCuales(deps, tx, session, anio)
  const listing = await sql.searchRecibidos(tx, { ...cuales, descartado }, page)
  return { ...listing, content: await withPropuestas(tx, session.usuarioId, listing.content, propia, suyo) }
}

/** @throws 422 when the new ones exceed the limit; other transactions of the user add none before this one ends */
async function requireRoom(tx: Tx, usuarioId: string, nuevos: number): Promise<void> {
  if ((await sql.countRecibidos(tx, usuarioId)) + nuevos > MAX_RECIBIDOS)
    throw errors.catalogFull(MAX_RECIBIDOS, 'comprobantes por clasificar')
}

/** Puts a document aside, or back. @throws 404, 422 */
export async function discard(deps: Reloj, tx: Tx, session: SesionAbierta, clave: string, descartado: boolean): Promise<void> {
  const { usuarioId } = session
  await lockGastos(tx, usuarioId)
  if (await sql.setDescartado(tx, usuarioId, clave, descartado)) return
  const anio = anioOf(readClaveAcceso(clave)?.fechaEmision ?? '')
  if (!descartado || !(anio >= GASTOS_PERSONALES_DESDE)) throw errors.notFound()
  const { cuales } = await readCuales(deps, tx, session, anio)
  const found = await sql.findRecibido(tx, cuales, clave)
  if (!found) throw errors.notFound()
  await requireRoom(tx, usuarioId, 1)
  const { clave_acceso, tipo, ...row } = found
  const suyo = { usuarioId, en: deps.clock.now(), descartado }
  await sql.insertRecibidos(tx, suyo, [{ ...row, clave: clave_acceso, tipo: tipo === COD_DOC.NOTA_CREDITO ? tipo : COD_DOC.FACTURA }])
}

/** The reason why a document is no expense of his; undefined when it may be one. */
function problemOf({ fecha, a_nombre, comprador, total }: GastoTraido, hoy: string, propia: string | null, suyo: Suyo): string | undefined {
  if (anioOf(fecha) < GASTOS_PERSONALES_DESDE) return `Los gastos personales se llevan desde ${GASTOS_PERSONALES_DESDE}.`
  if (fecha > hoy) return 'Su fecha todavía no llega.'
  if (total <= 0) return 'No tiene valor.'
  return isHis(a_nombre, propia, suyo) ? undefined : strangerText(comprador === '' ? a_nombre : `${comprador} (${a_nombre})`)
}

async function keep({ clock }: Reloj, tx: Tx, session: SesionAbierta, lineas: readonly LineaGastos[]): Promise<ArchivoGasto[]> {
  const { usuarioId } = session
  const [ahora, hoy] = [clock.now(), fechaIn(clock.now())]
  const propia = await identificacionOf(tx, session, ahora)
  const situaciones = new Map<number, SituacionPersonal>()
  await lockGastos(tx, usuarioId)
  const known = new Set(
    await sql.findKnown(
      tx,
      usuarioId,
      lineas.flatMap(({ leido }) => leido?.clave ?? []),
    ),
  )
  const nuevos: GastoTraido[] = []
  const archivos: ArchivoGasto[] = []
  for (const { archivo, leido, problema } of lineas) {
    if (!leido) {
      archivos.push({ archivo, resultado: 'RECHAZADO', motivo: problema })
      continue
    }
    const anio = anioOf(leido.fecha)
    const suyo = situaciones.get(anio) ?? (await readSituacion(tx, usuarioId, anio))
    situaciones.set(anio, suyo)
    const motivo = problemOf(leido, hoy, propia, suyo)
    if (motivo !== undefined) archivos.push({ archivo, resultado: 'RECHAZADO', motivo })
    else if (known.has(leido.clave)) archivos.push({ archivo, resultado: 'REPETIDO', motivo: 'Ya lo trajo, o ya está entre sus gastos.' })
    else {
      known.add(leido.clave)
      nuevos.push(leido)
      archivos.push({ archivo, resultado: 'NUEVO', motivo: null })
    }
  }
  if (nuevos.length === 0) return archivos
  await requireRoom(tx, usuarioId, nuevos.length)
  await sql.insertRecibidos(
    tx,
    { usuarioId, en: ahora, descartado: false },
    nuevos.map(({ comprador: _comprador, ...row }) => row),
  )
  return archivos
}

const lineasOf = (read: Uint8Array): LineaGastos[] =>
  Buffer.from(read)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LineaGastos)

/** Stores the documents of files until the user classifies them. @throws 422 when the only document is refused */
export async function bring(
  deps: Reloj & Pick<Deps, 'db' | 'imprenta'>,
  session: SesionAbierta,
  archivos: readonly ArchivoTraido[],
): Promise<GastosTraidos> {
  const { empresaId, usuarioId } = session
  const lineas = await deps.imprenta.gastosLeidos(empresaId, archivos).then(lineasOf, (error: unknown) => {
    throw error instanceof RecibidoError ? errors.field('GASTO_XML', 'file', error.message) : error
  })
  return inEmpresa(deps.db, empresaId, async (tx) => {
    await asUsuario(tx, usuarioId)
    const hechos = await keep(deps, tx, session, lineas)
    const [hecho, linea] = [hechos[0], lineas[0]]
    if (hechos.length !== 1 || !hecho) return { archivos: hechos, solo: null }
    if (hecho.resultado === 'RECHAZADO' || !linea?.leido) throw errors.field('GASTO_XML', 'file', hecho.motivo ?? 'No se pudo leer.')
    const { propia, suyo, cuales } = await readCuales(deps, tx, session, anioOf(linea.leido.fecha))
    const found = await sql.findRecibido(tx, cuales, linea.leido.clave)
    const [solo = null] = found ? await withPropuestas(tx, usuarioId, [found], propia, suyo) : []
    return { archivos: hechos, solo }
  })
}

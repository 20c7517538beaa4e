import {
  LISTING_EXACT_LIMIT,
  type ComprobanteBusqueda,
  type ComprobanteConteo,
  type ComprobanteFila,
  type ComprobanteFiltro,
  type ComprobanteSumas,
  type Pendientes,
  type VentaDelDia,
  type Listing,
} from '@yupana/contract'
import { CONSUMIDOR_FINAL, parseNumero, sumaOf } from '@yupana/fiscal'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'
import { errors } from '../../../errors.ts'
import type { Desde, Tramo } from '../../../http/exportacion.ts'
import type { SesionAbierta } from '../../../plugins/sesion/session.ts'
import { findPersonas } from '../../persona/persona.door.ts'
import { readVendedores } from '../identidad/identidad.door.ts'
import { type FilaRow, toFila } from './detalle.service.ts'
import * as sql from './lista.sql.ts'

const CLAVE = /^\d{49}$/
const SERIE_Y_NUMERO = /^(\d{3})-(\d{3})(?:-(\d{1,9}))?$/
const SECUENCIAL = /^\d{1,9}$/
/** Consumidor final is no person of the catalogue; a search for the name finds it here. */
const CONSUMIDOR = /^consumidor(?: final)?$/i
const RUC = /^\d{10}001$/
const MAX_PERSONAS = 200

type Meaning = Pick<sql.Filtro, 'clave' | 'ids' | 'serie' | 'personas' | 'consumidorFinal'>

async function withNumber(
  tx: Tx,
  { empresaId, ambiente }: SesionAbierta,
  secuencial: number,
  serie: Pick<Meaning, 'serie'> = {},
): Promise<Meaning> {
  return { ...serie, ids: await sql.idsOfSecuencial(tx, empresaId, ambiente, secuencial) }
}

/** What a searched text means: clave, number, identification, or words of the client's name. */
async function meaningOf(tx: Tx, session: SesionAbierta, q: string | undefined): Promise<Meaning> {
  if (!q) return {}
  if (CLAVE.test(q)) return { clave: q }
  const numero = parseNumero(q)
  if (numero) return withNumber(tx, session, numero.secuencial, { serie: { establecimiento: numero.estab, punto: numero.ptoEmi } })
  const [, establecimiento, punto, secuencial] = SERIE_Y_NUMERO.exec(q) ?? []
  if (establecimiento !== undefined && punto !== undefined) {
    const serie = { serie: { establecimiento, punto } }
    return Number(secuencial ?? 0) > 0 ? withNumber(tx, session, Number(secuencial), serie) : serie
  }
  if (q === CONSUMIDOR_FINAL.identificacion || CONSUMIDOR.test(q)) return { consumidorFinal: true }
  if (SECUENCIAL.test(q) && Number(q) > 0) return withNumber(tx, session, Number(q))
  // Identifications are matched by their beginning. A person kept by cédula is found by the RUC built on it too (O-62).
  const personas = await findPersonas(tx, session.empresaId, q, MAX_PERSONAS)
  return {
    personas: personas.length === 0 && RUC.test(q) ? await findPersonas(tx, session.empresaId, q.slice(0, 10), MAX_PERSONAS) : personas,
  }
}

/** Issued documents of the company's present environment (O-90), a page of them. */
export async function searchComprobantes(
  tx: Tx,
  session: SesionAbierta,
  { q, ...query }: ComprobanteBusqueda,
  tipos?: readonly string[],
): Promise<Listing<ComprobanteFila>> {
  const { empresaId, ambiente } = session
  if (!sql.isSortable(query.sort)) throw errors.field('SORT', 'sort', 'No se puede ordenar por ese campo.')
  const meaning = await meaningOf(tx, session, q)
  const listing = await sql.searchDocumentos(tx, { ...query, ...meaning, empresaId, ambiente, ...(tipos !== undefined && { tipos }) })
  return { ...listing, content: await toFilas(tx, empresaId, listing.content) }
}

async function toFilas(tx: Tx, empresaId: EmpresaId, rows: readonly FilaRow[]): Promise<ComprobanteFila[]> {
  const vendedores = rows.length > 0 ? await readVendedores(tx) : new Map<string, string>()
  const pagos = await sql.readFormasPago(
    tx,
    empresaId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toFila(row, vendedores, pagos.get(row.id)))
}

/** The next documents in the order of the list, for a file that is written page by page. */
export async function nextComprobantes(
  tx: Tx,
  session: SesionAbierta,
  { q, ...query }: ComprobanteFiltro & { sort?: string | undefined },
  desde: Desde | undefined,
): Promise<Tramo<ComprobanteFila>> {
  const { empresaId, ambiente } = session
  if (!sql.isSortable(query.sort)) throw errors.field('SORT', 'sort', 'No se puede ordenar por ese campo.')
  const tramo = await sql.nextDocumentos(tx, { ...query, ...(await meaningOf(tx, session, q)), empresaId, ambiente }, desde)
  return { ...tramo, rows: await toFilas(tx, empresaId, tramo.rows) }
}

/** How many documents each tab would show under the same search and filters. */
export async function countComprobantes(tx: Tx, session: SesionAbierta, { q, ...filtros }: ComprobanteConteo): Promise<sql.Cuenta[]> {
  const { empresaId, ambiente } = session
  return sql.countTabs(tx, { ...filtros, ...(await meaningOf(tx, session, q)), empresaId, ambiente })
}

/** Sums of every document that a list would show, by type. */
export async function sumComprobantes(tx: Tx, session: SesionAbierta, { q, ...filtros }: ComprobanteFiltro): Promise<ComprobanteSumas> {
  const { empresaId, ambiente } = session
  const rows = await sql.sumDocumentos(tx, { ...filtros, ...(await meaningOf(tx, session, q)), empresaId, ambiente })
  if (rows.reduce((all, { cantidad }) => all + cantidad, 0) > LISTING_EXACT_LIMIT) return { exact: false, sumas: [] }
  return {
    exact: true,
    sumas: rows.map(({ total, autorizado, ...row }) => ({ ...row, total: sumaOf(total), autorizado: sumaOf(autorizado) })),
  }
}

/** The five newest documents of the present environment. */
export async function readUltimos(tx: Tx, { empresaId, ambiente }: SesionAbierta): Promise<ComprobanteFila[]> {
  return toFilas(tx, empresaId, await sql.pageDocumentos(tx, { empresaId, ambiente, page: 0, size: 5 }))
}

export type Cuentas = Pick<
  Pendientes,
  'no_autorizados' | 'en_espera' | 'en_revision' | 'retenidos' | 'correos_fallidos' | 'por_anular' | 'no_corresponden'
>

/** How many documents ask for attention, by reason. */
export async function readAtencion(tx: Tx, { empresaId, ambiente }: SesionAbierta): Promise<Cuentas> {
  const cuentas = await sql.countAtencion(tx, { empresaId, ambiente })
  return {
    no_autorizados: cuentas.NO_AUTORIZADOS,
    en_espera: cuentas.EN_ESPERA,
    en_revision: cuentas.EN_REVISION,
    retenidos: cuentas.RETENIDOS,
    correos_fallidos: cuentas.CORREOS_FALLIDOS,
    por_anular: cuentas.POR_ANULAR,
    no_corresponden: cuentas.NO_CORRESPONDEN,
  }
}

/** Sales of a day, by point of issue and seller. */
export async function readVentasDelDia(tx: Tx, session: SesionAbierta, dia: string): Promise<VentaDelDia[]> {
  const ventas = await sql.sumVentas(tx, session, dia)
  const vendedores = ventas.length > 0 ? await readVendedores(tx) : new Map<string, string>()
  return ventas.map(({ vendedor_id, ...venta }) => ({
    ...venta,
    vendedor: vendedor_id === null ? null : (vendedores.get(vendedor_id) ?? null),
  }))
}

import {
  enmiendaOf,
  enmiendasOf,
  ORDENES_NORMA,
  type EnmiendaVigente,
  type Listing,
  type NormaBusqueda,
  type NormaDetalle,
  type NormaFila,
  type NormaForm,
} from '@yupana/contract'
import {
  cambioOf,
  fechaIn,
  isVigente,
  normasOf,
  retiroOf,
  TEMAS,
  withCierre,
  type CambioNorma,
  type Enmienda,
  type Norma,
  type Tema,
} from '@yupana/fiscal'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { pageOf } from '../../http/listing.ts'
import { readEnmiendas, readVersion } from '../../proceso/normas.sql.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { wordsOfQuery, wordsOfRow } from '../busqueda/busqueda.door.ts'
import * as sql from './norma.sql.ts'

/** The user and the time. */
export interface Autor {
  /** The company whose audit has the change; null for support in no company. */
  empresaId: EmpresaId | null
  usuarioId: string
  username: string
  en: Date
}

const idOf = (tema: string, codigo: string): string => `${tema}.${codigo}`

const filaOf = ({
  tema,
  codigo,
  nombre,
  texto,
  validFrom,
  validTo,
  source,
  note,
  confidence,
  unconfirmed,
  enmienda,
}: Norma): NormaFila => ({
  id: `${idOf(tema, codigo)}.${validFrom ?? 'siempre'}`,
  norma: idOf(tema, codigo),
  tema,
  codigo,
  nombre,
  texto,
  desde: validFrom ?? null,
  hasta: validTo ?? null,
  fuente: source,
  nota: note ?? null,
  confianza: confidence,
  por_confirmar: unconfirmed,
  enmienda: enmienda ?? null,
})

/** Every typed word begins a word of the code, name, value or source. */
function matches({ codigo, nombre, texto, fuente }: NormaFila, q: string): boolean {
  const words = wordsOfRow(codigo, nombre, texto, fuente)
  return wordsOfQuery(q).every((typed) => words.some((word) => word.startsWith(typed)))
}

/** The values of a day, or every period. */
export function search({ q, tema, fecha, por_confirmar, ...query }: NormaBusqueda): Listing<NormaFila> {
  const found = (tema === undefined ? TEMAS : [tema])
    .flatMap((one) => normasOf(one))
    .filter(
      (norma) => (fecha === undefined || isVigente(norma, fecha)) && (por_confirmar === undefined || norma.unconfirmed === por_confirmar),
    )
    .map(filaOf)
    .filter((fila) => !q || matches(fila, q))
  return pageOf(found, query, ORDENES_NORMA)
}

const isTema = (tema: string | undefined): tema is Tema => TEMAS.includes(tema as Tema)

const periodosOf = (tema: Tema, codigo: string, enmiendas: readonly Enmienda[]): Norma[] =>
  normasOf(tema, enmiendas).filter((norma) => norma.codigo === codigo)

async function detalleOf(tx: Db, tema: Tema, codigo: string, enmiendas: readonly Enmienda[]): Promise<NormaDetalle> {
  const [cambios, version] = [await sql.readCambios(tx, tema, codigo), await readVersion(tx)]
  return { id: idOf(tema, codigo), tema, codigo, periodos: periodosOf(tema, codigo, enmiendas).map(filaOf), cambios, version }
}

/** @throws 404 for a code in no table and without any change */
export async function read(tx: Db, id: string): Promise<NormaDetalle> {
  const [tema, codigo = ''] = id.split('.')
  if (!isTema(tema)) throw errors.notFound()
  const detalle = await detalleOf(tx, tema, codigo, enmiendasOf(await readEnmiendas(tx)))
  if (detalle.periodos.length === 0 && detalle.cambios.length === 0) throw errors.notFound()
  return detalle
}

/** Takes the lock and answers the present amendments. @throws 409 when another user changed it since `version` was read */
async function begin(tx: Tx, version: number): Promise<EnmiendaVigente[]> {
  await sql.lockNormas(tx)
  if ((await readVersion(tx)) !== version) throw errors.conflict()
  return readEnmiendas(tx)
}

function requireSound({ problemas, cambiaPasado }: CambioNorma, confirmed: boolean): void {
  if (problemas.length > 0) throw errors.invalid(problemas.map(({ campo, mensaje }) => ({ campo, message: mensaje })))
  if (cambiaPasado && !confirmed)
    throw errors.field(
      'NORMA_PASADO',
      'confirmar_pasado',
      'El cambio toca días pasados. Lo ya emitido queda como está. Confírmelo y escriba el motivo.',
    )
}

async function record(
  tx: Tx,
  { empresaId, usuarioId, en }: Autor,
  hecho: { accion: string; objeto: string; detalle: Record<string, unknown> },
): Promise<void> {
  if (empresaId !== null) await recordAuditoria(tx, { empresaId, usuarioId, en, ...hecho })
}

type Datos = Omit<NormaForm, 'version' | 'confirmar_pasado' | 'motivo'>

const rowOf = ({ nota, ...datos }: Datos, cierra: boolean): EnmiendaVigente => ({
  ...datos,
  id: Number.MAX_SAFE_INTEGER,
  nota: nota ?? null,
  cierra,
})

async function write(
  tx: Tx,
  autor: Autor,
  { version, confirmar_pasado, motivo, ...datos }: NormaForm,
  accion: string,
  cierraOf: (periods: Norma[]) => boolean,
): Promise<NormaDetalle> {
  const before = enmiendasOf(await begin(tx, version))
  const { tema, codigo } = datos
  const row = rowOf(datos, cierraOf(periodosOf(tema, codigo, before)))
  requireSound(cambioOf(withCierre(enmiendaOf(row), row.cierra), fechaIn(autor.en), before), confirmar_pasado)
  const { id: _, ...nueva } = row
  await sql.insertNorma(tx, { ...nueva, retira: null, motivo, usuario_id: autor.usuarioId, usuario: autor.username, en: autor.en })
  await record(tx, autor, { accion, objeto: idOf(tema, codigo), detalle: { ...datos, motivo } })
  return detalleOf(tx, tema, codigo, enmiendasOf(await readEnmiendas(tx)))
}

/** Adds a validity; the one before ends the day before. @throws 422 when one begins that very day */
export const create = (tx: Tx, autor: Autor, form: NormaForm): Promise<NormaDetalle> =>
  write(tx, autor, form, 'norma.crear', (periods) => {
    if (form.desde === null && form.tema !== 'PARAMETRO' && periods.length > 0)
      throw errors.field('NORMA_DESDE', 'desde', 'Indique desde cuándo rige.')
    if (periods.some(({ validFrom }) => (validFrom ?? null) === form.desde))
      throw errors.field('NORMA_REPETIDA', 'desde', 'Ya hay una vigencia que empieza ese día: edítela.')
    return false
  })

/** Changes the validity that begins that day; with an earlier end, the code ends there. @throws 404 */
export const edit = (tx: Tx, autor: Autor, form: NormaForm): Promise<NormaDetalle> =>
  write(tx, autor, form, 'norma.editar', (periods) => {
    const period = periods.find(({ validFrom }) => (validFrom ?? null) === form.desde)
    if (period === undefined) throw errors.notFound()
    return form.hasta !== null && (period.validTo === undefined || form.hasta < period.validTo)
  })

/** Withdraws a change, as if it had never been made. @throws 404 */
export async function withdraw(
  tx: Tx,
  autor: Autor,
  form: { id: number; motivo: string; confirmar_pasado: boolean; version: number },
): Promise<NormaDetalle> {
  const rows = await begin(tx, form.version)
  const row = rows.find(({ id }) => id === form.id)
  if (row === undefined) throw errors.notFound()
  requireSound(retiroOf(enmiendaOf(row), fechaIn(autor.en), enmiendasOf(rows)), form.confirmar_pasado)
  const { id, ...before } = row
  await sql.insertNorma(tx, {
    ...before,
    retira: id,
    motivo: form.motivo,
    usuario_id: autor.usuarioId,
    usuario: autor.username,
    en: autor.en,
  })
  await record(tx, autor, { accion: 'norma.retirar', objeto: idOf(row.tema, row.codigo), detalle: { retira: id, motivo: form.motivo } })
  return detalleOf(tx, row.tema, row.codigo, enmiendasOf(await readEnmiendas(tx)))
}

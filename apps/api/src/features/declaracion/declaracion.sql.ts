import type { AjusteDeclaracion } from '@yupana/contract'
import { addMonths, type CodigoFormulario, type MarcaVenta, type PeriodoFiscal, type Valores } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

export interface Lugar {
  empresaId: EmpresaId
  ambiente: Ambiente
}

export interface Cual extends Lugar {
  formulario: CodigoFormulario
  periodo: PeriodoFiscal
}

export interface DeclaracionGuardada {
  id: string
  ajustes: AjusteDeclaracion[]
  saldos: Valores | null
  difiere: boolean
  version: number
}

export interface PresentadaGuardada {
  n: number
  valores: Valores
  ajustes: AjusteDeclaracion[]
  sha256: Buffer
  usuario_id: string
  declarada_en: string
  numero_sri: string | null
  fecha_sri: string | null
  /** Name under which the company declared; null for filings older than the kept names. */
  razon_social: string | null
  vence: string | null
  con_ats: boolean
}

export const findDeclaracion = (tx: Tx, { empresaId, ambiente, formulario, periodo }: Cual): Promise<DeclaracionGuardada | undefined> =>
  tx
    .selectFrom('declaracion')
    .select(['id', 'ajustes', 'saldos', 'difiere', 'version'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('formulario', '=', formulario)
    .where('desde', '=', periodo.desde)
    .where('meses', '=', periodo.meses)
    .executeTakeFirst()

/** Filings of one working paper, the last one first. */
export const listPresentadas = (tx: Tx, empresaId: EmpresaId, declaracionId: string): Promise<PresentadaGuardada[]> =>
  tx
    .selectFrom('declaracion_presentada as p')
    .select(['n', 'valores', 'ajustes', 'sha256', 'usuario_id', 'declarada_en', 'numero_sri', 'fecha_sri', 'razon_social', 'vence'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('declaracion_ats as a')
          .select('a.n')
          .whereRef('a.empresa_id', '=', 'p.empresa_id')
          .whereRef('a.declaracion_id', '=', 'p.declaracion_id')
          .whereRef('a.n', '=', 'p.n'),
      )
        .$castTo<boolean>()
        .as('con_ats'),
    )
    .where('p.empresa_id', '=', empresaId)
    .where('p.declaracion_id', '=', declaracionId)
    .orderBy('n', 'desc')
    .execute()

/** Forms filed of periods that began between two days. */
export const readFiled = (tx: Tx, { empresaId, ambiente }: Lugar, { desde, hasta }: { desde: string; hasta: string }) =>
  tx
    .selectFrom('declaracion as d')
    .select(['d.formulario', 'd.desde', 'd.meses'])
    .where('d.empresa_id', '=', empresaId)
    .where('d.ambiente', '=', ambiente)
    .where('d.desde', '>=', desde)
    .where('d.desde', '<=', hasta)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('declaracion_presentada as p')
          .select('p.n')
          .whereRef('p.empresa_id', '=', 'd.empresa_id')
          .whereRef('p.declaracion_id', '=', 'd.id'),
      ),
    )
    .execute()

/** Keeps others from changing or filing this paper until the transaction ends. */
export async function lockPapel(tx: Tx, { empresaId, ambiente, formulario, periodo }: Cual): Promise<void> {
  const name = `declaracion|${empresaId}|${ambiente}|${formulario}|${periodo.codigo}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Keeps the company's conditions unchanged until the transaction ends: they decide which periods it files. */
export async function holdCondiciones(tx: Tx, empresaId: EmpresaId): Promise<void> {
  await tx.selectFrom('empresa').select('id').where('id', '=', empresaId).forKeyShare().execute()
}

interface Digitado {
  ajustes: readonly AjusteDeclaracion[]
  saldos: Valores | null
  difiere: boolean
  en: Date
}

export async function insertDeclaracion(
  tx: Tx,
  { empresaId, ambiente, formulario, periodo }: Cual,
  id: string,
  digitado: Digitado,
): Promise<void> {
  const { ajustes, saldos, difiere, en } = digitado
  await tx
    .insertInto('declaracion')
    .values({
      empresa_id: empresaId,
      id,
      ambiente,
      formulario,
      desde: periodo.desde,
      meses: periodo.meses,
      ajustes: JSON.stringify(ajustes),
      saldos: saldos && JSON.stringify(saldos),
      difiere,
      creado_en: en,
      editado_en: en,
    })
    .execute()
}

export async function updateDeclaracion(
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  { ajustes, saldos, difiere, en }: Digitado,
): Promise<void> {
  await tx
    .updateTable('declaracion')
    .set(({ eb }) => ({
      ajustes: JSON.stringify(ajustes),
      saldos: saldos && JSON.stringify(saldos),
      difiere,
      version: eb('version', '+', 1),
      editado_en: en,
    }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
}

interface Congelada {
  n: number
  valores: Valores
  ajustes: readonly AjusteDeclaracion[]
  sha256: Buffer
  razonSocial: string
  vence: string
  usuarioId: string
  en: Date
}

export async function insertPresentada(tx: Tx, empresaId: EmpresaId, declaracionId: string, congelada: Congelada): Promise<void> {
  const { n, valores, ajustes, sha256, razonSocial, vence, usuarioId, en } = congelada
  await tx
    .insertInto('declaracion_presentada')
    .values({
      empresa_id: empresaId,
      declaracion_id: declaracionId,
      n,
      valores: JSON.stringify(valores),
      ajustes: JSON.stringify(ajustes),
      sha256,
      usuario_id: usuarioId,
      declarada_en: en,
      numero_sri: null,
      fecha_sri: null,
      razon_social: razonSocial,
      vence,
    })
    .execute()
}

/** Corrects the SRI's number and day of a filing; false when nothing was filed under `n`. */
export async function updateAcuse(
  tx: Tx,
  empresaId: EmpresaId,
  declaracionId: string,
  { n, numero, fecha }: { n: number; numero: string; fecha: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('declaracion_presentada')
    .set({ numero_sri: numero, fecha_sri: fecha })
    .where('empresa_id', '=', empresaId)
    .where('declaracion_id', '=', declaracionId)
    .where('n', '=', n)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether the document is a sale of this company in its present environment. */
export const isVenta = async (tx: Tx, { empresaId, ambiente }: Lugar, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('documento')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('id', '=', id)
    .where('tipo', 'in', ['01', '05'])
    .executeTakeFirst()) !== undefined

export async function saveMarca(tx: Tx, empresaId: EmpresaId, id: string, marca: MarcaVenta, usuarioId: string, en: Date): Promise<void> {
  await tx
    .insertInto('declaracion_marca')
    .values({ empresa_id: empresaId, documento_id: id, marca, usuario_id: usuarioId, marcada_en: en })
    .onConflict((conflict) =>
      conflict.columns(['empresa_id', 'documento_id']).doUpdateSet({ marca, usuario_id: usuarioId, marcada_en: en }),
    )
    .execute()
}

export async function deleteMarca(tx: Tx, empresaId: EmpresaId, id: string): Promise<void> {
  await tx.deleteFrom('declaracion_marca').where('empresa_id', '=', empresaId).where('documento_id', '=', id).execute()
}

/** The first day with a document or purchase of this environment. */
export async function readPrimerDia(tx: Tx, { empresaId, ambiente }: Lugar): Promise<string | null> {
  const { rows } = await sql<{ dia: string | null }>`
    select least((select min(d.fecha_emision) from documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente}),
                 (select min(c.fecha_registro) from compra c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente}))::text as dia`.execute(
    tx,
  )
  return rows[0]?.dia ?? null
}

export const mesesDe = ({ desde, meses }: PeriodoFiscal): string[] => Array.from({ length: meses }, (_, mes) => addMonths(desde, mes))

/** Closes the months of the period: their purchases stay as they are. */
export async function closeMeses(tx: Tx, { empresaId, ambiente, periodo }: Cual, usuarioId: string, en: Date): Promise<void> {
  await tx
    .insertInto('mes_cerrado')
    .values(mesesDe(periodo).map((mes) => ({ empresa_id: empresaId, ambiente, mes, usuario_id: usuarioId, cerrado_en: en })))
    .onConflict((conflict) => conflict.columns(['empresa_id', 'ambiente', 'mes']).doNothing())
    .execute()
}

/** Opens the closed months of the period again; answers their number. */
export async function openMeses(tx: Tx, { empresaId, ambiente, periodo }: Cual): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mes_cerrado')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('mes', 'in', mesesDe(periodo))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Which months of the period are closed, `yyyy-MM`. */
export async function readMesesCerrados(tx: Tx, { empresaId, ambiente, periodo }: Cual): Promise<string[]> {
  const rows = await tx
    .selectFrom('mes_cerrado')
    .select('mes')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('mes', 'in', mesesDe(periodo))
    .orderBy('mes')
    .execute()
  return rows.map(({ mes }) => mes.slice(0, 7))
}

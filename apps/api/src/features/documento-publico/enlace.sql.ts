import type { Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Consultado } from '../comprobante/anulacion/anulacion.door.ts'

interface Cual {
  empresaId: EmpresaId
  id: string
}

export interface Enlace {
  n: number
  hash: Buffer | null
  vistas: number
  visto_en: string | null
  no_corresponde_en: string | null
  no_corresponde_nota: string | null
  no_corresponde_visto_en: string | null
  consulta_pedida_en: string | null
  consultado_en: string | null
  consultado: Consultado | null
}

export const readEnlace = (tx: Tx, { empresaId, id }: Cual): Promise<Enlace | undefined> =>
  tx
    .selectFrom('documento_enlace')
    .select([
      'n',
      'hash',
      'vistas',
      'visto_en',
      'no_corresponde_en',
      'no_corresponde_nota',
      'no_corresponde_visto_en',
      'consulta_pedida_en',
      'consultado_en',
      'consultado',
    ])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .executeTakeFirst()

export interface DocumentoPublico {
  tipo: string
  numero: string
  clave: string
  ambiente: Ambiente
  estado: string
  fecha_emision: string
  receptor: string
  receptor_tipo: string
  receptor_identificacion: string
  version: number
  total: Monto
  empresa: string
  ruc: string
  secreto: Buffer
  fecha_autorizacion: string | null
}

/** The data of the public page. */
export async function readPublico(tx: Tx, { empresaId, id }: Cual): Promise<DocumentoPublico | undefined> {
  const { rows } = await sql<DocumentoPublico>`
    select d.tipo, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero, d.clave, d.ambiente, d.estado,
           d.fecha_emision, d.receptor_nombre as receptor, d.receptor_tipo, d.receptor_identificacion, d.version, d.total, coalesce(e.nombre_comercial, e.razon_social) as empresa, e.ruc, e.secreto,
           a.fecha_autorizacion
      from documento d join empresa e on e.id = d.empresa_id
      left join documento_autorizacion a on a.empresa_id = d.empresa_id and a.documento_id = d.id and a.version = d.version
     where d.empresa_id = ${empresaId} and d.id = ${id}`.execute(tx)
  return rows[0]
}

export const readTelefonos = async (tx: Tx, empresaId: EmpresaId, personaId: string): Promise<string[]> =>
  (await tx.selectFrom('persona').select('telefonos').where('empresa_id', '=', empresaId).where('id', '=', personaId).executeTakeFirst())
    ?.telefonos ?? []

/** Goods and services of a document in their order; none for a retención, whose tables are on its RIDE. */
export const listLineas = (tx: Tx, { empresaId, id }: Cual) =>
  tx
    .selectFrom('documento_linea as l')
    .innerJoin('documento as d', (join) =>
      join.onRef('d.empresa_id', '=', 'l.empresa_id').onRef('d.id', '=', 'l.documento_id').onRef('d.version', '=', 'l.version'),
    )
    .select(['l.descripcion', 'l.cantidad', 'l.base'])
    .where('l.empresa_id', '=', empresaId)
    .where('l.documento_id', '=', id)
    .orderBy('l.n')
    .execute()

/** Stores a new link of a document. The receiver may answer it again: an answer to the revoked link stays only in the history. */
export async function setEnlace(
  tx: Tx,
  { empresaId, id }: Cual,
  { hash, usuarioId, en }: { hash: Buffer; usuarioId: string; en: Date },
): Promise<void> {
  await tx
    .insertInto('documento_enlace')
    .values({ empresa_id: empresaId, documento_id: id, hash, usuario_id: usuarioId, creado_en: en })
    .onConflict((on) =>
      on
        .columns(['empresa_id', 'documento_id'])
        .doUpdateSet({ hash, no_corresponde_en: null, no_corresponde_nota: null, no_corresponde_visto_en: null }),
    )
    .execute()
}

/** Stores the first link of a document, for its mail; undefined when the document has a link, or had one that was revoked. */
export const addEnlace = (tx: Tx, { empresaId, id }: Cual, { hash, en }: { hash: Buffer; en: Date }) =>
  tx
    .insertInto('documento_enlace')
    .values({ empresa_id: empresaId, documento_id: id, hash, usuario_id: null, creado_en: en })
    .onConflict((on) => on.columns(['empresa_id', 'documento_id']).doNothing())
    .returning(['n', 'hash'])
    .executeTakeFirst()

/** Revokes the link of a document; false when the document had none. */
export async function dropEnlace(tx: Tx, { empresaId, id }: Cual): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('documento_enlace')
    .set((value) => ({ hash: null, n: value('n', '+', 1) }))
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .where('hash', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findByEnlace(db: Db, hash: Buffer): Promise<Cual | undefined> {
  const { rows } = await sql<{ empresa_id: EmpresaId; documento_id: string }>`select * from documento_de_enlace(${hash})`.execute(db)
  const [row] = rows
  return row && { empresaId: row.empresa_id, id: row.documento_id }
}

type Cambio =
  | { consulta_pedida_en: Date }
  | { no_corresponde_en: Date; no_corresponde_nota: string | null }
  | { no_corresponde_visto_en: Date }
  | { consultado_en: Date; consultado: Consultado }

export async function updateEnlace(tx: Tx, { empresaId, id }: Cual, cambio: Cambio): Promise<void> {
  await tx.updateTable('documento_enlace').set(cambio).where('empresa_id', '=', empresaId).where('documento_id', '=', id).execute()
}

export async function countVista(tx: Tx, { empresaId, id }: Cual, en: Date): Promise<void> {
  await tx
    .updateTable('documento_enlace')
    .set((value) => ({ vistas: value('vistas', '+', 1), visto_en: en }))
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .execute()
}

export interface ConsultaReclamada {
  empresa_id: EmpresaId
  documento_id: string
  ambiente: Ambiente
  clave: string
}

export const claimConsultas = async (db: Db, cuantos: number): Promise<ConsultaReclamada[]> =>
  (await sql<ConsultaReclamada>`select * from reclamar_enlace_consulta(${cuantos}::integer)`.execute(db)).rows

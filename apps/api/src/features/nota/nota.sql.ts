import type { Monto } from '@yupana/fiscal'
import type { NotaForm } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { CreditoGuardado } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

export interface FacturaGuardada {
  id: string
  tipo: string
  ambiente: string
  estado: string
  modo_emision: number
  numero: string
  fecha_emision: string
  receptor_tipo: string
  receptor_identificacion: string
  receptor_nombre: string
  xml: Buffer
  entrada: { modo?: 'NETO' | 'PVP'; lineas?: { producto_id?: string }[]; comprador?: { correos?: string[] } }
  correos: string[]
}

const guardada = sql`
  d.id, d.tipo, d.ambiente, d.estado, d.modo_emision, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero, d.fecha_emision,
  d.receptor_tipo, d.receptor_identificacion, d.receptor_nombre, v.xml, v.entrada, v.correos
  from documento d join documento_version v on v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version`

export async function readFactura(tx: Tx, empresaId: EmpresaId, id: string): Promise<FacturaGuardada | undefined> {
  const { rows } = await sql<FacturaGuardada>`select ${guardada} where d.empresa_id = ${empresaId} and d.id = ${id}`.execute(tx)
  return rows[0]
}

/** The form of a note at its last issue. */
export async function readEntrada(tx: Tx, empresaId: EmpresaId, id: string): Promise<NotaForm | undefined> {
  const { rows } = await sql<{ entrada: NotaForm }>`
    select v.entrada from documento d join documento_version v on v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version
     where d.empresa_id = ${empresaId} and d.id = ${id} and d.tipo in ('04', '05')`.execute(tx)
  return rows[0]?.entrada
}

/** Facturas with that number: at most one issued here, and registered ones, each under its own authorisation. */
export async function findFacturas(
  tx: Tx,
  { empresaId, ambiente, numero }: { empresaId: EmpresaId; ambiente: string; numero: string },
): Promise<FacturaGuardada[]> {
  const [establecimiento, punto, secuencial] = numero.split('-')
  const { rows } = await sql<FacturaGuardada>`
    select ${guardada} where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.tipo = '01' and d.establecimiento = ${establecimiento} and d.punto = ${punto}
       and d.secuencial = ${Number(secuencial)} order by d.registro`.execute(tx)
  return rows
}

export const establecimientoExists = async (tx: Tx, empresaId: EmpresaId, codigo: string): Promise<boolean> =>
  (await tx
    .selectFrom('establecimiento')
    .select('codigo')
    .where('empresa_id', '=', empresaId)
    .where('codigo', '=', codigo)
    .executeTakeFirst()) !== undefined

export interface FacturaAjena {
  empresaId: EmpresaId
  ambiente: string
  /** Codes of the SRI that mean the same document. */
  codDocs: readonly string[]
  numero: string
}

/** Credit notes over a document issued elsewhere: without refused, abandoned or voided ones, and without the one under correction. */
export async function listNotasAjenas(
  tx: Tx,
  { empresaId, ambiente, codDocs, numero }: FacturaAjena,
  except: string | undefined,
): Promise<{ numero: string; total: Monto; clase: string }[]> {
  const { rows } = await sql<{ numero: string; total: Monto; clase: string }>`
    select d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero, d.total, v.entrada ->> 'clase' as clase
      from documento_nota n
      join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id and d.version = n.version
      join documento_version v on v.empresa_id = n.empresa_id and v.documento_id = n.documento_id and v.n = n.version
     where n.empresa_id = ${empresaId} and n.modificado_id is null and n.numero = ${numero} and n.cod_doc = any(${codDocs}::text[])
       and d.ambiente = ${ambiente} and d.tipo = '04' and d.estado not in ('RECHAZADO', 'CERRADO', 'ANULADO') and d.id is distinct from ${except ?? null}::uuid
     order by d.creado_en, d.id`.execute(tx)
  return rows
}

export interface NotaGuardada {
  xml: Buffer
  creditos: CreditoGuardado[]
}

/** Credit notes that reduce the balance of a factura: without refused, abandoned or voided ones, and without the one under correction. */
export async function listNotasOf(tx: Tx, empresaId: EmpresaId, facturaId: string, except: string | undefined): Promise<NotaGuardada[]> {
  const { rows } = await sql<NotaGuardada>`
    select v.xml, n.creditos
      from documento_nota n
      join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id and d.version = n.version
      join documento_version v on v.empresa_id = n.empresa_id and v.documento_id = n.documento_id and v.n = n.version
     where n.empresa_id = ${empresaId} and n.modificado_id = ${facturaId} and d.tipo = '04'
       and d.estado not in ('RECHAZADO', 'CERRADO', 'ANULADO') and d.id is distinct from ${except ?? null}::uuid
     order by d.creado_en, d.id`.execute(tx)
  return rows
}

export interface NotaNueva {
  empresaId: EmpresaId
  documentoId: string
  version: number
  modificadoId: string | undefined
  codDoc: string
  numero: string
  fecha: string
  creditos: readonly CreditoGuardado[]
}

export async function insertNota(tx: Tx, nueva: NotaNueva): Promise<void> {
  await tx
    .insertInto('documento_nota')
    .values({
      empresa_id: nueva.empresaId,
      documento_id: nueva.documentoId,
      version: nueva.version,
      modificado_id: nueva.modificadoId ?? null,
      cod_doc: nueva.codDoc,
      numero: nueva.numero,
      fecha: nueva.fecha,
      creditos: JSON.stringify(nueva.creditos),
    })
    .execute()
}

import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** A factura of ours for goods of a guía. */
export interface FacturaAmparo {
  numero: string
  fecha: string
  estado: string
  /** Authorisation of the factura: its clave de acceso, or the number of its registration. */
  autorizacion: string
  lineas: { codigo: string | null; descripcion: string; cantidad: number }[]
}

/** Facturas of ours with one of these numbers; registered ones may share a number under several authorisations. */
export async function listFacturas(
  tx: Tx,
  { empresaId, ambiente }: { empresaId: EmpresaId; ambiente: string },
  numeros: readonly string[],
): Promise<FacturaAmparo[]> {
  if (numeros.length === 0) return []
  const { rows } = await sql<FacturaAmparo>`
    select n.numero, d.fecha_emision as fecha, d.estado, coalesce(a.numero, d.clave) as autorizacion,
           (select coalesce(jsonb_agg(jsonb_build_object('codigo', l.codigo, 'descripcion', l.descripcion, 'cantidad', l.cantidad) order by l.n), '[]') from documento_linea l
             where l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version) as lineas
      from unnest(${[...new Set(numeros)]}::text[]) as n (numero)
      join documento d on d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.tipo = '01' and d.establecimiento = split_part(n.numero, '-', 1)
                      and d.punto = split_part(n.numero, '-', 2) and d.secuencial = split_part(n.numero, '-', 3)::bigint
      left join documento_autorizacion a on a.empresa_id = d.empresa_id and a.documento_id = d.id and a.version = d.version
     order by n.numero, d.creado_en, d.id`.execute(tx)
  return rows
}

/** Which of these points («001-002») are the company's, and the company's RUC. */
export async function readPuntosPropios(
  tx: Tx,
  empresaId: EmpresaId,
  puntos: readonly string[],
): Promise<{ ruc: string; puntos: string[] }> {
  const { rows } = await sql<{ ruc: string; puntos: string[] }>`
    select e.ruc, array(select p.establecimiento || '-' || p.codigo from punto_emision p
                         where p.empresa_id = e.id and p.establecimiento || '-' || p.codigo = any(${[...puntos]}::text[])) as puntos
      from empresa e where e.id = ${empresaId}`.execute(tx)
  return rows[0] ?? { ruc: '', puntos: [] }
}

/**
 * Locks numbers of facturas until the transaction ends: guías of one factura are issued one after the other, and each sees those before.
 */
export async function lockGuiasOf(tx: Tx, empresaId: EmpresaId, numeros: readonly string[]): Promise<void> {
  for (const numero of [...new Set(numeros)].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`guia|${empresaId}|${numero}`}, 0))`.execute(tx)
}

/** The goods of a guía under a factura with one of these numbers. */
export interface GuiaAmparada {
  /** Number of the guía. */
  guia: string
  /** Number of the factura, and its authorisation in the guía. */
  numero: string
  autorizacion: string | null
  detalles: { codigo?: string; descripcion: string; cantidad: number }[]
}

/** Guías with goods of these facturas: without refused, abandoned or voided ones, and without the one being issued. */
export async function listGuiasOf(
  tx: Tx,
  { empresaId, ambiente }: { empresaId: EmpresaId; ambiente: string },
  numeros: readonly string[],
  except: string | undefined,
): Promise<GuiaAmparada[]> {
  if (numeros.length === 0) return []
  const { rows } = await sql<GuiaAmparada>`
    select d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as guia, g.numero,
           r.de -> 'sustento' ->> 'autorizacion' as autorizacion, r.de -> 'detalles' as detalles
      from guia_factura g
      join documento d on d.empresa_id = g.empresa_id and d.id = g.documento_id and d.version = g.version
      join documento_version v on v.empresa_id = g.empresa_id and v.documento_id = g.documento_id and v.n = g.version
      cross join lateral jsonb_array_elements(v.entrada -> 'destinatarios') with ordinality as r (de, n)
     where g.empresa_id = ${empresaId} and g.numero = any(${[...new Set(numeros)]}::text[]) and d.ambiente = ${ambiente}
       and d.estado not in ('RECHAZADO', 'CERRADO', 'ANULADO') and d.id is distinct from ${except ?? null}::uuid
       and r.de -> 'sustento' ->> 'cod_doc' = '01' and r.de -> 'sustento' ->> 'numero' = g.numero
     order by d.establecimiento, d.punto, d.secuencial, r.n`.execute(tx)
  return rows
}

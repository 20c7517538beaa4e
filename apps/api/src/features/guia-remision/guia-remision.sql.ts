import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

/** A factura of ours that the goods of a guía go with. */
export interface FacturaAmparo {
  numero: string
  fecha: string
  estado: string
  /** Its authorisation: the clave, or the number it was registered under. */
  autorizacion: string
  lineas: { codigo: string | null; descripcion: string; cantidad: number }[]
}

/** Facturas of ours with one of these numbers; a number may stand under several authorisations (registered ones). */
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

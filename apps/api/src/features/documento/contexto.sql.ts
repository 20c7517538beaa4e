import type { Contexto } from '@yupana/contract'
import { sql } from 'kysely'

import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

type ContextoRow = Omit<Contexto, 'hoy' | 'materiales' | 'certificado'> & { certificado: { desde: string; hasta: string } | null }

/** Company, conditions, certificate in use and the points this user may issue at, with their next numbers. */
export async function readContexto(tx: Tx, empresaId: string, usuarioId: string, tipo: string): Promise<ContextoRow> {
  const { rows } = await sql<ContextoRow>`
    select e.ambiente,
           json_build_object('ruc', e.ruc, 'razon_social', e.razon_social, 'nombre_comercial', e.nombre_comercial, 'dir_matriz', e.dir_matriz,
             'obligado_contabilidad', e.obligado_contabilidad, 'dias_fecha_anterior', e.dias_fecha_anterior, 'tiene_logo', e.logo is not null) as empresa,
           (select coalesce(json_agg(json_build_object('tipo', c.tipo, 'desde', c.desde, 'hasta', c.hasta, 'valor', c.valor) order by c.tipo, c.desde), '[]')
              from empresa_condicion c where c.empresa_id = e.id) as condiciones,
           (select coalesce(json_agg(json_build_object('establecimiento', p.establecimiento, 'punto', p.codigo, 'descripcion', p.descripcion,
                     'direccion', t.direccion, 'siguiente', coalesce(s.siguiente, 1)) order by p.establecimiento, p.codigo), '[]')
              from punto_emision p
              join establecimiento t on t.empresa_id = p.empresa_id and t.codigo = p.establecimiento
              left join serie s on s.empresa_id = p.empresa_id and s.ambiente = e.ambiente and s.tipo = ${tipo} and s.establecimiento = p.establecimiento and s.punto = p.codigo
             where p.empresa_id = e.id and p.activo and t.activo
               and (not exists (select 1 from usuario_punto u where u.empresa_id = e.id and u.usuario_id = ${usuarioId})
                 or exists (select 1 from usuario_punto u where u.empresa_id = e.id and u.usuario_id = ${usuarioId}
                             and u.establecimiento = p.establecimiento and u.punto = p.codigo))) as puntos,
           (select json_build_object('desde', c.desde, 'hasta', c.hasta) from certificado c where c.empresa_id = e.id and c.activo) as certificado
      from empresa e where e.id = ${empresaId}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('the company of the session is gone')
  return row
}

/** Authorized or on its way: what was rejected or given up was no sale. */
const SOLD = [1, 2, 3] as const

export interface VentaAnterior {
  fecha_emision: string
  establecimiento: string
  punto: string
  secuencial: number
  /** The form it was issued with. */
  entrada: unknown
}

const ventas = (tx: Tx, empresaId: string, ambiente: Ambiente, tipo: string) =>
  tx
    .selectFrom('documento as d')
    .innerJoin('documento_version as v', (join) =>
      join.onRef('v.empresa_id', '=', 'd.empresa_id').onRef('v.documento_id', '=', 'd.id').onRef('v.n', '=', 'd.version'))
    .select(['d.fecha_emision', 'd.establecimiento', 'd.punto', 'd.secuencial', 'v.entrada'])
    .where('d.empresa_id', '=', empresaId)
    .where('d.ambiente', '=', ambiente)
    .where('d.tipo', '=', tipo)
    .where('d.tributario', 'in', SOLD)
    .orderBy('d.fecha_emision', 'desc')
    .orderBy('d.creado_en', 'desc')
    .orderBy('d.id', 'desc')
    .limit(1)

/** The last sale of a product to a person. */
export const lastVentaOf = (tx: Tx, empresaId: string, ambiente: Ambiente, tipo: string, personaId: string, productoId: string): Promise<VentaAnterior | undefined> =>
  ventas(tx, empresaId, ambiente, tipo)
    .where('d.persona_id', '=', personaId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('documento_linea as l').select('l.n').whereRef('l.empresa_id', '=', 'd.empresa_id').whereRef('l.documento_id', '=', 'd.id').whereRef('l.version', '=', 'd.version')
          .where('l.producto_id', '=', productoId),
      ))
    .executeTakeFirst()

/** The last sale this user made. */
export const lastVentaBy = (tx: Tx, empresaId: string, ambiente: Ambiente, tipo: string, usuarioId: string): Promise<VentaAnterior | undefined> =>
  ventas(tx, empresaId, ambiente, tipo).where('d.vendedor_id', '=', usuarioId).executeTakeFirst()

import { sql } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Ambiente } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { bodegaDe, partesDe, SE_INVENTARIA, type ParteSurtida } from '../../movimiento/movimiento.door.ts'

/** A dated condition of the taxpayer (O-99). */
export interface Condicion {
  tipo: string
  desde: string
  hasta: string | null
  valor: string
}

/** Everything about issuer, till and receiver that decides an emission, read in one query. */
export interface ContextoEmision {
  cercada: boolean
  ambiente: Ambiente
  ruc: string
  razon_social: string
  nombre_comercial: string | null
  dir_matriz: string
  obligado_contabilidad: boolean
  /** Whether a person confirmed régimen and `obligado_contabilidad`. */
  condiciones_confirmadas: boolean
  gran_contribuyente: string | null
  dias_fecha_anterior: number
  secreto: Buffer
  pausada_motivo: string | null
  condiciones: Condicion[]
  establecimiento: { direccion: string; canton: string | null; activo: boolean; pausado_motivo: string | null } | null
  punto_activo: boolean | null
  /** Points of issue this user is bound to; empty means every point (O-100). */
  puntos_usuario: string[]
  /** `inservible`: the key of the certificate is known not to open. */
  certificado: { id: string; desde: string; hasta: string; inservible: boolean } | null
  persona_id: string | null
  /** The requested products that belong to the company. */
  productos: string[]
  /** Which of `productos` are no longer sold. */
  inactivos: string[]
  /** Which of `productos` keep a stock. */
  inventariados: string[]
  /** Parts that leave the stock when a combo among `productos` is sold. */
  partes: ParteSurtida[]
  /** Warehouse the establishment sells from; null when none of the products keeps a stock. */
  bodega: { id: string; name: string } | null
  /** What happens to a sale of more than the stock (O-73). */
  stock_negativo: 'BLOQUEAR' | 'AVISAR' | 'PERMITIR'
  /** Author of the draft that is issued; null without a draft of this id. */
  borrador_de: string | null
  /** Time of the database. */
  hora_base: string
  /** Seconds between our clock and the SRI's, by its last answers; null when none came lately. */
  desfase_sri: number | null
}

export interface ContextoPedido {
  /** Id of the document, and of the draft it comes from (O-104). */
  id: string
  empresaId: EmpresaId
  usuarioId: string
  establecimiento: string
  punto: string
  /** Every form of the receiver's identification: a cédula and the RUC built on it are one receiver (O-62). */
  identificaciones: readonly string[]
  productos: readonly string[]
}

export async function readContexto(tx: Tx, pedido: ContextoPedido): Promise<ContextoEmision> {
  const { id, empresaId, usuarioId, establecimiento, punto, identificaciones, productos } = pedido
  const { rows } = await sql<ContextoEmision>`
    select i.cercada, e.ambiente, e.ruc, e.razon_social, e.nombre_comercial, e.dir_matriz, e.obligado_contabilidad, e.gran_contribuyente,
           e.condiciones_confirmadas_en is not null as condiciones_confirmadas,
           e.dias_fecha_anterior, e.secreto, e.pausada_motivo,
           (select coalesce(json_agg(json_build_object('tipo', c.tipo, 'desde', c.desde, 'hasta', c.hasta, 'valor', c.valor)), '[]')
              from empresa_condicion c where c.empresa_id = e.id) as condiciones,
           (select json_build_object('direccion', t.direccion, 'canton', t.canton, 'activo', t.activo, 'pausado_motivo', t.pausado_motivo)
              from establecimiento t where t.empresa_id = e.id and t.codigo = ${establecimiento}) as establecimiento,
           (select p.activo from punto_emision p where p.empresa_id = e.id and p.establecimiento = ${establecimiento} and p.codigo = ${punto}) as punto_activo,
           (select coalesce(array_agg(u.establecimiento || '-' || u.punto), '{}') from usuario_punto u
             where u.empresa_id = e.id and u.usuario_id = ${usuarioId}) as puntos_usuario,
           (select json_build_object('id', c.id, 'desde', c.desde, 'hasta', c.hasta, 'inservible', c.inservible is not null) from certificado c
             where c.empresa_id = e.id and c.activo) as certificado,
           (select coalesce(p.unida_a, p.id) from persona p where p.empresa_id = e.id and p.identificacion = any(${identificaciones}::text[])
             order by p.identificacion limit 1) as persona_id,
           vendido.productos, vendido.inactivos, vendido.inventariados, e.stock_negativo,
           case when vendido.combos <> '{}' then ${partesDe(sql`vendido.combos`)} else '[]' end as partes,
           case when vendido.inventariados <> '{}' or vendido.combos <> '{}' then ${bodegaDe(establecimiento)} end as bodega,
           (select b.usuario_id from borrador b where b.empresa_id = e.id and b.id = ${id}) as borrador_de,
           clock_timestamp() as hora_base,
           (select max(abs(s.desfase_segundos)) from servicio_sri s
             where s.ambiente = e.ambiente and s.desfase_en > clock_timestamp() - interval '10 minutes') as desfase_sri
      from empresa e cross join instalacion i cross join lateral (
        select coalesce(array_agg(p.id), '{}') as productos,
               coalesce(array_agg(p.id) filter (where p.status <> 'ACTIVO'), '{}') as inactivos,
               coalesce(array_agg(p.id) filter (where ${SE_INVENTARIA}), '{}') as inventariados,
               coalesce(array_agg(p.id) filter (where p.partes <> '[]'), '{}') as combos
          from producto p where p.empresa_id = e.id and p.id = any(${productos}::uuid[])) vendido
     where e.id = ${empresaId}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('the company of the session is gone')
  return row
}

interface CondicionesLeidas {
  condiciones: { tipo: string; desde: string; hasta: string | null; valor: string }[]
  dias: number
  /** Cantón of the establishment; null when it is not stated. */
  canton: string | null
}

export async function readCondiciones(tx: Tx, empresaId: EmpresaId, establecimiento?: string): Promise<CondicionesLeidas> {
  const { dias_fecha_anterior: dias } = await tx
    .selectFrom('empresa')
    .select('dias_fecha_anterior')
    .where('id', '=', empresaId)
    .executeTakeFirstOrThrow()
  const condiciones = await tx
    .selectFrom('empresa_condicion')
    .select(['tipo', 'desde', 'hasta', 'valor'])
    .where('empresa_id', '=', empresaId)
    .execute()
  const lugar =
    establecimiento === undefined
      ? undefined
      : await tx
          .selectFrom('establecimiento')
          .select('canton')
          .where('empresa_id', '=', empresaId)
          .where('codigo', '=', establecimiento)
          .executeTakeFirst()
  return { condiciones, dias, canton: lugar?.canton ?? null }
}

/** Which of these products the company has, and whether each is in use. */
export async function presentProductos(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('producto').select(['id', 'status']).where('empresa_id', '=', empresaId).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, status }) => [id, status === 'ACTIVO']))
}

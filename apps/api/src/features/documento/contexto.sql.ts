import type { Contexto } from '@yupana/contract'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { isPuntoDe } from '../../db/punto-suyo.sql.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { isDePersona } from '../persona/persona.door.ts'

type ContextoRow = Omit<Contexto, 'hoy' | 'materiales' | 'certificado'> & {
  certificado: { desde: string; hasta: string; inservible: boolean } | null
}

/** Company, conditions, certificate in use and the points where this user may issue, with their next numbers. */
export async function readContexto(tx: Tx, empresaId: EmpresaId, usuarioId: string, tipo: string): Promise<ContextoRow> {
  const { rows } = await sql<ContextoRow>`
    select e.ambiente,
           json_build_object('ruc', e.ruc, 'razon_social', e.razon_social, 'nombre_comercial', e.nombre_comercial, 'dir_matriz', e.dir_matriz,
             'obligado_contabilidad', e.obligado_contabilidad, 'condiciones_confirmadas', e.condiciones_confirmadas_en is not null, 'dias_fecha_anterior', e.dias_fecha_anterior, 'tiene_logo', e.logo is not null) as empresa,
           (select coalesce(json_agg(json_build_object('tipo', c.tipo, 'desde', c.desde, 'hasta', c.hasta, 'valor', c.valor) order by c.tipo, c.desde), '[]')
              from empresa_condicion c where c.empresa_id = e.id) as condiciones,
           (select coalesce(json_agg(json_build_object('establecimiento', p.establecimiento, 'punto', p.codigo, 'descripcion', p.descripcion,
                     'direccion', t.direccion, 'canton', t.canton, 'siguiente', coalesce(s.siguiente, 1)) order by p.establecimiento, p.codigo), '[]')
              from punto_emision p
              join establecimiento t on t.empresa_id = p.empresa_id and t.codigo = p.establecimiento
              left join serie s on s.empresa_id = p.empresa_id and s.ambiente = e.ambiente and s.tipo = ${tipo} and s.establecimiento = p.establecimiento and s.punto = p.codigo
             where p.empresa_id = e.id and p.activo and t.activo and ${isPuntoDe(usuarioId)}) as puntos,
           (select json_build_object('desde', c.desde, 'hasta', c.hasta, 'inservible', c.inservible is not null) from certificado c where c.empresa_id = e.id and c.activo) as certificado
      from empresa e where e.id = ${empresaId}`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('the company of the session is gone')
  return row
}

/** Authorised or on its way: a rejected or abandoned document is no sale. */
const SOLD = [1, 2, 3]

export interface VentaAnterior {
  fecha_emision: string
  establecimiento: string
  punto: string
  secuencial: number
  /** The form with which the sale was issued. */
  entrada: unknown
}

/** Last sales of a client that are searched for one product. */
const VENTAS_MIRADAS = 300
const NEWEST_FIRST = sql`d.fecha_emision desc, d.creado_en desc, d.id desc`

interface VentasDe {
  empresaId: EmpresaId
  ambiente: Ambiente
  tipo: string
}

/** Sales, the newest first: the order of the indexes of the list and of a client. */
const ventas = ({ empresaId, ambiente, tipo }: VentasDe, whose: RawBuilder<unknown>, limit: number) => sql`
  (select d.empresa_id, d.id, d.version, d.fecha_emision, d.creado_en, d.establecimiento, d.punto, d.secuencial from documento d
    where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.tipo = ${tipo} and d.tributario = any(${SOLD}::smallint[]) and ${whose}
    order by ${NEWEST_FIRST} limit ${limit}) d`

/** The sale with its form at issue. */
async function withEntrada(tx: Tx, venta: RawBuilder<unknown>): Promise<VentaAnterior | undefined> {
  const { rows } = await sql<VentaAnterior>`
    select d.fecha_emision, d.establecimiento, d.punto, d.secuencial, v.entrada
      from ${venta} join documento_version v on v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version`.execute(tx)
  return rows[0]
}

/** The last sale of a product to a person, among the person's last sales. */
export const lastVentaOf = async (tx: Tx, de: VentasDe, personaId: string, productoId: string): Promise<VentaAnterior | undefined> =>
  withEntrada(
    tx,
    sql`
    (select d.* from ${ventas(de, await isDePersona(tx, de.empresaId, 'd.persona_id', personaId), VENTAS_MIRADAS)}
      where exists (select 1 from documento_linea l
                     where l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version and l.producto_id = ${productoId}::uuid)
      order by ${NEWEST_FIRST} limit 1) d`,
  )

/** The last sale this user made since a day. */
export const lastVentaBy = (tx: Tx, de: VentasDe, usuarioId: string, desde: string): Promise<VentaAnterior | undefined> =>
  withEntrada(tx, ventas(de, sql`d.vendedor_id = ${usuarioId}::uuid and d.fecha_emision >= ${desde}::date`, 1))

/** The last sale to a person. */
export const lastVentaTo = async (tx: Tx, de: VentasDe, personaId: string): Promise<VentaAnterior | undefined> =>
  withEntrada(tx, ventas(de, await isDePersona(tx, de.empresaId, 'd.persona_id', personaId), 1))

import type { CorreccionRecibido, Listing, ORDENES_REGLA_PROVEEDOR, ReglaProveedor, ReglaProveedorBusqueda } from '@yupana/contract'
import { BAJAN_COMPRA } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { listingOf, orderBy, wayTo } from '../busqueda/busqueda.door.ts'
import type { Proveedor } from './equivalencia.sql.ts'

/** User, time and purchase of a decision: no purchase for a choice by hand. */
interface Decision {
  usuarioId: string
  en: Date
  compraId: string | null
}

/** Column of each learned field with the time of the choice by hand; null when learned from a purchase. */
const ELEGIDO = { sustento: 'sustento_elegido', bodega_id: 'bodega_elegida' } as const
type Aprendido = keyof typeof ELEGIDO

/** Condition that the purchase has no value for the field, or that it was chosen by hand already. */
const yaElegido = (campo: Aprendido) => {
  const [dicho, sabido] = [sql.ref(`excluded.${campo}`), sql.ref(`r.${campo}`)]
  return sql`(${dicho} is null or ${sql.ref(`r.${ELEGIDO[campo]}`)} is not null and ${dicho} is not distinct from ${sabido})`
}
/** The time of a choice by hand stays while a purchase repeats what was chosen. */
const elegidoDe = (campo: Aprendido) => {
  const [ahora, antes] = [sql.ref(`excluded.${ELEGIDO[campo]}`), sql.ref(`r.${ELEGIDO[campo]}`)]
  return sql`case when ${ahora} is null and ${yaElegido(campo)} then ${antes} else ${ahora} end`
}
const ES_APRENDIDO = sql`(r.sustento is not null and r.sustento_elegido is null)`

/** Replaces the given values of the supplier's rule; the others stay. Answers its id. */
export async function putRegla(
  tx: Tx,
  { empresaId, proveedorClave }: Proveedor,
  { usuarioId, en, compraId }: Decision,
  { sustento, bodega_id: bodega, operacion, retener }: CorreccionRecibido,
): Promise<string> {
  const elegido = (valor: unknown) => sql`${compraId === null && valor !== undefined ? en : null}::timestamptz`
  const calla = compraId === null ? sql`false` : sql`(${yaElegido('sustento')} and ${yaElegido('bodega_id')})`
  // Learned for the support or, if that was chosen by hand, for the warehouse.
  const ensena = sql`(not ${yaElegido('sustento')} or not ${yaElegido('bodega_id')} and not ${ES_APRENDIDO})`
  const { rows } = await sql<{ id: string }>`
    insert into regla_proveedor as r
           (empresa_id, proveedor_clave, sustento, sustento_elegido, bodega_id, bodega_elegida, operacion, retener, compra_id, usuario_id, editado_en)
    values (${empresaId}, ${proveedorClave}, ${sustento ?? null}, ${elegido(sustento)}, ${bodega ?? null}::uuid, ${elegido(bodega)},
            ${operacion ?? null}, ${retener ?? true}, ${compraId}::uuid, ${usuarioId}::uuid, ${en}::timestamptz)
    on conflict (empresa_id, proveedor_clave) do update
       set sustento = coalesce(excluded.sustento, r.sustento), sustento_elegido = ${elegidoDe('sustento')},
           bodega_id = coalesce(excluded.bodega_id, r.bodega_id), bodega_elegida = ${elegidoDe('bodega_id')},
           operacion = coalesce(excluded.operacion, r.operacion), retener = ${retener === undefined ? sql`r.retener` : sql`excluded.retener`},
           compra_id = ${compraId === null ? sql`r.compra_id` : sql`case when ${ensena} then excluded.compra_id else r.compra_id end`},
           usuario_id = case when ${calla} then r.usuario_id else excluded.usuario_id end,
           editado_en = case when ${calla} then r.editado_en else excluded.editado_en end
    returning r.id`.execute(tx)
  return rows[0]!.id
}

/** Locked before a purchase of its supplier: transactions that write the rule wait here, never for a purchase of the other. */
export async function lockRegla(tx: Tx, { empresaId, proveedorClave }: Proveedor): Promise<void> {
  await sql`select 1 from regla_proveedor where empresa_id = ${empresaId} and proveedor_clave = ${proveedorClave} for update`.execute(tx)
}

/** The last other valid purchase of a supplier. */
const ultima = ({ empresaId, proveedorClave }: Proveedor, compraId: string) => sql`
  from compra c where c.empresa_id = ${empresaId} and c.proveedor_clave = ${proveedorClave} and c.estado = 'REGISTRADA'
   and c.id <> ${compraId}::uuid and c.tipo <> all(${[...BAJAN_COMPRA]}::text[])`
const ENTRO = sql`c.entrada ->> 'bodega_id' is not null and jsonb_path_exists(c.entrada, '$.lineas[*].producto_id ? (@ != null)')`

/**
 * Values learned from this purchase become those of the supplier's last other valid purchase, or none; choices by hand stay.
 * Answers its id when the rule has nothing left and was deleted. Under `lockRegla`.
 */
export async function unlearnRegla(
  tx: Tx,
  proveedor: Proveedor,
  { compraId, bodega }: { compraId: string; /** Into which its goods entered. */ bodega: string | null },
): Promise<string | undefined> {
  const { empresaId, proveedorClave } = proveedor
  const cual = sql`r.empresa_id = ${empresaId} and r.proveedor_clave = ${proveedorClave}`
  await sql`
    update regla_proveedor r set bodega_id = (
      select b.id from (select c.entrada ->> 'bodega_id' as bodega ${ultima(proveedor, compraId)} and ${ENTRO}
           order by c.creado_en desc, c.id limit 1) v
        join bodega b on b.empresa_id = r.empresa_id and b.id::text = v.bodega)
     where ${cual} and r.bodega_id = ${bodega}::uuid and r.bodega_elegida is null`.execute(tx)
  await sql`
    update regla_proveedor r
       set sustento = case when ${ES_APRENDIDO} then v.sustento else r.sustento end, compra_id = v.id,
           usuario_id = coalesce(v.usuario_id, r.usuario_id), editado_en = coalesce(v.creado_en, r.editado_en)
      from regla_proveedor n left join lateral (
           select c.id, c.sustento, c.usuario_id, c.creado_en ${ultima(proveedor, compraId)}
              and (n.sustento is not null and n.sustento_elegido is null or n.bodega_id is not null and n.bodega_elegida is null and ${ENTRO})
            order by c.creado_en desc, c.id limit 1) v on true
     where ${cual} and r.compra_id = ${compraId}::uuid and n.empresa_id = r.empresa_id and n.id = r.id`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    delete from regla_proveedor r
     where ${cual} and r.sustento is null and r.bodega_id is null and r.operacion is null and r.retener
    returning r.id`.execute(tx)
  return rows[0]?.id
}

/** A line's item with its supplier. */
export interface ItemDe {
  proveedorClave: string
  item: string
}

/** The products in use linked to these items, and whether each is stocked. */
export async function findEnlazadas(
  tx: Tx,
  empresaId: EmpresaId,
  items: readonly ItemDe[],
): Promise<(ItemDe & { tipo: 'PRODUCTO' | 'SERVICIO'; inventaria: boolean })[]> {
  if (items.length === 0) return []
  const { rows } = await sql<ItemDe & { tipo: 'PRODUCTO' | 'SERVICIO'; inventaria: boolean }>`
    select e.proveedor_clave as "proveedorClave", e.item, p.type_product as tipo,
           p.manage_inventory and not p.is_external and p.type_product = 'PRODUCTO' as inventaria
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as n ("proveedorClave" text, item text)
      join equivalencia e on e.empresa_id = ${empresaId} and e.proveedor_clave = n."proveedorClave" and e.item = n.item
      join producto p on p.empresa_id = e.empresa_id and p.id = e.producto_id and p.status = 'ACTIVO'`.execute(tx)
  return rows
}

// The supplier among the people of the company, or by the name in its documents: a key stands for a cédula and its RUC.
const COLUMNS = sql`
  p.id, coalesce(s.identificacion, e.emisor_ruc, split_part(p.proveedor_clave, ':', 2)) as proveedor_identificacion,
  coalesce(s.razon_social, e.emisor_nombre) as proveedor_nombre,
  p.sustento, b.name as bodega, p.operacion, p.retener, c.numero as compra, nullif(trim(u.name || ' ' || u.surname), '') as usuario, p.editado_en`
const JOINS = sql`
  left join bodega b on b.empresa_id = p.empresa_id and b.id = p.bodega_id
  left join compra c on c.empresa_id = p.empresa_id and c.id = p.compra_id
   and (p.sustento is not null and p.sustento_elegido is null or p.bodega_id is not null and p.bodega_elegida is null)
  left join lateral autores_de_auditoria(array[p.usuario_id]) u on true
  left join lateral (select x.identificacion, x.razon_social from persona x
    where x.empresa_id = p.empresa_id and x.identificacion in (split_part(p.proveedor_clave, ':', 2), split_part(p.proveedor_clave, ':', 2) || '001')
    order by length(x.identificacion) desc limit 1) s on true
  left join lateral (select x.emisor_ruc, x.emisor_nombre from recibido x
    where s.identificacion is null and x.empresa_id = p.empresa_id and left(x.emisor_ruc, 10) = split_part(p.proveedor_clave, ':', 2)
    order by x.fecha_emision desc limit 1) e on true`

const SORTS: Readonly<Record<(typeof ORDENES_REGLA_PROVEEDOR)[number], string>> = { editado_en: 'p.editado_en' }

/** @throws 422 for a sort field the list has not */
export async function searchReglas(
  tx: Tx,
  empresaId: EmpresaId,
  { q, sort, page, size }: ReglaProveedorBusqueda,
): Promise<Listing<ReglaProveedor>> {
  const way = await wayTo(tx, { empresaId, tipo: 'regla_proveedor' }, q)
  const order = orderBy(sort, SORTS, 'editado_en,DESC', 'p.id')
  const { rows } = await sql<ReglaProveedor>`
    with pagina as (select p.* ${way.page} order by ${order} offset ${page * size} limit ${size})
    select ${COLUMNS} from pagina p ${JOINS} order by ${order}`.execute(tx)
  return listingOf(tx, { page, size }, rows, way.all)
}

/** The present rules, locked until this transaction ends. */
export async function takeReglas(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<ReglaProveedor[]> {
  const { rows } = await sql<ReglaProveedor>`
    with fila as (select e.* from regla_proveedor e where e.empresa_id = ${empresaId} and e.id = any(${ids}::uuid[]) order by e.id for update)
    select ${COLUMNS} from fila p ${JOINS} order by p.id`.execute(tx)
  return rows
}

export async function deleteReglas(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('regla_proveedor').where('empresa_id', '=', empresaId).where('id', 'in', ids).execute()
}

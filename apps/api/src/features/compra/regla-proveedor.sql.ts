import type { CorreccionRecibido, Listing, ORDENES_REGLA_PROVEEDOR, ReglaProveedor, ReglaProveedorBusqueda } from '@yupana/contract'
import { BAJAN_COMPRA } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { listingOf, orderBy, wayTo } from '../busqueda/busqueda.door.ts'
import type { Proveedor } from './equivalencia.sql.ts'

/** Who decided it, when, and with which purchase: none where it was corrected by hand. */
interface Decision {
  usuarioId: string
  en: Date
  compraId: string | null
}

/** What is said replaces what was known of the supplier; the rest stays. Its id. */
export async function putRegla(
  tx: Tx,
  { empresaId, proveedorClave }: Proveedor,
  { usuarioId, en, compraId }: Decision,
  { sustento, bodega_id: bodega, operacion, retener }: CorreccionRecibido,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into regla_proveedor as r (empresa_id, proveedor_clave, sustento, bodega_id, operacion, retener, compra_id, usuario_id, editado_en)
    values (${empresaId}, ${proveedorClave}, ${sustento ?? null}, ${bodega ?? null}::uuid, ${operacion ?? null}, ${retener ?? true},
            ${compraId}::uuid, ${usuarioId}::uuid, ${en}::timestamptz)
    on conflict (empresa_id, proveedor_clave) do update
       set sustento = coalesce(excluded.sustento, r.sustento), bodega_id = coalesce(excluded.bodega_id, r.bodega_id),
           operacion = coalesce(excluded.operacion, r.operacion), retener = ${retener === undefined ? sql`r.retener` : sql`excluded.retener`},
           compra_id = ${sustento === undefined && bodega === undefined ? sql`r.compra_id` : sql`excluded.compra_id`}, usuario_id = excluded.usuario_id, editado_en = excluded.editado_en
    returning r.id`.execute(tx)
  return rows[0]!.id
}

/** Taken before a purchase of its supplier: whoever teaches or unlearns the rule waits here, never for the other's purchase. */
export async function lockRegla(tx: Tx, { empresaId, proveedorClave }: Proveedor): Promise<void> {
  await sql`select 1 from regla_proveedor where empresa_id = ${empresaId} and proveedor_clave = ${proveedorClave} for update`.execute(tx)
}

/** Of one supplier's other standing purchases the last. */
const ultima = ({ empresaId, proveedorClave }: Proveedor, compraId: string) => sql`
  from compra c where c.empresa_id = ${empresaId} and c.proveedor_clave = ${proveedorClave} and c.estado = 'REGISTRADA'
   and c.id <> ${compraId}::uuid and c.tipo <> all(${[...BAJAN_COMPRA]}::text[])`

/**
 * What this purchase taught is that of the supplier's last other standing purchase, or nothing; what was chosen by hand stays.
 * Its id where nothing is left to propose and the rule is gone. Under `lockRegla`.
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
      select b.id from (select c.entrada ->> 'bodega_id' as bodega ${ultima(proveedor, compraId)} and c.entrada ->> 'bodega_id' is not null
           and jsonb_path_exists(c.entrada, '$.lineas[*].producto_id ? (@ != null)') order by c.creado_en desc, c.id limit 1) v
        join bodega b on b.empresa_id = r.empresa_id and b.id::text = v.bodega)
     where ${cual} and r.bodega_id = ${bodega}::uuid and r.compra_id is not null`.execute(tx)
  await sql`
    update regla_proveedor r
       set sustento = v.sustento, compra_id = v.id, usuario_id = coalesce(v.usuario_id, r.usuario_id), editado_en = coalesce(v.creado_en, r.editado_en)
      from (select 1) n left join lateral (
           select c.id, c.sustento, c.usuario_id, c.creado_en ${ultima(proveedor, compraId)} order by c.creado_en desc, c.id limit 1) v on true
     where ${cual} and r.compra_id = ${compraId}::uuid`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    delete from regla_proveedor r
     where ${cual} and r.compra_id is null and r.sustento is null and r.bodega_id is null and r.operacion is null and r.retener
    returning r.id`.execute(tx)
  return rows[0]?.id
}

/** A line of a purchase by its supplier. */
export interface ItemDe {
  clave: string
  item: string
}

/** Of these items, those that are known to be products in use that have a stock, or another one. */
export async function findEnlazadas(
  tx: Tx,
  empresaId: EmpresaId,
  items: readonly ItemDe[],
): Promise<(ItemDe & { tipo: 'PRODUCTO' | 'SERVICIO'; inventaria: boolean })[]> {
  if (items.length === 0) return []
  const { rows } = await sql<ItemDe & { tipo: 'PRODUCTO' | 'SERVICIO'; inventaria: boolean }>`
    select e.proveedor_clave as clave, e.item, p.type_product as tipo,
           p.manage_inventory and not p.is_external and p.type_product = 'PRODUCTO' as inventaria
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as n (clave text, item text)
      join equivalencia e on e.empresa_id = ${empresaId} and e.proveedor_clave = n.clave and e.item = n.item
      join producto p on p.empresa_id = e.empresa_id and p.id = e.producto_id and p.status = 'ACTIVO'`.execute(tx)
  return rows
}

// The supplier among the people of the company, or as its documents name it: a key is of a person with cédula or RUC alike.
const COLUMNS = sql`
  p.id, coalesce(s.identificacion, e.emisor_ruc, split_part(p.proveedor_clave, ':', 2)) as proveedor_identificacion,
  coalesce(s.razon_social, e.emisor_nombre) as proveedor_nombre,
  p.sustento, b.name as bodega, p.operacion, p.retener, c.numero as compra, nullif(trim(u.name || ' ' || u.surname), '') as usuario, p.editado_en`
const JOINS = sql`
  left join bodega b on b.empresa_id = p.empresa_id and b.id = p.bodega_id
  left join compra c on c.empresa_id = p.empresa_id and c.id = p.compra_id
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

/** As they stand, and nobody else changes them before this transaction ends. */
export async function takeReglas(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<ReglaProveedor[]> {
  const { rows } = await sql<ReglaProveedor>`
    with fila as (select e.* from regla_proveedor e where e.empresa_id = ${empresaId} and e.id = any(${ids}::uuid[]) order by e.id for update)
    select ${COLUMNS} from fila p ${JOINS} order by p.id`.execute(tx)
  return rows
}

export async function deleteReglas(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('regla_proveedor').where('empresa_id', '=', empresaId).where('id', 'in', ids).execute()
}

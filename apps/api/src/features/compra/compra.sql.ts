import { CompraForm, type CompraBusqueda, type CompraFila, type Listing, type ORDENES_COMPRA } from '@yupana/contract'
import { fromUnits, type Fecha, type Monto } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { CompraTables } from '../../db/schema-compra.ts'
import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import { listingOf, orderBy, orderOf, wayTo } from '../busqueda/busqueda.door.ts'
import { isDePersona } from '../persona/persona.door.ts'
import { isPorRetener } from '../retencion/retencion.door.ts'

interface Cual {
  empresaId: EmpresaId
  id: string
}

interface Libro {
  empresaId: EmpresaId
  ambiente: Ambiente
}

/** The columns that a form decides. */
export type CompraValores = Omit<
  CompraTables['compra'],
  | 'empresa_id'
  | 'id'
  | 'estado'
  | 'usuario_id'
  | 'version'
  | 'creado_en'
  | 'editado_en'
  | 'motivo_anulacion'
  | 'anulado_emisor_en'
  | 'proxima_consulta'
  | 'parte_relacionada'
  | 'pagos'
  | 'modificado'
  | 'pago_exterior'
  | 'reembolsos'
  | 'entrada'
> & {
  parte_relacionada: boolean
  pagos: CompraForm['pagos']
  modificado: CompraForm['modificado'] | null
  pago_exterior: CompraForm['pago_exterior'] | null
  reembolsos: CompraForm['reembolsos']
  entrada: CompraForm
}

const jsonOrNull = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)
const stored = ({ pagos, modificado, pago_exterior, reembolsos, entrada, ...rest }: CompraValores) => ({
  ...rest,
  pagos: JSON.stringify(pagos),
  modificado: jsonOrNull(modificado),
  pago_exterior: jsonOrNull(pago_exterior),
  reembolsos: JSON.stringify(reembolsos),
  entrada: JSON.stringify(entrada),
})

const DIA_MS = 86_400_000

/** When the SRI is first asked whether the issuer voided a purchase; null for a purchase without a clave de acceso. */
const consultaOf = ({ autorizacion }: Pick<CompraValores, 'autorizacion'>, en: Date): Date | null =>
  autorizacion?.length === 49 ? new Date(en.getTime() + DIA_MS) : null

export async function insertCompra(
  tx: Tx,
  { empresaId, id, usuarioId, en }: Cual & { usuarioId: string; en: Date },
  valores: CompraValores,
): Promise<void> {
  await tx
    .insertInto('compra')
    .values({
      empresa_id: empresaId,
      id,
      usuario_id: usuarioId,
      creado_en: en,
      editado_en: en,
      proxima_consulta: consultaOf(valores, en),
      ...stored(valores),
    })
    .execute()
  await insertPartes(tx, { empresaId, id }, en, valores)
}

async function insertPartes(tx: Tx, cual: Cual, en: Date, { ambiente, fecha_emision: fecha, entrada }: CompraValores): Promise<void> {
  await insertImpuestos(tx, cual, entrada)
  const lineas = entrada.lineas.flatMap(({ producto_id: producto, cantidad, factor, base }, at) =>
    producto ? [{ n: at + 1, producto_id: producto, cantidad, factor: factor ?? fromUnits(1), base }] : [],
  )
  const { empresaId, id } = cual
  if (lineas.length > 0)
    await tx
      .insertInto('compra_linea')
      .values(lineas.map((linea) => ({ empresa_id: empresaId, compra_id: id, ambiente, fecha, en, ...linea })))
      .execute()
}

async function insertImpuestos(tx: Tx, { empresaId, id }: Cual, { impuestos }: CompraForm): Promise<void> {
  await tx
    .insertInto('compra_impuesto')
    .values(impuestos.map((one, n) => ({ empresa_id: empresaId, compra_id: id, n, ...one })))
    .execute()
}

/** Stores the changed values of a purchase. The caller holds `lockCompra`. */
export async function updateCompra(tx: Tx, { empresaId, id }: Cual, en: Date, valores: CompraValores): Promise<void> {
  // Another clave de acceso is another document, so its state is checked anew.
  await sql`
    update compra set anulado_emisor_en = null, proxima_consulta = ${consultaOf(valores, en)}::timestamptz
     where empresa_id = ${empresaId} and id = ${id} and autorizacion is distinct from ${valores.autorizacion}::text`.execute(tx)
  await tx
    .updateTable('compra')
    .set((value) => ({ ...stored(valores), version: value('version', '+', 1), editado_en: en }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('compra_impuesto').where('empresa_id', '=', empresaId).where('compra_id', '=', id).execute()
  await tx.deleteFrom('compra_linea').where('empresa_id', '=', empresaId).where('compra_id', '=', id).execute()
  await insertPartes(tx, { empresaId, id }, en, valores)
}

/** Joins notes registered before to the document they modify, under the lock of its number. */
export async function linkNotas(
  tx: Tx,
  { empresaId, id }: Cual,
  { ambiente, proveedor_clave: proveedor, tipo, numero }: CompraValores,
): Promise<void> {
  await sql`
    update compra set modificada_id = ${id}
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and proveedor_clave = ${proveedor} and estado = 'REGISTRADA'
       and modificada_id is null and modificado ->> 'tipo' = ${tipo} and modificado ->> 'numero' = ${numero} and id <> ${id}`.execute(tx)
}

export async function setAnulada(tx: Tx, { empresaId, id }: Cual, en: Date, motivo: string): Promise<void> {
  await tx
    .updateTable('compra')
    .set((value) => ({ estado: 'ANULADA', motivo_anulacion: motivo, version: value('version', '+', 1), editado_en: en }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
}

export async function deleteCompra(tx: Tx, { empresaId, id }: Cual): Promise<void> {
  await tx.deleteFrom('compra').where('empresa_id', '=', empresaId).where('id', '=', id).execute()
}

/** Locks a purchase until this transaction ends. */
export async function lockCompra(tx: Tx, { empresaId, id }: Cual): Promise<void> {
  await tx.selectFrom('compra').select('id').where('empresa_id', '=', empresaId).where('id', '=', id).forUpdate().execute()
}

export const readRuc = async (tx: Tx, empresaId: EmpresaId): Promise<string> =>
  (await tx.selectFrom('empresa').select('ruc').where('id', '=', empresaId).executeTakeFirstOrThrow()).ruc

/** The form read from the XML of a received document. */
export async function readLeido(tx: Tx, { empresaId, ambiente }: Libro, clave: string): Promise<CompraForm | undefined> {
  const row = await tx
    .selectFrom('recibido')
    .select('formulario')
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('clave', '=', clave)
    .where('tipo', '<>', '07')
    .executeTakeFirst()
  const leido = row && CompraForm.safeParse(row.formulario)
  return leido?.success ? leido.data : undefined
}

export interface Registrada {
  id: string
  numero: string
  fecha_registro: Fecha
  por: 'clave' | 'numero'
}

/** The purchase other than `id` of this document: by its clave, or by supplier, type and number. */
export async function findRegistrada(
  tx: Tx,
  { empresaId, ambiente }: Libro,
  {
    id,
    proveedor_clave: proveedor,
    tipo,
    numero,
    autorizacion,
  }: Pick<CompraValores, 'proveedor_clave' | 'tipo' | 'numero' | 'autorizacion'> & {
    id: string
  },
): Promise<Registrada | undefined> {
  const clave = autorizacion?.length === 49 ? autorizacion : null
  const { rows } = await sql<Registrada>`
    select id, numero, fecha_registro, 'clave' as por from compra
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and autorizacion = ${clave} and estado = 'REGISTRADA' and length(autorizacion) = 49 and id <> ${id}
    union all
    select id, numero, fecha_registro, 'numero' from compra
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and proveedor_clave = ${proveedor} and tipo = ${tipo} and numero = ${numero}
       and estado = 'REGISTRADA' and id <> ${id} limit 1`.execute(tx)
  return rows[0]
}

/** The registered purchase with this supplier, type and number, and the sum of its credit notes. */
export async function findByNumero(
  tx: Tx,
  { empresaId, ambiente }: Libro,
  { proveedor, tipo, numero }: { proveedor: string; tipo: string; numero: string },
): Promise<{ id: string; total: Monto; notas: number } | undefined> {
  const { rows } = await sql<{ id: string; total: Monto; notas: number }>`
    select c.id, c.total, coalesce((select sum(n.total)::bigint from compra n where n.empresa_id = c.empresa_id and n.modificada_id = c.id
                                      and n.estado = 'REGISTRADA' and n.tipo in ('04', '23', '47', '51', '372')), 0) as notas
      from compra c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.proveedor_clave = ${proveedor} and c.tipo = ${tipo}
       and c.numero = ${numero} and c.estado = 'REGISTRADA'`.execute(tx)
  return rows[0]
}

const COLUMNS = sql`
  p.id, p.estado, p.tipo, p.numero, p.fecha_emision, p.fecha_registro, p.vence, p.proveedor_identificacion, p.proveedor_nombre,
  p.proveedor_regimen as regimen_proveedor, p.sustento, p.subtotal, p.iva, p.total, p.anulado_emisor_en, p.version, p.creado_en`

export interface CompraEntera extends CompraFila {
  recibido: { id: string; avisos: string[] } | null
  ambiente: Ambiente
  proveedor_clave: string
  entrada: CompraForm
  motivo_anulacion: string | null
  modificada: { id: string; numero: string } | null
  notas: { id: string; tipo: string; numero: string; total: Monto }[]
  retenciones: { id: string; numero: string; estado: string; total: Monto }[]
  ingreso: { movimiento_id: string; bodega: string; productos: number } | null
  mes_abierto: boolean
}

const NUMERO_DOCUMENTO = sql`d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0')`

export async function readCompra(tx: Tx, { empresaId, id }: Cual): Promise<CompraEntera | undefined> {
  const { rows } = await sql<CompraEntera>`
    select ${COLUMNS}, p.ambiente, p.proveedor_clave, p.entrada, p.motivo_anulacion,
           (select json_build_object('id', x.id, 'avisos', x.avisos) from recibido x where x.empresa_id = p.empresa_id and x.compra_id = p.id limit 1) as recibido,
           (select json_build_object('id', m.id, 'numero', m.numero) from compra m where m.empresa_id = p.empresa_id and m.id = p.modificada_id) as modificada,
           (select coalesce(json_agg(json_build_object('id', n.id, 'tipo', n.tipo, 'numero', n.numero, 'total', n.total) order by n.fecha_emision, n.id), '[]')
              from compra n where n.empresa_id = p.empresa_id and n.modificada_id = p.id and n.estado = 'REGISTRADA') as notas,
           (select coalesce(json_agg(json_build_object('id', r.id, 'numero', r.numero, 'estado', r.estado, 'total', r.total) order by r.numero), '[]') from (
              select d.id, ${NUMERO_DOCUMENTO} as numero, d.estado, sum(w.valor)::bigint as total
                from documento_retencion w join documento d on d.empresa_id = w.empresa_id and d.id = w.documento_id and d.version = w.version
               where w.empresa_id = p.empresa_id and w.numero = p.numero and w.cod_doc = p.tipo and d.ambiente = p.ambiente
                 and d.estado not in ('ANULADO', 'CERRADO')
                 and p.proveedor_clave = receptor_clave(d.receptor_tipo, d.receptor_identificacion)
               group by d.id, d.establecimiento, d.punto, d.secuencial, d.estado) r) as retenciones,
           (select json_build_object('movimiento_id', s.movimiento_id, 'bodega', b.name, 'productos', s.productos) from (
              select min(k.bodega_id::text)::uuid as bodega_id, count(distinct k.producto_id) as productos,
                     (array_agg(k.movimiento_id order by k.creado_en desc, k.movimiento_id))[1] as movimiento_id
                from (select k.linea, k.producto_id, k.bodega_id, sum(k.cantidad) as cantidad, max(m.creado_en) as creado_en,
                             (array_agg(m.id order by m.creado_en desc) filter (where k.concepto in ('COM', 'DEC')))[1] as movimiento_id
                        from movimiento m join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id
                       where m.empresa_id = p.empresa_id and m.documento_id = p.id
                       group by k.linea, k.producto_id, k.bodega_id having sum(k.cantidad) <> 0) k) s
              join bodega b on b.empresa_id = p.empresa_id and b.id = s.bodega_id) as ingreso,
           not exists (select 1 from mes_cerrado c where c.empresa_id = p.empresa_id and c.ambiente = p.ambiente
                        and c.mes = date_trunc('month', p.fecha_registro)::date) as mes_abierto
      from compra p where p.empresa_id = ${empresaId} and p.id = ${id}`.execute(tx)
  return rows[0]
}

const SORTS: Readonly<Record<(typeof ORDENES_COMPRA)[number], string>> = {
  fecha_emision: 'p.fecha_emision',
  fecha_registro: 'p.fecha_registro',
  numero: 'p.numero',
  proveedor_nombre: 'p.proveedor_nombre',
  total: 'p.total',
}

type Filtro = Omit<CompraBusqueda, 'page' | 'size' | 'sort'>

const narrowedTo = async (
  tx: Tx,
  { empresaId, ambiente }: Libro,
  { estado, tipo, sustento, desde, hasta, persona_id, anulado_emisor: anulado, por_retener: porRetener }: Omit<Filtro, 'q'>,
): Promise<RawBuilder<unknown>> =>
  sql.join(
    [
      sql` and p.ambiente = ${ambiente}`,
      estado === undefined ? sql`` : sql` and p.estado = ${estado}`,
      tipo === undefined ? sql`` : sql` and p.tipo = ${tipo}`,
      sustento === undefined ? sql`` : sql` and p.sustento = ${sustento}`,
      desde === undefined ? sql`` : sql` and p.fecha_registro >= ${desde}::date`,
      hasta === undefined ? sql`` : sql` and p.fecha_registro <= ${hasta}::date`,
      persona_id === undefined ? sql`` : sql` and ${await isDePersona(tx, empresaId, 'p.persona_id', persona_id)}`,
      anulado === undefined ? sql`` : anulado ? sql` and p.anulado_emisor_en is not null` : sql` and p.anulado_emisor_en is null`,
      porRetener === undefined ? sql`` : sql` and ${isPorRetener(empresaId, porRetener)}`,
    ],
    sql``,
  )
const USUAL = 'fecha_registro,DESC'

/** @throws 422 for a sort field the list has not */
export async function searchCompras(
  tx: Tx,
  libro: Libro,
  { q, sort, page, size, ...filtro }: CompraBusqueda,
): Promise<Listing<CompraFila>> {
  const way = await wayTo(tx, { empresaId: libro.empresaId, tipo: 'compra' }, q)
  const narrowed = await narrowedTo(tx, libro, filtro)
  const order = orderBy(sort, SORTS, USUAL, 'p.creado_en')
  const { rows } = await sql<CompraFila>`
    select ${COLUMNS} ${way.page}${narrowed} order by ${order} offset ${page * size} limit ${size}`.execute(tx)
  return listingOf(tx, { page, size }, rows, sql`${way.all}${narrowed}`)
}

/** The purchases of `searchCompras` after `desde`, in the same order. @throws 422 for a sort field the list has not */
export async function nextCompras(
  tx: Tx,
  libro: Libro,
  { q, sort, ...filtro }: Filtro & { sort?: string | undefined },
  desde: Desde | undefined,
): Promise<Tramo<CompraFila>> {
  const { column, way } = orderOf(sort, SORTS, USUAL)
  const keys = [column, 'p.creado_en', 'p.id']
  const found = await wayTo(tx, { empresaId: libro.empresaId, tipo: 'compra' }, q)
  const order = sql.join(keys.map((key) => sql`${sql.ref(key)} ${sql.raw(way)}`))
  const { rows } = await sql<CompraFila & { desde: Desde }>`
    select ${COLUMNS}, ${asDesde(keys)} ${found.page}${await narrowedTo(tx, libro, filtro)}${andAfter(keys, way, desde)}
     order by ${order} limit ${TRAMO}`.execute(tx)
  return tramoOf(rows)
}

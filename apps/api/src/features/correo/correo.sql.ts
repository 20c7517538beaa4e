import type { Monto } from '@yupana/fiscal'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Ajuste } from '../carta/carta.door.ts'

/** A mail under lease, with its waiting addresses. */
export interface CorreoPendiente {
  documento_id: string
  asunto: string
  message_id: string
  cerco: number
  intentos: number
  /** Deliveries without a noted result. */
  sin_constancia: number
  motivo: 'AUTORIZACION' | 'REENVIO' | 'ANULACION'
  ambiente: 'SIMULADOR' | 'PRUEBAS' | 'PRODUCCION'
  empresa: string
  ruc: string
  /** The company's secret, from which links are made. */
  secreto: Buffer
  empresa_correo: string | null
  tipo: string
  clave: string
  fecha_emision: string
  receptor: string
  total: Monto
  /** The installation's own name. */
  producto: string | null
  /** The company's settings when the mail was made; null for the standard. */
  ajuste: Ajuste | null
  /** All addresses in their order, and the waiting ones among them. */
  direcciones: string[]
  pendientes: string[]
  /** Addresses of a copy for the company. */
  copias: string[]
}

/** Takes the lease of a mail that is due. */
export async function claimCorreo(
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  ahora: Date,
  hasta: Date,
): Promise<CorreoPendiente | undefined> {
  const { rows } = await sql<CorreoPendiente>`
    update correo c set cerco = c.cerco + 1, intentos = c.intentos + 1, proximo_intento = ${hasta}::timestamptz
      from empresa e, documento x
     where c.empresa_id = ${empresaId} and c.id = ${id} and c.proximo_intento <= ${ahora}::timestamptz and e.id = c.empresa_id
       and x.empresa_id = c.empresa_id and x.id = c.documento_id and not (select cercada from instalacion)
    returning c.documento_id, c.asunto, c.message_id, c.cerco, c.intentos, c.sin_constancia, c.motivo, c.mensaje, c.ambiente, coalesce(e.nombre_comercial, e.razon_social) as empresa, e.ruc, e.secreto, e.correo as empresa_correo,
      x.tipo, x.clave, x.fecha_emision, x.receptor_nombre as receptor, x.total, (select i.producto from instalacion i) as producto,
      (select to_jsonb(a) from ajuste_correo a where a.empresa_id = c.empresa_id and a.version = c.ajuste) as ajuste,
      (select coalesce(array_agg(d.direccion), '{}') from correo_destinatario d where d.empresa_id = c.empresa_id and d.correo_id = c.id and d.copia) as copias,
      (select coalesce(array_agg(d.direccion order by d.direccion), '{}') from correo_destinatario d
        where d.empresa_id = c.empresa_id and d.correo_id = c.id) as direcciones,
      (select coalesce(array_agg(d.direccion), '{}') from correo_destinatario d
        where d.empresa_id = c.empresa_id and d.correo_id = c.id and d.estado = 'PENDIENTE') as pendientes`.execute(tx)
  return rows[0]
}

/** Notes a delivery that begins, with the printed form that is sent (O-105); false when another worker has the lease by now. */
export async function beginEntrega(
  tx: Tx,
  { empresaId, id, cerco, pdf }: { empresaId: EmpresaId; id: string; cerco: number; pdf: Uint8Array },
): Promise<boolean> {
  const ride = createHash('sha256').update(pdf).digest()
  const { numUpdatedRows } = await tx
    .updateTable('correo')
    .set((row) => ({ sin_constancia: row('sin_constancia', '+', 1), ride_sha256: ride }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('cerco', '=', cerco)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface Entrega {
  direccion: string
  /** Why the delivery failed; null when it succeeded. */
  error: string | null
  /** Whether the address will never accept the mail, so that there is no further try. */
  definitivo: boolean
}

/** Stores the result for each address in one statement. A mail without waiting addresses is tried no more. */
export async function saveEntregas(
  tx: Tx,
  { empresaId, id, cerco, documentoId }: { empresaId: EmpresaId; id: string; cerco: number; documentoId: string },
  entregas: readonly Entrega[],
  en: Date,
  siguiente: Date,
): Promise<void> {
  const estados = entregas.map(({ error, definitivo }) => (error === null ? 'ENVIADO' : definitivo ? 'FALLIDO' : 'PENDIENTE'))
  await sql`
    with dicho as (
      select * from unnest(${entregas.map(({ direccion }) => direccion)}::text[], ${estados}::text[], ${entregas.map(({ error }) => error)}::text[]) as d (direccion, estado, error)
    ), cambio as (
      update correo_destinatario c set estado = dicho.estado, error = dicho.error, enviado_en = case when dicho.estado = 'ENVIADO' then ${en}::timestamptz end
        from dicho where c.empresa_id = ${empresaId} and c.correo_id = ${id} and c.direccion = dicho.direccion
    ), resto as (
      -- The statement sees the rows as they were before: what was just said outweighs them.
      select count(*) filter (where coalesce(dicho.estado, c.estado) = 'PENDIENTE') as todos, count(*) filter (where coalesce(dicho.estado, c.estado) = 'PENDIENTE' and not c.copia) as pendientes,
             count(*) filter (where coalesce(dicho.estado, c.estado) = 'FALLIDO' and not c.copia) as fallidos
        from correo_destinatario c left join dicho on dicho.direccion = c.direccion where c.empresa_id = ${empresaId} and c.correo_id = ${id}
    ), carta as (
      update correo c set sin_constancia = 0, proximo_intento = case when resto.todos > 0 then ${siguiente}::timestamptz end
        from resto where c.empresa_id = ${empresaId} and c.id = ${id} and c.cerco = ${cerco} returning c.id
    )
    update documento d set correo_estado = case when resto.fallidos > 0 then 'FALLIDO' when resto.pendientes > 0 then 'PENDIENTE' else 'ENVIADO' end
      from resto, carta where d.empresa_id = ${empresaId} and d.id = ${documentoId}`.execute(tx)
}

export async function dueCorreos(
  db: Db,
  ahora: Date,
  limite: number,
  porEmpresa: number,
): Promise<{ empresa_id: EmpresaId; correo_id: string }[]> {
  const { rows } = await sql<{
    empresa_id: EmpresaId
    correo_id: string
  }>`select * from correos_vencidos(${ahora}, ${limite}, ${porEmpresa})`.execute(db)
  return rows
}

/** A mail with its data. */
const filas = (tx: Tx, empresaId: EmpresaId) =>
  tx
    .selectFrom('correo as c')
    .innerJoin('documento as d', (join) => join.onRef('d.empresa_id', '=', 'c.empresa_id').onRef('d.id', '=', 'c.documento_id'))
    .innerJoin('empresa as e', 'e.id', 'c.empresa_id')
    .leftJoin('ajuste_correo as a', (join) => join.onRef('a.empresa_id', '=', 'c.empresa_id').onRef('a.version', '=', 'c.ajuste'))
    .select([
      'c.id',
      'c.documento_id',
      'c.asunto',
      'c.medio',
      'c.motivo',
      'c.mensaje',
      'c.creado_en',
      'c.ambiente',
      'd.tipo',
      'd.clave',
      'd.fecha_emision',
      'd.receptor_nombre as receptor',
      'd.total',
      'e.ruc',
      'e.secreto',
    ])
    .select(sql<string>`coalesce(e.nombre_comercial, e.razon_social)`.as('empresa'))
    .select(sql<string | null>`(select i.producto from instalacion i)`.as('producto'))
    .select(sql<Ajuste | null>`case when a.version is not null then to_jsonb(a) end`.as('ajuste'))
    .where('c.empresa_id', '=', empresaId)

export const readCorreo = (tx: Tx, empresaId: EmpresaId, id: string) => filas(tx, empresaId).where('c.id', '=', id).executeTakeFirst()

export const listDestinatarios = (tx: Tx, empresaId: EmpresaId, correoIds: readonly string[]) =>
  tx
    .selectFrom('correo_destinatario')
    .select(['correo_id', 'direccion', 'estado', 'error', 'enviado_en', 'copia'])
    .where('empresa_id', '=', empresaId)
    .where('correo_id', 'in', correoIds.length > 0 ? correoIds : ['00000000-0000-4000-8000-000000000000'])
    .orderBy('copia')
    .orderBy('direccion')
    .execute()

export const listCorreosOf = (tx: Tx, empresaId: EmpresaId, documentoId: string) =>
  filas(tx, empresaId).where('c.documento_id', '=', documentoId).orderBy('c.creado_en', 'desc').execute()

export const pageCorreos = (tx: Tx, empresaId: EmpresaId, ambiente: CorreoPendiente['ambiente'], offset: number, size: number) =>
  filas(tx, empresaId)
    .where('c.ambiente', '=', ambiente)
    .orderBy('c.creado_en', 'desc')
    .orderBy('c.id')
    .offset(offset)
    .limit(size)
    .execute()

/** Number of the company's mails, counted up to `limit`. */
export async function countCorreos(tx: Tx, empresaId: EmpresaId, ambiente: CorreoPendiente['ambiente'], limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from correo where empresa_id = ${empresaId} and ambiente = ${ambiente} limit ${limit}) as hasta`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

export interface ReenvioNuevo {
  empresaId: EmpresaId
  id: string
  documentoId: string
  ambiente: CorreoPendiente['ambiente']
  asunto: string
  messageId: string
  medio: 'SMTP' | 'BANDEJA'
  usuarioId: string
  en: Date
  direcciones: readonly string[]
  mensaje: string | undefined
}

export async function insertReenvio(tx: Tx, nuevo: ReenvioNuevo): Promise<void> {
  const pendiente = nuevo.medio === 'SMTP'
  await tx
    .insertInto('correo')
    .values({
      empresa_id: nuevo.empresaId,
      id: nuevo.id,
      documento_id: nuevo.documentoId,
      ambiente: nuevo.ambiente,
      asunto: nuevo.asunto,
      message_id: nuevo.messageId,
      medio: nuevo.medio,
      motivo: 'REENVIO',
      mensaje: nuevo.mensaje ?? null,
      usuario_id: nuevo.usuarioId,
      creado_en: nuevo.en,
      proximo_intento: pendiente ? nuevo.en : null,
      ajuste: sql<number | null>`(select max(version) from ajuste_correo where empresa_id = ${nuevo.empresaId})`,
    })
    .execute()
  await tx
    .insertInto('correo_destinatario')
    .values(
      nuevo.direcciones.map((direccion) => ({
        empresa_id: nuevo.empresaId,
        correo_id: nuevo.id,
        direccion,
        estado: pendiente ? ('PENDIENTE' as const) : ('BANDEJA' as const),
      })),
    )
    .execute()
}

/** Resends of a document run one after another: two at once would both take the last place. */
export const lockReenvios = async (tx: Tx, documentoId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(74021, hashtext(${documentoId}))`.execute(tx))

/** Resends of one document to one address since an instant (reliability §3.5: three a day). */
export async function countReenvios(
  tx: Tx,
  empresaId: EmpresaId,
  documentoId: string,
  direcciones: readonly string[],
  desde: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(max(veces), 0)::int as total from (
      select count(*) as veces from correo c join correo_destinatario d on d.empresa_id = c.empresa_id and d.correo_id = c.id
       where c.empresa_id = ${empresaId} and c.documento_id = ${documentoId} and c.motivo = 'REENVIO' and c.creado_en >= ${desde} and d.direccion = any(${[...direcciones]}::text[])
       group by d.direccion) as por_direccion`.execute(tx)
  return rows[0]?.total ?? 0
}

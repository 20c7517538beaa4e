import type { Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { CualSerie } from '../identidad/identidad.door.ts'
import type { FilaDocumento } from '../armado/armado.door.ts'
import type { Ambiente } from '../../../db/schema.ts'

/** The next number of a series, used up if this transaction commits; undefined while the series is paused or exhausted. */
export async function takeSecuencial(tx: Tx, serie: CualSerie): Promise<number | undefined> {
  const { rows } = await sql<{ secuencial: number }>`
    insert into serie as s (empresa_id, ambiente, tipo, establecimiento, punto, siguiente, usada)
    values (${serie.empresaId}, ${serie.ambiente}, ${serie.tipo}, ${serie.establecimiento}, ${serie.punto}, 2, true)
    on conflict (empresa_id, ambiente, tipo, establecimiento, punto)
    do update set siguiente = s.siguiente + 1, usada = true where s.pausada_motivo is null and s.siguiente <= 999999999
    returning s.siguiente - 1 as secuencial`.execute(tx)
  return rows[0]?.secuencial
}

export async function serieMotivo(tx: Tx, serie: CualSerie): Promise<string | null> {
  const row = await tx
    .selectFrom('serie')
    .select('pausada_motivo')
    .where('empresa_id', '=', serie.empresaId)
    .where('ambiente', '=', serie.ambiente)
    .where('tipo', '=', serie.tipo)
    .where('establecimiento', '=', serie.establecimiento)
    .where('punto', '=', serie.punto)
    .executeTakeFirst()
  return row?.pausada_motivo ?? null
}

const causaOf = (que: string, { aclaracion }: FilaDocumento): string => (aclaracion === undefined ? que : `${que}: ${aclaracion}`)

export interface DocumentoNuevo extends FilaDocumento {
  serie: CualSerie
  id: string
  secuencial: number
  version: number
  clave: string
  fecha_emision: string
  vendedor_id: string
  en: Date
  xml: Buffer
  sha256: Buffer
}

const pluck = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key])

/** The rows of a version: unsigned XML, lines, payments. A correction adds rows and keeps the older ones. */
export const versionRows = (nuevo: DocumentoNuevo) => sql`
  version as (
    insert into documento_version (empresa_id, documento_id, n, clave, xml, sha256, entrada, correos, usuario_id, creada_en)
    select empresa_id, id, ${nuevo.version}, ${nuevo.clave}, ${nuevo.xml}, ${nuevo.sha256}, ${JSON.stringify(nuevo.entrada)}::jsonb,
           ${nuevo.correos}::text[], ${nuevo.vendedor_id}::uuid, ${nuevo.en}::timestamptz from doc
  ), lineas as (
    insert into documento_linea (empresa_id, documento_id, version, n, producto_id, codigo, descripcion, cantidad, precio_unitario, descuento, base, tipo_iva, iva, ice, irbpnr,
      ambiente, tipo, fecha, en)
    select doc.empresa_id, doc.id, ${nuevo.version}, l.n, l.producto_id, l.codigo, l.descripcion, l.cantidad, l.precio_unitario, l.descuento, l.base, l.tipo_iva, l.iva, l.ice, l.irbpnr,
           ${nuevo.serie.ambiente}, ${nuevo.serie.tipo}, ${nuevo.fecha_emision}::date, ${nuevo.en}::timestamptz
      from doc, unnest(${pluck(nuevo.lineas, 'producto_id')}::uuid[], ${pluck(nuevo.lineas, 'codigo')}::text[], ${pluck(nuevo.lineas, 'descripcion')}::text[],
             ${pluck(nuevo.lineas, 'cantidad')}::bigint[], ${pluck(nuevo.lineas, 'precio_unitario')}::bigint[], ${pluck(nuevo.lineas, 'descuento')}::bigint[],
             ${pluck(nuevo.lineas, 'base')}::bigint[], ${pluck(nuevo.lineas, 'tipo_iva')}::integer[], ${pluck(nuevo.lineas, 'iva')}::bigint[],
             ${pluck(nuevo.lineas, 'ice')}::bigint[], ${pluck(nuevo.lineas, 'irbpnr')}::bigint[])
        with ordinality as l (producto_id, codigo, descripcion, cantidad, precio_unitario, descuento, base, tipo_iva, iva, ice, irbpnr, n)
  ), pagos as (
    insert into documento_pago (empresa_id, documento_id, version, n, forma_pago, total, plazo, unidad_tiempo)
    select doc.empresa_id, doc.id, ${nuevo.version}, p.n, p.forma_pago, p.total, p.plazo, p.unidad_tiempo
      from doc, unnest(${pluck(nuevo.pagos, 'forma_pago')}::text[], ${pluck(nuevo.pagos, 'total')}::bigint[], ${pluck(nuevo.pagos, 'plazo')}::integer[],
             ${pluck(nuevo.pagos, 'unidad_tiempo')}::text[]) with ordinality as p (forma_pago, total, plazo, unidad_tiempo, n)
  )`

/** Time after which the reconciler takes a document whose bell was lost. Before it, two workers would only get in each other's way. */
const TIEMPO_DE_LA_CAMPANA_MS = 1_500
const lostBellAt = ({ en }: DocumentoNuevo) => new Date(en.getTime() + TIEMPO_DE_LA_CAMPANA_MS)

/** Stores a numbered document with all its parts and rings the bell, in one statement. */
export async function insertDocumento(tx: Tx, nuevo: DocumentoNuevo): Promise<void> {
  const { empresaId, ambiente, tipo, establecimiento, punto } = nuevo.serie
  await sql`
    with doc as (
      insert into documento (empresa_id, id, ambiente, tipo, establecimiento, punto, secuencial, clave, fecha_emision, estado, persona_id,
        receptor_tipo, receptor_identificacion, receptor_nombre, subtotal, descuento, iva, total, vendedor_id, creado_en)
      values (${empresaId}, ${nuevo.id}, ${ambiente}, ${tipo}, ${establecimiento}, ${punto}, ${nuevo.secuencial}, ${nuevo.clave}, ${nuevo.fecha_emision}::date,
        'EMITIDO', ${nuevo.persona_id}, ${nuevo.receptor_tipo}, ${nuevo.receptor_identificacion}, ${nuevo.receptor_nombre},
        ${nuevo.subtotal}, ${nuevo.descuento}, ${nuevo.iva}, ${nuevo.total}, ${nuevo.vendedor_id}, ${nuevo.en})
      returning empresa_id, id
    ), ${versionRows(nuevo)}, envio as (
      insert into documento_envio (empresa_id, documento_id, proximo_intento) select empresa_id, id, ${lostBellAt(nuevo)}::timestamptz from doc
    ), evento as (
      insert into documento_evento (empresa_id, documento_id, n, en, de, a, usuario_id, causa)
      select empresa_id, id, 1, ${nuevo.en}::timestamptz, 'BORRADOR', 'EMITIDO', ${nuevo.vendedor_id}::uuid, ${causaOf('Emisión', nuevo)} from doc
    ), borrado as (
      delete from borrador b using doc where b.empresa_id = doc.empresa_id and b.id = doc.id
    )
    select sonar('avanzar', empresa_id, id) from doc`.execute(tx)
}

/** Stores a correction: the same number, a new version. Answers false when the document moved meanwhile. */
export async function insertCorreccion(tx: Tx, nuevo: DocumentoNuevo): Promise<boolean> {
  const { rows } = await sql`
    with doc as (
      update documento set estado = 'EMITIDO', version = ${nuevo.version}, clave = ${nuevo.clave}, fecha_emision = ${nuevo.fecha_emision}::date,
        persona_id = ${nuevo.persona_id}, receptor_tipo = ${nuevo.receptor_tipo}, receptor_identificacion = ${nuevo.receptor_identificacion},
        receptor_nombre = ${nuevo.receptor_nombre}, subtotal = ${nuevo.subtotal}, descuento = ${nuevo.descuento}, iva = ${nuevo.iva},
        total = ${nuevo.total}, codigo_sri = null
      where empresa_id = ${nuevo.serie.empresaId} and id = ${nuevo.id} and estado = 'RECHAZADO' and version = ${nuevo.version - 1}
      returning empresa_id, id
    ), ${versionRows(nuevo)}, envio as (
      update documento_envio e set proximo_intento = ${lostBellAt(nuevo)}::timestamptz, intentos = 0, atrasado = false from doc where e.empresa_id = doc.empresa_id and e.documento_id = doc.id
    ), evento as (
      insert into documento_evento (empresa_id, documento_id, n, en, de, a, usuario_id, causa)
      select doc.empresa_id, doc.id, (select max(v.n) + 1 from documento_evento v where v.empresa_id = doc.empresa_id and v.documento_id = doc.id),
             ${nuevo.en}::timestamptz, 'RECHAZADO', 'EMITIDO', ${nuevo.vendedor_id}::uuid, ${causaOf(`Corrección ${nuevo.version}`, nuevo)} from doc
    )
    select sonar('avanzar', empresa_id, id) from doc`.execute(tx)
  return rows.length === 1
}

const emitido = ['id', 'tipo', 'clave', 'estado', 'fecha_emision', 'total', 'establecimiento', 'punto', 'secuencial'] as const

export const readEmitido = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx.selectFrom('documento').select(emitido).where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirstOrThrow()

export interface Corregible {
  id: string
  tipo: string
  clave: string
  estado: string
  fecha_emision: string
  total: Monto
  establecimiento: string
  punto: string
  secuencial: number
  version: number
  ambiente: Ambiente
  codigo_sri: string | null
}

export const readCorregible = (tx: Tx, empresaId: EmpresaId, id: string): Promise<Corregible | undefined> =>
  tx
    .selectFrom('documento')
    .select([...emitido, 'version', 'ambiente', 'codigo_sri'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

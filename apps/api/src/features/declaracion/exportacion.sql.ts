import type { ExportacionAts } from '@yupana/contract'
import type { Fecha, MarcaVenta, Monto, PeriodoFiscal } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './declaracion.sql.ts'
import { CON_SUS_DATOS, DICE_EXPORTACION, exportadasDe, type Ambito } from './lineas.sql.ts'

// Data that the ATS asks of exports (ficha técnica, detalleExportaciones).

export interface Exportada {
  fecha: Fecha
  marca: MarcaVenta | null
  valor: Monto
  pais_destino: string | null
}

/** A sale of the company in its present environment, with what makes it an export. */
export async function findExportada(tx: Tx, { empresaId, ambiente }: Lugar, id: string): Promise<Exportada | undefined> {
  const { rows } = await sql<Exportada>`
    select d.fecha_emision::text as fecha, coalesce(m.marca, case when ${DICE_EXPORTACION} then 'EXPORTACION_BIENES' end) as marca,
           o.entrada->'exportacion'->>'pais_destino' as pais_destino,
           (select coalesce(sum(l.base + l.ice), 0)::bigint from documento_linea l where l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version) as valor
      from documento d
      left join documento_version o on o.empresa_id = d.empresa_id and o.documento_id = d.id and o.n = d.version
      left join declaracion_marca m on m.empresa_id = d.empresa_id and m.documento_id = d.id
     where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.id = ${id} and d.tipo in ('01', '05')`.execute(tx)
  return rows[0]
}

export const findDatos = (tx: Tx, empresaId: EmpresaId, id: string): Promise<(ExportacionAts & { version: number }) | undefined> =>
  tx
    .selectFrom('exportacion_ats')
    .select([
      'clase',
      'parte_relacionada',
      'tipo_cliente',
      'regimen',
      'pais',
      'regimen_nombre',
      'pais_destino',
      'refrendo',
      'documento_transporte',
      'fecha_embarque',
      'valor_fob',
      'tipo_ingreso',
      'impuesto_exterior',
      'version',
    ])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .executeTakeFirst()

interface Guardado extends ExportacionAts {
  /** Version of the data that the user read. */
  version: number
  usuarioId: string
  en: Date
}

/** Stores the data over version `version`, 0 for the first data; false when another version is stored. */
export async function saveDatos(tx: Tx, empresaId: EmpresaId, id: string, { usuarioId, version, ...datos }: Guardado): Promise<boolean> {
  const fila = { ...datos, version: version + 1, usuario_id: usuarioId }
  if (version === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('exportacion_ats')
      .values({ empresa_id: empresaId, documento_id: id, ...fila })
      .onConflict((conflict) => conflict.columns(['empresa_id', 'documento_id']).doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('exportacion_ats')
    .set(fila)
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The period of that day whose ATS was filed, unless its month was reopened. */
export async function findAtsDeclarado(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  fecha: Fecha,
): Promise<Pick<PeriodoFiscal, 'desde' | 'meses'> | undefined> {
  const { rows } = await sql<Pick<PeriodoFiscal, 'desde' | 'meses'>>`
    select d.desde::text as desde, d.meses from declaracion d
     where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.formulario = 'ATS'
       and ${fecha}::date >= d.desde and ${fecha}::date < d.desde + make_interval(months => d.meses)
       and exists (select from declaracion_presentada p where p.empresa_id = d.empresa_id and p.declaracion_id = d.id)
       and exists (select from mes_cerrado c where c.empresa_id = d.empresa_id and c.ambiente = d.ambiente and c.mes = date_trunc('month', ${fecha}::date)::date)`.execute(
    tx,
  )
  return rows[0]
}

/** Number of facturas abroad without data, and the first of these facturas. */
export interface SinDatos {
  cuantas: number
  primera: string | null
}
export const TODAS_CON_DATOS: SinDatos = { cuantas: 0, primera: null }

export async function findSinDatos(tx: Tx, ambito: Ambito): Promise<SinDatos> {
  const { rows } = await sql<SinDatos>`
    select count(distinct y.factura_id)::int as cuantas, (array_agg(y.factura_id order by y.fecha_emision, y.factura_id))[1] as primera
      from (${exportadasDe(ambito)}) y
      left join exportacion_ats x on x.empresa_id = ${ambito.empresaId} and x.documento_id = y.factura_id and ${CON_SUS_DATOS}
     where x.documento_id is null`.execute(tx)
  return rows[0] ?? TODAS_CON_DATOS
}

export interface ExportacionListada extends ExportacionAts {
  id: string
  tipo: string
  numero: string
  autorizacion: string
  identificacion_tipo: string
  identificacion: string
  nombre: string
  emision: Fecha
  /** Whether the document is the factura itself, and not a note of it. */
  propia: boolean
  valor: Monto
}

/** The next sales abroad after an id, with their data: a note has those of its factura. */
export async function listExportaciones(tx: Tx, ambito: Ambito, desde: string, limite: number): Promise<ExportacionListada[]> {
  const { rows } = await sql<ExportacionListada>`
    with p as materialized (
      select y.id, y.version, y.tipo, y.numero, y.autorizacion, y.identificacion_tipo, y.identificacion, y.nombre, y.fecha_emision::text as emision, y.factura_id = y.id as propia,
             x.clase, x.parte_relacionada, x.tipo_cliente, x.regimen, x.pais, x.regimen_nombre, x.pais_destino, x.refrendo, x.documento_transporte,
             x.fecha_embarque::text as fecha_embarque, x.valor_fob, x.tipo_ingreso, x.impuesto_exterior
        from (${exportadasDe(ambito)}) y
        join exportacion_ats x on x.empresa_id = ${ambito.empresaId} and x.documento_id = y.factura_id and ${CON_SUS_DATOS}
       where y.id > ${desde}::uuid order by y.id limit ${limite})
    select p.*, (select coalesce(sum(l.base + l.ice), 0)::bigint from documento_linea l
                  where l.empresa_id = ${ambito.empresaId} and l.documento_id = p.id and l.version = p.version) as valor
      from p order by p.id`.execute(tx)
  return rows
}

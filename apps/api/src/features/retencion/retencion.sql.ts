import type { CompraForm, CompraRetenida, CondicionPersona, ComprobanteDetalle, RetencionForm } from '@yupana/contract'
import { receptorKey, type Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export type PagoRetencion = NonNullable<ComprobanteDetalle['pago_retencion']>
export type RetencionGuardada = Omit<NonNullable<ComprobanteDetalle['retenciones']>[number], 'n'>

interface Version {
  empresaId: EmpresaId
  documentoId: string
  version: number
}

/** `pago`: the day of payment that decided the percentages, and the reason. */
export async function insertRetenciones(
  tx: Tx,
  { empresaId, documentoId, version }: Version,
  retenciones: readonly RetencionGuardada[],
  pago?: PagoRetencion,
): Promise<void> {
  const own = {
    empresa_id: empresaId,
    documento_id: documentoId,
    version,
    pago_fecha: pago?.fecha ?? null,
    pago_motivo: pago?.motivo ?? null,
  }
  const rows = retenciones.map((one, at) => ({ ...one, ...own, n: at + 1 }))
  await tx.insertInto('documento_retencion').values(rows).execute()
}

export const listRetenciones = (
  tx: Tx,
  { empresaId, documentoId, version }: Version,
): Promise<NonNullable<ComprobanteDetalle['retenciones']>> =>
  tx
    .selectFrom('documento_retencion')
    .select(['n', 'cod_sustento', 'cod_doc', 'numero', 'fecha', 'impuesto', 'codigo', 'base', 'porcentaje', 'valor'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .where('version', '=', version)
    .orderBy('n')
    .execute()

/** A purchase of the form over which the company issued another retención: number and date are of that retención. */
export interface YaRetenido {
  /** Index of the purchase in the form. */
  at: number
  numero: string
  fecha: string
}

const CEDULA_O_RUC = ['04', '05']

/** Purchases of the form over which another retención is valid or may become so. A cédula and the RUC made of it are one supplier. */
export async function listYaRetenidos(
  tx: Tx,
  { empresaId, ambiente }: { empresaId: EmpresaId; ambiente: string },
  { sujeto, docs_sustento: docs }: RetencionForm,
  except?: string,
): Promise<YaRetenido[]> {
  const isPersona = CEDULA_O_RUC.includes(sujeto.tipo_identificacion)
  const { rows } = await sql<YaRetenido>`
    select doc.at::integer - 1 as at, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero, d.fecha_emision as fecha
      from unnest(${docs.map(({ numero }) => numero ?? '')}::text[], ${docs.map(({ cod_doc: codDoc }) => codDoc)}::text[]) with ordinality as doc (numero, cod_doc, at)
      join documento_retencion r on r.empresa_id = ${empresaId} and r.numero = doc.numero and r.cod_doc = doc.cod_doc
      join documento d on d.empresa_id = r.empresa_id and d.id = r.documento_id and d.version = r.version
     where d.ambiente = ${ambiente} and d.estado not in ('RECHAZADO', 'CERRADO', 'ANULADO') and d.id is distinct from ${except ?? null}::uuid
       and (d.receptor_identificacion = ${sujeto.identificacion}
            or ${isPersona} and d.receptor_tipo = any(${CEDULA_O_RUC}::text[]) and left(d.receptor_identificacion, 10) = left(${sujeto.identificacion}, 10))
     group by doc.at, d.id, d.establecimiento, d.punto, d.secuencial, d.fecha_emision
     order by doc.at, d.fecha_emision, d.id`.execute(tx)
  return rows
}

/** Locks these purchases against other retenciones until this transaction ends; in one order, so that they never deadlock. */
export async function lockSustentos(
  tx: Tx,
  { empresaId, ambiente }: { empresaId: EmpresaId; ambiente: string },
  { sujeto, docs_sustento: docs }: RetencionForm,
): Promise<void> {
  const sujetoKey = receptorKey(sujeto.tipo_identificacion, sujeto.identificacion)
  const names = docs.map(({ cod_doc: tipo, numero }) => `retencion|${empresaId}|${ambiente}|${sujetoKey}|${tipo}|${numero ?? ''}`)
  for (const name of [...new Set(names)].sort()) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export interface CompraRetenible {
  id: string
  estado: 'REGISTRADA' | 'ANULADA'
  form: CompraForm
  subtotal: Monto
  iva: Monto
  total: Monto
  /** Kind of the supplier on the day of the purchase, by its history. */
  contribuyente: CondicionPersona['tipo_contribuyente']
  calificaciones: CondicionPersona['calificaciones']
  /** Kind of purchase chosen for the supplier. */
  elegida: CompraRetenida['operacion'] | null
  /** Kinds of the products of its lines. */
  productos: ('PRODUCTO' | 'SERVICIO')[]
  /** A valid retención over it. */
  ya: string | null
  /** The last withholding from the supplier. */
  ultima: { numero: string; renta: string | null; iva: string | null } | null
}

const NUMERO = sql`d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0')`
const EN_PIE = sql`d.estado not in ('RECHAZADO', 'CERRADO', 'ANULADO')`

/** Registered purchases of that environment, with the data that decide their withholding. */
export async function listRetenibles(
  tx: Tx,
  { empresaId, ambiente }: { empresaId: EmpresaId; ambiente: string },
  ids: readonly string[],
): Promise<CompraRetenible[]> {
  const { rows } = await sql<CompraRetenible>`
    select c.id, c.estado, c.entrada as form, c.subtotal, c.iva, c.total, h.tipo_contribuyente as contribuyente, h.calificaciones,
           array(select distinct m.type_product from jsonb_array_elements(c.entrada -> 'lineas') l
                   join producto m on m.empresa_id = c.empresa_id and m.id = (l ->> 'producto_id')::uuid) as productos,
           (select g.operacion from regla_proveedor g where g.empresa_id = c.empresa_id and g.proveedor_clave = c.proveedor_clave) as elegida,
           (select ${NUMERO} from documento_retencion r join documento d on d.empresa_id = r.empresa_id and d.id = r.documento_id and d.version = r.version
             where r.empresa_id = c.empresa_id and r.numero = c.numero and r.cod_doc = c.tipo and d.ambiente = c.ambiente and ${EN_PIE}
               and c.proveedor_clave = receptor_clave(d.receptor_tipo, d.receptor_identificacion)
             limit 1) as ya,
           (select json_build_object('numero', ${NUMERO}, 'renta', (select min(r.codigo) from documento_retencion r where r.empresa_id = d.empresa_id
                                       and r.documento_id = d.id and r.version = d.version and r.impuesto = '1'),
                                     'iva', (select min(r.codigo) from documento_retencion r where r.empresa_id = d.empresa_id
                                       and r.documento_id = d.id and r.version = d.version and r.impuesto = '2'))
              from documento d where d.empresa_id = c.empresa_id and d.ambiente = c.ambiente and d.persona_id = any(personas_de(c.empresa_id, c.persona_id)) and d.tipo = '07' and ${EN_PIE}
             order by d.fecha_emision desc, d.creado_en desc, d.id desc limit 1) as ultima
      from compra c cross join lateral condicion_de_persona(c.empresa_id, c.persona_id, c.fecha_emision) h
     where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.id = any(${ids}::uuid[])`.execute(tx)
  return rows
}

export async function readPago(tx: Tx, { empresaId, documentoId, version }: Version): Promise<PagoRetencion | null> {
  const row = await tx
    .selectFrom('documento_retencion')
    .select(['pago_fecha', 'pago_motivo'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .where('version', '=', version)
    .where('n', '=', 1)
    .executeTakeFirst()
  return row?.pago_fecha && row.pago_motivo ? { fecha: row.pago_fecha, motivo: row.pago_motivo } : null
}

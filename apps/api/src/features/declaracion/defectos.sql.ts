import {
  COMPROBANTES_NOTA_CREDITO,
  ESTADO_AUTORIZACION,
  estadosOfTaxStatus,
  minimoRetencionAt,
  proveedoresAts,
  tablaSustentos,
} from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { conRetenido, liquidaciones, recibidasDe, registradas, retenciones, type Ambito } from './lineas.sql.ts'
import { esLarga, NOTA_SIN_FACTURA, VENTA_LARGA, ventasContadas, type ContadoVentas } from './sumas.sql.ts'

// Defects of a period: each rule stands here once, for its count and for the list behind its link.

const { EN_ESPERA, EN_PROCESO } = ESTADO_AUTORIZACION

/** «01/06»: document types that each sustento admits. */
const parejas = () => tablaSustentos.rows().flatMap(({ codigo, tipos }) => tipos.map((tipo) => `${tipo}/${codigo}`))

/** «03/04»: document types and the suppliers that they do not admit. */
const IDENTIFICACIONES = ['04', '05', '06', '08']
const ajenas = () =>
  proveedoresAts().flatMap(({ tipo, identificaciones }) =>
    IDENTIFICACIONES.filter((one) => !identificaciones.includes(one)).map((one) => `${tipo}/${one}`),
  )

const enviados = ({ empresaId, ambiente, desde, hasta }: Ambito) => sql`
  from documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.pestana in (2, 4)
   and d.fecha_emision between ${desde}::date and ${hasta}::date`

const compras = (ambito: Ambito) => sql`from compra c ${conRetenido.compra(ambito)} where ${registradas(ambito)}`

/** Retenciones over a document that is neither a purchase nor a liquidación of the company. */
const sinCompra = (ambito: Ambito) => sql`
  from (select distinct d.id
          from documento d join documento_retencion r on r.empresa_id = d.empresa_id and r.documento_id = d.id and r.version = d.version
         where ${retenciones(ambito)}
           and not exists (select from compra c where c.empresa_id = ${ambito.empresaId} and c.ambiente = ${ambito.ambiente} and c.estado = 'REGISTRADA' and c.tipo = r.cod_doc
                             and c.numero = r.numero and left(c.proveedor_identificacion, 10) = left(d.receptor_identificacion, 10))
           and not exists (select from documento l where r.cod_doc = '03' and l.empresa_id = ${ambito.empresaId} and l.ambiente = ${ambito.ambiente} and l.tipo = '03' and l.pestana in (1, 2)
                             and l.establecimiento || '-' || l.punto || '-' || lpad(l.secuencial::text, 9, '0') = r.numero)) d where true`

const inbox = ({ empresaId, ambiente, desde, hasta }: Ambito) => sql`
  from recibido b where b.empresa_id = ${empresaId} and b.ambiente = ${ambiente} and b.fecha_emision between ${desde}::date and ${hasta}::date`

/** Whether the SRI had named the company to withhold when `c` was issued. */
const OBLIGADA_A_RETENER = sql`exists (
  select from empresa_condicion k where k.empresa_id = c.empresa_id and k.tipo in ('AGENTE_RETENCION', 'CONTRIBUYENTE_ESPECIAL')
     and c.fecha_emision between k.desde and coalesce(k.hasta, 'infinity'))`

/** Whether any part of `c` is subject to withholding, as `proposeCompras` decides. */
const retenible = ({ hasta }: Ambito) => sql`
  (c.pago_exterior is not null or (c.proveedor_regimen <> 'NEGOCIO_POPULAR' and c.subtotal > ${minimoRetencionAt(hasta)}))`

/** Withholdings of an agent who bought nothing in the period. */
const sinVenta = (ambito: Ambito) => sql`
  from (select distinct x.id from (${recibidasDe(ambito)}) x
         where not exists (select from documento d where d.empresa_id = ${ambito.empresaId} and d.ambiente = ${ambito.ambiente} and d.pestana = 1 and d.tipo in ('01', '05')
                             and d.receptor_tipo in ('04', '05') and left(d.receptor_identificacion, 10) = left(x.agente_identificacion, 10)
                             and d.fecha_emision between ${ambito.desde}::date and ${ambito.hasta}::date)) p where true`

/** Withholdings with codes of renta that have no row in the form. */
const conCodigos = (codigos: readonly string[]) => (ambito: Ambito) =>
  sql`
  from documento d where ${retenciones(ambito)}
   and exists (select from documento_retencion r where r.empresa_id = d.empresa_id and r.documento_id = d.id and r.version = d.version
                  and r.impuesto = '1' and r.codigo = any(${[...codigos]}::text[]))`

type Origen = 'DOCUMENTO' | 'COMPRA' | 'RECIBIDA' | 'RECIBIDO'
type Condicion = (ambito: Ambito) => RawBuilder<unknown>

interface Fuente<Codigo extends string> {
  origen: Origen
  id: RawBuilder<unknown>
  /** Source that is read once for all of its rules. */
  de: (ambito: Ambito) => RawBuilder<unknown>
  reglas: Readonly<Record<Codigo, Condicion>>
}

const TODAS: Condicion = () => sql`true`
const ID = { documento: sql`d.id`, compra: sql`c.id`, recibida: sql`p.id`, recibido: sql`b.id` }
const fuente = <Codigo extends string>(one: Fuente<Codigo>): Fuente<Codigo> => one

const ENVIADOS = fuente({
  origen: 'DOCUMENTO',
  id: ID.documento,
  de: enviados,
  reglas: {
    pendientes: () => sql`d.estado = any(${estadosOfTaxStatus(EN_ESPERA)}::text[])`,
    en_proceso: () => sql`d.estado = any(${estadosOfTaxStatus(EN_PROCESO)}::text[])`,
    no_autorizados: () => sql`d.estado in ('RECHAZADO', 'RETENIDO')`,
    en_blanco: () => sql`d.estado = 'CERRADO'`,
  },
})
const COMPRAS = fuente({
  origen: 'COMPRA',
  id: ID.compra,
  de: compras,
  reglas: {
    sustento_ajeno: () => sql`c.tipo || '/' || c.sustento <> all(${parejas()}::text[])`,
    proveedor_ajeno: () => sql`c.tipo || '/' || c.proveedor_tipo = any(${ajenas()}::text[])`,
    retenido_de_mas: () => sql`(coalesce(w.valor_iva, 0) > c.iva or coalesce(w.base_renta, 0) > c.subtotal)`,
    compras_sin_retencion: (ambito) =>
      sql`w.quien is null and c.tipo <> all(${[...COMPROBANTES_NOTA_CREDITO]}::text[]) and ${retenible(ambito)} and ${OBLIGADA_A_RETENER}`,
    sin_identificar: () => sql`(c.autorizacion is null or left(c.numero, 3) = '000')`,
    compras_anuladas: () => sql`c.anulado_emisor_en is not null`,
    identificacion_larga: () => sql`(${esLarga(sql`c.proveedor_identificacion`)}
      or exists (select from jsonb_array_elements(c.reembolsos) o where ${esLarga(sql`o ->> 'identificacion'`)}))`,
  },
})
const LIQUIDACIONES = fuente({
  origen: 'DOCUMENTO',
  id: ID.documento,
  de: (ambito) => sql`from documento d ${conRetenido.liquidacion(ambito)} where ${liquidaciones(ambito)}`,
  reglas: {
    liquidacion_con_ruc: () => sql`'03/' || d.receptor_tipo = any(${ajenas()}::text[])`,
    liquidacion_exterior: () => sql`d.receptor_tipo = '08' and w.quien is null`,
  },
})
const RETENCIONES = fuente({ origen: 'DOCUMENTO', id: ID.documento, de: sinCompra, reglas: { retencion_sin_compra: TODAS } })
const RETENCIONES_ANULADAS = fuente({
  origen: 'RECIBIDA',
  id: ID.recibida,
  de: ({ empresaId, ambiente, desde, hasta }) => sql`
    from retencion_recibida p where p.empresa_id = ${empresaId} and p.ambiente = ${ambiente} and p.periodo between ${desde}::date and ${hasta}::date`,
  reglas: { retenciones_anuladas: () => sql`p.anulado_emisor_en is not null` },
})
const RECIBIDOS = fuente({
  origen: 'RECIBIDO',
  id: ID.recibido,
  de: inbox,
  reglas: {
    recibidos_nuevos: () => sql`b.estado = 'NUEVO' and b.tipo <> '07'`,
    retenciones_nuevas: () => sql`b.estado = 'NUEVO' and b.tipo = '07'`,
    recibidos_ignorados: () => sql`b.estado = 'IGNORADO'`,
  },
})
const RECIBIDAS = fuente({ origen: 'RECIBIDA', id: ID.recibida, de: sinVenta, reglas: { retenciones_sin_venta: TODAS } })
/** Rules that are counted with the sums of sales, which are kept. */
const VENTAS = fuente({
  origen: 'DOCUMENTO',
  id: ID.documento,
  de: ventasContadas,
  reglas: { notas_sin_factura: () => NOTA_SIN_FACTURA, identificacion_larga: () => VENTA_LARGA },
})
/** Rule of withholdings without a row in the form; its codes are known once the sums are read. */
const SIN_FILA = (codigos: readonly string[]) =>
  fuente({ origen: 'DOCUMENTO', id: ID.documento, de: conCodigos(codigos), reglas: { sin_fila: TODAS } })

const CONTADAS = [ENVIADOS, COMPRAS, LIQUIDACIONES, RETENCIONES, RETENCIONES_ANULADAS, RECIBIDOS, RECIBIDAS] as const

type CodigosDe<F> = F extends Fuente<infer Codigo> ? Codigo : never
type Contado = CodigosDe<(typeof CONTADAS)[number]>
/** Number of findings of each rule in a period. */
export type Hallazgos = Record<Contado | CodigosDe<typeof VENTAS>, number>

const contado = (ambito: Ambito, { de, reglas }: Fuente<string>) => sql`
  (select ${sql.join(Object.entries(reglas).map(([codigo, condicion]) => sql`count(*) filter (where ${condicion(ambito)})::int as ${sql.id(codigo)}`))}
     ${de(ambito)})`

/** `ventas`: the sales of the same period, with their findings. */
export async function findDefectos(tx: Tx, ambito: Ambito, ventas: ContadoVentas): Promise<Hallazgos> {
  const contados = CONTADAS.map((one, at) => sql`${contado(ambito, one)} ${sql.id(`f${at}`)}`)
  const { rows } = await sql<Record<Contado, number>>`select * from ${sql.join(contados)}`.execute(tx)
  const found = rows[0]!
  const { notas_sin_factura, identificacion_larga } = ventas
  return { ...found, notas_sin_factura, identificacion_larga: identificacion_larga + found.identificacion_larga }
}

/** How many withholdings carry one of these codes. */
export async function countSinFila(tx: Tx, ambito: Ambito, codigos: readonly string[]): Promise<number> {
  if (codigos.length === 0) return 0
  const { rows } = await sql<{ sin_fila: number }>`select * from ${contado(ambito, SIN_FILA(codigos))} f`.execute(tx)
  return rows[0]!.sin_fila
}

/** The documents that a rule finds, as `id` and `origen`; undefined for a code without a rule. */
export function hallados(ambito: Ambito, codigo: string, sinFila: readonly string[]): RawBuilder<unknown> | undefined {
  const found = [...CONTADAS, VENTAS, SIN_FILA(sinFila)].flatMap(({ origen, id, de, reglas }: Fuente<string>) => {
    const condicion = Object.hasOwn(reglas, codigo) ? reglas[codigo] : undefined
    return condicion ? [sql`select ${id} as id, ${origen}::text as origen ${de(ambito)} and ${condicion(ambito)}`] : []
  })
  return found.length > 0 ? sql.join(found, sql` union all `) : undefined
}

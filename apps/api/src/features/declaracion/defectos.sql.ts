import { ESTADO_AUTORIZACION, estadosOfTaxStatus, proveedoresAts, tablaSustentos } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { conRetenido, liquidaciones, recibidasDe, registradas, retenciones, type Ambito } from './lineas.sql.ts'
import { esLarga, type ContadoVentas } from './sumas.sql.ts'

const { EN_ESPERA, EN_PROCESO } = ESTADO_AUTORIZACION

/** What of a period is not as it should be, counted. */
export interface Hallazgos {
  pendientes: number
  en_proceso: number
  no_autorizados: number
  en_blanco: number
  notas_sin_factura: number
  sustento_ajeno: number
  proveedor_ajeno: number
  liquidacion_con_ruc: number
  retenido_de_mas: number
  retencion_sin_compra: number
  sin_identificar: number
  identificacion_larga: number
  recibidos_nuevos: number
  retenciones_nuevas: number
  recibidos_ignorados: number
  retenciones_sin_venta: number
}

/** «01/06»: which kinds of documents each support admits. */
const parejas = () => tablaSustentos.rows().flatMap(({ codigo, tipos }) => tipos.map((tipo) => `${tipo}/${codigo}`))

/** «03/04»: kinds of documents and the suppliers that they do not admit. */
const IDENTIFICACIONES = ['04', '05', '06', '08']
const ajenas = () =>
  proveedoresAts().flatMap(({ tipo, identificaciones }) =>
    IDENTIFICACIONES.filter((one) => !identificaciones.includes(one)).map((one) => `${tipo}/${one}`),
  )

const NINGUNO: Hallazgos = {
  pendientes: 0,
  en_proceso: 0,
  no_autorizados: 0,
  en_blanco: 0,
  notas_sin_factura: 0,
  sustento_ajeno: 0,
  proveedor_ajeno: 0,
  liquidacion_con_ruc: 0,
  retenido_de_mas: 0,
  retencion_sin_compra: 0,
  sin_identificar: 0,
  identificacion_larga: 0,
  recibidos_nuevos: 0,
  retenciones_nuevas: 0,
  recibidos_ignorados: 0,
  retenciones_sin_venta: 0,
}

type DeCompras = Omit<Hallazgos, 'notas_sin_factura' | 'identificacion_larga'> & { compradas: number }

/** `ventas`: of the same period, with what was found in them. */
export async function findDefectos(tx: Tx, ambito: Ambito, ventas: ContadoVentas): Promise<Hallazgos> {
  const { empresaId, ambiente, desde, hasta } = ambito
  const { rows } = await sql<DeCompras>`
    select e.*, p.*, q.liquidacion_con_ruc, r.retencion_sin_compra, i.*, v.*
      from (select count(*) filter (where d.estado = any(${estadosOfTaxStatus(EN_ESPERA)}::text[]))::int as pendientes,
                   count(*) filter (where d.estado = any(${estadosOfTaxStatus(EN_PROCESO)}::text[]))::int as en_proceso,
                   count(*) filter (where d.estado in ('RECHAZADO', 'RETENIDO'))::int as no_autorizados,
                   count(*) filter (where d.estado = 'CERRADO')::int as en_blanco
              from documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.pestana in (2, 4)
               and d.fecha_emision between ${desde}::date and ${hasta}::date) e,
           (select count(*) filter (where c.tipo || '/' || c.sustento <> all(${parejas()}::text[]))::int as sustento_ajeno,
                   count(*) filter (where c.tipo || '/' || c.proveedor_tipo = any(${ajenas()}::text[]))::int as proveedor_ajeno,
                   count(*) filter (where coalesce(w.valor_iva, 0) > c.iva or coalesce(w.base_renta, 0) > c.subtotal)::int as retenido_de_mas,
                   count(*) filter (where c.autorizacion is null or left(c.numero, 3) = '000')::int as sin_identificar,
                   count(*) filter (where ${esLarga(sql`c.proveedor_identificacion`)} or exists (select from jsonb_array_elements(c.reembolsos) o where ${esLarga(sql`o ->> 'identificacion'`)}))::int as compradas
              from compra c ${conRetenido.compra(ambito)} where ${registradas(ambito)}) p,
           (select count(*) filter (where '03/' || d.receptor_tipo = any(${ajenas()}::text[]))::int as liquidacion_con_ruc
              from documento d where ${liquidaciones(ambito)}) q,
           (select count(distinct d.id)::int as retencion_sin_compra
              from documento d join documento_retencion r on r.empresa_id = d.empresa_id and r.documento_id = d.id and r.version = d.version
             where ${retenciones(ambito)}
               and not exists (select from compra c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.estado = 'REGISTRADA' and c.tipo = r.cod_doc
                                 and c.numero = r.numero and left(c.proveedor_identificacion, 10) = left(d.receptor_identificacion, 10))
               and not exists (select from documento l where r.cod_doc = '03' and l.empresa_id = ${empresaId} and l.ambiente = ${ambiente} and l.tipo = '03' and l.pestana in (1, 2)
                                 and l.establecimiento || '-' || l.punto || '-' || lpad(l.secuencial::text, 9, '0') = r.numero)) r,
           (select count(*) filter (where b.estado = 'NUEVO' and b.tipo <> '07')::int as recibidos_nuevos,
                   count(*) filter (where b.estado = 'NUEVO' and b.tipo = '07')::int as retenciones_nuevas,
                   count(*) filter (where b.estado = 'IGNORADO')::int as recibidos_ignorados
              from recibido b where b.empresa_id = ${empresaId} and b.ambiente = ${ambiente} and b.fecha_emision between ${desde}::date and ${hasta}::date) i,
           (select count(distinct x.agente_clave)::int as retenciones_sin_venta
              from (${recibidasDe(ambito)}) x
             where not exists (select from documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.pestana = 1 and d.tipo in ('01', '05')
                                 and d.receptor_tipo in ('04', '05') and left(d.receptor_identificacion, 10) = left(x.agente_identificacion, 10)
                                 and d.fecha_emision between ${desde}::date and ${hasta}::date)) v`.execute(tx)
  const { notas_sin_factura, identificacion_larga: vendidas } = ventas
  if (!rows[0]) return { ...NINGUNO, notas_sin_factura, identificacion_larga: vendidas }
  const { compradas, ...hallazgos } = rows[0]
  return { ...hallazgos, notas_sin_factura, identificacion_larga: vendidas + compradas }
}

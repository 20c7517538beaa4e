import { CLASE_EXPORTACION, COMPROBANTES_NOTA_CREDITO, MARCAS_EXPORTACION, TARIFAS_IVA, TIPO_IVA } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'

// Source of every form: one row for each rate of each document. Sums and the documents behind a box are both read from here.

/** Company, environment and days of the documents. */
export interface Ambito {
  empresaId: EmpresaId
  ambiente: Ambiente
  desde: string
  hasta: string
}

/** Authorised and not voided: only these documents are declared. */
const AUTORIZADO = sql`d.pestana = 1`

const issued = ({ empresaId, ambiente, desde, hasta }: Ambito, tipos: readonly string[]) =>
  sql`d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.fecha_emision between ${desde}::date and ${hasta}::date
      and d.tipo = any(${[...tipos]}::text[]) and ${AUTORIZADO}`

/**
 * The IVA of a document is computed by rate, but its lines one by one: the odd cent goes to the rate with the most IVA, so that the rows
 * add up to the document.
 */
const CENTAVO = sql`sum(l.iva)::bigint + case when row_number() over (partition by d.id order by sum(l.iva) desc, l.tipo_iva) = 1
                      then d.iva - (sum(sum(l.iva)) over (partition by d.id))::bigint else 0 end`

const lineasDe = (columnas: RawBuilder<unknown>, donde: RawBuilder<unknown>) => sql`
  select d.id, ${columnas}, l.tipo_iva, sum(l.base + l.ice)::bigint as base, ${CENTAVO} as iva
    from documento d
    join documento_linea l on l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version
   where ${donde} group by d.empresa_id, d.id, l.tipo_iva`

/** −1 for a credit note, 1 for all others. */
export const esNotaSql = (tipo: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${tipo} = any(${[...COMPROBANTES_NOTA_CREDITO]}::text[]) then -1 else 1 end`

/** Whether the form of a factura declares an export. */
export const DICE_EXPORTACION = sql`o.entrada ? 'exportacion'`

/** Forms of the few special facturas. The condition is word for word that of the index `documento_version_especial`. */
const ESPECIALES = ({ empresaId }: Ambito) => sql`
  select o.documento_id, o.n, case when ${DICE_EXPORTACION} then 'EXPORTACION_BIENES' else 'REEMBOLSO' end as marca
    from documento_version o
   where o.empresa_id = ${empresaId}
     and (${DICE_EXPORTACION} or (jsonb_typeof(o.entrada->'reembolsos') = 'array' and o.entrada->'reembolsos' <> '[]'))`

/** The mark of a factura as MARCA: set by hand, else by its form. */
const marcado = (ambito: Ambito, factura: RawBuilder<unknown>) => sql`
    left join (with e as materialized (
                 select f.id, o.marca from (${ESPECIALES(ambito)}) o
                   join documento f on f.empresa_id = ${ambito.empresaId} and f.id = o.documento_id and f.version = o.n) select * from e) e on e.id = ${factura}
    left join declaracion_marca m on m.empresa_id = ${ambito.empresaId} and m.documento_id = ${factura}`
const MARCA = sql`coalesce(m.marca, e.marca)`

/** Sales; a note has the mark of the factura it changes. */
export const ventasDe = (ambito: Ambito): RawBuilder<unknown> => sql`
  select v.*, ${MARCA} as marca,
         exists (select from documento_pago p where p.empresa_id = ${ambito.empresaId} and p.documento_id = v.id and p.version = v.version and p.plazo > 0) as a_credito
    from (${lineasDe(sql`d.tipo, d.version, d.fecha_emision as dia, ${NUMERO} as numero`, issued(ambito, ['01', '04', '05']))}) v
    left join documento_nota n on n.empresa_id = ${ambito.empresaId} and n.documento_id = v.id and n.version = v.version
    ${marcado(ambito, sql`coalesce(n.modificado_id, v.id)`)}`

const DEL_EXTERIOR = sql`any(${[...MARCAS_EXPORTACION]}::text[])`
/** Whether `v` of `ventasDe` is a sale that the ATS lists. */
export const VENTA_LOCAL = sql`coalesce(v.marca, '') <> all(${[...MARCAS_EXPORTACION]}::text[])`
/** Whether `x` of `exportacion_ats` holds data for the kind of export of `y` of `exportadasDe`. */
export const CON_SUS_DATOS = sql`(x.clase = ${CLASE_EXPORTACION.SERVICIOS}) = (y.marca = 'EXPORTACION_SERVICIOS')`

/** The SRI's code to ours; an old rate without our code counts as the general rate of its time. */
const TIPOS = new Map(TARIFAS_IVA.map(({ codigoPorcentaje, tipoIva = TIPO_IVA.DOCE }) => [codigoPorcentaje, tipoIva]))
const CODIGOS = sql`any(${[...TIPOS.keys()]}::text[])`
/** Decided row by row: a join with the few codes would be tried for every purchase. */
const tipoDe = (codigo: RawBuilder<unknown>) =>
  sql`case ${codigo} ${sql.join(
    [...TIPOS].map(([one, tipo]) => sql`when ${sql.lit(one)} then ${sql.lit(tipo)}`),
    sql` `,
  )} end`

export const NUMERO = sql`d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0')`

/** Sales abroad without their lines, one row each; the factura of a note is the one it changes. */
export const exportadasDe = (ambito: Ambito): RawBuilder<unknown> => sql`
  select d.id, d.version, d.tipo, ${NUMERO} as numero, coalesce(nullif(d.registro, ''), d.clave) as autorizacion, d.receptor_tipo as identificacion_tipo,
         d.receptor_identificacion as identificacion, d.receptor_nombre as nombre, d.fecha_emision, coalesce(n.modificado_id, d.id) as factura_id, ${MARCA} as marca
    from documento d
    left join documento_nota n on n.empresa_id = d.empresa_id and n.documento_id = d.id and n.version = d.version
    ${marcado(ambito, sql`coalesce(n.modificado_id, d.id)`)}
   where ${issued(ambito, ['01', '04', '05'])} and ${MARCA} = ${DEL_EXTERIOR}`

/** A cédula and the RUC made of it are one supplier. */
const QUIEN = sql`left(x.receptor_identificacion, 10)`

/** Lines of valid retenciones, as `r` of the document `x`; conditions on them are evaluated once for all documents of a supplier. */
export const RETENIDO = ({ empresaId, ambiente }: Ambito) => sql`
  documento_retencion r join documento x on x.empresa_id = r.empresa_id and x.id = r.documento_id and x.version = r.version
   where r.empresa_id = ${empresaId} and x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.pestana = 1`
/** Order of the withholdings over one document. */
export const EN_ORDEN = sql`x.fecha_emision, x.id, r.n`

const DE_COMPRA = sql`w.cod_doc = c.tipo and w.numero = c.numero and w.quien = left(c.proveedor_identificacion, 10)`
const DE_LIQUIDACION = sql`w.cod_doc = '03' and w.numero = ${NUMERO} and w.quien = left(d.receptor_identificacion, 10)`

/** Withholdings over each document of a supplier, summed. */
const retenidoPorDocumento = (ambito: Ambito, donde: RawBuilder<unknown>) => sql`
  left join (select r.cod_doc, r.numero, ${QUIEN} as quien, sum(r.base) filter (where r.impuesto = '1')::bigint as base_renta,
                    sum(r.valor) filter (where r.impuesto = '2')::bigint as valor_iva
               from ${RETENIDO(ambito)} group by 1, 2, 3) w on ${donde}`

/** As `w`, with `base_renta` and `valor_iva`; null where nothing was withheld. */
export const conRetenido = {
  compra: (ambito: Ambito) => retenidoPorDocumento(ambito, DE_COMPRA),
  liquidacion: (ambito: Ambito) => retenidoPorDocumento(ambito, DE_LIQUIDACION),
}

/** Purchases by the month in which they were registered. */
export const registradas = ({ empresaId, ambiente, desde, hasta }: Ambito) =>
  sql`c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.estado = 'REGISTRADA' and c.fecha_registro between ${desde}::date and ${hasta}::date`

export const liquidaciones = (ambito: Ambito) => issued(ambito, ['03'])
export const retenciones = (ambito: Ambito) => issued(ambito, ['07'])

/** Lines of liquidaciones by rate. The sustento is that of the first retención over it; without one, credit where there is IVA. */
export const lineasDeLiquidacion = (ambito: Ambito): RawBuilder<unknown> => sql`
  select l.id, l.dia, l.numero, l.tipo_iva, l.receptor_tipo, coalesce(s.cod_sustento, case when l.con_iva then '01' else '02' end) as sustento, l.base, l.iva
    from (${lineasDe(sql`d.fecha_emision as dia, d.receptor_tipo, d.iva > 0 as con_iva, ${NUMERO} as numero, left(d.receptor_identificacion, 10) as quien`, liquidaciones(ambito))}) l
    left join (select distinct on (r.numero, ${QUIEN}) r.numero, ${QUIEN} as quien, r.cod_sustento
                 from ${RETENIDO(ambito)} and r.cod_doc = '03' order by r.numero, ${QUIEN}, ${EN_ORDEN}) s on s.numero = l.numero and s.quien = l.quien`

const CLAVE_DE_COMPRA = sql`c.sustento, c.proveedor_regimen = 'NEGOCIO_POPULAR' as negocio_popular,
         case when c.tipo = '16' then 'BIENES' when c.tipo = '15' or jsonb_typeof(c.pago_exterior) = 'object' then 'SERVICIOS' end as importacion`
const CLAVE_DE_LIQUIDACION = sql`l.sustento, false, case when l.receptor_tipo = '08' then 'SERVICIOS' end`

/** Purchases and the company's own liquidaciones, one row for each rate. */
export const comprasDe = (ambito: Ambito): RawBuilder<unknown> => sql`
  select c.id, 'COMPRA' as origen, c.tipo, ${tipoDe(sql`i.codigo_porcentaje`)} as tipo_iva, ${CLAVE_DE_COMPRA},
         i.base, i.valor as iva, c.fecha_emision as dia, c.numero
    from compra c
    join compra_impuesto i on i.empresa_id = c.empresa_id and i.compra_id = c.id and i.codigo = '2' and i.codigo_porcentaje = ${CODIGOS}
   where ${registradas(ambito)}
  union all
  select l.id, 'DOCUMENTO', '03', l.tipo_iva, ${CLAVE_DE_LIQUIDACION}, l.base, l.iva, l.dia, l.numero
    from (${lineasDeLiquidacion(ambito)}) l`

/** Groups that purchases may fall into, with every rate: the rates they really have are not read. */
export const cualesDeCompras = (ambito: Ambito): RawBuilder<unknown> => sql`
  select k.*, t.tipo_iva
    from (select distinct c.tipo, ${CLAVE_DE_COMPRA} from compra c where ${registradas(ambito)}) k
   cross join (select distinct tipo_iva from unnest(${[...TIPOS.values()]}::integer[]) as t (tipo_iva)) t
   union
  select '03', ${CLAVE_DE_LIQUIDACION}, l.tipo_iva from (${lineasDeLiquidacion(ambito)}) l`

/** Part of a document without withholding of renta, of its value without IVA and without the ICE that the IVA bases include. */
export const sinRetener = (subtotal: RawBuilder<unknown>): RawBuilder<unknown> => sql`${subtotal} - coalesce(w.base_renta, 0)`

/** Bases without any withholding: purchases and liquidaciones, credit notes apart. */
export const sinRetencionDe = (ambito: Ambito): RawBuilder<unknown> => sql`
  select s.* from (
    select c.id, 'COMPRA' as origen, c.tipo, ${sinRetener(sql`c.subtotal`)} as base, c.fecha_emision as dia, c.numero
      from compra c ${conRetenido.compra(ambito)} where ${registradas(ambito)} and c.tipo <> all(${[...COMPROBANTES_NOTA_CREDITO]}::text[])
    union all
    select d.id, 'DOCUMENTO', '03', ${sinRetener(sql`d.subtotal`)}, d.fecha_emision, ${NUMERO}
      from documento d ${conRetenido.liquidacion(ambito)} where ${liquidaciones(ambito)}) s
   where s.base > 0`

/** Withholdings of the company, by the date of the retención. */
export const retencionesDe = (ambito: Ambito): RawBuilder<unknown> => sql`
  select d.id, r.impuesto, r.codigo, r.base, r.valor, d.fecha_emision as dia, ${NUMERO} as numero
    from documento d
    join documento_retencion r on r.empresa_id = d.empresa_id and r.documento_id = d.id and r.version = d.version
   where ${retenciones(ambito)}`

/** Withholdings of clients, by the month in which they are declared. */
export const recibidasDe = ({ empresaId, ambiente, desde, hasta }: Ambito): RawBuilder<unknown> => sql`
  select p.id, p.agente_clave, p.agente_identificacion, l.impuesto, l.codigo, l.base, l.valor, p.fecha_emision as dia, p.numero
    from retencion_recibida p
    join retencion_recibida_linea l on l.empresa_id = p.empresa_id and l.retencion_id = p.id
   where p.empresa_id = ${empresaId} and p.ambiente = ${ambiente} and p.periodo between ${desde}::date and ${hasta}::date`

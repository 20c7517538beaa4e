import { COMPROBANTES_NOTA_CREDITO } from '@yupana/fiscal'

import type { Consulta } from './invariante.ts'

/** Stored totals: they must equal the sums of their documents. */
export const LO_GUARDADO: readonly Consulta[] = [
  {
    id: 'I18',
    titulo: 'Lo guardado de las ventas de un mes es lo que dicen sus documentos',
    cuenta: 'select count(*) from venta_mes',
    viola: `select 'ventas de ' || to_char(v.mes, 'YYYY-MM') || ' de la empresa ' || v.empresa_id || ', ' || v.ambiente as detalle from venta_mes v
              cross join lateral (select coalesce(sum((g ->> 'base')::bigint), 0) as base, coalesce(sum((g ->> 'iva')::bigint), 0) as iva
                                    from jsonb_array_elements(v.cifras -> 'grupos') g) k
              cross join lateral (
                select count(*) filter (where d.pestana = 1) as emitidos, count(*) filter (where d.pestana = 6) as anulados,
                       coalesce(sum(d.iva) filter (where d.pestana = 1), 0) as iva, coalesce(sum(l.base) filter (where d.pestana = 1), 0) as base
                  from documento d
                  join lateral (select sum(x.base + x.ice) as base from documento_linea x
                                 where x.empresa_id = d.empresa_id and x.documento_id = d.id and x.version = d.version) l on true
                 where d.empresa_id = v.empresa_id and d.ambiente = v.ambiente and d.tipo in ('01', '04', '05') and d.pestana in (1, 6)
                   and d.fecha_emision >= v.mes and d.fecha_emision < v.mes + interval '1 month') s
             where venta_mes_vale(v) and ((v.cifras ->> 'emitidos')::bigint, (v.cifras ->> 'anulados')::bigint, k.base, k.iva) is distinct from (s.emitidos, s.anulados, s.base, s.iva)`,
  },
  {
    id: 'I24',
    titulo: 'Lo guardado para el tablero de empresas es lo que se cuenta',
    cuenta: 'select count(*) from tablero_cuenta',
    viola: `select t.que || ' de la empresa ' || t.empresa_id || ', ' || t.ambiente || ': ' || t.cifras || ', se cuentan ' || c.cifras as detalle
              from tablero_cuenta t cross join lateral (select contar_tablero(t.empresa_id, t.ambiente, t.que, t.desde) as cifras) c
             where t.cifras <> c.cifras
               and not exists (select from tablero_cambio x where x.empresa_id = t.empresa_id and x.ambiente = t.ambiente and x.que = t.que)`,
  },
  {
    id: 'I25',
    titulo: 'Lo guardado de las ventas de un día o mes, por cada corte, es lo que dicen sus documentos',
    cuenta: 'select count(*) from cifra_tramo where tipo = 1',
    viola: `select t.grano || ' ' || t.desde || ' de la empresa ' || t.empresa_id || ', ' || t.ambiente as detalle
              from cifra_tramo t
              cross join lateral (select t.desde + case t.grano when 'MES' then interval '1 month' else interval '1 day' end as fin) f
              cross join lateral (
                select coalesce(sum(c.documentos) filter (where c.corte = 'dia'), 0) as documentos, coalesce(sum(c.iva) filter (where c.corte = 'dia'), 0) as iva,
                       coalesce(sum(c.subtotal) filter (where c.corte = 'dia'), 0) as subtotal,
                       coalesce(sum(c.total) filter (where c.corte = 'dia'), 0) as total, coalesce(sum(c.total) filter (where c.corte = 'cliente'), 0) as clientes,
                       coalesce(sum(c.total) filter (where c.corte = 'vendedor'), 0) as vendedores,
                       coalesce(sum(c.total) filter (where c.corte = 'establecimiento'), 0) as establecimientos,
                       coalesce(sum(c.total) filter (where c.corte = 'espera' and c.clave = 'SI'), 0) as espera,
                       coalesce(sum(c.costo) filter (where c.corte = 'producto'), 0) as costo,
                       coalesce(sum(c.costo) filter (where c.corte = 'margen'), 0) as costos,
                       coalesce(sum(c.total) filter (where c.corte = 'categoria'), 0) as categorias,
                       coalesce(sum(c.total) filter (where c.corte = 'producto'), 0) as productos,
                       coalesce(sum(c.cantidad) filter (where c.corte = 'producto'), 0) as cantidad,
                       coalesce(sum(c.total) filter (where c.corte = 'forma_pago'), 0) as pagos
                  from cifra_parte c where (c.empresa_id, c.ambiente, c.tipo, c.grano, c.desde) = (t.empresa_id, t.ambiente, t.tipo, t.grano, t.desde)) k
              cross join lateral (
                select count(*) as documentos, coalesce(sum(x.signo * d.iva), 0) as iva, coalesce(sum(x.signo * d.subtotal), 0) as subtotal, coalesce(sum(x.signo * d.total), 0) as total,
                       coalesce(sum(x.signo * l.base), 0) as lineas, coalesce(sum(x.signo * l.cantidad), 0) as cantidad, coalesce(sum(g.total), 0) as pagos,
                       coalesce(sum(x.signo * d.total) filter (where d.pestana = 2), 0) as espera, coalesce(sum(q.costo), 0) as costo
                  from documento d
                  cross join lateral (select case d.tipo when '04' then -1 else 1 end as signo) x
                  left join lateral (select sum(o.base) as base, sum(o.cantidad) as cantidad from documento_linea o
                                      where o.empresa_id = d.empresa_id and o.documento_id = d.id and o.version = d.version) l on true
                  left join lateral (select sum(o.total) as total from documento_pago o
                                      where o.empresa_id = d.empresa_id and o.documento_id = d.id and o.version = d.version) g on true
                  left join lateral (
                    select sum(w.costo) as costo from (
                      select -sum(k.valor) as costo from movimiento m join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id
                       where m.empresa_id = d.empresa_id and m.documento_id = d.id
                         and exists (select from documento_linea o where o.empresa_id = d.empresa_id and o.documento_id = d.id and o.version = d.version
                                        and o.producto_id = k.producto_id)
                       group by k.producto_id having sum(k.cantidad) <> 0) w) q on true
                 where d.empresa_id = t.empresa_id and d.ambiente = t.ambiente and d.tipo in ('01', '04', '05') and d.pestana in (1, 2)
                   and d.fecha_emision >= t.desde and d.fecha_emision < f.fin) s
             where t.tipo = 1 and cifra_tramo_vale(t)
               and (k.documentos, k.iva, k.subtotal, k.total, k.clientes, k.vendedores, k.establecimientos, k.espera, k.categorias, k.productos, k.cantidad, k.costo, k.costos, k.pagos)
                   is distinct from (s.documentos, s.iva, s.subtotal, s.total, s.total, s.total, s.total, s.espera, s.lineas, s.lineas, s.cantidad, s.costo, s.costo, s.pagos)`,
  },
  {
    id: 'I26',
    titulo: 'Lo guardado de los gastos de un día o mes, por cada corte, es lo que dicen sus compras y liquidaciones',
    cuenta: 'select count(*) from cifra_tramo where tipo = 2',
    viola: `select t.grano || ' ' || t.desde || ' de la empresa ' || t.empresa_id || ', ' || t.ambiente as detalle
              from cifra_tramo t
              cross join lateral (select t.desde + case t.grano when 'MES' then interval '1 month' else interval '1 day' end as fin) f
              cross join lateral (
                select coalesce(sum(c.documentos) filter (where c.corte = 'dia'), 0) as documentos, coalesce(sum(c.iva) filter (where c.corte = 'dia'), 0) as iva,
                       coalesce(sum(c.subtotal) filter (where c.corte = 'dia'), 0) as subtotal,
                       coalesce(sum(c.total) filter (where c.corte = 'dia'), 0) as total, coalesce(sum(c.total) filter (where c.corte = 'proveedor'), 0) as proveedores,
                       coalesce(sum(c.total) filter (where c.corte = 'sustento'), 0) as sustentos,
                       coalesce(sum(c.total) filter (where c.corte = 'espera' and c.clave = 'SI'), 0) as espera,
                       coalesce(sum(c.total) filter (where c.corte = 'forma_pago'), 0) as pagos
                  from cifra_parte c where (c.empresa_id, c.ambiente, c.tipo, c.grano, c.desde) = (t.empresa_id, t.ambiente, t.tipo, t.grano, t.desde)) k
              cross join lateral (
                select count(*) as documentos, coalesce(sum(g.iva), 0) as iva, coalesce(sum(g.subtotal), 0) as subtotal, coalesce(sum(g.total), 0) as total,
                       coalesce(sum(g.total) filter (where g.espera), 0) as espera, coalesce(sum(g.pagos), 0) as pagos
                  from (select x.signo * c.subtotal as subtotal, x.signo * c.iva as iva, x.signo * c.total as total, false as espera,
                               case x.signo when 1 then (select sum((p ->> 'total')::bigint) from jsonb_array_elements(c.pagos) p) end as pagos
                          from compra c cross join lateral (select case when c.tipo = any('{${COMPROBANTES_NOTA_CREDITO.join()}}') then -1 else 1 end as signo) x
                         where c.empresa_id = t.empresa_id and c.ambiente = t.ambiente and c.estado = 'REGISTRADA'
                           and c.fecha_registro >= t.desde and c.fecha_registro < f.fin
                        union all
                        select d.subtotal, d.iva, d.total, d.pestana = 2,
                               (select sum(p.total) from documento_pago p where p.empresa_id = d.empresa_id and p.documento_id = d.id and p.version = d.version)
                          from documento d
                         where d.empresa_id = t.empresa_id and d.ambiente = t.ambiente and d.tipo = '03' and d.pestana in (1, 2)
                           and d.fecha_emision >= t.desde and d.fecha_emision < f.fin) g) s
             where t.tipo = 2 and cifra_tramo_vale(t)
               and (k.documentos, k.iva, k.subtotal, k.total, k.proveedores, k.sustentos, k.espera, k.pagos)
                   is distinct from (s.documentos, s.iva, s.subtotal, s.total, s.total, s.total, s.espera, s.pagos)`,
  },
  {
    id: 'I27',
    titulo: 'Lo guardado de un casillero son comprobantes de su mes que cuentan, cada uno una vez',
    cuenta: 'select (select count(*) from venta_casillero) + (select count(*) from compra_casillero) as count',
    viola: `select l.lado || ' de ' || to_char(l.mes, 'YYYY-MM') || ' de la empresa ' || l.empresa_id || ', ' || l.ambiente || ': ' || u.id as detalle
              from (select 'ventas' as lado, k.empresa_id, k.ambiente, k.mes, k.ids from venta_casillero k
                      join venta_mes v on v.empresa_id = k.empresa_id and v.ambiente = k.ambiente and v.mes = k.mes where venta_mes_vale(v)
                    union all
                    select 'compras', k.empresa_id, k.ambiente, k.mes, k.ids from compra_casillero k where compra_casillero_vale(k)) l
             cross join lateral (select i.id, count(*) as veces from unnest(l.ids) as i (id) group by i.id) u
             where u.veces > 1
                or not exists (select from documento d where d.empresa_id = l.empresa_id and d.id = u.id and d.ambiente = l.ambiente and d.pestana = 1
                                  and (d.tipo = '03') = (l.lado = 'compras')
                                  and d.fecha_emision >= l.mes and d.fecha_emision < l.mes + interval '1 month')
               and not exists (select from compra c where l.lado = 'compras' and c.empresa_id = l.empresa_id and c.id = u.id and c.ambiente = l.ambiente
                                  and c.estado = 'REGISTRADA' and c.fecha_registro >= l.mes and c.fecha_registro < l.mes + interval '1 month')`,
  },
]

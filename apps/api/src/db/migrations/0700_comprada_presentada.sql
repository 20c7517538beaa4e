-- What the desk files is a declaracion_presentada like any other, and due no more for that reason alone.
create or replace function situacion_tributaria(de_empresa uuid, hoy date) returns jsonb
  language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'ruc', e.ruc,
    'condiciones', (select coalesce(jsonb_agg(jsonb_build_object('tipo', c.tipo, 'desde', c.desde, 'hasta', c.hasta, 'valor', c.valor)), '[]')
                      from empresa_condicion c where c.empresa_id = e.id),
    'desde', least((select min(d.fecha_emision) from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente),
                   (select min(c.fecha_registro) from compra c where c.empresa_id = e.id and c.ambiente = e.ambiente)),
    'presentados', (select coalesce(jsonb_agg(jsonb_build_object('formulario', d.formulario, 'desde', d.desde)), '[]')
                      from declaracion d
                     where d.empresa_id = e.id and d.ambiente = e.ambiente and d.desde >= hoy - 600
                       and exists (select from declaracion_presentada p where p.empresa_id = d.empresa_id and p.declaracion_id = d.id)),
    -- Of who is no agent: few.
    'mesesConRetencion', case when a.retiene then '[]' else
                           (select coalesce(jsonb_agg(distinct date_trunc('month', d.fecha_emision)::date), '[]')
                              from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente and d.tipo = '07' and d.pestana = 1) end,
    'firmaHasta', (select (c.hasta at time zone 'America/Guayaquil')::date from certificado c where c.empresa_id = e.id and c.activo),
    'porRetener', case when not a.retiene then '[]' else
                    (select coalesce(jsonb_agg(jsonb_build_object('fecha', p.fecha, 'documentos', p.documentos)), '[]')
                       from (select x.fecha, count(*)::int as documentos
                               from (select c.fecha_emision as fecha from compra c
                                      where c.empresa_id = e.id and c.ambiente = e.ambiente and c.estado = 'REGISTRADA' and c.tipo in ('01', '03')
                                        and c.fecha_emision between hoy - 30 and hoy
                                        and not exists (select from documento_retencion r join documento v on v.empresa_id = r.empresa_id and v.id = r.documento_id
                                                         where r.empresa_id = c.empresa_id and r.numero = c.numero and r.cod_doc = c.tipo and v.pestana in (1, 2)
                                                           and left(v.receptor_identificacion, 10) = left(c.proveedor_identificacion, 10))
                                     union all
                                     select b.fecha_emision from recibido b
                                      where b.empresa_id = e.id and b.ambiente = e.ambiente and b.estado = 'NUEVO' and b.tipo = '01'
                                        and b.fecha_emision between hoy - 30 and hoy) x
                              group by x.fecha) p) end,
    'porAceptar', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'numero', s.numero, 'pedida', s.pedida, 'dias', s.dias)), '[]')
                     from (select d.id, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero,
                                  (n.solicitada_en at time zone 'America/Guayaquil')::date as pedida, n.aceptacion_dias as dias
                             from documento_anulacion n join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id and d.ambiente = e.ambiente
                            where n.empresa_id = e.id and n.estado = 'POR_ACEPTAR' and n.aceptacion_dias is not null
                            order by n.solicitada_en desc limit 100) s),
    'porAnular', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'numero', s.numero, 'hasta', s.hasta)), '[]')
                    from (select d.id, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero, n.hasta
                            from documento_anulacion n join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id and d.ambiente = e.ambiente
                           where n.empresa_id = e.id and n.estado = 'SOLICITADA' order by n.solicitada_en desc limit 100) s))
    from empresa e
    cross join lateral (select exists (select from empresa_condicion c
                                        where c.empresa_id = e.id and c.tipo in ('AGENTE_RETENCION', 'CONTRIBUYENTE_ESPECIAL') and c.desde <= hoy
                                          and coalesce(c.hasta, hoy) >= hoy - 30) as retiene) a
   where e.id = de_empresa
$$;

-- Those that the desk noted before wait on it again: it files their figures with the receipt. Their numbers stay in the audit.
update declaracion_comprada b
   set numero_sri = null, fecha_sri = null, declarada_en = null, version = b.version + 1
  from orden o
 where o.empresa_id = b.empresa_id and o.id = b.orden_id and o.estado = 'PAGADA' and b.declarada_en is not null
   and not exists (select from declaracion d join declaracion_presentada p on p.empresa_id = d.empresa_id and p.declaracion_id = d.id
                    where d.empresa_id = b.empresa_id and d.formulario = b.formulario and d.desde = b.desde and d.meses = b.meses);

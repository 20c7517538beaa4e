-- July filed by itself begins on the same day as its half-year: what was filed is known by how many months it has, too.
create or replace function situacion_tributaria(de_empresa uuid, hoy date) returns jsonb
  language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'ruc', e.ruc,
    'condiciones', (select coalesce(jsonb_agg(jsonb_build_object('tipo', c.tipo, 'desde', c.desde, 'hasta', c.hasta, 'valor', c.valor)), '[]')
                      from empresa_condicion c where c.empresa_id = e.id),
    'desde', least((select min(d.fecha_emision) from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente),
                   (select min(c.fecha_registro) from compra c where c.empresa_id = e.id and c.ambiente = e.ambiente)),
    'presentados', (select coalesce(jsonb_agg(jsonb_build_object('formulario', d.formulario, 'desde', d.desde, 'meses', d.meses)), '[]')
                      from declaracion d
                     where d.empresa_id = e.id and d.ambiente = e.ambiente and d.desde >= hoy - 600
                       and exists (select from declaracion_presentada p where p.empresa_id = d.empresa_id and p.declaracion_id = d.id)),
    'mesesConRetencion', case when a.retiene then '[]' else cuenta_tablero(e.id, e.ambiente, 'MESES_CON_RETENCION', hoy) end,
    'firmaHasta', (select (c.hasta at time zone 'America/Guayaquil')::date from certificado c where c.empresa_id = e.id and c.activo),
    'porRetener', case when not a.retiene then '[]' else
                    (select coalesce(jsonb_agg(p.dia), '[]') from jsonb_array_elements(cuenta_tablero(e.id, e.ambiente, 'POR_RETENER', hoy)) as p (dia)
                      where (p.dia ->> 'fecha')::date between hoy - 30 and hoy) end,
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
    cross join lateral (select fue_agente_retencion(e.id, hoy) as retiene offset 0) a
   where e.id = de_empresa
$$;

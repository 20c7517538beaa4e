-- What the calendar of obligations is made from, of one company in its present environment: whoever asks sees no more than his own rights.
create function situacion_tributaria(de_empresa uuid, hoy date) returns jsonb
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
revoke execute on function situacion_tributaria from public;
grant execute on function situacion_tributaria to yupana_app;
create index documento_anulacion_pedida on documento_anulacion (empresa_id, solicitada_en desc) where estado in ('SOLICITADA', 'POR_ACEPTAR');

-- The companies that a person answers for, with what waits in each, counted no further than 1,000; for support only the present one.
create function tablero_de_sesion(token bytea, ahora timestamptz, hoy date)
  returns table (id uuid, nombre text, ruc text, ambiente text, situacion jsonb, rechazados integer, en_espera integer, recibidos integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query
  select e.id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, e.ambiente, situacion_tributaria(e.id, hoy),
         (select count(*)::int from (select from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente and d.pestana = 4
                                        and d.estado in ('RECHAZADO', 'RETENIDO') limit 1001) r),
         (select count(*)::int from (select from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente and d.pestana = 2 limit 1001) w),
         (select count(*)::int from (select from recibido b where b.empresa_id = e.id and b.ambiente = e.ambiente and b.estado = 'NUEVO' limit 1001) n)
    from sesion s
    join usuario u on u.id = de
    join usuario_empresa ue on ue.usuario_id = de and ue.activo
    join empresa e on e.id = ue.empresa_id and e.suspendida_en is null
   where s.token_hash = token and (s.actor_id is null or e.id = s.empresa_id)
     and ue.rol <> 2 and (u.super_admin or ue.rol in (0, 1) or 'declaracion:presentar' = any (ue.collections))
   order by 2, 1 limit 200;
end $$;
revoke execute on function tablero_de_sesion from public;
grant execute on function tablero_de_sesion to yupana_app;

-- The address under which a person's calendar of a company is read by other programs: known by its hash alone, taken back by counting on.
create table calendario (
  empresa_id uuid not null references empresa,
  usuario_id uuid not null,
  hash       bytea check (length(hash) = 32),
  n          integer not null default 0,
  creado_en  timestamptz not null,
  primary key (empresa_id, usuario_id),
  foreign key (empresa_id, usuario_id) references usuario_empresa
);
create unique index calendario_hash on calendario (hash) where hash is not null;
call proteger_tabla('calendario');
grant select, insert on calendario to yupana_app;
grant update (hash, n, creado_en) on calendario to yupana_app;

-- Whose calendar an address leads to, while that person still works there with that right: who reads it has no session.
create function calendario_de_enlace(token bytea) returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.empresa_id from calendario c
    join empresa e on e.id = c.empresa_id and e.suspendida_en is null
    join usuario u on u.id = c.usuario_id and u.activo
    join usuario_empresa ue on ue.empresa_id = c.empresa_id and ue.usuario_id = c.usuario_id and ue.activo
   where c.hash = token and ue.rol <> 2
     and (u.super_admin or ue.rol in (0, 1) or 'declaracion:presentar' = any (ue.collections))
$$;
revoke execute on function calendario_de_enlace from public;
grant execute on function calendario_de_enlace to yupana_app;

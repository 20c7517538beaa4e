-- Declarations bought as a service (O-32, O-79): a company has one of each form and period.
create table declaracion_comprada (
  empresa_id   uuid not null references empresa,
  formulario   text not null check (formulario in ('104', '103', 'ATS')),
  desde        date not null check (extract(day from desde) = 1),
  meses        smallint not null check (meses in (1, 6)),
  orden_id     uuid not null,
  -- Of the receipt that the SRI gave; null while the installation prepares it.
  numero_sri   text check (numero_sri ~ '^[0-9]{6,20}$'),
  fecha_sri    date,
  declarada_en timestamptz,
  version      integer not null default 1,
  primary key (empresa_id, formulario, desde, meses),
  foreign key (empresa_id, orden_id) references orden,
  check (num_nonnulls(numero_sri, fecha_sri, declarada_en) in (0, 3))
);
create index declaracion_comprada_orden on declaracion_comprada (empresa_id, orden_id);
create index declaracion_comprada_cola on declaracion_comprada (desde, empresa_id) where declarada_en is null;
call proteger_tabla('declaracion_comprada');
grant select, insert, delete on declaracion_comprada to yupana_app;
grant update (numero_sri, fecha_sri, declarada_en, version) on declaracion_comprada to yupana_app;

-- Which form and period a declaration in a cart is of; empty for what is no declaration.
delete from carrito_linea l using tienda_producto p where p.id = l.producto_id and p.tipo = 'DECLARACION';
alter table carrito_linea
  add column formulario text not null default '',
  add column periodo text not null default '',
  add check ((formulario = '') = (periodo = '')),
  add check (formulario = '' or cantidad = 1),
  drop constraint carrito_linea_pkey,
  add primary key (empresa_id, usuario_id, producto_id, formulario, periodo);
update orden o set lineas = (
  select jsonb_agg(l.linea || '{"declaracion": null}' order by l.i) from jsonb_array_elements(o.lineas) with ordinality l(linea, i))
 where jsonb_array_length(o.lineas) > 0;

-- Declarations that companies bought, for the desk of SUPER_ADMIN: those to be done first, the oldest period first.
create function administracion_declaraciones(token bytea, ahora timestamptz, hechas boolean, salta integer, cuantas integer)
  returns table (empresa_id uuid, empresa text, ruc text, especial jsonb, orden_id uuid, numero bigint, formulario text, desde date, meses smallint,
                 numero_sri text, fecha_sri date, version integer, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.empresa_id, coalesce(e.nombre_comercial, e.razon_social), e.ruc,
         (select coalesce(jsonb_agg(jsonb_build_object('tipo', c.tipo, 'desde', c.desde, 'hasta', c.hasta, 'valor', c.valor)), '[]')
            from empresa_condicion c where c.empresa_id = s.empresa_id and c.tipo = 'CONTRIBUYENTE_ESPECIAL'),
         s.orden_id, o.numero, s.formulario, s.desde, s.meses, s.numero_sri, s.fecha_sri, s.version, s.total
    from (select d.*, count(*) over ()::integer as total from declaracion_comprada d
           where es_de_super_admin(token, ahora) and (d.declarada_en is not null) = hechas
           order by case when hechas then d.declarada_en end desc, d.desde, d.empresa_id, d.formulario offset salta limit cuantas) s
    join empresa e on e.id = s.empresa_id
    join orden o on o.empresa_id = s.empresa_id and o.id = s.orden_id
   order by case when hechas then s.declarada_en end desc, s.desde, s.empresa_id, s.formulario
$$;
revoke execute on function administracion_declaraciones from public;
grant execute on function administracion_declaraciones to yupana_app;

-- What somebody of the installation filed for the company is due no more.
create or replace function situacion_tributaria(de_empresa uuid, hoy date) returns jsonb
  language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'ruc', e.ruc,
    'condiciones', (select coalesce(jsonb_agg(jsonb_build_object('tipo', c.tipo, 'desde', c.desde, 'hasta', c.hasta, 'valor', c.valor)), '[]')
                      from empresa_condicion c where c.empresa_id = e.id),
    'desde', least((select min(d.fecha_emision) from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente),
                   (select min(c.fecha_registro) from compra c where c.empresa_id = e.id and c.ambiente = e.ambiente)),
    'presentados', (select coalesce(jsonb_agg(jsonb_build_object('formulario', f.formulario, 'desde', f.desde)), '[]')
                      from (select d.formulario, d.desde from declaracion d
                             where d.empresa_id = e.id and d.ambiente = e.ambiente and d.desde >= hoy - 600
                               and exists (select from declaracion_presentada p where p.empresa_id = d.empresa_id and p.declaracion_id = d.id)
                            union
                            select b.formulario, b.desde from declaracion_comprada b
                             where b.empresa_id = e.id and b.declarada_en is not null and b.desde >= hoy - 600) f),
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

-- Which company of the installation sells, and at which of its tills.
alter table tienda_ajuste
  add column vende_id uuid references empresa,
  add column establecimiento text,
  add column punto text,
  add check (num_nonnulls(vende_id, establecimiento, punto) in (0, 3));

-- What is issued of a paid order: its id is taken with the decision, its number once it is issued, so that it is issued once.
alter table orden
  add column vende_id uuid references empresa,
  add column factura_id uuid,
  add column factura_numero text,
  add column nota_id uuid,
  add column nota_numero text,
  -- Why it is not issued yet.
  add column emision_problema text,
  add column por_emitir boolean not null generated always as
    ((factura_id is not null and factura_numero is null) or (nota_id is not null and nota_numero is null)) stored,
  add check (factura_id is null or vende_id is not null),
  add check (nota_id is null or factura_id is not null),
  add check (factura_numero is null or factura_id is not null),
  add check (nota_numero is null or nota_id is not null),
  drop constraint orden_estado_check,
  add constraint orden_estado_check check (estado in ('POR_PAGAR', 'EN_REVISION', 'PAGADA', 'RECHAZADA', 'ANULADA', 'DEVUELTA'));
create index orden_por_emitir on orden (editada_en) where por_emitir;
create index orden_vende on orden (vende_id) where vende_id is not null;

-- The desk of SUPER_ADMIN: receipts that wait, and what was paid or given back and is not issued yet.
create or replace function administracion_ordenes(token bytea, ahora timestamptz, de_estado text, desde integer, cuantas integer)
  returns table (id uuid, empresa_id uuid, empresa text, ruc text, numero bigint, estado text, creada_en timestamptz, vence date, lineas jsonb, total_orden bigint, comprador text, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.empresa_id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, s.numero, s.estado, s.creada_en, s.vence, s.lineas, s.total, s.comprador, s.todas
    from (select o.*, count(*) over ()::integer as todas from orden o
           where es_de_super_admin(token, ahora) and case when de_estado = '' then o.estado = 'EN_REVISION' or o.por_emitir else o.estado = de_estado end
           order by o.editada_en, o.id offset desde limit cuantas) s join empresa e on e.id = s.empresa_id
   order by s.editada_en, s.id
$$;

-- A company by its RUC, for the session of a SUPER_ADMIN alone.
create function administracion_empresa_de_ruc(token bytea, ahora timestamptz, de_ruc text) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id from empresa e where es_de_super_admin(token, ahora) and e.ruc = de_ruc and e.suspendida_en is null
$$;
revoke execute on function administracion_empresa_de_ruc from public;
grant execute on function administracion_empresa_de_ruc to yupana_app;

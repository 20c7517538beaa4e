-- Documents issued outside (O-101): on pre-printed forms, or in the SRI's own portal. Never signed nor sent, and of no series counter.
alter table documento
  -- Issue mode of the specification: 1 FISICA, 2 ELECTRONICO.
  add column modo_emision smallint not null default 2,
  -- The authorisation under which it was issued outside; empty where it was issued here.
  add column registro text collate "C" not null default '',
  add constraint documento_registro check (
    (registro = '' and modo_emision = 2) or (modo_emision = 1 and registro ~ '^[0-9]{10}$') or (modo_emision = 2 and registro = clave));

-- A pre-printed one may carry the number of one of ours: each authorisation numbers for itself.
do $$
declare
  anterior text;
begin
  select conname into strict anterior from pg_constraint where conrelid = 'documento'::regclass and contype = 'u' and cardinality(conkey) = 6;
  execute format('alter table documento drop constraint %I', anterior);
end $$;
alter table documento add constraint documento_numero unique (empresa_id, ambiente, tipo, establecimiento, punto, secuencial, registro);

-- As before, but the SRI knows nothing of what was pre-printed.
create or replace function reclamar_muestreo(ahora timestamptz, hasta timestamptz, quien text, desde date)
  returns table (empresa_id uuid, ambiente text, cerco integer, documento_id uuid, clave text)
  language sql security definer set search_path = public, pg_temp as $$
  with elegido as materialized (
    select m.empresa_id, m.ambiente from muestreo m
     where m.proximo_intento <= ahora and not (select cercada from instalacion) order by m.proximo_intento limit 1 for update skip locked
  ), tomado as (
    update muestreo m set cerco = m.cerco + 1, arrendatario = quien, proximo_intento = hasta
      from elegido l where m.empresa_id = l.empresa_id and m.ambiente = l.ambiente
    returning m.empresa_id, m.ambiente, m.cerco, m.documento_id
  )
  select t.empresa_id, t.ambiente, t.cerco, s.id, s.clave
    from tomado t
    left join documento p on p.empresa_id = t.empresa_id and p.id = t.documento_id
    left join lateral (
      select d.id, d.clave from documento d
       where d.empresa_id = t.empresa_id and d.ambiente = t.ambiente and d.pestana = 1 and d.modo_emision = 2 and d.fecha_emision >= desde
         and (p.id is null or (d.fecha_emision, d.creado_en, d.id) < (p.fecha_emision, p.creado_en, p.id))
       order by d.fecha_emision desc, d.creado_en desc, d.id desc limit 1) s on true
$$;

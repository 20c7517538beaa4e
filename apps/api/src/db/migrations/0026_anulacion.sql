-- Voiding of documents, asked for here or in the SRI's portal.

-- Requests (O-56): the SRI's portal decides. What was asked, and what its consultation service answered since.
create table documento_anulacion (
  empresa_id       uuid not null,
  documento_id     uuid not null,
  n                integer not null,
  -- Nobody of ours where the request was found at the SRI.
  usuario_id       uuid,
  solicitada_en    timestamptz not null,
  motivo           text not null,
  -- Last day in the portal, in its earliest reading and moved to the next working day.
  hasta            date not null,
  extendido        date not null,
  -- Working days the receiver has to accept; NULL where nobody has to.
  aceptacion_dias  integer,
  estado           text not null check (estado in ('SOLICITADA', 'POR_ACEPTAR', 'ANULADA', 'RETIRADA', 'NO_ACEPTADA', 'VENCIDA')),
  consultada_en    timestamptz,
  resuelta_en      timestamptz,
  -- When the SRI is asked next, under which lease; NULL once it is settled.
  proximo_intento  timestamptz,
  intentos         integer not null default 0,
  cerco            integer not null default 0,
  arrendatario     text,
  primary key (empresa_id, documento_id, n),
  foreign key (empresa_id, documento_id) references documento
);
create unique index documento_anulacion_abierta on documento_anulacion (empresa_id, documento_id) where estado in ('SOLICITADA', 'POR_ACEPTAR');
create index documento_anulacion_vencida on documento_anulacion (empresa_id, proximo_intento) where proximo_intento is not null;
create index documento_anulacion_pedida on documento_anulacion (empresa_id, solicitada_en desc) where estado in ('SOLICITADA', 'POR_ACEPTAR');
call proteger_tabla('documento_anulacion');
grant select, insert on documento_anulacion to yupana_app, yupana_worker;
grant update (estado, resuelta_en, proximo_intento) on documento_anulacion to yupana_app;
grant update (estado, consultada_en, resuelta_en, proximo_intento, intentos, cerco, arrendatario) on documento_anulacion to yupana_worker;
create trigger documento_anulacion_queda before delete on documento_anulacion for each row execute function rechazar_cambio();
create trigger documento_anulacion_resuelta before update on documento_anulacion for each row
  when (old.estado not in ('SOLICITADA', 'POR_ACEPTAR')) execute function rechazar_cambio();
create trigger sin_truncate before truncate on documento_anulacion for each statement execute function rechazar_cambio();

-- Where the slow walk over what is authorised stands, in each company and environment: it finds what was voided in the portal.
create table muestreo (
  empresa_id       uuid not null references empresa,
  ambiente         text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  -- The last document looked at; NULL before the newest.
  documento_id     uuid,
  proximo_intento  timestamptz not null,
  cerco            integer not null default 0,
  arrendatario     text,
  primary key (empresa_id, ambiente)
);
create index muestreo_vencido on muestreo (proximo_intento);
call proteger_tabla('muestreo');
grant insert on muestreo to yupana_app;
grant select, update on muestreo to yupana_worker;

-- Requests whose time has come, of all companies, oldest first, no company with more than its share; each comes with its lease.
create function reclamar_anulaciones(ahora timestamptz, hasta timestamptz, quien text, limite integer, por_empresa integer)
  returns table (empresa_id uuid, documento_id uuid, n integer, cerco integer, intentos integer, pedida text, plazo date, aceptacion_dias integer,
                 ambiente text, clave text, estado text)
  language sql security definer set search_path = public, pg_temp as $$
  with turnos as (
    select v.empresa_id, v.documento_id, v.n, v.proximo_intento, row_number() over (partition by v.empresa_id order by v.proximo_intento) as turno
      from documento_anulacion v where v.proximo_intento <= ahora and not (select cercada from instalacion)
  ), elegidas as materialized (
    select a.empresa_id, a.documento_id, a.n from documento_anulacion a
      join turnos t on t.empresa_id = a.empresa_id and t.documento_id = a.documento_id and t.n = a.n
     where t.turno <= por_empresa and a.proximo_intento <= ahora
     order by t.turno, t.proximo_intento limit limite for update of a skip locked
  )
  update documento_anulacion a set cerco = a.cerco + 1, arrendatario = quien, proximo_intento = hasta
    from elegidas l, documento d
   where a.empresa_id = l.empresa_id and a.documento_id = l.documento_id and a.n = l.n and d.empresa_id = l.empresa_id and d.id = l.documento_id
  returning a.empresa_id, a.documento_id, a.n, a.cerco, a.intentos, a.estado,
    greatest(a.extendido, (a.solicitada_en at time zone 'America/Guayaquil')::date), a.aceptacion_dias, d.ambiente, d.clave, d.estado
$$;

-- The walk that has waited longest, under lease, with the next authorised document from its place on, newest first; none at its end. The
-- SRI knows nothing of what was pre-printed.
create function reclamar_muestreo(ahora timestamptz, hasta timestamptz, quien text, desde date)
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

revoke execute on function reclamar_anulaciones, reclamar_muestreo from public;
grant execute on function reclamar_anulaciones, reclamar_muestreo to yupana_worker;

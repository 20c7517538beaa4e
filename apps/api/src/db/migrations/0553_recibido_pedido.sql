-- Claves of documents that others issued to the company: asked from the SRI by the worker, one row for each until it was settled (O-77).
create table recibido_pedido (
  empresa_id      uuid not null references empresa,
  ambiente        text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  clave           text collate "C" not null check (clave ~ '^[0-9]{49}$'),
  -- What was asked for together.
  lote            uuid not null,
  usuario_id      uuid not null,
  creado_en       timestamptz not null,
  estado          text not null default 'PENDIENTE' check (estado in ('PENDIENTE', 'TRAIDO', 'SIN_CONSTANCIA', 'RECHAZADO')),
  motivo          text,
  intentos        integer not null default 0,
  proximo_intento timestamptz check ((proximo_intento is not null) = (estado = 'PENDIENTE')),
  primary key (empresa_id, ambiente, clave)
);
create index recibido_pedido_lote on recibido_pedido (empresa_id, ambiente, creado_en desc);
create index recibido_pedido_vencido on recibido_pedido (proximo_intento) where estado = 'PENDIENTE';
call proteger_tabla('recibido_pedido');
grant select, insert, update on recibido_pedido to yupana_app;
grant select on recibido_pedido to yupana_worker;
grant update (estado, motivo, intentos, proximo_intento) on recibido_pedido to yupana_worker;

-- The claves that have waited longest, under lease until `hasta`.
create function reclamar_recibido_pedido(ahora timestamptz, hasta timestamptz, cuantos integer)
  returns table (empresa_id uuid, ambiente text, clave text, usuario_id uuid, intentos integer)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update recibido_pedido p set proximo_intento = hasta, intentos = p.intentos + 1
    from (select v.empresa_id, v.ambiente, v.clave from recibido_pedido v where v.estado = 'PENDIENTE' and v.proximo_intento <= ahora
           order by v.proximo_intento limit cuantos for update skip locked) v
   where p.empresa_id = v.empresa_id and p.ambiente = v.ambiente and p.clave = v.clave
  returning p.empresa_id, p.ambiente, p.clave, p.usuario_id, p.intentos
$$;
revoke execute on function reclamar_recibido_pedido from public;
grant execute on function reclamar_recibido_pedido to yupana_worker;

-- Whether the supplier voided it since, as the SRI says, and when it is asked again.
alter table recibido add column anulado_en timestamptz, add column proxima_consulta timestamptz;
update recibido set proxima_consulta = creado_en + interval '1 day';
create index recibido_consulta on recibido (proxima_consulta) where anulado_en is null;
grant select, insert on recibido to yupana_worker;
grant update (anulado_en, proxima_consulta) on recibido to yupana_worker;

-- The document of the inbox that was not asked about for longest.
create function reclamar_recibido(ahora timestamptz, hasta timestamptz, desde date)
  returns table (empresa_id uuid, id uuid, ambiente text, clave text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update recibido r set proxima_consulta = hasta
   where (r.empresa_id, r.id) = (
     select v.empresa_id, v.id from recibido v
      where v.anulado_en is null and v.proxima_consulta <= ahora and v.fecha_emision >= desde
      order by v.proxima_consulta limit 1 for update skip locked)
  returning r.empresa_id, r.id, r.ambiente, r.clave
$$;
revoke execute on function reclamar_recibido from public;
grant execute on function reclamar_recibido to yupana_worker;

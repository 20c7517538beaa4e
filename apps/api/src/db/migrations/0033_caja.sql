-- The tills of the people who sell, and the money in them.

-- The till of a person: opened with an amount, closed with what was expected of it and what was counted. Closed once, never again opened.
create table caja (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  ambiente         text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  numero           integer not null check (numero > 0),
  usuario_id       uuid not null,
  establecimiento  text,
  punto            text,
  apertura         bigint not null check (apertura >= 0),
  abierta_en       timestamptz not null,
  cerrada_en       timestamptz,
  cerrada_por      uuid,
  -- Cash, when it was closed.
  esperado         bigint,
  contado          bigint check (contado >= 0),
  -- [{denominacion, cantidad}]; none where only the sum was written.
  conteo           jsonb,
  nota             text,
  primary key (empresa_id, id),
  unique (empresa_id, ambiente, numero),
  foreign key (empresa_id, establecimiento, punto) references punto_emision,
  check ((establecimiento is null) = (punto is null)),
  check ((cerrada_en is null) = (cerrada_por is null) and (cerrada_en is null) = (esperado is null) and (cerrada_en is null) = (contado is null)),
  check (cerrada_en is not null or (conteo is null and nota is null))
);
create unique index caja_abierta on caja (empresa_id, ambiente, usuario_id) where cerrada_en is null;
create index caja_lista on caja (empresa_id, ambiente, abierta_en desc, id desc);
create index caja_de_usuario on caja (empresa_id, ambiente, usuario_id, abierta_en desc, id desc);
call proteger_tabla('caja');
grant select, insert on caja to yupana_app;
grant select on caja to yupana_worker;
grant update (cerrada_en, cerrada_por, esperado, contado, conteo, nota) on caja to yupana_app;
-- A till is locked while money is written into it: that asks for a column that may be updated.
grant update (cerrada_en) on caja to yupana_worker;
create trigger caja_queda before delete on caja for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on caja for each statement execute function rechazar_cambio();

create function caja_cambia() returns trigger language plpgsql as $$
begin
  if old.cerrada_en is not null or new.cerrada_en is null
     or (to_jsonb(old) - array['cerrada_en', 'cerrada_por', 'esperado', 'contado', 'conteo', 'nota'])
        <> (to_jsonb(new) - array['cerrada_en', 'cerrada_por', 'esperado', 'contado', 'conteo', 'nota']) then
    raise exception 'La caja % solo se cierra, una vez', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger caja_cambia before update on caja for each row execute function caja_cambia();

-- Cash put in or taken out by hand, with its reason.
create table caja_movimiento (
  empresa_id  uuid not null,
  caja_id     uuid not null,
  id          uuid not null,
  tipo        text not null check (tipo in ('INGRESO', 'EGRESO')),
  valor       bigint not null check (valor > 0),
  motivo      text not null,
  usuario_id  uuid not null,
  creado_en   timestamptz not null,
  primary key (empresa_id, id),
  foreign key (empresa_id, caja_id) references caja
);
create index caja_movimiento_de on caja_movimiento (empresa_id, caja_id, creado_en);
call proteger_tabla('caja_movimiento');
call solo_agregar('caja_movimiento');
grant select, insert on caja_movimiento to yupana_app;
grant select on caja_movimiento to yupana_worker;

-- Which payments and documents a till took in (1) or gave back (-1): each once. What they are worth stands in their own rows.
create table caja_origen (
  empresa_id  uuid not null,
  caja_id     uuid not null,
  origen      text not null check (origen in ('DOCUMENTO', 'PAGO')),
  origen_id   uuid not null,
  -- Of a document; a payment has only 1.
  version     integer not null,
  signo       smallint not null check (signo in (1, -1)),
  creado_en   timestamptz not null,
  primary key (empresa_id, origen_id, version, signo),
  foreign key (empresa_id, caja_id) references caja
);
create index caja_origen_de on caja_origen (empresa_id, caja_id, creado_en);
call proteger_tabla('caja_origen');
call solo_agregar('caja_origen');
grant select, insert on caja_origen to yupana_app, yupana_worker;

-- The money of a till by its means: a document's parts without a term by their code of table 24, payments by their methods, and what was
-- moved by hand. Below zero where it went out.
create function caja_dinero(empresa uuid, cual uuid)
  returns table (en timestamptz, origen text, origen_id uuid, signo smallint, n integer, medio text, valor bigint)
  language sql stable set search_path = public, pg_temp as $$
  select o.creado_en, o.origen, o.origen_id, o.signo, p.n,
         case p.forma_pago when '01' then 'EFECTIVO' when '16' then 'TARJETA_DEBITO' when '19' then 'TARJETA_CREDITO'
           when '17' then 'FINANCIERO' when '18' then 'FINANCIERO' when '20' then 'FINANCIERO' else 'OTRO' end,
         o.signo * case d.tipo when '03' then -1 else 1 end * p.total
    from caja_origen o
    join documento d on d.empresa_id = o.empresa_id and d.id = o.origen_id
    join documento_pago p on p.empresa_id = o.empresa_id and p.documento_id = o.origen_id and p.version = o.version
   where o.empresa_id = empresa and o.caja_id = cual and o.origen = 'DOCUMENTO' and coalesce(p.plazo, 0) <= 0 and p.total > 0
  union all
  select o.creado_en, o.origen, o.origen_id, o.signo, m.n::integer, m.metodo ->> 'metodo',
         o.signo * case when (g.sentido = 'COBRAR') = (g.total >= 0) then 1 else -1 end * (m.metodo ->> 'valor')::bigint
    from caja_origen o
    join pago g on g.empresa_id = o.empresa_id and g.id = o.origen_id
   cross join jsonb_array_elements(g.metodos) with ordinality as m (metodo, n)
   where o.empresa_id = empresa and o.caja_id = cual and o.origen = 'PAGO'
  union all
  select v.creado_en, 'MOVIMIENTO', v.id, 1::smallint, 1, 'EFECTIVO', case v.tipo when 'INGRESO' then v.valor else -v.valor end
    from caja_movimiento v where v.empresa_id = empresa and v.caja_id = cual
$$;

revoke execute on function caja_dinero from public;
grant execute on function caja_dinero to yupana_app, yupana_worker;

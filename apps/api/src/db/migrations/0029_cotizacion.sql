-- Quotes, the versions that a client has, and what facturas took of them.

-- Quotes (O-74), which are no documents of the SRI: their own series by point, taken when one is saved.
create table cotizacion_serie (
  empresa_id       uuid not null references empresa,
  establecimiento  text not null,
  punto            text not null,
  siguiente        integer not null default 1 check (siguiente between 1 and 1000000000),
  primary key (empresa_id, establecimiento, punto)
);
call proteger_tabla('cotizacion_serie');
grant select, insert, update on cotizacion_serie to yupana_app;

-- That a quote expired follows from `vence`, that it was invoiced from its factura.
create table cotizacion (
  empresa_id               uuid not null references empresa,
  id                       uuid not null,
  establecimiento          text not null,
  punto                    text not null,
  secuencial               integer not null check (secuencial between 1 and 999999999),
  numero                   text collate "C" not null
                           generated always as (establecimiento || '-' || punto || '-' || lpad(secuencial::text, 9, '0')) stored,
  estado                   text not null default 'BORRADOR' check (estado in ('BORRADOR', 'ENVIADA', 'ACEPTADA', 'RECHAZADA')),
  fecha_emision            date not null,
  vence                    date not null check (vence > fecha_emision),
  persona_id               uuid,
  receptor_tipo            text not null,
  receptor_identificacion  text not null,
  receptor_nombre          text not null,
  subtotal                 bigint not null,
  descuento                bigint not null,
  iva                      bigint not null,
  total                    bigint not null,
  entrada                  jsonb not null,
  calculo                  jsonb not null,
  nota_respuesta           text,
  respondida_en            timestamptz,
  usuario_id               uuid not null,
  version                  integer not null default 1,
  creado_en                timestamptz not null,
  editado_en               timestamptz not null,
  -- The public link of a quote: its token is known by its hash alone, and taken back by counting on.
  enlace_hash              bytea,
  enlace_n                 integer not null default 0,
  -- Whether facturas that count leave something of it; kept by `cotizacion_medir`.
  parcial                  boolean not null default false,
  -- The version that the client has; null while the quote is a draft.
  version_enviada          integer,
  primary key (empresa_id, id),
  unique (empresa_id, establecimiento, punto, secuencial),
  foreign key (empresa_id, persona_id) references persona on delete set null (persona_id)
);
create index cotizacion_fecha on cotizacion (empresa_id, fecha_emision, creado_en);
create index cotizacion_persona on cotizacion (empresa_id, persona_id) where persona_id is not null;
create unique index cotizacion_enlace on cotizacion (enlace_hash) where enlace_hash is not null;
create index cotizacion_parcial on cotizacion (empresa_id, fecha_emision, creado_en) where parcial;
call proteger_tabla('cotizacion');
grant select, insert, update, delete on cotizacion to yupana_app;
grant select on cotizacion to yupana_worker;
grant update (parcial) on cotizacion to yupana_worker;
create trigger persona_vigente before insert on cotizacion for each row
  when (new.persona_id is not null) execute function a_la_persona_vigente();
create trigger persona_vigente_cambia before update of persona_id on cotizacion for each row
  when (new.persona_id is not null and new.persona_id is distinct from old.persona_id) execute function en_su_ficha();

-- What a client was sent of a quote stays as it was sent, whatever becomes of the quote (issue 13).
create table cotizacion_version (
  empresa_id      uuid not null references empresa,
  cotizacion_id   uuid not null,
  n               integer not null check (n > 0),
  -- Who sent it, and when.
  usuario_id      uuid not null,
  en              timestamptz not null,
  fecha_emision   date not null,
  vence           date not null,
  total           bigint not null,
  entrada         jsonb not null,
  calculo         jsonb not null,
  -- The company as it was printed.
  emisor          jsonb not null,
  vendedor        text,
  -- What is other than in the version before; null for the first.
  cambios         jsonb,
  -- What was answered to it.
  respuesta       text check (respuesta in ('ACEPTADA', 'RECHAZADA')),
  nota_respuesta  text,
  respondida_en   timestamptz,
  primary key (empresa_id, cotizacion_id, n),
  foreign key (empresa_id, cotizacion_id) references cotizacion on delete cascade
);
call proteger_tabla('cotizacion_version');
grant select, insert on cotizacion_version to yupana_app;
grant update (respuesta, nota_respuesta, respondida_en) on cotizacion_version to yupana_app;

-- A quote is invoiced whole or in parts: what each factura took of it, of which line (from 0) how many.
create table cotizacion_factura (
  empresa_id     uuid not null,
  factura_id     uuid not null,
  cotizacion_id  uuid not null,
  tomado         jsonb not null,
  primary key (empresa_id, factura_id),
  foreign key (empresa_id, factura_id) references documento,
  foreign key (empresa_id, cotizacion_id) references cotizacion on delete cascade
);
create index cotizacion_factura_de on cotizacion_factura (empresa_id, cotizacion_id);
call proteger_tabla('cotizacion_factura');
grant select, insert, delete on cotizacion_factura to yupana_app;
grant select on cotizacion_factura to yupana_worker;

-- Whose quote a link leads to: who holds it belongs to no company.
create function cotizacion_de_enlace(token bytea) returns table (empresa_id uuid, cotizacion_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.empresa_id, c.id from cotizacion c join empresa e on e.id = c.empresa_id where c.enlace_hash = token and e.suspendida_en is null
$$;

-- A quote is measured once nobody else changes it: facturas issued meanwhile are seen only by a statement that begins after the wait.
create function cotizacion_medir(empresa uuid, cual uuid) returns void
  language plpgsql volatile set search_path = public, pg_temp as $$
begin
  perform 1 from cotizacion c where c.empresa_id = empresa and c.id = cual for update;
  with cuenta as (
    select f.tomado from cotizacion_factura f
      join documento d on d.empresa_id = f.empresa_id and d.id = f.factura_id and d.estado not in ('ANULADO', 'CERRADO')
     where f.empresa_id = empresa and f.cotizacion_id = cual
  ), tomado as (
    select (t ->> 'linea')::int as linea, sum((t ->> 'cantidad')::bigint) as cantidad
      from cuenta cross join jsonb_array_elements(cuenta.tomado) t group by 1
  )
  update cotizacion c set parcial =
      exists (select 1 from cuenta)
      and exists (select 1 from jsonb_array_elements(c.entrada -> 'lineas') with ordinality as l (linea, n)
                    left join tomado t on t.linea = l.n - 1 where (l.linea ->> 'cantidad')::bigint > coalesce(t.cantidad, 0))
   where c.empresa_id = empresa and c.id = cual;
end $$;

-- What a voided factura took is to be invoiced again.
create function cotizacion_devolver() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform cotizacion_medir(f.empresa_id, f.cotizacion_id) from cotizacion_factura f where f.empresa_id = new.empresa_id and f.factura_id = new.id;
  return null;
end $$;
create trigger cotizacion_devolver after update of estado on documento for each row
  when (new.estado in ('ANULADO', 'CERRADO') and old.estado is distinct from new.estado) execute function cotizacion_devolver();

-- In which other company of the person a document, a quote or a draft of his own is; nobody's where there is none, and for support.
create function empresa_de_documento(token bytea, ahora timestamptz, buscado uuid) returns table (id uuid, nombre text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  if exists (select 1 from sesion s where s.token_hash = token and s.actor_id is not null) then return; end if;
  return query
  select m.id, m.nombre from empresas_de_usuario(de) m
   where m.id is distinct from (select s.empresa_id from sesion s where s.token_hash = token)
     and (exists (select 1 from documento d where d.empresa_id = m.id and d.id = buscado)
          or exists (select 1 from cotizacion c where c.empresa_id = m.id and c.id = buscado)
          or exists (select 1 from borrador b where b.empresa_id = m.id and b.id = buscado and b.usuario_id = de))
   limit 1;
end $$;

revoke execute on function cotizacion_de_enlace, cotizacion_medir, empresa_de_documento from public;
grant execute on function cotizacion_de_enlace, empresa_de_documento to yupana_app;
grant execute on function cotizacion_medir to yupana_app, yupana_worker;

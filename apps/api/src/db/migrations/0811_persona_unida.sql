-- Two records of one person become one (adr/0013). What was issued, paid or registered keeps the record it names; `unida_a` says whose it is now:
-- always the record that stands at the end of a chain of unions.
alter table persona
  add column unida_a uuid check (unida_a <> id),
  -- Identifications and names of the records merged into this one: it is found by them too.
  add column tambien text[],
  add foreign key (empresa_id, unida_a) references persona;
create index persona_unida on persona (empresa_id, unida_a) where unida_a is not null;
-- Whoever locks a row for key share may update something of it.
grant update (unida_a) on persona to yupana_worker;

-- Each union that stands, and what it gave to the record that stayed: its undoing takes back no more than that.
create table persona_union (
  empresa_id  uuid not null references empresa,
  persona_id  uuid not null,
  en_id       uuid not null,
  usuario_id  uuid not null,
  en          timestamptz not null,
  -- {correos, telefonos, roles: what was added; campos: {name: [before, after]}; exento}
  dado        jsonb not null,
  primary key (empresa_id, persona_id),
  foreign key (empresa_id, persona_id) references persona,
  foreign key (empresa_id, en_id) references persona,
  check (persona_id <> en_id)
);
create index persona_union_en on persona_union (empresa_id, en_id);
call proteger_tabla('persona_union');
grant select, insert, delete on persona_union to yupana_app;

-- The accounts it moved, with the key each had.
create table persona_union_cuenta (
  empresa_id    uuid not null,
  persona_id    uuid not null,
  cuenta_id     uuid not null,
  tercero_clave text collate "C" not null,
  primary key (empresa_id, persona_id, cuenta_id),
  foreign key (empresa_id, persona_id) references persona_union on delete cascade,
  foreign key (empresa_id, cuenta_id) references cuenta
);
call proteger_tabla('persona_union_cuenta');
grant select, insert, delete on persona_union_cuenta to yupana_app;

-- A cédula and the RUCs built on it are one (O-62), as `receptorKey` of the fiscal package says.
create function receptor_clave(tipo text, identificacion text) returns text language sql immutable
  return case when tipo in ('04', '05') then 'EC:' || left(identificacion, 10) else tipo || ':' || identificacion end;

-- All records of the person one of whose records this is.
create function personas_de(de_empresa uuid, persona uuid) returns uuid[]
  language sql stable set search_path = public, pg_temp as $$
  select array(select p.id from persona p where p.empresa_id = de_empresa and p.id = v.id
               union all select p.id from persona p where p.empresa_id = de_empresa and p.unida_a = v.id)
    from (select coalesce(p.unida_a, p.id) as id from persona p where p.empresa_id = de_empresa and p.id = persona) v
$$;

-- The key under which the accounts of an identification stand: that of the record that stayed.
create function clave_vigente(de_empresa uuid, clave text) returns text
  language sql stable set search_path = public, pg_temp as $$
  select coalesce((select receptor_clave(v.tipo_identificacion, v.identificacion)
                     from persona u join persona v on v.empresa_id = u.empresa_id and v.id = u.unida_a
                    where u.empresa_id = de_empresa and u.unida_a is not null and receptor_clave(u.tipo_identificacion, u.identificacion) = clave
                    limit 1), clave)
$$;
revoke execute on function personas_de, clave_vigente from public;
grant execute on function personas_de, clave_vigente to yupana_app, yupana_worker;

-- What arrives for a record that was just merged away is of the one that stayed. The lock makes it come wholly before the union or wholly after.
create function a_la_persona_vigente() returns trigger language plpgsql as $$
declare
  vigente uuid;
begin
  select coalesce(p.unida_a, p.id) into vigente from persona p where p.empresa_id = new.empresa_id and p.id = new.persona_id for key share;
  new.persona_id := coalesce(vigente, new.persona_id);
  return new;
end $$;

-- What is saved again with the same identification keeps the record it names, and goes with it if the union is undone.
create function en_su_ficha() returns trigger language plpgsql as $$
declare
  vigente uuid;
  antes text := coalesce(to_jsonb(old)->>'receptor_identificacion', to_jsonb(old)->>'proveedor_identificacion');
begin
  select coalesce(p.unida_a, p.id) into vigente from persona p where p.empresa_id = new.empresa_id and p.id = new.persona_id for key share;
  new.persona_id := coalesce(vigente, new.persona_id);
  if antes = coalesce(to_jsonb(new)->>'receptor_identificacion', to_jsonb(new)->>'proveedor_identificacion')
     and exists (select from persona p where p.empresa_id = new.empresa_id and p.id = old.persona_id and p.unida_a = new.persona_id) then
    new.persona_id := old.persona_id;
  end if;
  return new;
end $$;

-- Accounts of a person with several records stand under one key, whatever identification the document carries.
create function cuenta_vigente() returns trigger language plpgsql as $$
declare
  vigente record;
begin
  select coalesce(p.unida_a, p.id) as id into vigente from persona p where p.empresa_id = new.empresa_id and p.id = new.persona_id for key share;
  new.persona_id := coalesce(vigente.id, new.persona_id);
  if exists (select from persona u where u.empresa_id = new.empresa_id and u.unida_a = new.persona_id) then
    select receptor_clave(p.tipo_identificacion, p.identificacion) into new.tercero_clave
      from persona p where p.empresa_id = new.empresa_id and p.id = new.persona_id;
  end if;
  return new;
end $$;

do $$
declare
  tabla text;
begin
  foreach tabla in array array['documento', 'compra', 'pago', 'cotizacion', 'retencion_recibida', 'recordatorio'] loop
    execute format('create trigger persona_vigente before insert on %I for each row when (new.persona_id is not null) execute function a_la_persona_vigente()', tabla);
    execute format('create trigger persona_vigente_cambia before update of persona_id on %I for each row
                      when (new.persona_id is not null and new.persona_id is distinct from old.persona_id) execute function en_su_ficha()', tabla);
  end loop;
end $$;
create trigger persona_vigente before insert or update of persona_id, tercero_clave on cuenta
  for each row when (new.persona_id is not null) execute function cuenta_vigente();

-- Invitations to a company: bound to a mail, a company and a role. The token is only in the mail; here is its SHA-256.

create table invitacion (
  empresa_id    uuid not null references empresa,
  id            uuid not null,
  token_hash    bytea not null,
  mail          text not null check (mail = lower(mail)),
  rol           integer not null check (rol between 1 and 4),
  invitada_por  uuid not null,
  creada_en     timestamptz not null,
  vence_en      timestamptz not null,
  aceptada_en   timestamptz,
  aceptada_por  uuid,
  -- Taken back, or followed by a newer one for the same mail.
  anulada_en    timestamptz,
  primary key (empresa_id, id)
);
create unique index invitacion_token on invitacion (token_hash);
create index invitacion_lista on invitacion (empresa_id, creada_en desc, id) where anulada_en is null;
-- One at a time for each mail.
create unique index invitacion_vigente on invitacion (empresa_id, mail) where anulada_en is null and aceptada_en is null;
call proteger_tabla('invitacion');
grant select, insert on invitacion to yupana_app;
grant update (aceptada_en, aceptada_por, anulada_en) on invitacion to yupana_app;

-- Who holds a token belongs to no company yet.
create function invitacion_buscar(token bytea, ahora timestamptz)
  returns table (empresa_id uuid, empresa text, rol integer, invita text, mail text, vence_en timestamptz, existe boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select i.empresa_id, coalesce(e.nombre_comercial, e.razon_social), i.rol,
         (select coalesce(nullif(trim(u.name || ' ' || u.surname), ''), u.username) from usuario u where u.id = i.invitada_por), i.mail, i.vence_en,
         exists (select 1 from usuario u where lower(u.mail) = i.mail)
    from invitacion i join empresa e on e.id = i.empresa_id
   where i.token_hash = token and i.aceptada_en is null and i.anulada_en is null and i.vence_en > ahora
$$;

-- Uses the token up, once, and answers whose it was: the user with its mail, or a new one. Without a password nobody new is made.
create function invitacion_reclamar(token bytea, ahora timestamptz, nuevo uuid, base text, nombre text, apellido text, clave text)
  returns table (usuario_id uuid, username text, rol integer)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invitada invitacion;
  quien usuario;
begin
  update invitacion i set aceptada_en = ahora
   where i.empresa_id = empresa_actual() and i.token_hash = token and i.aceptada_en is null and i.anulada_en is null and i.vence_en > ahora
  returning i.* into invitada;
  if not found then return; end if;
  for intento in 1 .. 1000 loop
    select u.* into quien from usuario u where lower(u.mail) = invitada.mail;
    exit when found or clave is null;
    -- A name that is taken gets a number.
    insert into usuario (id, username, mail, name, surname, password_hash, creado_en)
      values (nuevo, base || case when intento = 1 then '' else intento::text end, invitada.mail, nombre, apellido, clave, ahora) on conflict do nothing;
  end loop;
  if quien.id is null or not quien.activo then return; end if;
  update invitacion i set aceptada_por = quien.id where i.empresa_id = invitada.empresa_id and i.id = invitada.id;
  return query select quien.id, quien.username, invitada.rol;
end $$;

revoke execute on function invitacion_buscar, invitacion_reclamar from public;
grant execute on function invitacion_buscar, invitacion_reclamar to yupana_app;

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
  primary key (empresa_id, id),
  constraint invitacion_techo check (vence_en <= creada_en + interval '72 hours')
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
         exists (select 1 from usuario u where u.mail <> '' and lower(u.mail) = i.mail)
    from invitacion i join empresa e on e.id = i.empresa_id
   where i.token_hash = token and i.aceptada_en is null and i.anulada_en is null and i.vence_en > ahora
$$;

-- Uses the token up, once: an invitation is accepted by whoever has its mail for his own, and to have asked for that mail is nothing that
-- anybody could not do (O-114). Without `de` somebody new is made, and only where the mail is nobody's. `anterior` is always null.
create function invitacion_reclamar(token bytea, ahora timestamptz, de uuid, nuevo uuid, base text, nombre text, apellido text, clave text)
  returns table (usuario_id uuid, username text, rol integer, name text, anterior text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invitada invitacion;
  quien usuario;
  dueno uuid;
begin
  update invitacion i set aceptada_en = ahora
   where i.empresa_id = empresa_actual() and i.token_hash = token and i.aceptada_en is null and i.anulada_en is null and i.vence_en > ahora
  returning i.* into invitada;
  if not found then return; end if;
  perform correo_en_fila(invitada.mail);
  select u.id into dueno from usuario u where u.mail <> '' and lower(u.mail) = invitada.mail;
  if de is not null then
    if dueno is distinct from de then return; end if;
    select u.* into quien from usuario u where u.id = de;
  elsif dueno is null and clave is not null then
    if nombre_es_reservado(invitada.mail, null) then raise unique_violation using message = 'the mail was somebody else''s lately', constraint = 'nombre_reservado'; end if;
    for intento in 1 .. 1000 loop
      begin
        -- A name that is taken gets a number.
        insert into usuario as u (id, username, mail, mail_verificado, name, surname, password_hash, creado_en)
          values (nuevo, invitacion_reclamar.base || case when intento = 1 then '' else intento::text end, invitada.mail, ahora, nombre, apellido, clave, ahora)
          returning u.* into quien;
        exit;
      exception when unique_violation then
      end;
    end loop;
    delete from correo_reclamado c where lower(c.mail) = invitada.mail;
  end if;
  if quien.id is null or not quien.activo then return; end if;
  update invitacion i set aceptada_por = quien.id where i.empresa_id = invitada.empresa_id and i.id = invitada.id;
  return query select quien.id, quien.username, invitada.rol, quien.name, null::text;
end $$;

revoke execute on function invitacion_buscar, invitacion_reclamar from public;
grant execute on function invitacion_buscar, invitacion_reclamar to yupana_app;

-- A user name or a mail that its owner gave up is nobody else's for 180 days: whoever still says it means that owner. It may come back to him.
create table nombre_reservado (
  nombre      text primary key,
  usuario_id  uuid not null references usuario,
  hasta       timestamptz not null
);
create index nombre_reservado_usuario on nombre_reservado (usuario_id, hasta);

-- Runs with the rights of the door or the trigger that asks.
create function nombre_es_reservado(quien text, de uuid) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (select 1 from nombre_reservado r where r.nombre = nombre_llave(quien) and r.usuario_id is distinct from de and r.hasta > clock_timestamp())
$$;
revoke execute on function nombre_es_reservado from public;

create or replace function usuario_nombres() returns trigger
  language plpgsql as $$
declare
  propios text[] := array(select distinct nombre_llave(n) from unnest(array[new.username, new.ci, new.mail]) n where n <> '');
begin
  if tg_op = 'UPDATE' then
    -- An identification is only what somebody says of himself, and gives way.
    insert into nombre_reservado (nombre, usuario_id, hasta)
      select distinct nombre_llave(n), new.id, clock_timestamp() + interval '180 days' from unnest(array[old.username, old.mail]) n where n <> '' and nombre_llave(n) <> all (propios)
      on conflict (nombre) do update set usuario_id = excluded.usuario_id, hasta = excluded.hasta;
    -- Nobody keeps names from others by the hundred.
    delete from nombre_reservado where usuario_id = new.id
       and nombre not in (select r.nombre from nombre_reservado r where r.usuario_id = new.id order by r.hasta desc, r.nombre limit 5);
  end if;
  delete from nombre_ingreso where usuario_id = new.id and nombre <> all (propios);
  insert into nombre_ingreso select n, new.id from unnest(propios) n;
  delete from nombre_reservado where nombre = any (propios);
  return null;
end $$;

-- As before; a name that is reserved meets the same end as one that is taken.
create or replace function nombre_propio() returns trigger
  language plpgsql as $$
begin
  if exists (select 1 from nombre_ingreso n where n.nombre = new.nombre and n.usuario_id = new.usuario_id) then return null; end if;
  if exists (select 1 from nombre_reservado r where r.nombre = new.nombre and r.usuario_id <> new.usuario_id and r.hasta > clock_timestamp()) then
    raise unique_violation using message = 'the name was somebody else''s lately', constraint = 'nombre_reservado';
  end if;
  return new;
end $$;

-- As before; a mail that was another's lately says so.
create or replace function invitacion_reclamar(token bytea, ahora timestamptz, de uuid, nuevo uuid, base text, nombre text, apellido text, clave text)
  returns table (usuario_id uuid, username text, rol integer, name text, anterior text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invitada invitacion;
  quien usuario;
  dueno uuid;
  viejo text;
begin
  update invitacion i set aceptada_en = ahora
   where i.empresa_id = empresa_actual() and i.token_hash = token and i.aceptada_en is null and i.anulada_en is null and i.vence_en > ahora
  returning i.* into invitada;
  if not found then return; end if;
  perform correo_en_fila(invitada.mail);
  select u.id into dueno from usuario u where u.mail <> '' and lower(u.mail) = invitada.mail;
  if de is not null then
    if dueno is null and exists (select 1 from correo_reclamado c where c.usuario_id = de and lower(c.mail) = invitada.mail) then
      select u.mail into viejo from usuario u where u.id = de for no key update;
      if not correo_dar(de, invitada.mail, ahora) then return; end if;
    elsif dueno is distinct from de then
      return;
    end if;
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
  return query select quien.id, quien.username, invitada.rol, quien.name, nullif(viejo, '');
end $$;

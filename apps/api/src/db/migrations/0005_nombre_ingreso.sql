-- Whose name it is. Somebody signs in with a user name, an identification or a mail: each name is one person's in the whole installation,
-- whatever kind it is of. A mail is among them once a link sent to it was opened (O-114); until then it is only a claim.

-- The primary key is what two calls at the same instant meet at. Filled by the trigger on `usuario`.
create table nombre_ingreso (
  nombre      text primary key,
  usuario_id  uuid not null references usuario
);
create index nombre_ingreso_usuario on nombre_ingreso (usuario_id);

-- A name that its owner has already is no second one: also when a backup is read back, which holds both tables. A name that is reserved
-- meets the same end as one that is taken.
create function nombre_propio() returns trigger
  language plpgsql as $$
begin
  if exists (select 1 from nombre_ingreso n where n.nombre = new.nombre and n.usuario_id = new.usuario_id) then return null; end if;
  if exists (select 1 from nombre_reservado r where r.nombre = new.nombre and r.usuario_id <> new.usuario_id and r.hasta > clock_timestamp()) then
    raise unique_violation using message = 'the name was somebody else''s lately', constraint = 'nombre_reservado';
  end if;
  return new;
end $$;
create trigger nombre_propio before insert on nombre_ingreso for each row execute function nombre_propio();

-- A user name or a mail that its owner gave up is nobody else's for 180 days: whoever still says it means that owner. It may come back to
-- him.
create table nombre_reservado (
  nombre      text primary key,
  usuario_id  uuid not null references usuario,
  hasta       timestamptz not null
);
create index nombre_reservado_usuario on nombre_reservado (usuario_id, hasta);

-- A mail that somebody says is theirs. Any number of people may say so of one: whoever opens the link sent to it is right.
create table correo_reclamado (
  usuario_id   uuid primary key references usuario,
  mail         text not null,
  -- SHA-256 of 256 random bits; null: no link was sent.
  codigo_hash  bytea unique,
  pedido_en    timestamptz not null,
  vence_en     timestamptz not null,
  constraint correo_reclamado_techo check (vence_en <= pedido_en + interval '24 hours')
);
create index correo_reclamado_mail on correo_reclamado (lower(mail));

create function nombre_llave(nombre text) returns text
  language sql immutable parallel safe as $$ select lower(normalize(nombre, nfkc)) $$;

-- One waits for the other wherever a mail becomes somebody's.
create function correo_en_fila(correo text) returns void
  language sql as $$ select pg_advisory_xact_lock(hashtextextended('correo|' || lower(correo), 0)) $$;

-- Gives a mail to its owner: other claims to it end, and with the former mail the links sent there. False where it is another's already.
create function correo_dar(de uuid, correo text, ahora timestamptz) returns boolean
  language plpgsql set search_path = public, pg_temp as $$
begin
  begin
    update usuario set mail = correo, mail_verificado = ahora where id = de;
  exception when unique_violation then
    return false;
  end;
  delete from correo_reclamado where lower(mail) = lower(correo);
  delete from restablecimiento where usuario_id = de and usado_en is null;
  return true;
end $$;

create function usuario_para_ingreso(quien text)
  returns table (id uuid, username text, password_hash text, activo boolean, super_admin boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.password_hash, u.activo, u.super_admin from nombre_ingreso n join usuario u on u.id = n.usuario_id
   where n.nombre = nombre_llave(quien)
$$;

create function usuario_de_correo(correo text)
  returns table (id uuid, name text, mail text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.name, u.mail from usuario u where u.mail <> '' and lower(u.mail) = lower(correo) and u.activo
$$;

-- Runs with the rights of the door or the trigger that asks.
create function nombre_es_reservado(quien text, de uuid) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (select 1 from nombre_reservado r where r.nombre = nombre_llave(quien) and r.usuario_id is distinct from de and r.hasta > clock_timestamp())
$$;

-- An identification that somebody only says of himself gives way to who administers the company of that number: SUPER_ADMIN founded it
-- for him.
create function identificacion_probada(de uuid, numero text) returns boolean
  language sql stable set search_path = public, pg_temp as $$
  select exists (select 1 from usuario_empresa m join empresa e on e.id = m.empresa_id
                  where m.usuario_id = de and m.rol = 1 and m.activo and e.suspendida_en is null and numero in (e.ruc, left(e.ruc, 10)))
$$;

revoke execute on function correo_dar, usuario_para_ingreso, usuario_de_correo, nombre_es_reservado, identificacion_probada from public;
grant execute on function usuario_para_ingreso, usuario_de_correo to yupana_app;

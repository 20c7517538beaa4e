-- People who sign in. They belong to no company; usuario_empresa binds them, with a role, to each of theirs.

create table usuario (
  id              uuid primary key,
  username        text not null,
  ci              text,
  mail            text not null,
  name            text not null,
  surname         text not null default '',
  phone           text,
  birth_date      date,
  password_hash   text not null,
  super_admin     boolean not null default false,
  activo          boolean not null default true,
  creado_en       timestamptz not null
);
create unique index usuario_username on usuario (lower(username));
create unique index usuario_mail on usuario (lower(mail));
create unique index usuario_ci on usuario (ci);

create table usuario_empresa (
  empresa_id   uuid not null references empresa,
  usuario_id   uuid not null references usuario,
  rol          integer not null check (rol between 0 and 4),
  activo       boolean not null default true,
  collections  text[] not null default '{}',
  primary key (empresa_id, usuario_id)
);
create index usuario_empresa_usuario on usuario_empresa (usuario_id);
call proteger_tabla('usuario_empresa');

-- Emission points a user is bound to (O-100); none bound means all.
create table usuario_punto (
  empresa_id       uuid not null,
  usuario_id       uuid not null,
  establecimiento  text not null,
  punto            text not null,
  primary key (empresa_id, usuario_id, establecimiento, punto),
  foreign key (empresa_id, usuario_id) references usuario_empresa,
  foreign key (empresa_id, establecimiento, punto) references punto_emision
);
call proteger_tabla('usuario_punto');
grant select, insert, update on usuario_empresa to yupana_app;
grant select, insert, delete on usuario_punto to yupana_app;

create table sesion (
  -- SHA-256 of the token: the token itself is only with its holder.
  token_hash   bytea primary key,
  usuario_id   uuid not null references usuario,
  empresa_id   uuid not null references empresa,
  abierta_en   timestamptz not null,
  vence_en     timestamptz not null,
  cerrada_en   timestamptz
);
create index sesion_usuario on sesion (usuario_id) where cerrada_en is null;

create table intento_ingreso (
  id        bigint generated always as identity primary key,
  cuenta    text not null,
  red       text not null,
  en        timestamptz not null
);
create index intento_ingreso_cuenta on intento_ingreso (cuenta, en);
create index intento_ingreso_red on intento_ingreso (red, en);
grant select, insert, delete on intento_ingreso to yupana_app;

-- Look-ups before a company is known. Each is a named door; the app role cannot read the tables themselves.

create function usuario_para_ingreso(quien text)
  returns table (id uuid, username text, password_hash text, activo boolean, super_admin boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.password_hash, u.activo, u.super_admin from usuario u
   where lower(u.username) = lower(quien) or lower(u.mail) = lower(quien) or u.ci = quien
   order by (lower(u.username) = lower(quien)) desc, (u.ci = quien) desc limit 1
$$;

create function empresas_de_usuario(de uuid)
  returns table (id uuid, nombre text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, coalesce(e.nombre_comercial, e.razon_social) from usuario_empresa ue join empresa e on e.id = ue.empresa_id
   where ue.usuario_id = de and ue.activo order by 2, 1
$$;

create function sesion_abrir(token bytea, de uuid, en_empresa uuid, ahora timestamptz, hasta timestamptz)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select 1 from usuario_empresa ue join usuario u on u.id = ue.usuario_id
                  where ue.usuario_id = de and ue.empresa_id = en_empresa and ue.activo and u.activo) then
    return false;
  end if;
  insert into sesion (token_hash, usuario_id, empresa_id, abierta_en, vence_en) values (token, de, en_empresa, ahora, hasta);
  return true;
end $$;

create function sesion_buscar(token bytea, ahora timestamptz)
  returns table (usuario_id uuid, empresa_id uuid, rol integer, super_admin boolean, collections text[], vence_en timestamptz,
                 username text, name text, surname text, mail text, password_hash text,
                 ruc text, razon_social text, nombre_comercial text, ambiente text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.usuario_id, s.empresa_id, ue.rol, u.super_admin, ue.collections, s.vence_en,
         u.username, u.name, u.surname, u.mail, u.password_hash, e.ruc, e.razon_social, e.nombre_comercial, e.ambiente
    from sesion s
    join usuario u on u.id = s.usuario_id and u.activo
    join usuario_empresa ue on ue.usuario_id = s.usuario_id and ue.empresa_id = s.empresa_id and ue.activo
    join empresa e on e.id = s.empresa_id
   where s.token_hash = token and s.cerrada_en is null and s.vence_en > ahora
$$;

create function sesion_cerrar(token bytea, ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set cerrada_en = ahora where token_hash = token and cerrada_en is null
$$;

create function sesion_extender(token bytea, hasta timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set vence_en = hasta where token_hash = token and cerrada_en is null
$$;

create function usuario_guardar_hash(de uuid, hash text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update usuario set password_hash = hash where id = de
$$;

-- Names of the sellers of one company, for lists and print.
create function usuarios_de_empresa()
  returns table (id uuid, username text, name text, surname text, mail text, rol integer, activo boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname, u.mail, ue.rol, ue.activo and u.activo
    from usuario_empresa ue join usuario u on u.id = ue.usuario_id
   where ue.empresa_id = empresa_actual() order by u.name, u.surname
$$;

-- Founding a company or a user crosses companies by nature; used by the seed and by commands, as the owner.
revoke execute on function usuario_para_ingreso, empresas_de_usuario, sesion_abrir, sesion_buscar, sesion_cerrar, sesion_extender,
  usuario_guardar_hash, usuarios_de_empresa from public;
grant execute on function usuario_para_ingreso, empresas_de_usuario, sesion_abrir, sesion_buscar, sesion_cerrar, sesion_extender,
  usuario_guardar_hash, usuarios_de_empresa to yupana_app;
grant execute on function usuarios_de_empresa to yupana_worker;

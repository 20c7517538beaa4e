-- People who sign in. They belong to no company; usuario_empresa binds them, with a role, to each of theirs.

create table usuario (
  id               uuid primary key,
  username         text not null,
  ci               text,
  mail             text not null default '',
  name             text not null,
  surname          text not null default '',
  phone            text,
  birth_date       date,
  password_hash    text not null,
  super_admin      boolean not null default false,
  activo           boolean not null default true,
  creado_en        timestamptz not null,
  avatar           bytea,
  avatar_tipo      text,
  mail_verificado  timestamptz,
  constraint usuario_mail_verificado check ((mail = '') = (mail_verificado is null)),
  constraint usuario_username_forma check (normalize(username, nfkc) !~ '[@[:space:]]' and normalize(username, nfkc) ~ '[^[:digit:][:punct:]]'),
  constraint usuario_ci_forma check (normalize(ci, nfkc) !~ '@')
);
create unique index usuario_username on usuario (lower(username));
create unique index usuario_ci on usuario (ci);
-- '' is none: only a mail whose link was opened stands here.
create unique index usuario_mail on usuario (lower(mail)) where mail <> '';

create function usuario_nombres() returns trigger
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
create trigger usuario_nombres after insert or update of username, ci, mail on usuario for each row execute function usuario_nombres();

create table usuario_empresa (
  empresa_id   uuid not null references empresa,
  usuario_id   uuid not null references usuario,
  rol          integer not null check (rol between 0 and 4),
  activo       boolean not null default true,
  collections  text[] not null default '{}',
  -- Routes assigned to this person; NULL: those of the role.
  menus        text[],
  -- Left the company: the name stays with the documents.
  retirado_en  timestamptz,
  primary key (empresa_id, usuario_id),
  constraint usuario_empresa_retirado check (retirado_en is null or not activo)
);
create index usuario_empresa_usuario on usuario_empresa (usuario_id);
call proteger_tabla('usuario_empresa');
grant select, insert, update on usuario_empresa to yupana_app;

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
grant select, insert, delete on usuario_punto to yupana_app;

-- How a user likes a list in one company: hidden columns and density (O-104).
create table preferencia (
  empresa_id  uuid not null,
  usuario_id  uuid not null,
  lista       text not null,
  ocultas     text[] not null,
  densidad    text not null check (densidad in ('NORMAL', 'COMPACTA')),
  -- What a page remembers beside columns and density: switches, choices, figures.
  opciones    jsonb check (jsonb_typeof(opciones) = 'object'),
  -- Views of a list that a user saved: names and what the address of the list says, [{nombre, consulta}].
  vistas      jsonb check (jsonb_typeof(vistas) = 'array'),
  primary key (empresa_id, usuario_id, lista),
  foreign key (empresa_id, usuario_id) references usuario_empresa
);
call proteger_tabla('preferencia');
grant select, insert, update on preferencia to yupana_app;

-- Names of the sellers of one company, for lists and print.
create function usuarios_de_empresa()
  returns table (id uuid, username text, name text, surname text, mail text, rol integer, activo boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname, u.mail, ue.rol, ue.activo and u.activo
    from usuario_empresa ue join usuario u on u.id = ue.usuario_id
   where ue.empresa_id = empresa_actual() order by u.name, u.surname
$$;

create function empresas_de_usuario(de uuid)
  returns table (id uuid, nombre text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, coalesce(e.nombre_comercial, e.razon_social) from usuario_empresa ue join empresa e on e.id = ue.empresa_id
   where ue.usuario_id = de and ue.activo and e.suspendida_en is null order by 2, 1
$$;

revoke execute on function usuarios_de_empresa, empresas_de_usuario from public;
grant execute on function usuarios_de_empresa to yupana_app, yupana_worker;
grant execute on function empresas_de_usuario to yupana_app;

-- Support works in the name of a user of a company (O-14); SUPER_ADMIN signs in without any company; a company may be suspended.

-- What suspension stops is people: nobody signs in to the company and its sessions end. What was accepted is still sent and mailed.
alter table empresa
  add column suspendida_en timestamptz,
  add column suspendida_motivo text,
  add constraint empresa_suspendida check ((suspendida_en is null) = (suspendida_motivo is null));

-- One row for each time somebody asked to work as a user: who, as whom, why. The token is only with him who asked.
create table impersonacion (
  empresa_id   uuid not null references empresa,
  id           uuid not null,
  actor_id     uuid not null references usuario,
  usuario_id   uuid not null references usuario,
  motivo       text not null,
  token_hash   bytea not null,
  pedida_en    timestamptz not null,
  canjear_hasta timestamptz not null,
  -- The session it opened: from, until, and when it was closed before that.
  canjeada_en  timestamptz,
  vence_en     timestamptz,
  cerrada_en   timestamptz,
  primary key (empresa_id, id)
);
create unique index impersonacion_token on impersonacion (token_hash);
create index impersonacion_lista on impersonacion (empresa_id, pedida_en desc);
call proteger_tabla('impersonacion');
grant select, insert on impersonacion to yupana_app;

-- Days on which an ADMIN of the company lets support emit and void.
create table impersonacion_permiso (
  empresa_id   uuid not null references empresa,
  dia          date not null,
  permitido    boolean not null,
  usuario_id   uuid not null references usuario,
  en           timestamptz not null,
  primary key (empresa_id, dia)
);
call proteger_tabla('impersonacion_permiso');
grant select, insert, update on impersonacion_permiso to yupana_app;

-- Without company only for SUPER_ADMIN. `actor_id`: who works in this session in the name of `usuario_id`.
alter table sesion alter column empresa_id drop not null, add column actor_id uuid references usuario, add column impersonacion_id uuid;
create index sesion_actor on sesion (actor_id) where cerrada_en is null and actor_id is not null;

create or replace function empresas_de_usuario(de uuid)
  returns table (id uuid, nombre text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, coalesce(e.nombre_comercial, e.razon_social) from usuario_empresa ue join empresa e on e.id = ue.empresa_id
   where ue.usuario_id = de and ue.activo and e.suspendida_en is null order by 2, 1
$$;

create or replace function sesion_abrir(token bytea, de uuid, en_empresa uuid, ahora timestamptz, hasta timestamptz)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select 1 from usuario u where u.id = de and u.activo and (
       (en_empresa is null and u.super_admin)
       or exists (select 1 from usuario_empresa ue join empresa e on e.id = ue.empresa_id
                   where ue.usuario_id = de and ue.empresa_id = en_empresa and ue.activo and e.suspendida_en is null))) then
    return false;
  end if;
  insert into sesion (token_hash, usuario_id, empresa_id, abierta_en, vence_en) values (token, de, en_empresa, ahora, hasta);
  return true;
end $$;

-- A SUPER_ADMIN has that role wherever he is. Whoever acts for another has the other's role and rights, as long as he himself may.
drop function sesion_buscar(bytea, timestamptz);
create function sesion_buscar(token bytea, ahora timestamptz)
  returns table (usuario_id uuid, empresa_id uuid, rol integer, super_admin boolean, collections text[], vence_en timestamptz,
                 username text, name text, surname text, mail text, password_hash text,
                 ruc text, razon_social text, nombre_comercial text, ambiente text, actor_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.usuario_id, s.empresa_id, case when u.super_admin then 0 else ue.rol end, u.super_admin, coalesce(ue.collections, '{}'), s.vence_en,
         u.username, u.name, u.surname, u.mail, u.password_hash, e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, s.actor_id
    from sesion s
    join usuario u on u.id = s.usuario_id and u.activo
    left join usuario_empresa ue on ue.usuario_id = s.usuario_id and ue.empresa_id = s.empresa_id and ue.activo
    left join empresa e on e.id = ue.empresa_id
   where s.token_hash = token and s.cerrada_en is null and s.vence_en > ahora
     and case when s.empresa_id is null then u.super_admin else e.id is not null and e.suspendida_en is null end
     and (s.actor_id is null or (not u.super_admin and exists (select 1 from usuario a where a.id = s.actor_id and a.activo and a.super_admin)))
$$;

create or replace function sesion_cerrar(token bytea, ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update impersonacion i set cerrada_en = ahora from sesion s
   where s.token_hash = token and s.cerrada_en is null and i.empresa_id = s.empresa_id and i.id = s.impersonacion_id;
  update sesion set cerrada_en = ahora where token_hash = token and cerrada_en is null
$$;

-- Of whom the token is, before a company is known.
create function impersonacion_buscar(token bytea)
  returns table (empresa_id uuid, actor_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select i.empresa_id, i.actor_id from impersonacion i where i.token_hash = token
$$;

-- Of any number of calls with one token exactly one finds it unused.
create function impersonacion_canjear(token bytea, token_sesion bytea, ahora timestamptz, hasta timestamptz)
  returns table (id uuid, usuario_id uuid, motivo text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  hecha impersonacion;
begin
  update impersonacion i set canjeada_en = ahora, vence_en = hasta
   where i.token_hash = token and i.canjeada_en is null and i.canjear_hasta > ahora
     and exists (select 1 from usuario a where a.id = i.actor_id and a.activo and a.super_admin)
     and exists (select 1 from usuario u join usuario_empresa ue on ue.usuario_id = u.id join empresa e on e.id = ue.empresa_id
                  where u.id = i.usuario_id and u.activo and not u.super_admin and ue.empresa_id = i.empresa_id and ue.activo and e.suspendida_en is null)
  returning i.* into hecha;
  if hecha.id is null then return; end if;
  insert into sesion (token_hash, usuario_id, empresa_id, abierta_en, vence_en, actor_id, impersonacion_id)
    values (token_sesion, hecha.usuario_id, hecha.empresa_id, ahora, hasta, hecha.actor_id, hecha.id);
  return query select hecha.id, hecha.usuario_id, hecha.motivo;
end $$;

-- Names of those of support who asked for or did something in this company: they are no members of it.
create function actores_de_empresa()
  returns table (id uuid, username text, name text, surname text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname from usuario u
   where u.id in (select i.actor_id from impersonacion i where i.empresa_id = empresa_actual())
$$;

revoke execute on function sesion_buscar, impersonacion_buscar, impersonacion_canjear, actores_de_empresa from public;
grant execute on function sesion_buscar, impersonacion_buscar, impersonacion_canjear, actores_de_empresa to yupana_app;

-- A second factor beside the password (O-103): a secret shared with the user's application, codes for when that is lost, and what
-- stands between the two steps of a sign-in.

create table segundo_factor (
  usuario_id   uuid primary key references usuario,
  -- Sealed under the master key: whoever reads the table cannot compute a code.
  secreto      bytea not null,
  pedido_en    timestamptz not null,
  -- null: shown, but no code of it was given yet.
  activado_en  timestamptz,
  -- Of the last code that was accepted: it and all before it serve no more.
  ultimo_paso  bigint not null default 0
);

create table codigo_recuperacion (
  usuario_id   uuid not null references usuario,
  -- SHA-256 of 120 random bits.
  codigo_hash  bytea not null,
  usado_en     timestamptz,
  primary key (usuario_id, codigo_hash)
);

-- After a correct password: what is still missing. A token of 256 bits, of which only the SHA-256 is kept, used once, for some minutes.
create table desafio_ingreso (
  desafio_hash  bytea primary key,
  usuario_id    uuid not null references usuario,
  falta         text not null check (falta in ('CODIGO', 'ACTIVAR', 'EMPRESA')),
  -- Chosen already, where the password was given together with a company.
  elegida       uuid,
  vence_en      timestamptz not null,
  usado_en      timestamptz
);
create index desafio_ingreso_usuario on desafio_ingreso (usuario_id);

-- Whether a session was opened with both factors.
alter table sesion add column segundo_factor boolean not null default false;

create function segundo_factor_de(de uuid)
  returns table (secreto bytea, pedido_en timestamptz, activado_en timestamptz, codigos integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.secreto, f.pedido_en, f.activado_en, (select count(*)::integer from codigo_recuperacion c where c.usuario_id = de and c.usado_en is null)
    from segundo_factor f where f.usuario_id = de
$$;

-- A new secret, until a code of it is given. False where one is in use already.
create function segundo_factor_pedir(de uuid, nuevo bytea, ahora timestamptz) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with guardado as (
    insert into segundo_factor as f (usuario_id, secreto, pedido_en) values (de, nuevo, ahora)
    on conflict (usuario_id) do update set secreto = nuevo, pedido_en = ahora, ultimo_paso = 0 where f.activado_en is null returning 1)
  select exists (select 1 from guardado)
$$;

create function codigos_recuperacion_cambiar(de uuid, nuevos bytea[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from codigo_recuperacion where usuario_id = de;
  insert into codigo_recuperacion (usuario_id, codigo_hash) select de, n from unnest(nuevos) n;
$$;

-- Of any number of calls exactly one switches it on, and only the secret that the code was computed from; the other sessions of the user
-- end, which were opened with the password alone.
create function segundo_factor_activar(de uuid, el_secreto bytea, paso bigint, ahora timestamptz, codigos bytea[], en_sesion bytea) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update segundo_factor set activado_en = ahora, ultimo_paso = paso where usuario_id = de and activado_en is null and secreto = el_secreto;
  if not found then return false; end if;
  perform codigos_recuperacion_cambiar(de, codigos);
  update sesion set cerrada_en = ahora where usuario_id = de and actor_id is null and cerrada_en is null and token_hash is distinct from en_sesion;
  update sesion set segundo_factor = true where token_hash = en_sesion;
  return true;
end $$;

-- Of any number of calls with codes of one step exactly one spends it, in all processes together.
create function segundo_factor_gastar(de uuid, paso bigint) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with gastado as (update segundo_factor set ultimo_paso = paso where usuario_id = de and activado_en is not null and ultimo_paso < paso returning 1)
  select exists (select 1 from gastado)
$$;

create function codigo_recuperacion_gastar(de uuid, codigo bytea, ahora timestamptz) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with gastado as (update codigo_recuperacion set usado_en = ahora where usuario_id = de and codigo_hash = codigo and usado_en is null returning 1)
  select exists (select 1 from gastado)
$$;

create function segundo_factor_quitar(de uuid) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  delete from codigo_recuperacion where usuario_id = de;
  delete from desafio_ingreso where usuario_id = de;
  with quitado as (delete from segundo_factor where usuario_id = de returning activado_en)
  select exists (select 1 from quitado where activado_en is not null)
$$;

create function desafio_crear(desafio bytea, de uuid, que text, empresa uuid, hasta timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into desafio_ingreso (desafio_hash, usuario_id, falta, elegida, vence_en) values (desafio, de, que, empresa, hasta)
$$;

create function desafio_vigente(desafio bytea, que text, ahora timestamptz)
  returns table (usuario_id uuid, username text, name text, mail text, super_admin boolean, elegida uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.mail, u.super_admin, d.elegida from desafio_ingreso d join usuario u on u.id = d.usuario_id and u.activo
   where d.desafio_hash = desafio and d.falta = que and d.usado_en is null and d.vence_en > ahora
$$;

-- Of any number of calls with one token exactly one takes it.
create function desafio_tomar(desafio bytea, que text, de uuid, ahora timestamptz) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  with tomado as (update desafio_ingreso set usado_en = ahora where desafio_hash = desafio and falta = que and usuario_id = de and usado_en is null and vence_en > ahora returning 1)
  select exists (select 1 from tomado)
$$;

create function sesion_con_factor(token bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set segundo_factor = true where token_hash = token
$$;

create function sesion_tiene_factor(token bytea) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select segundo_factor from sesion where token_hash = token), false)
$$;

-- A change of company is the same sign-in: it keeps the password's instant and the factor.
create or replace function sesion_anotar(token bytea, su_red text, su_agente text, ahora timestamptz, anterior bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set red = su_red, agente = su_agente, usada_en = ahora,
    clave_en = case when anterior is null then ahora else (select a.clave_en from sesion a where a.token_hash = anterior) end,
    segundo_factor = coalesce((select a.segundo_factor from sesion a where a.token_hash = anterior), false)
   where token_hash = token
$$;

-- A password that changes ends what was begun with the one before.
create or replace function usuario_cambiar_clave(de uuid, hash text, ahora timestamptz, en_sesion bytea) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update usuario set password_hash = hash where id = de;
  delete from restablecimiento where usuario_id = de and usado_en is null;
  delete from desafio_ingreso where usuario_id = de;
  update sesion set cerrada_en = ahora where usuario_id = de and cerrada_en is null and token_hash is distinct from en_sesion;
$$;

drop function sesiones_de_usuario(uuid, timestamptz);
create function sesiones_de_usuario(de uuid, ahora timestamptz)
  returns table (token_hash bytea, red text, agente text, empresa text, abierta_en timestamptz, usada_en timestamptz, es_soporte boolean, segundo_factor boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.token_hash, s.red, s.agente, coalesce(e.nombre_comercial, e.razon_social), s.abierta_en, coalesce(s.usada_en, s.abierta_en), s.actor_id is not null, s.segundo_factor
    from sesion s left join empresa e on e.id = s.empresa_id
   where s.usuario_id = de and s.cerrada_en is null and s.vence_en > ahora order by 6 desc, 5 desc limit 100
$$;

drop function administracion_usuarios(text, integer, integer, timestamptz);
create function administracion_usuarios(texto text, desde integer, cuantos integer, ahora timestamptz)
  returns table (id uuid, username text, name text, surname text, mail text, ci text, activo boolean, super_admin boolean, sesiones integer, segundo_factor boolean, empresas jsonb, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname, u.mail, u.ci, u.activo, u.super_admin,
         (select count(*)::integer from sesion s where s.usuario_id = u.id and s.actor_id is null and s.cerrada_en is null and s.vence_en > ahora),
         exists (select 1 from segundo_factor f where f.usuario_id = u.id and f.activado_en is not null),
         (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'nombre', coalesce(e.nombre_comercial, e.razon_social), 'ruc', e.ruc, 'rol', ue.rol, 'activo', ue.activo and e.suspendida_en is null)
                                    order by e.razon_social, e.id), '[]')
            from usuario_empresa ue join empresa e on e.id = ue.empresa_id where ue.usuario_id = u.id), u.total
    from (select v.*, count(*) over ()::integer as total from usuario v
           where texto = '' or strpos(lower(v.username), lower(texto)) > 0 or strpos(lower(v.mail), lower(texto)) > 0 or strpos(lower(v.name || ' ' || v.surname), lower(texto)) > 0 or starts_with(v.ci, texto)
           order by v.username offset desde limit cuantos) u
   order by u.username
$$;

drop function administracion_usuario(uuid);
create function administracion_usuario(de uuid) returns table (id uuid, username text, name text, mail text, activo boolean, super_admin boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.mail, u.activo, u.super_admin from usuario u where u.id = de
$$;

create or replace function limpiar_cuentas(ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from intento_ingreso where en < ahora - interval '1 day';
  delete from restablecimiento where vence_en < ahora - interval '1 day';
  delete from desafio_ingreso where vence_en < ahora - interval '1 day';
  delete from carta_cuenta where creado_en < ahora - interval '30 days' and proximo_intento is null;
  delete from sesion where least(vence_en, cerrada_en) < ahora - interval '30 days';
  delete from limite_uso l where not exists (select 1 from unnest(l.en) t where t > ahora - interval '2 days');
$$;

revoke execute on function segundo_factor_de, segundo_factor_pedir, segundo_factor_activar, segundo_factor_gastar, segundo_factor_quitar, codigos_recuperacion_cambiar,
  codigo_recuperacion_gastar, desafio_crear, desafio_vigente, desafio_tomar, sesion_con_factor, sesion_tiene_factor, sesiones_de_usuario, administracion_usuarios, administracion_usuario from public;
grant execute on function segundo_factor_de, segundo_factor_pedir, segundo_factor_activar, segundo_factor_gastar, segundo_factor_quitar, codigos_recuperacion_cambiar,
  codigo_recuperacion_gastar, desafio_crear, desafio_vigente, desafio_tomar, sesion_con_factor, sesion_tiene_factor, sesiones_de_usuario, administracion_usuarios, administracion_usuario to yupana_app;

-- A change of company goes on with the session that was: what of it is left, and only while it is open (O-07, O-39).

-- Closes a session for the one that follows it, and answers how long that one lasts; null where it ended already, or is support's.
-- Whatever ends the sessions of a user waits for the change, and finds the new one too: both hold the user's row first.
create function sesion_relevar(token bytea, ahora timestamptz) returns timestamptz
  language sql security definer set search_path = public, pg_temp as $$
  select 1 from usuario u where u.id = (select s.usuario_id from sesion s where s.token_hash = token) for share;
  update sesion set cerrada_en = ahora where token_hash = token and actor_id is null and cerrada_en is null and vence_en > ahora returning vence_en
$$;

create or replace function sesiones_cerrar_otras(de uuid, token bytea, ahora timestamptz) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  select 1 from usuario where id = de for no key update;
  with cerradas as (update sesion set cerrada_en = ahora where usuario_id = de and token_hash <> token and cerrada_en is null and vence_en > ahora returning 1)
  select count(*)::integer from cerradas
$$;

create or replace function sesiones_de_usuario_cerrar(de uuid, ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select 1 from usuario where id = de for no key update;
  update impersonacion i set cerrada_en = ahora from sesion s
   where (s.usuario_id = de or s.actor_id = de) and s.cerrada_en is null and i.empresa_id = s.empresa_id and i.id = s.impersonacion_id;
  update sesion set cerrada_en = ahora where (usuario_id = de or actor_id = de) and cerrada_en is null
$$;

create or replace function segundo_factor_activar(de uuid, el_secreto bytea, paso bigint, ahora timestamptz, codigos bytea[], en_sesion bytea) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update segundo_factor set activado_en = ahora, ultimo_paso = paso where usuario_id = de and activado_en is null and secreto = el_secreto;
  if not found then return false; end if;
  perform codigos_recuperacion_cambiar(de, codigos);
  perform 1 from usuario where id = de for no key update;
  update sesion set cerrada_en = ahora where usuario_id = de and actor_id is null and cerrada_en is null and token_hash is distinct from en_sesion;
  update sesion set segundo_factor = true where token_hash = en_sesion;
  return true;
end $$;

revoke execute on function sesion_relevar from public;
grant execute on function sesion_relevar to yupana_app;

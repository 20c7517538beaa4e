-- Doors believe no argument that the session or the table can tell: how long something may last, and whose session it is.

-- Nothing lasts longer than its kind may, whoever writes it and through whichever door.
create function sesion_techo() returns trigger
  language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.vence_en := least(new.vence_en, new.abierta_en + case when new.actor_id is null then interval '12 hours' else interval '1 hour' end);
  elsif old.actor_id is not null then
    new.vence_en := least(new.vence_en, old.vence_en);
  else
    new.vence_en := least(new.vence_en, old.vence_en + interval '12 hours');
  end if;
  return new;
end $$;
create trigger sesion_techo before insert or update of vence_en on sesion for each row execute function sesion_techo();

alter table restablecimiento add constraint restablecimiento_techo check (vence_en <= creado_en + interval '15 minutes') not valid;
alter table clave_firma_enlace add constraint clave_firma_enlace_techo check (vence_en <= creado_en + interval '15 minutes') not valid;
alter table invitacion add constraint invitacion_techo check (vence_en <= creada_en + interval '72 hours') not valid;
alter table impersonacion add constraint impersonacion_techo check (canjear_hasta <= pedida_en + interval '2 minutes' and vence_en <= canjeada_en + interval '1 hour') not valid;

-- Whose the session is, is asked of the session.
drop function sesiones_cerrar_otras(uuid, bytea, timestamptz);
create function sesiones_cerrar_otras(token bytea, ahora timestamptz) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  select 1 from usuario where id = (select s.usuario_id from sesion s where s.token_hash = token and s.cerrada_en is null) for no key update;
  with cerradas as (
    update sesion set cerrada_en = ahora
     where usuario_id = (select s.usuario_id from sesion s where s.token_hash = token and s.cerrada_en is null) and token_hash <> token and cerrada_en is null and vence_en > ahora returning 1)
  select count(*)::integer from cerradas
$$;

drop function sesiones_de_usuario(uuid, timestamptz);
create function sesiones_de_usuario(token bytea, ahora timestamptz)
  returns table (token_hash bytea, red text, agente text, empresa text, abierta_en timestamptz, usada_en timestamptz, es_soporte boolean, segundo_factor boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.token_hash, s.red, s.agente, coalesce(e.nombre_comercial, e.razon_social), s.abierta_en, coalesce(s.usada_en, s.abierta_en), s.actor_id is not null, s.segundo_factor
    from sesion s left join empresa e on e.id = s.empresa_id
   where s.usuario_id = (select p.usuario_id from sesion p where p.token_hash = token and p.cerrada_en is null) and s.cerrada_en is null and s.vence_en > ahora
   order by 6 desc, 5 desc limit 100
$$;

drop function usuario_guardar_avatar(uuid, bytea, text);
create function usuario_guardar_avatar(token bytea, imagen bytea, tipo text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update usuario set avatar = imagen, avatar_tipo = tipo where id = (select s.usuario_id from sesion s where s.token_hash = token and s.cerrada_en is null)
$$;

revoke execute on function sesiones_cerrar_otras, sesiones_de_usuario, usuario_guardar_avatar from public;
grant execute on function sesiones_cerrar_otras, sesiones_de_usuario, usuario_guardar_avatar to yupana_app;

-- Nobody came through these any more; the first set any user's password.
drop function usuario_guardar_hash(uuid, text);
drop function envio_pendiente();

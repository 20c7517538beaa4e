-- Who did something to a person is told by what the caller holds, not by the caller: a session (of support: both identities), or what was held
-- instead of one. A code to set a password anew and the link of an invitation count for what was done with them at this very instant.
create function autor_sin_sesion(prueba bytea, ahora timestamptz) returns uuid
  language sql stable set search_path = public, pg_temp as $$
  select coalesce(titular_sin_sesion(prueba, ahora), (select r.usuario_id from restablecimiento r where r.codigo_hash = prueba and r.usado_en = ahora),
                  (select i.aceptada_por from invitacion i where i.token_hash = prueba and i.aceptada_en = ahora))
$$;

-- As before, in the audit of each company where the person works today, and in that of the installation where somebody else did it, or there is
-- no such company. About another it is for SUPER_ADMIN.
drop function auditoria_de_usuario(uuid, uuid, uuid, timestamptz, text, jsonb);
create function auditoria_de_usuario(prueba bytea, ahora timestamptz, de uuid, hecho text, datos jsonb) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  por uuid := autor_sin_sesion(prueba, ahora);
  en_nombre uuid;
begin
  if por is null then
    por := exigir_sesion(prueba, ahora, false);
    select s.actor_id into en_nombre from sesion s where s.token_hash = prueba;
  end if;
  if por <> de then perform exigir_super_admin(prueba, ahora); end if;
  insert into auditoria (empresa_id, en, usuario_id, actor_id, accion, objeto, detalle)
    select e.id, ahora, por, en_nombre, hecho, de::text, datos from empresas_de_usuario(de) e;
  insert into administracion_hecho (en, usuario_id, accion, objeto, detalle)
    select ahora, por, hecho, de, datos where por <> de or not exists (select 1 from empresas_de_usuario(de));
end $$;

revoke execute on function autor_sin_sesion, auditoria_de_usuario from public;
grant execute on function auditoria_de_usuario to yupana_app;

-- What was done about a person, written down in one statement however many the companies: in the audit of each where the person works
-- today, and in that of the installation where somebody else did it, or there is no such company.
create function auditoria_de_usuario(de uuid, por uuid, en_nombre uuid, cuando timestamptz, hecho text, datos jsonb) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into auditoria (empresa_id, en, usuario_id, actor_id, accion, objeto, detalle)
    select e.id, cuando, por, en_nombre, hecho, de::text, datos from empresas_de_usuario(de) e;
  insert into administracion_hecho (en, usuario_id, accion, objeto, detalle)
    select cuando, por, hecho, de, datos where por <> de or not exists (select 1 from empresas_de_usuario(de))
$$;
revoke execute on function auditoria_de_usuario from public;
grant execute on function auditoria_de_usuario to yupana_app;
revoke insert on administracion_hecho from yupana_app;

-- In which other company of the person a document, a quote or a draft of his own is; nobody's where there is none, and for support.
create or replace function empresa_de_documento(token bytea, ahora timestamptz, buscado uuid) returns table (id uuid, nombre text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  if exists (select 1 from sesion s where s.token_hash = token and s.actor_id is not null) then return; end if;
  return query
  select m.id, m.nombre from empresas_de_usuario(de) m
   where m.id is distinct from (select s.empresa_id from sesion s where s.token_hash = token)
     and (exists (select 1 from documento d where d.empresa_id = m.id and d.id = buscado)
          or exists (select 1 from cotizacion c where c.empresa_id = m.id and c.id = buscado)
          or exists (select 1 from borrador b where b.empresa_id = m.id and b.id = buscado and b.usuario_id = de))
   limit 1;
end $$;
revoke execute on function empresa_de_documento from public;
grant execute on function empresa_de_documento to yupana_app;

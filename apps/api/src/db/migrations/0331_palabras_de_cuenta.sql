-- What nobody's new password may consist of (O-115): the words that anybody knows of him. Of a user, or of whose a code to set a password anew is.
create function palabras_de_cuenta(de uuid, codigo bytea) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
  with u as (select * from usuario where id = coalesce(de, (select r.usuario_id from restablecimiento r where r.codigo_hash = codigo)))
  select coalesce(array_agg(palabra) filter (where palabra is not null), '{}') from (
    select unnest(array[u.username, u.mail, u.name, u.surname]) as palabra from u
    union all
    select unnest(array[e.razon_social, e.nombre_comercial]) from u join usuario_empresa ue on ue.usuario_id = u.id join empresa e on e.id = ue.empresa_id where ue.activo) p
$$;
revoke execute on function palabras_de_cuenta from public;
grant execute on function palabras_de_cuenta to yupana_app;

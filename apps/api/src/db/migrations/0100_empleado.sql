-- What a company decides about each of its people: menus, and leaving without being forgotten.

alter table usuario_empresa
  -- Routes assigned to this person; NULL: those of the role.
  add column menus text[],
  -- Left the company: the name stays with the documents.
  add column retirado_en timestamptz,
  add constraint usuario_empresa_retirado check (retirado_en is null or not activo);

update usuario_empresa set collections = array_append(collections, 'tienda:comprar') where rol in (0, 1) and not 'tienda:comprar' = any (collections);

-- The people of this company with what only an administrator sees; who left is not among them.
create function empleados_de_empresa()
  returns table (id uuid, username text, name text, surname text, mail text, rol integer, activo boolean, collections text[], menus text[], ultimo_ingreso timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.username, u.name, u.surname, u.mail, ue.rol, ue.activo and u.activo, ue.collections, ue.menus,
         (select max(s.abierta_en) from sesion s where s.usuario_id = u.id and s.empresa_id = ue.empresa_id)
    from usuario_empresa ue join usuario u on u.id = ue.usuario_id
   where ue.empresa_id = empresa_actual() and ue.retirado_en is null order by u.name, u.surname, u.id
$$;

-- Ends what one person has open in this company, and nowhere else.
create function sesiones_de_empleado_cerrar(de uuid, ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update sesion set cerrada_en = ahora where usuario_id = de and empresa_id = empresa_actual() and cerrada_en is null
$$;

revoke execute on function empleados_de_empresa, sesiones_de_empleado_cerrar from public;
grant execute on function empleados_de_empresa, sesiones_de_empleado_cerrar to yupana_app;

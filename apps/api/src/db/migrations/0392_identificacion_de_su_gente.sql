-- As before; the number of a company's RUC is not taken from who works there, who may be its owner: those two settle it among themselves.
create or replace function usuario_guardar_perfil(de uuid, su_ci text, su_name text, su_surname text, su_username text, su_phone text, su_birth_date date) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One edit after another; whoever is made meanwhile is met at the key.
  perform pg_advisory_xact_lock(74022);
  if identificacion_probada(de, su_ci) then
    with cedida as (
      update usuario u set ci = null where u.id <> de and u.ci = su_ci
         and not exists (select 1 from usuario_empresa m join empresa e on e.id = m.empresa_id where m.usuario_id = u.id and m.activo and su_ci in (e.ruc, left(e.ruc, 10)))
      returning u.id
    )
    insert into administracion_hecho (en, usuario_id, accion, objeto, detalle)
      select clock_timestamp(), de, 'usuario.renombrar', c.id, jsonb_build_object('ci', jsonb_build_array(su_ci, null)) from cedida c;
  end if;
  for intento in 1 .. 3 loop
    if exists (select 1 from nombre_ingreso n where n.usuario_id <> de and n.nombre = nombre_llave(su_username)) then return 'username'; end if;
    if exists (select 1 from nombre_ingreso n where n.usuario_id <> de and n.nombre = nombre_llave(su_ci)) then return 'ci'; end if;
    begin
      update usuario set ci = su_ci, name = su_name, surname = su_surname, username = su_username, phone = su_phone, birth_date = su_birth_date where id = de;
      return null;
    exception when unique_violation then
    end;
  end loop;
  return 'username';
end $$;

-- An invitation is accepted by whoever has its mail for his own: to have asked for it is nothing that anybody could not do (O-114).
-- `name` and `anterior` are still answered for servers of the version before.
create or replace function invitacion_reclamar(token bytea, ahora timestamptz, de uuid, nuevo uuid, base text, nombre text, apellido text, clave text)
  returns table (usuario_id uuid, username text, rol integer, name text, anterior text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invitada invitacion;
  quien usuario;
  dueno uuid;
begin
  update invitacion i set aceptada_en = ahora
   where i.empresa_id = empresa_actual() and i.token_hash = token and i.aceptada_en is null and i.anulada_en is null and i.vence_en > ahora
  returning i.* into invitada;
  if not found then return; end if;
  perform correo_en_fila(invitada.mail);
  select u.id into dueno from usuario u where u.mail <> '' and lower(u.mail) = invitada.mail;
  if de is not null then
    if dueno is distinct from de then return; end if;
    select u.* into quien from usuario u where u.id = de;
  elsif dueno is null and clave is not null then
    if nombre_es_reservado(invitada.mail, null) then raise unique_violation using message = 'the mail was somebody else''s lately', constraint = 'nombre_reservado'; end if;
    for intento in 1 .. 1000 loop
      begin
        -- A name that is taken gets a number.
        insert into usuario as u (id, username, mail, mail_verificado, name, surname, password_hash, creado_en)
          values (nuevo, invitacion_reclamar.base || case when intento = 1 then '' else intento::text end, invitada.mail, ahora, nombre, apellido, clave, ahora)
          returning u.* into quien;
        exit;
      exception when unique_violation then
      end;
    end loop;
    delete from correo_reclamado c where lower(c.mail) = invitada.mail;
  end if;
  if quien.id is null or not quien.activo then return; end if;
  update invitacion i set aceptada_por = quien.id where i.empresa_id = invitada.empresa_id and i.id = invitada.id;
  return query select quien.id, quien.username, invitada.rol, quien.name, null::text;
end $$;

-- How many days before something is due a person is told by letter, in all companies that the person answers for. Nobody is until asking for it.
create table obligacion_aviso (
  usuario_id  uuid primary key references usuario,
  -- Null: no letters.
  dias        smallint check (dias between 1 and 15),
  -- Day of the last letter, or on which there was nothing to tell: one a day.
  dicho       date,
  editado_en  timestamptz not null
);
call proteger_lo_propio('obligacion_aviso');
create policy trabajador on obligacion_aviso to yupana_worker using (true) with check (true);
grant select, insert, update (dias, editado_en) on obligacion_aviso to yupana_app;
grant select, update (dicho) on obligacion_aviso to yupana_worker;

-- What was told to whom, once for each number of days.
create table obligacion_avisada (
  usuario_id  uuid not null references usuario,
  de_empresa  uuid not null references empresa,
  obligacion  text not null check (char_length(obligacion) between 1 and 200),
  paso        smallint not null,
  primary key (usuario_id, de_empresa, obligacion, paso)
);
call solo_agregar('obligacion_avisada');
grant select, insert on obligacion_avisada to yupana_worker;

-- Persons who want to be told and were not looked at today; only with a mail that is verified.
create function avisos_por_enviar(hoy date) returns table (usuario_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select a.usuario_id from obligacion_aviso a join usuario u on u.id = a.usuario_id and u.activo and u.mail <> ''
   where a.dias is not null and (a.dicho is null or a.dicho < hoy) order by a.usuario_id
$$;
revoke execute on function avisos_por_enviar from public;
grant execute on function avisos_por_enviar to yupana_worker;

-- The companies in production that the person of this transaction answers for, as the board has them, with what their calendars are made from.
create function empresas_por_avisar(hoy date) returns table (correo text, nombre text, empresa_id uuid, empresa text, ruc text, situacion jsonb)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.mail, u.name, e.id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, situacion_tributaria(e.id, hoy)
    from usuario u
    join usuario_empresa ue on ue.usuario_id = u.id and ue.activo
    join empresa e on e.id = ue.empresa_id and e.suspendida_en is null and e.ambiente = 'PRODUCCION'
   where u.id = usuario_actual() and u.activo and u.mail <> ''
     and ue.rol <> 2 and (u.super_admin or ue.rol in (0, 1) or 'declaracion:presentar' = any (ue.collections))
   order by 4, 3 limit 200
$$;
revoke execute on function empresas_por_avisar from public;
grant execute on function empresas_por_avisar to yupana_worker;

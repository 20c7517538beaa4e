-- What was refused, counted by person and hour: for the person's audit, and for the letter that tells of an attack. The API adds, and can
-- do nothing else.

create table rechazo (
  -- A user; all zeros is the installation, with what concerns nobody known too.
  cuenta      uuid not null,
  hora        timestamptz not null,
  ingresos    integer not null,
  codigos     integer not null,
  permisos    integer not null,
  limites     integer not null,
  sesiones    integer not null,
  -- A few of them.
  redes       text[] not null,
  primera     timestamptz not null,
  ultima      timestamptz not null,
  -- How many of these the audit tells of already.
  auditados   integer not null default 0,
  avisado_en  timestamptz,
  primary key (cuenta, hora)
);
create index rechazo_hora on rechazo (hora);

create function rechazos_sumar(datos jsonb, cuando timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into rechazo as r (cuenta, hora, ingresos, codigos, permisos, limites, sesiones, redes, primera, ultima)
    select d.cuenta, date_trunc('hour', cuando), greatest(d.ingresos, 0), greatest(d.codigos, 0), greatest(d.permisos, 0), greatest(d.limites, 0), greatest(d.sesiones, 0), d.redes[1:5], cuando, cuando
      from jsonb_to_recordset(datos) as d(cuenta uuid, ingresos integer, codigos integer, permisos integer, limites integer, sesiones integer, redes text[])
     order by d.cuenta
  on conflict (cuenta, hora) do update set
    ingresos = r.ingresos + excluded.ingresos, codigos = r.codigos + excluded.codigos, permisos = r.permisos + excluded.permisos, limites = r.limites + excluded.limites,
    sesiones = r.sesiones + excluded.sesiones, ultima = greatest(r.ultima, excluded.ultima),
    redes = array(select x from unnest(r.redes || excluded.redes) with ordinality as u(x, n) group by x order by min(n) limit 5)
$$;

-- Tells of them in the audit of every company of the person (of the installation, where there is none): the first at once, the others
-- when the hour is over.
create function rechazos_auditar(ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with nuevos as (
    update rechazo r set auditados = r.ingresos + r.codigos + r.permisos + r.limites
      from (select cuenta, hora from rechazo
             where cuenta <> '00000000-0000-0000-0000-000000000000' and hora > ahora - interval '2 days' and auditados < ingresos + codigos + permisos + limites
               and (auditados = 0 or hora <= ahora - interval '1 hour') for update skip locked) d
     where r.cuenta = d.cuenta and r.hora = d.hora
    returning r.cuenta, jsonb_strip_nulls(jsonb_build_object('hora', to_char(r.hora at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'contrasenas', nullif(r.ingresos, 0), 'codigos', nullif(r.codigos, 0),
      'sin_permiso', nullif(r.permisos, 0), 'limites', nullif(r.limites, 0), 'redes', to_jsonb(r.redes))) as datos),
  en_empresas as (
    insert into auditoria (empresa_id, en, accion, objeto, detalle)
    select e.id, ahora, 'cuenta.rechazos', n.cuenta::text, n.datos from nuevos n cross join lateral empresas_de_usuario(n.cuenta) e)
  insert into administracion_hecho (en, usuario_id, accion, objeto, detalle)
  select ahora, n.cuenta, 'cuenta.rechazos', n.cuenta, n.datos from nuevos n join usuario u on u.id = n.cuenta where not exists (select 1 from empresas_de_usuario(n.cuenta))
$$;

-- Of whom to tell now: a person once a day, the installation (with which SUPER_ADMIN is told of persons too) once an hour.
create function rechazos_por_avisar(ahora timestamptz, por_persona integer, por_instalacion integer)
  returns table (cuenta uuid, hora timestamptz, fallas integer, limites integer, redes text[], username text, name text, mail text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  nadie constant uuid := '00000000-0000-0000-0000-000000000000';
  personas integer;
begin
  return query
    update rechazo r set avisado_en = ahora from usuario u
     where r.hora > ahora - interval '2 hours' and r.avisado_en is null and r.ingresos + r.codigos >= por_persona and u.id = r.cuenta and u.activo
       and not exists (select 1 from rechazo v where v.cuenta = r.cuenta and v.avisado_en > ahora - interval '1 day')
    returning r.cuenta, r.hora, r.ingresos + r.codigos, r.limites, r.redes, u.username, u.name, u.mail;
  get diagnostics personas = row_count;
  return query
    update rechazo r set avisado_en = ahora
     where r.cuenta = nadie and r.hora = (select max(v.hora) from rechazo v where v.cuenta = nadie) and r.avisado_en is null
       and (personas > 0 or (r.hora > ahora - interval '2 hours' and r.ingresos + r.codigos >= por_instalacion))
    returning r.cuenta, r.hora, r.ingresos + r.codigos, r.limites + r.permisos + r.sesiones, r.redes, null::text, null::text, null::text;
end $$;

create function correos_de_super_admin() returns table (mail text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select u.mail from usuario u where u.super_admin and u.activo order by u.mail
$$;

create function limpiar_rechazos(ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from rechazo where hora < ahora - interval '90 days'
$$;

revoke execute on function rechazos_sumar, rechazos_auditar, rechazos_por_avisar, correos_de_super_admin, limpiar_rechazos from public;
grant execute on function rechazos_sumar to yupana_app;
grant execute on function rechazos_auditar, rechazos_por_avisar, correos_de_super_admin, limpiar_rechazos to yupana_worker;

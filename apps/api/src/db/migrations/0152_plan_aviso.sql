-- That a company comes near what its plan covers, or went beyond: told to its administrators once a month for each limit.
-- Told only; no limit ever stops anything.
create table plan_aviso (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  -- Its first day.
  mes         date not null,
  que         text not null check (que in ('documentos', 'usuarios', 'puntos')),
  umbral      integer not null check (umbral in (80, 100)),
  limite      integer not null,
  usados      integer not null,
  en          timestamptz not null,
  primary key (empresa_id, id),
  -- Another plan begins anew.
  unique (empresa_id, mes, que, umbral, limite)
);
call proteger_tabla('plan_aviso');
call solo_agregar('plan_aviso');
grant select on plan_aviso to yupana_app;
grant select, insert on plan_aviso to yupana_worker;

create table plan_aviso_visto (
  empresa_id  uuid not null,
  aviso_id    uuid not null,
  usuario_id  uuid not null references usuario,
  en          timestamptz not null,
  primary key (empresa_id, aviso_id, usuario_id),
  foreign key (empresa_id, aviso_id) references plan_aviso
);
call proteger_tabla('plan_aviso_visto');
call solo_agregar('plan_aviso_visto');
grant select, insert on plan_aviso_visto to yupana_app;

grant insert on carta_cuenta to yupana_worker;

-- Of every company: which of its limits were reached and not yet told of. Documents at 80 and 100 of 100; users and points once there are more than the plan has.
create function planes_por_avisar(del_mes date, desde timestamptz)
  returns table (empresa_id uuid, que text, umbral integer, limite integer, usados integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, u.que, t.umbral, u.limite, u.usados
    from empresa e cross join lateral (values
           ('documentos', e.limite_documentos, case when e.limite_documentos is not null then
             (select count(*)::integer from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente and d.creado_en >= desde) end),
           ('usuarios', e.limite_usuarios, case when e.limite_usuarios is not null then
             (select count(*)::integer from usuario_empresa m where m.empresa_id = e.id and m.activo) end),
           ('puntos', e.limite_puntos, case when e.limite_puntos is not null then
             (select count(*)::integer from punto_emision p where p.empresa_id = e.id and p.activo) end)) u (que, limite, usados)
    cross join (values (80), (100)) t (umbral)
   where e.suspendida_en is null
     and case when u.que = 'documentos' then u.usados::bigint * 100 >= u.limite::bigint * t.umbral else t.umbral = 100 and u.usados > u.limite end
     and not exists (select from plan_aviso a where a.empresa_id = e.id and a.mes = del_mes and a.que = u.que and a.umbral = t.umbral and a.limite = u.limite)
   order by e.id, u.que, t.umbral
$$;
revoke execute on function planes_por_avisar from public;
grant execute on function planes_por_avisar to yupana_worker;

-- What a company has to file, until when, and who is told.

-- The address under which a person's calendar of a company is read by other programs: known by its hash alone, taken back by counting on.
create table calendario (
  empresa_id  uuid not null references empresa,
  usuario_id  uuid not null,
  hash        bytea check (length(hash) = 32),
  n           integer not null default 0,
  creado_en   timestamptz not null,
  primary key (empresa_id, usuario_id),
  foreign key (empresa_id, usuario_id) references usuario_empresa
);
create unique index calendario_hash on calendario (hash) where hash is not null;
call proteger_tabla('calendario');
grant select, insert on calendario to yupana_app;
grant update (hash, n, creado_en) on calendario to yupana_app;

-- How many days before something is due a person is told by letter, in all companies that the person answers for. Nobody is until asking
-- for it.
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
grant select, insert on obligacion_aviso to yupana_app;
grant select on obligacion_aviso to yupana_worker;
grant update (dias, editado_en) on obligacion_aviso to yupana_app;
grant update (dicho) on obligacion_aviso to yupana_worker;

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

-- Whose calendar an address leads to, while that person still works there with that right: who reads it has no session.
create function calendario_de_enlace(token bytea) returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.empresa_id from calendario c
    join empresa e on e.id = c.empresa_id and e.suspendida_en is null
    join usuario u on u.id = c.usuario_id and u.activo
    join usuario_empresa ue on ue.empresa_id = c.empresa_id and ue.usuario_id = c.usuario_id and ue.activo
   where c.hash = token and ue.rol <> 2
     and (u.super_admin or ue.rol in (0, 1) or 'declaracion:presentar' = any (ue.collections))
$$;

-- What the calendar of obligations is made from, of one company in its present environment: whoever asks sees no more than his own rights.
-- July filed by itself begins on the same day as its half-year: what was filed is known by how many months it has, too.
create function situacion_tributaria(de_empresa uuid, hoy date) returns jsonb
  language sql stable set search_path = public, pg_temp as $$
  select jsonb_build_object(
    'ruc', e.ruc,
    'condiciones', (select coalesce(jsonb_agg(jsonb_build_object('tipo', c.tipo, 'desde', c.desde, 'hasta', c.hasta, 'valor', c.valor)), '[]')
                      from empresa_condicion c where c.empresa_id = e.id),
    'desde', least((select min(d.fecha_emision) from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente),
                   (select min(c.fecha_registro) from compra c where c.empresa_id = e.id and c.ambiente = e.ambiente)),
    'presentados', (select coalesce(jsonb_agg(jsonb_build_object('formulario', d.formulario, 'desde', d.desde, 'meses', d.meses)), '[]')
                      from declaracion d
                     where d.empresa_id = e.id and d.ambiente = e.ambiente and d.desde >= hoy - 600
                       and exists (select from declaracion_presentada p where p.empresa_id = d.empresa_id and p.declaracion_id = d.id)),
    'mesesConRetencion', case when a.retiene then '[]' else cuenta_tablero(e.id, e.ambiente, 'MESES_CON_RETENCION', hoy) end,
    'firmaHasta', (select (c.hasta at time zone 'America/Guayaquil')::date from certificado c where c.empresa_id = e.id and c.activo),
    'porRetener', case when not a.retiene then '[]' else
                    (select coalesce(jsonb_agg(p.dia), '[]') from jsonb_array_elements(cuenta_tablero(e.id, e.ambiente, 'POR_RETENER', hoy)) as p (dia)
                      where (p.dia ->> 'fecha')::date between hoy - 30 and hoy) end,
    'porAceptar', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'numero', s.numero, 'pedida', s.pedida, 'dias', s.dias)), '[]')
                     from (select d.id, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero,
                                  (n.solicitada_en at time zone 'America/Guayaquil')::date as pedida, n.aceptacion_dias as dias
                             from documento_anulacion n join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id and d.ambiente = e.ambiente
                            where n.empresa_id = e.id and n.estado = 'POR_ACEPTAR' and n.aceptacion_dias is not null
                            order by n.solicitada_en desc limit 100) s),
    'porAnular', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'numero', s.numero, 'hasta', s.hasta)), '[]')
                    from (select d.id, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero, n.hasta
                            from documento_anulacion n join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id and d.ambiente = e.ambiente
                           where n.empresa_id = e.id and n.estado = 'SOLICITADA' order by n.solicitada_en desc limit 100) s))
    from empresa e
    cross join lateral (select fue_agente_retencion(e.id, hoy) as retiene offset 0) a
   where e.id = de_empresa
$$;

-- Persons who want to be told and were not looked at today; only with a mail that is verified.
create function avisos_por_enviar(hoy date) returns table (usuario_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select a.usuario_id from obligacion_aviso a join usuario u on u.id = a.usuario_id and u.activo and u.mail <> ''
   where a.dias is not null and (a.dicho is null or a.dicho < hoy) order by a.usuario_id
$$;

-- The companies in production that the person of this transaction answers for, as the board has them, with what their calendars are made
-- from.
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

revoke execute on function calendario_de_enlace, situacion_tributaria, avisos_por_enviar, empresas_por_avisar from public;
grant execute on function calendario_de_enlace, situacion_tributaria to yupana_app;
grant execute on function avisos_por_enviar, empresas_por_avisar to yupana_worker;

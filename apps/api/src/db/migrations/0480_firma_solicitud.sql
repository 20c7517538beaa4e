-- Files that people entrust to the installation, under random names: sealed part by part, bound to company, file and place (O-105).
create table archivo (
  empresa_id uuid not null references empresa,
  id         uuid not null,
  nombre     text not null,
  tipo       text not null,
  tamano     integer not null check (tamano between 1 and 50000000),
  partes     integer not null check (partes between 1 and 50),
  -- False while its parts arrive.
  completo   boolean not null,
  creado_en  timestamptz not null,
  primary key (empresa_id, id)
);
create index archivo_a_medias on archivo (creado_en) where not completo;
call proteger_tabla('archivo');
grant select, insert, update, delete on archivo to yupana_app;
grant select, delete on archivo to yupana_worker;

create table archivo_parte (
  empresa_id   uuid not null,
  archivo_id   uuid not null,
  n            integer not null check (n between 0 and 49),
  kek_id       text not null,
  dek_envuelta bytea not null,
  cifrado      bytea not null,
  primary key (empresa_id, archivo_id, n),
  foreign key (empresa_id, archivo_id) references archivo on delete cascade
);
-- What is encrypted does not get smaller.
alter table archivo_parte alter column cifrado set storage external;
call proteger_tabla('archivo_parte');
grant select, insert, delete on archivo_parte to yupana_app;
grant select, delete on archivo_parte to yupana_worker;

-- Requests of electronic signatures (O-80).
create table firma_solicitud (
  empresa_id        uuid not null references empresa,
  id                uuid not null,
  usuario_id        uuid not null,
  tipo              text not null check (tipo in ('NATURAL', 'JURIDICA')),
  anios             smallint not null check (anios in (1, 2, 3)),
  estado            text not null default 'BORRADOR'
                    check (estado in ('BORRADOR', 'ENVIADA', 'EN_REVISION', 'OBSERVADA', 'APROBADA', 'EMITIDA', 'RECHAZADA')),
  datos             jsonb not null default '{}',
  titular           text not null default '',
  observacion_datos text,
  -- The day of the first sending, by which age and video are judged.
  fecha             date,
  enviada_en        timestamptz,
  entidad           text,
  valida_desde      date,
  valida_hasta      date,
  archivos_borrados_en timestamptz,
  -- The video whose parts are arriving.
  video_pendiente   uuid,
  version           integer not null default 1,
  creada_en         timestamptz not null,
  editada_en        timestamptz not null,
  primary key (empresa_id, id),
  check ((estado = 'BORRADOR') = (fecha is null)),
  check ((estado = 'EMITIDA') = (valida_hasta is not null)),
  check (valida_hasta > valida_desde)
);
create index firma_solicitud_reciente on firma_solicitud (empresa_id, creada_en desc);
create index firma_solicitud_cola on firma_solicitud (enviada_en) where fecha is not null;
create index firma_solicitud_usuario on firma_solicitud (usuario_id);
create index firma_solicitud_vieja on firma_solicitud (editada_en) where archivos_borrados_en is null and estado in ('BORRADOR', 'EMITIDA', 'RECHAZADA');
call proteger_tabla('firma_solicitud');
grant select, insert, update, delete on firma_solicitud to yupana_app;
grant select, update, delete on firma_solicitud to yupana_worker;

create table firma_documento (
  empresa_id   uuid not null,
  solicitud_id uuid not null,
  clase        text not null check (clase in ('RUC', 'CEDULA_FRENTE', 'CEDULA_REVERSO', 'SELFIE', 'CONSTITUCION', 'NOMBRAMIENTO', 'ACEPTACION', 'VIDEO')),
  archivo_id   uuid not null,
  observacion  text,
  subido_en    timestamptz not null,
  primary key (empresa_id, solicitud_id, clase),
  unique (empresa_id, archivo_id),
  foreign key (empresa_id, solicitud_id) references firma_solicitud on delete cascade,
  foreign key (empresa_id, archivo_id) references archivo on delete cascade
);
call proteger_tabla('firma_documento');
grant select, insert, update, delete on firma_documento to yupana_app;
grant select, delete on firma_documento to yupana_worker;

-- Each state a request came to, and why; a draft has none.
create table firma_historia (
  id           bigint generated always as identity primary key,
  empresa_id   uuid not null,
  solicitud_id uuid not null,
  estado       text not null,
  en           timestamptz not null,
  -- Null for somebody of the installation.
  quien        text,
  motivo       text,
  foreign key (empresa_id, solicitud_id) references firma_solicitud
);
create index firma_historia_de on firma_historia (empresa_id, solicitud_id, id);
call solo_agregar('firma_historia');
call proteger_tabla('firma_historia');
grant select, insert on firma_historia to yupana_app;
grant select on firma_historia to yupana_worker;

-- The desk of SUPER_ADMIN: requests of all companies, the oldest first.
create function administracion_firmas(token bytea, ahora timestamptz, de_estado text, desde integer, cuantas integer)
  returns table (id uuid, empresa_id uuid, empresa text, ruc text, tipo text, anios smallint, estado text, titular text, enviada_en timestamptz, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.empresa_id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, s.tipo, s.anios, s.estado, s.titular, s.enviada_en, s.total
    from (select f.*, count(*) over ()::integer as total from firma_solicitud f
           where es_de_super_admin(token, ahora) and f.fecha is not null
             and case when de_estado = '' then f.estado in ('ENVIADA', 'EN_REVISION', 'APROBADA') else f.estado = de_estado end
           order by f.enviada_en, f.id offset desde limit cuantas) s join empresa e on e.id = s.empresa_id
   order by s.enviada_en, s.id
$$;

-- Requests whose files are to go by the rule: closed before one instant, drafts left alone since another.
create function firmas_por_limpiar(cerradas timestamptz, borradores timestamptz)
  returns table (empresa_id uuid, id uuid, estado text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.empresa_id, f.id, f.estado from firma_solicitud f
   where f.archivos_borrados_en is null
     and case f.estado when 'EMITIDA' then f.editada_en < cerradas when 'RECHAZADA' then f.editada_en < cerradas when 'BORRADOR' then f.editada_en < borradores else false end
   order by f.editada_en limit 50
$$;

-- Uploads that never ended, and files that nothing names.
create function limpiar_archivos(antes timestamptz) returns integer
  language sql volatile security definer set search_path = public, pg_temp as $$
  with fuera as (delete from archivo where (empresa_id, id) in (
    select a.empresa_id, a.id from archivo a where not a.completo and a.creado_en < antes order by a.creado_en limit 50) returning 1)
  select count(*)::integer from fuera
$$;

revoke execute on function administracion_firmas, firmas_por_limpiar, limpiar_archivos from public;
grant execute on function administracion_firmas to yupana_app;
grant execute on function firmas_por_limpiar, limpiar_archivos to yupana_worker;

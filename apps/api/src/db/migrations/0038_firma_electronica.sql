-- Requests of electronic signatures, their documents, and what paid for them.

-- Requests of electronic signatures (O-80).
create table firma_solicitud (
  empresa_id            uuid not null references empresa,
  id                    uuid not null,
  usuario_id            uuid not null,
  tipo                  text not null check (tipo in ('NATURAL', 'JURIDICA')),
  anios                 smallint not null check (anios in (1, 2, 3)),
  estado                text not null default 'BORRADOR'
                        check (estado in ('BORRADOR', 'ENVIADA', 'EN_REVISION', 'OBSERVADA', 'APROBADA', 'EMITIDA', 'RECHAZADA')),
  datos                 jsonb not null default '{}',
  titular               text not null default '',
  observacion_datos     text,
  -- The day of the first sending, by which age and video are judged.
  fecha                 date,
  enviada_en            timestamptz,
  entidad               text,
  valida_desde          date,
  valida_hasta          date,
  archivos_borrados_en  timestamptz,
  -- The video whose parts are arriving.
  video_pendiente       uuid,
  version               integer not null default 1,
  creada_en             timestamptz not null,
  editada_en            timestamptz not null,
  -- What somebody of the installation checked of a request, and when its documents were taken for the certification entity.
  comprobado            text[] not null default '{}',
  paquete_en            timestamptz,
  vista                 boolean not null default true,
  primary key (empresa_id, id),
  check ((estado = 'BORRADOR') = (fecha is null)),
  check ((estado = 'EMITIDA') = (valida_hasta is not null)),
  check (valida_hasta > valida_desde)
);
create index firma_solicitud_reciente on firma_solicitud (empresa_id, creada_en desc);
create index firma_solicitud_cola on firma_solicitud (enviada_en) where fecha is not null;
create index firma_solicitud_usuario on firma_solicitud (usuario_id);
create index firma_solicitud_vieja on firma_solicitud (editada_en) where archivos_borrados_en is null and estado in ('BORRADOR', 'EMITIDA', 'RECHAZADA');
create index firma_solicitud_por_ver on firma_solicitud (empresa_id, usuario_id) where not vista;
call proteger_tabla('firma_solicitud');
grant select, insert, update, delete on firma_solicitud to yupana_app;
grant select, update, delete on firma_solicitud to yupana_worker;

create table firma_documento (
  empresa_id    uuid not null,
  solicitud_id  uuid not null,
  clase         text not null check (clase in ('RUC', 'CEDULA_FRENTE', 'CEDULA_REVERSO', 'SELFIE', 'CONSTITUCION', 'NOMBRAMIENTO', 'ACEPTACION', 'VIDEO')),
  archivo_id    uuid not null,
  observacion   text,
  subido_en     timestamptz not null,
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
  id            bigint generated always as identity primary key,
  empresa_id    uuid not null,
  solicitud_id  uuid not null,
  estado        text not null,
  en            timestamptz not null,
  -- Null for somebody of the installation.
  quien         text,
  motivo        text,
  foreign key (empresa_id, solicitud_id) references firma_solicitud
);
create index firma_historia_de on firma_historia (empresa_id, solicitud_id, id);
call solo_agregar('firma_historia');
call proteger_tabla('firma_historia');
grant select, insert on firma_historia to yupana_app;
grant select on firma_historia to yupana_worker;

-- What of a paid order is a signature: each serves one request, and a request is paid by one.
create table firma_pagada (
  empresa_id    uuid not null references empresa,
  orden_id      uuid not null,
  n             smallint not null check (n > 0),
  tipo          text not null check (tipo in ('NATURAL', 'JURIDICA')),
  anios         smallint not null check (anios in (1, 2, 3)),
  -- Null while nobody used it.
  solicitud_id  uuid,
  primary key (empresa_id, orden_id, n),
  unique (empresa_id, solicitud_id),
  foreign key (empresa_id, orden_id) references orden,
  foreign key (empresa_id, solicitud_id) references firma_solicitud on delete set null (solicitud_id)
);
create index firma_pagada_libre on firma_pagada (empresa_id, tipo, anios) where solicitud_id is null;
call proteger_tabla('firma_pagada');
grant select, insert, update, delete on firma_pagada to yupana_app;

-- Requests whose files are to go by the rule: closed before one instant, drafts left alone since another.
create function firmas_por_limpiar(cerradas timestamptz, borradores timestamptz)
  returns table (empresa_id uuid, id uuid, estado text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.empresa_id, f.id, f.estado from firma_solicitud f
   where f.archivos_borrados_en is null
     and case f.estado when 'EMITIDA' then f.editada_en < cerradas when 'RECHAZADA' then f.editada_en < cerradas when 'BORRADOR' then f.editada_en < borradores else false end
   order by f.editada_en limit 50
$$;

revoke execute on function firmas_por_limpiar from public;
grant execute on function firmas_por_limpiar to yupana_worker;

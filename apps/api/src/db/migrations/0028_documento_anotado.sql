-- What stands beside a document: its public page, notes and files of the company, the printed forms that left.

-- The public page of an issued document (issue 14): its token is known by its hash alone, and taken back by counting on.
create table documento_enlace (
  empresa_id               uuid not null,
  documento_id             uuid not null,
  n                        integer not null default 0,
  hash                     bytea,
  -- The mail of a document carries the link of its public page, which the worker makes where there is none: nobody of the company did.
  usuario_id               uuid,
  creado_en                timestamptz not null,
  vistas                   integer not null default 0,
  visto_en                 timestamptz,
  -- What whoever holds it said: it is not his.
  no_corresponde_en        timestamptz,
  no_corresponde_nota      text check (char_length(no_corresponde_nota) <= 300),
  -- Asked of the SRI by the worker, and what it answered last.
  consulta_pedida_en       timestamptz,
  consultado_en            timestamptz,
  consultado               text check (consultado in ('ANULADO', 'POR_ACEPTAR', 'VIGENTE', 'SIN_RESPUESTA')),
  -- Whoever opened the public page of a document said that it is not his: it waits on home until somebody of the company has looked at it.
  no_corresponde_visto_en  timestamptz,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento
);
create unique index documento_enlace_hash on documento_enlace (hash) where hash is not null;
create index documento_enlace_consulta on documento_enlace (consulta_pedida_en) where consulta_pedida_en is not null;
create index documento_enlace_no_corresponde on documento_enlace (empresa_id, documento_id)
 where no_corresponde_en is not null and no_corresponde_visto_en is null;
call proteger_tabla('documento_enlace');
grant select, insert, update on documento_enlace to yupana_app;
grant select on documento_enlace to yupana_worker;
grant insert (empresa_id, documento_id, hash, usuario_id, creado_en) on documento_enlace to yupana_worker;
grant update (consultado_en, consultado) on documento_enlace to yupana_worker;

-- What a company keeps beside a document for itself, and prints nowhere: a note, and files (issue 14).
create table documento_nota_interna (
  empresa_id    uuid not null references empresa,
  documento_id  uuid not null,
  nota          text check (char_length(nota) between 1 and 2000),
  version       integer not null check (version > 0),
  usuario_id    uuid not null,
  en            timestamptz not null,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('documento_nota_interna');
grant select, insert on documento_nota_interna to yupana_app;
grant update (nota, version, usuario_id, en) on documento_nota_interna to yupana_app;

create table documento_adjunto (
  empresa_id    uuid not null references empresa,
  -- Of its file, with which it goes.
  id            uuid not null,
  documento_id  uuid not null,
  usuario_id    uuid not null,
  en            timestamptz not null,
  primary key (empresa_id, id),
  foreign key (empresa_id, id) references archivo on delete cascade,
  foreign key (empresa_id, documento_id) references documento
);
create index documento_adjunto_de on documento_adjunto (empresa_id, documento_id, en, id);
call proteger_tabla('documento_adjunto');
grant select, insert on documento_adjunto to yupana_app;

-- Printed forms that were downloaded, or left with a monthly package, are known for ever though no PDF is kept (O-105): a row for each
-- different one of a document.
create table ride_entregado (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  sha256        bytea not null check (length(sha256) = 32),
  formato       text not null check (formato in ('A4', 'TICKET')),
  -- The first time.
  entregado_en  timestamptz not null,
  primary key (empresa_id, documento_id, sha256),
  foreign key (empresa_id, documento_id) references documento (empresa_id, id)
);
call proteger_tabla('ride_entregado');
call solo_agregar('ride_entregado');
grant select, insert on ride_entregado to yupana_app, yupana_worker;

-- Whose document a link leads to: who holds it belongs to no company.
create function documento_de_enlace(token bytea) returns table (empresa_id uuid, documento_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.empresa_id, d.documento_id from documento_enlace d join empresa e on e.id = d.empresa_id where d.hash = token and e.suspendida_en is null
$$;

-- Documents that somebody looks at and whose validity is to be asked; once each time.
create function reclamar_enlace_consulta(cuantos integer) returns table (empresa_id uuid, documento_id uuid, ambiente text, clave text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  with tomados as (
    update documento_enlace e set consulta_pedida_en = null
      from (select v.empresa_id, v.documento_id from documento_enlace v where v.consulta_pedida_en is not null
             order by v.consulta_pedida_en limit cuantos for update skip locked) v
     where e.empresa_id = v.empresa_id and e.documento_id = v.documento_id
    returning e.empresa_id, e.documento_id
  )
  select t.empresa_id, t.documento_id, d.ambiente, d.clave from tomados t join documento d on d.empresa_id = t.empresa_id and d.id = t.documento_id
$$;

revoke execute on function documento_de_enlace, reclamar_enlace_consulta from public;
grant execute on function documento_de_enlace to yupana_app;
grant execute on function reclamar_enlace_consulta to yupana_worker;

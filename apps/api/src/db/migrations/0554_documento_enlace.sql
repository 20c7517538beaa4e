-- The public page of an issued document (issue 14): its token is known by its hash alone, and taken back by counting on.
create table documento_enlace (
  empresa_id            uuid not null,
  documento_id          uuid not null,
  n                     integer not null default 0,
  hash                  bytea,
  usuario_id            uuid not null,
  creado_en             timestamptz not null,
  vistas                integer not null default 0,
  visto_en              timestamptz,
  -- What whoever holds it said: it is not his.
  no_corresponde_en     timestamptz,
  no_corresponde_nota   text check (char_length(no_corresponde_nota) <= 300),
  -- Asked of the SRI by the worker, and what it answered last.
  consulta_pedida_en    timestamptz,
  consultado_en         timestamptz,
  consultado            text check (consultado in ('ANULADO', 'POR_ACEPTAR', 'VIGENTE', 'SIN_RESPUESTA')),
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento
);
create unique index documento_enlace_hash on documento_enlace (hash) where hash is not null;
create index documento_enlace_consulta on documento_enlace (consulta_pedida_en) where consulta_pedida_en is not null;
call proteger_tabla('documento_enlace');
grant select, insert, update on documento_enlace to yupana_app;
grant select on documento_enlace to yupana_worker;
grant update (consultado_en, consultado) on documento_enlace to yupana_worker;

-- Whose document a link leads to: who holds it belongs to no company.
create function documento_de_enlace(token bytea) returns table (empresa_id uuid, documento_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.empresa_id, d.documento_id from documento_enlace d join empresa e on e.id = d.empresa_id where d.hash = token and e.suspendida_en is null
$$;
revoke execute on function documento_de_enlace from public;
grant execute on function documento_de_enlace to yupana_app;

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
revoke execute on function reclamar_enlace_consulta from public;
grant execute on function reclamar_enlace_consulta to yupana_worker;

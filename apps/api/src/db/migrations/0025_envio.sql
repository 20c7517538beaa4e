-- The way of a document to the SRI. One company's silence is its own, and within a company what is new comes before the backlog.

-- What the pipeline needs to know, apart from the row that lists read: lease, fencing number, next attempt.
create table documento_envio (
  empresa_id       uuid not null,
  documento_id     uuid not null,
  -- NULL when nothing is to be done: final, held back or waiting for a person.
  proximo_intento  timestamptz,
  intentos         integer not null default 0,
  -- Raised at each claim: a worker that wakes up late writes with an old number and is refused.
  cerco            integer not null default 0,
  arrendatario     text,
  arriendo_hasta   timestamptz,
  -- Some send may have reached the SRI: ask before sending again.
  pudo_llegar      boolean not null default false,
  -- When the last send left.
  enviado_en       timestamptz,
  -- Has waited already: found the SRI silent, or got no answer again and again.
  atrasado         boolean not null default false,
  -- What a document waits for that somebody in the company must bring; null while it goes on by itself.
  espera_por       text,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento
) with (fillfactor = 60);
create index documento_envio_vencido on documento_envio (empresa_id, atrasado, proximo_intento) where proximo_intento is not null;
create index documento_envio_sin_firma on documento_envio (empresa_id) where espera_por is not null;
call proteger_tabla('documento_envio');
grant select, insert on documento_envio to yupana_app;
grant select, update on documento_envio to yupana_worker;
grant update (proximo_intento, intentos, pudo_llegar, atrasado) on documento_envio to yupana_app;

-- The signed bytes of a version: made once, sent for ever (I5, I6).
create table documento_firma (
  empresa_id      uuid not null,
  documento_id    uuid not null,
  version         integer not null,
  certificado_id  uuid not null,
  xml             bytea storage external not null,
  sha256          bytea not null,
  firmado_en      timestamptz not null,
  primary key (empresa_id, documento_id, version),
  foreign key (empresa_id, documento_id, version) references documento_version
);
call proteger_tabla('documento_firma');
call solo_agregar('documento_firma');
grant select on documento_firma to yupana_app;
grant select, insert on documento_firma to yupana_worker;

-- What the SRI answered to the authorization, verbatim. Where it returned our own bytes they are not stored twice:
-- `respuesta` then holds the answer with the document cut out.
create table documento_autorizacion (
  empresa_id          uuid not null,
  documento_id        uuid not null,
  version             integer not null,
  numero              text not null,
  fecha_autorizacion  text not null,
  ambiente            text,
  documento_identico  boolean not null,
  respuesta           bytea storage external not null,
  recibida_en         timestamptz not null,
  primary key (empresa_id, documento_id, version),
  foreign key (empresa_id, documento_id, version) references documento_version
);
call proteger_tabla('documento_autorizacion');
call solo_agregar('documento_autorizacion');
grant select on documento_autorizacion to yupana_app;
grant select, insert on documento_autorizacion to yupana_worker;

-- One row before each send leaves, closed when the answer is known; never removed.
create table documento_intento (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  cerco         integer not null,
  version       integer not null,
  arrendatario  text not null,
  iniciado_en   timestamptz not null,
  terminado_en  timestamptz,
  resultado     text,
  primary key (empresa_id, documento_id, cerco),
  foreign key (empresa_id, documento_id) references documento
) with (fillfactor = 80);
create index documento_intento_iniciado on documento_intento using brin (iniciado_en);
call proteger_tabla('documento_intento');
grant select on documento_intento to yupana_app;
grant select, insert on documento_intento to yupana_worker;
grant update (terminado_en, resultado) on documento_intento to yupana_worker;
create trigger documento_intento_queda before delete on documento_intento for each row execute function rechazar_cambio();
create trigger documento_intento_cerrado before update on documento_intento for each row when (old.terminado_en is not null) execute function rechazar_cambio();
create trigger sin_truncate before truncate on documento_intento for each statement execute function rechazar_cambio();

-- Answers of the SRI that came to a worker whose lease was over: they change nothing, and stand in the document's story.
create table documento_respuesta_tardia (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  cerco         integer not null,
  en            timestamptz not null,
  proceso       text not null,
  causa         text not null,
  primary key (empresa_id, documento_id, cerco),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('documento_respuesta_tardia');
call solo_agregar('documento_respuesta_tardia');
grant select on documento_respuesta_tardia to yupana_app;
grant select, insert on documento_respuesta_tardia to yupana_worker;

-- Services of the SRI that leave one company alone without an answer: told to its people, and to nobody else.
create table servicio_sri_empresa (
  empresa_id     uuid not null references empresa,
  ambiente       text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  servicio       text not null check (servicio in ('RECEPCION', 'AUTORIZACION')),
  abierto_hasta  timestamptz not null,
  callado_desde  timestamptz,
  primary key (empresa_id, ambiente, servicio)
);
call proteger_tabla('servicio_sri_empresa');
grant select on servicio_sri_empresa to yupana_app;
grant select, insert, update, delete on servicio_sri_empresa to yupana_worker;

-- Documents in quarantine wait for a person, who is told: at home, in the bell and in the operator's health. A table of its own: an index
-- over the state would be written at every step of every document.
create table documento_revision (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  desde         timestamptz not null,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('documento_revision');
grant select, insert on documento_revision to yupana_app, yupana_worker;

-- Who put the notice about a document away.
create table revision_visto (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  usuario_id    uuid not null,
  en            timestamptz not null,
  primary key (empresa_id, documento_id, usuario_id),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('revision_visto');
grant select, insert on revision_visto to yupana_app;

-- What the worker needs to go on with a document, in one look.
create type reclamado as (
  empresa_id   uuid,
  documento_id uuid,
  cerco        integer,
  estado       text,
  ambiente     text,
  version      integer,
  clave        text,
  ruc          text,
  intentos     integer,
  pudo_llegar  boolean,
  enviado_en   timestamptz,
  firma_sha256 bytea,
  -- Only while it waits to be signed: the unsigned XML and the company's certificate in use.
  xml               bytea,
  certificado_id    uuid,
  certificado_hasta timestamptz
);

-- Takes the lease of one document if its time has come: raises the fencing number and answers what is known of it.
create function reclamar_documento(empresa uuid, documento uuid, ahora timestamptz, hasta timestamptz, quien text)
  returns setof reclamado
  language sql security definer set search_path = public, pg_temp as $$
  update documento_envio e set cerco = e.cerco + 1, arrendatario = quien, arriendo_hasta = hasta, proximo_intento = hasta
    from documento d join empresa c on c.id = d.empresa_id
   where e.empresa_id = empresa and e.documento_id = documento and not (select cercada from instalacion)
     -- A new document is the bell's for its first seconds; after that, as for everything later, its time decides.
     and (e.proximo_intento <= ahora or (e.proximo_intento is not null and e.arriendo_hasta is null and d.estado = 'EMITIDO'))
     and d.empresa_id = e.empresa_id and d.id = e.documento_id
  returning e.empresa_id, e.documento_id, e.cerco, d.estado, d.ambiente, d.version, d.clave, c.ruc, e.intentos, e.pudo_llegar, e.enviado_en,
    (select f.sha256 from documento_firma f where f.empresa_id = d.empresa_id and f.documento_id = d.id and f.version = d.version),
    case when d.estado = 'EMITIDO' then (select v.xml from documento_version v where v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version) end,
    (select r.id from certificado r where r.empresa_id = d.empresa_id and r.activo and d.estado = 'EMITIDO'),
    (select r.hasta from certificado r where r.empresa_id = d.empresa_id and r.activo and d.estado = 'EMITIDO')
$$;

-- Due documents of all companies, under lease. `ocupadas`: how many places of its share each company holds already.
create function reclamar_vencidos(ahora timestamptz, hasta timestamptz, quien text, limite integer, por_empresa integer, ocupadas jsonb)
  returns setof reclamado
  language sql security definer set search_path = public, pg_temp as $$
  with recursive empresas as (
    (select e.empresa_id from documento_envio e where e.proximo_intento is not null order by e.empresa_id limit 1)
    union all
    select (select e.empresa_id from documento_envio e where e.proximo_intento is not null and e.empresa_id > m.empresa_id order by e.empresa_id limit 1)
      from empresas m where m.empresa_id is not null
  ), turnos as (
    -- Each company's own, however many another one has waiting; of its backlog one for every four that are new, so that it moves too.
    select v.*, row_number() over (partition by v.empresa_id order by v.puesto, v.atrasado) as turno
      from empresas m cross join lateral (
        select q.* from (
          select n.*, row_number() over (order by n.proximo_intento) as puesto from (
            select e.empresa_id, e.documento_id, e.proximo_intento, false as atrasado from documento_envio e
             where e.empresa_id = m.empresa_id and not e.atrasado and e.proximo_intento <= ahora order by e.proximo_intento limit por_empresa) n
          union all
          select a.*, 4 * row_number() over (order by a.proximo_intento) from (
            select e.empresa_id, e.documento_id, e.proximo_intento, true from documento_envio e
             where e.empresa_id = m.empresa_id and e.atrasado and e.proximo_intento <= ahora order by e.proximo_intento limit por_empresa) a
        ) q order by q.puesto, q.atrasado limit greatest(por_empresa - coalesce((ocupadas ->> m.empresa_id::text)::integer, 0), 0)) v
     where m.empresa_id is not null and not (select cercada from instalacion)
  ), elegidos as materialized (
    select e.empresa_id, e.documento_id from documento_envio e
      join turnos t on t.empresa_id = e.empresa_id and t.documento_id = e.documento_id
     where e.proximo_intento <= ahora
     order by t.turno, t.atrasado, t.proximo_intento limit limite for update of e skip locked
  )
  update documento_envio e set cerco = e.cerco + 1, arrendatario = quien, arriendo_hasta = hasta, proximo_intento = hasta
    from elegidos l, documento d join empresa c on c.id = d.empresa_id
   where e.empresa_id = l.empresa_id and e.documento_id = l.documento_id
     and d.empresa_id = l.empresa_id and d.id = l.documento_id
  returning e.empresa_id, e.documento_id, e.cerco, d.estado, d.ambiente, d.version, d.clave, c.ruc, e.intentos, e.pudo_llegar, e.enviado_en,
    (select f.sha256 from documento_firma f where f.empresa_id = d.empresa_id and f.documento_id = d.id and f.version = d.version),
    case when d.estado = 'EMITIDO' then (select v.xml from documento_version v where v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version) end,
    (select r.id from certificado r where r.empresa_id = d.empresa_id and r.activo and d.estado = 'EMITIDO'),
    (select r.hasta from certificado r where r.empresa_id = d.empresa_id and r.activo and d.estado = 'EMITIDO')
$$;

-- Everything that waits for this service is due at once, paced by the claims: of one company, or of all.
create function adelantar_pendientes(de_ambiente text, de_empresa uuid, ahora timestamptz) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with movidos as (
    update documento_envio e set proximo_intento = ahora from documento d
     where e.proximo_intento > ahora and (e.arriendo_hasta is null or e.arriendo_hasta <= ahora) and (de_empresa is null or e.empresa_id = de_empresa)
       and d.empresa_id = e.empresa_id and d.id = e.documento_id and d.ambiente = de_ambiente
    returning 1)
  select count(*)::integer from movidos
$$;

create function empresas_sin_firma() returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(distinct empresa_id)::integer from documento_envio where espera_por is not null and proximo_intento is not null
$$;

create function documentos_en_revision() returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from documento_revision r join documento d on d.empresa_id = r.empresa_id and d.id = r.documento_id where d.estado = 'CUARENTENA'
$$;

revoke execute on function reclamar_documento, reclamar_vencidos, adelantar_pendientes, empresas_sin_firma, documentos_en_revision
  from public;
grant execute on function reclamar_documento, reclamar_vencidos, adelantar_pendientes to yupana_worker;
grant execute on function empresas_sin_firma, documentos_en_revision to yupana_app;

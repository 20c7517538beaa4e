-- The bell and the reconciler: the only places where work is found across companies.

-- Rings for one document in the transaction that makes it necessary. No named queue: that one company cannot take all
-- places is seen to where the bell is heard (jobs/queue.ts), which costs the emission nothing.
-- Owned by yupana_jobs, who alone may write to the queue's tables.
create function sonar(tarea text, empresa uuid, objeto uuid) returns void
  language plpgsql security definer set search_path = graphile_worker, public, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array[row(
    tarea, json_build_object('empresa', empresa, 'id', objeto), null, null, 1, null, null, null)::graphile_worker.job_spec]);
end $$;
alter function sonar owner to yupana_jobs;
revoke execute on function sonar from public;
grant execute on function sonar to yupana_app, yupana_worker;

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

-- Due documents of all companies, oldest first, no company with more than its share; each comes with its lease.
create function reclamar_vencidos(ahora timestamptz, hasta timestamptz, quien text, limite integer, por_empresa integer)
  returns setof reclamado
  language sql security definer set search_path = public, pg_temp as $$
  with recursive empresas as (
    (select e.empresa_id from documento_envio e where e.proximo_intento is not null order by e.empresa_id limit 1)
    union all
    select (select e.empresa_id from documento_envio e where e.proximo_intento is not null and e.empresa_id > m.empresa_id order by e.empresa_id limit 1)
      from empresas m where m.empresa_id is not null
  ), turnos as (
    -- Each company's own oldest first, however many another one has waiting.
    select v.*, row_number() over (partition by v.empresa_id order by v.proximo_intento) as turno
      from empresas m cross join lateral (
        select e.empresa_id, e.documento_id, e.proximo_intento from documento_envio e
         where e.empresa_id = m.empresa_id and e.proximo_intento <= ahora order by e.proximo_intento limit por_empresa) v
     where m.empresa_id is not null and not (select cercada from instalacion)
  ), elegidos as materialized (
    select e.empresa_id, e.documento_id from documento_envio e
      join turnos t on t.empresa_id = e.empresa_id and t.documento_id = e.documento_id
     where e.proximo_intento <= ahora
     order by t.turno, t.proximo_intento limit limite for update of e skip locked
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

-- Due mails, each company's own oldest first, no company with more than its share.
create function correos_vencidos(ahora timestamptz, limite integer, por_empresa integer)
  returns table (empresa_id uuid, correo_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  with recursive empresas as (
    (select c.empresa_id from correo c where c.proximo_intento is not null order by c.empresa_id limit 1)
    union all
    select (select c.empresa_id from correo c where c.proximo_intento is not null and c.empresa_id > m.empresa_id order by c.empresa_id limit 1)
      from empresas m where m.empresa_id is not null
  )
  select v.empresa_id, v.id from empresas m cross join lateral (
      select c.empresa_id, c.id, c.proximo_intento, row_number() over (order by c.proximo_intento) as turno from correo c
       where c.empresa_id = m.empresa_id and c.proximo_intento <= ahora order by c.proximo_intento limit por_empresa) v
   where m.empresa_id is not null and not (select cercada from instalacion)
   order by v.turno, v.proximo_intento limit limite
$$;

-- After an outage: everything that waits for this service is due at once, paced by the claims.
create function adelantar_pendientes(de_ambiente text, ahora timestamptz) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with movidos as (
    update documento_envio e set proximo_intento = ahora from documento d
     where e.proximo_intento > ahora and (e.arriendo_hasta is null or e.arriendo_hasta <= ahora)
       and d.empresa_id = e.empresa_id and d.id = e.documento_id and d.ambiente = de_ambiente
    returning 1)
  select count(*)::integer from movidos
$$;

-- Oldest waiting document by environment: for health and alarms.
create function envio_pendiente() returns table (ambiente text, pendientes bigint, desde timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select d.ambiente, count(*), min(d.creado_en) from documento_envio e
    join documento d on d.empresa_id = e.empresa_id and d.id = e.documento_id
   where e.proximo_intento is not null group by d.ambiente
$$;

revoke execute on function reclamar_documento, reclamar_vencidos, correos_vencidos, adelantar_pendientes, envio_pendiente from public;
grant execute on function reclamar_documento, reclamar_vencidos, correos_vencidos, adelantar_pendientes, envio_pendiente to yupana_worker;
grant execute on function envio_pendiente to yupana_app;

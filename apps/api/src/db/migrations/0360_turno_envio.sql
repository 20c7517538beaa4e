-- Fairness towards the SRI: one company's silence is its own, and within a company what is new comes before the backlog.

-- Has waited already: found the SRI silent, or got no answer again and again.
alter table documento_envio add column atrasado boolean not null default false;
grant update (atrasado) on documento_envio to yupana_app;
drop index documento_envio_vencido;
create index documento_envio_vencido on documento_envio (empresa_id, atrasado, proximo_intento) where proximo_intento is not null;

-- Services of the SRI that leave one company alone without an answer: told to its people, and to nobody else.
create table servicio_sri_empresa (
  empresa_id    uuid not null references empresa,
  ambiente      text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  servicio      text not null check (servicio in ('RECEPCION', 'AUTORIZACION')),
  abierto_hasta timestamptz not null,
  primary key (empresa_id, ambiente, servicio)
);
call proteger_tabla('servicio_sri_empresa');
grant select on servicio_sri_empresa to yupana_app;
grant select, insert, update, delete on servicio_sri_empresa to yupana_worker;

-- Due documents of all companies, under lease. `ocupadas`: how many places of its share each company holds already.
drop function reclamar_vencidos(timestamptz, timestamptz, text, integer, integer);
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
drop function adelantar_pendientes(text, timestamptz);
create function adelantar_pendientes(de_ambiente text, de_empresa uuid, ahora timestamptz) returns integer
  language sql security definer set search_path = public, pg_temp as $$
  with movidos as (
    update documento_envio e set proximo_intento = ahora from documento d
     where e.proximo_intento > ahora and (e.arriendo_hasta is null or e.arriendo_hasta <= ahora) and (de_empresa is null or e.empresa_id = de_empresa)
       and d.empresa_id = e.empresa_id and d.id = e.documento_id and d.ambiente = de_ambiente
    returning 1)
  select count(*)::integer from movidos
$$;

revoke execute on function reclamar_vencidos, adelantar_pendientes from public;
grant execute on function reclamar_vencidos, adelantar_pendientes to yupana_worker;

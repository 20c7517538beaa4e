-- Kind and régimen of a person by day (issue 13): what the law changes with a date, and a withholding takes as it was on the day of the purchase.
create table persona_condicion (
  empresa_id         uuid not null references empresa,
  persona_id         uuid not null,
  id                 uuid not null,
  -- First day; null: since always. It holds until the next one begins.
  desde              date,
  -- What is null goes on as before.
  tipo_contribuyente text check (tipo_contribuyente in ('PERSONA_NATURAL', 'SOCIEDAD')),
  regimen            text check (regimen in ('GENERAL', 'RIMPE', 'NEGOCIO_POPULAR')),
  -- All that hold from that day on.
  calificaciones     text[] not null default '{}'
    check (calificaciones <@ array['CONTRIBUYENTE_ESPECIAL', 'GRAN_CONTRIBUYENTE', 'AGENTE_RETENCION', 'INSTITUCION_PUBLICA', 'EXPORTADOR_HABITUAL']),
  -- Who wrote it down or corrected it last; null: it was there before there was a history.
  usuario_id         uuid,
  en                 timestamptz not null,
  version            integer not null default 1,
  primary key (empresa_id, id),
  unique nulls not distinct (empresa_id, persona_id, desde),
  foreign key (empresa_id, persona_id) references persona on delete cascade,
  check (tipo_contribuyente is not null or regimen is not null or calificaciones <> '{}')
);
call proteger_tabla('persona_condicion');
grant select, insert, update, delete on persona_condicion to yupana_app;

-- All records of the person one of whose records this is, the one that stayed first; of a chain of unions those that gave sooner come sooner.
create function fichas_en_orden(de_empresa uuid, persona uuid) returns table (id uuid, orden timestamptz[])
  language sql stable set search_path = public, pg_temp as $$
  with recursive ficha as (
    select coalesce(p.unida_a, p.id) as id, '{}'::timestamptz[] as orden from persona p where p.empresa_id = de_empresa and p.id = persona
     union all
    select u.persona_id, f.orden || u.en from ficha f join persona_union u on u.empresa_id = de_empresa and u.en_id = f.id)
  select f.id, f.orden from ficha f
$$;

-- What a person was on a day, by all of their records: each row stays with the record it was written for, and goes with it if a union is undone.
create function condicion_de_persona(de_empresa uuid, persona uuid, dia date)
  returns table (tipo_contribuyente text, regimen text, calificaciones text[])
  language sql stable set search_path = public, pg_temp as $$
  with fila as (
    select c.*, row_number() over (order by c.desde desc nulls last, f.orden, c.id) as n
      from fichas_en_orden(de_empresa, persona) f join persona_condicion c on c.empresa_id = de_empresa and c.persona_id = f.id
     where c.desde is null or c.desde <= dia)
  select (select f.tipo_contribuyente from fila f where f.tipo_contribuyente is not null order by f.n limit 1),
         (select f.regimen from fila f where f.regimen is not null order by f.n limit 1),
         coalesce((select f.calificaciones from fila f where f.n = 1), '{}')
$$;
revoke execute on function fichas_en_orden, condicion_de_persona from public;
grant execute on function fichas_en_orden, condicion_de_persona to yupana_app;

-- A change may say only that qualifications end (issue 13).
alter table persona_condicion drop constraint persona_condicion_check;

-- As before, but nobody is RIMPE before it existed, and of two unions of the same instant the same record always says first.
create or replace function condicion_de_persona(de_empresa uuid, persona uuid, dia date)
  returns table (tipo_contribuyente text, regimen text, calificaciones text[])
  language sql stable set search_path = public, pg_temp as $$
  with fila as (
    select c.*, row_number() over (order by c.desde desc nulls last, f.orden, f.id) as n
      from fichas_en_orden(de_empresa, persona) f join persona_condicion c on c.empresa_id = de_empresa and c.persona_id = f.id
     where c.desde is null or c.desde <= dia)
  select (select f.tipo_contribuyente from fila f where f.tipo_contribuyente is not null order by f.n limit 1),
         (select case when dia < '2022-01-01' then 'GENERAL' else f.regimen end from fila f where f.regimen is not null order by f.n limit 1),
         coalesce((select f.calificaciones from fila f where f.n = 1), '{}')
$$;

-- How often something was done in a span of time, by a name the service makes: calls of a network, letters to an address.

create table cuota (
  id     bigint generated always as identity primary key,
  clave  text not null,
  en     timestamptz not null
);
create index cuota_clave on cuota (clave, en);
create index cuota_en on cuota (en);
grant select, insert, delete on cuota to yupana_app;

-- Counts one use, or answers the instant of the one that must lapse first. One after another for each name: a hundred uses
-- at once count like a hundred in a row.
create function cuota_tomar(de text, ahora timestamptz, desde timestamptz, limite integer) returns timestamptz
  language plpgsql as $$
declare
  decisiva timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended(de, 74020));
  delete from cuota where clave = de and en <= desde;
  select c.en into decisiva from cuota c where c.clave = de order by c.en desc offset limite - 1 limit 1;
  if decisiva is null then
    insert into cuota (clave, en) values (de, ahora);
  end if;
  return decisiva;
end $$;

-- Whatever touches a user's second factor takes its row first, then his codes, himself, what his sign-ins still ask for, his sessions:
-- always in this order, so that none waits for another in a circle.

create or replace function codigo_recuperacion_gastar(de uuid, codigo bytea, ahora timestamptz) returns boolean
  language sql security definer set search_path = public, pg_temp as $$
  select 1 from segundo_factor where usuario_id = de for no key update;
  with gastado as (update codigo_recuperacion set usado_en = ahora where usuario_id = de and codigo_hash = codigo and usado_en is null returning 1)
  select exists (select 1 from gastado)
$$;

create or replace function segundo_factor_quitar(de uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  activado timestamptz;
begin
  delete from segundo_factor where usuario_id = de returning activado_en into activado;
  delete from codigo_recuperacion where usuario_id = de;
  perform 1 from usuario where id = de for no key update;
  delete from desafio_ingreso where usuario_id = de;
  return activado is not null;
end $$;

-- Foundations: company, user and actor of the transaction, row-level security, what only grows, the bell.
-- Every tenant table's keys begin with empresa_id, so that tables can be partitioned or distributed by company.

-- The company of this transaction, set with set_config('yupana.empresa', …, true); NULL shows no row.
create function empresa_actual() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('yupana.empresa', true), '')::uuid $$;

-- Set for the transaction with set_config('yupana.actor', …, true); NULL is everybody who acts for himself.
create function actor_actual() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('yupana.actor', true), '')::uuid $$;

-- The person of this transaction, set with set_config('yupana.usuario', …, true); NULL shows no row.
create function usuario_actual() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('yupana.usuario', true), '')::uuid $$;

-- Two locks, not one: queries name the company and the database checks it again, for the owner too.
-- The owner's own policy serves the SECURITY DEFINER functions listed in docs/architecture.md.
create procedure proteger_tabla(tabla regclass, columna text default 'empresa_id')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tabla);
  execute format('alter table %s force row level security', tabla);
  execute format('create policy empresa on %s to yupana_app, yupana_worker using (%I = empresa_actual()) with check (%I = empresa_actual())', tabla, columna, columna);
  execute format('create policy propietario on %s to yupana_owner using (true) with check (true)', tabla);
end $$;

-- What is a person's own and of no company: whoever else asks, support that works in his name included, sees no row.
create procedure proteger_lo_propio(tabla regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tabla);
  execute format('alter table %s force row level security', tabla);
  execute format('create policy propio on %s to yupana_app using (usuario_id = usuario_actual() and actor_actual() is null) with check (usuario_id = usuario_actual() and actor_actual() is null)', tabla);
  execute format('create policy propietario on %s to yupana_owner using (true) with check (true)', tabla);
end $$;

create function rechazar_cambio() returns trigger
  language plpgsql as $$
begin
  raise exception 'La tabla % solo admite filas nuevas', tg_table_name using errcode = 'restrict_violation';
end $$;

-- A table that only grows: no update and no delete, whoever asks. Triggers for each row never hear of TRUNCATE: every table that keeps
-- its rows refuses it as well, also inside a CASCADE, also to the owner.
create procedure solo_agregar(tabla regclass)
  language plpgsql as $$
begin
  execute format('create trigger solo_agregar before update or delete on %s for each row execute function rechazar_cambio()', tabla);
  execute format('create trigger sin_truncate before truncate on %s for each statement execute function rechazar_cambio()', tabla);
end $$;

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

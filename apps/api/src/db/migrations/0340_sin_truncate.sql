-- Triggers for each row never hear of TRUNCATE: every table that keeps its rows refuses it as well, also inside a CASCADE, also to the owner.

create or replace procedure solo_agregar(tabla regclass)
  language plpgsql as $$
begin
  execute format('create trigger solo_agregar before update or delete on %s for each row execute function rechazar_cambio()', tabla);
  execute format('create trigger sin_truncate before truncate on %s for each statement execute function rechazar_cambio()', tabla);
end $$;

do $$
declare
  tabla regclass;
begin
  -- Bit 8 of a trigger's type: it hears of DELETE.
  for tabla in select distinct t.tgrelid::regclass from pg_trigger t where t.tgfoid = 'rechazar_cambio'::regproc and t.tgtype & 8 <> 0 loop
    execute format('create trigger sin_truncate before truncate on %s for each statement execute function rechazar_cambio()', tabla);
  end loop;
end $$;

-- A counter that is gone would give numbers out again.
create trigger sin_truncate before truncate on serie for each statement execute function rechazar_cambio();

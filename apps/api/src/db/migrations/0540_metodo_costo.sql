-- Since which day a company values its stock how (tributacion §7): the average where nothing is said. Each change with its day.
create table metodo_costo (
  empresa_id  uuid not null references empresa,
  desde       date not null,
  metodo      text not null check (metodo in ('PROMEDIO', 'PEPS')),
  usuario_id  uuid not null,
  creado_en   timestamptz not null,
  primary key (empresa_id, desde)
);
call proteger_tabla('metodo_costo');
grant select, insert, delete on metodo_costo to yupana_app;
grant select on metodo_costo to yupana_worker;

-- What is there as layers, the oldest first, under PEPS: [[cantidad, valor], …].
alter table existencia add column capas jsonb not null default '[]' check (jsonb_typeof(capas) = 'array');
grant update (capas) on existencia to yupana_app, yupana_worker;

-- A movement of a day that is past stands on its day, and what follows is valued anew: rows go by day, then as they were written.
alter table kardex drop constraint kardex_pkey;
alter table kardex add primary key (empresa_id, ambiente, bodega_id, producto_id, fecha, secuencia);
create function kardex_recalculo() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) - array['valor', 'ajuste', 'saldo_cantidad', 'saldo_valor']) <> (to_jsonb(new) - array['valor', 'ajuste', 'saldo_cantidad', 'saldo_valor']) then
    raise exception 'Una fila de kardex solo se valora de nuevo' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger solo_agregar on kardex;
create trigger kardex_recalculo before update on kardex for each row execute function kardex_recalculo();
create trigger kardex_queda before delete on kardex for each row execute function rechazar_cambio();
grant update (valor, ajuste, saldo_cantidad, saldo_valor) on kardex to yupana_app, yupana_worker;

-- Data that a client types on a telephone of their own (issue 13): a link of one use. What was typed waits until somebody of the company
-- accepts it, and goes with its term.
create table registro_cliente (
  empresa_id   uuid not null references empresa,
  id           uuid not null,
  token_hash   bytea not null,
  usuario_id   uuid not null,
  creado_en    timestamptz not null,
  vence_en     timestamptz not null,
  recibido_en  timestamptz,
  datos        jsonb,
  -- Whom it became: from then on what was typed is not kept twice.
  persona_id   uuid,
  primary key (empresa_id, id),
  check ((recibido_en is null) = (datos is null and persona_id is null)),
  check (datos is null or persona_id is null)
);
create unique index registro_cliente_token on registro_cliente (token_hash);
create index registro_cliente_vence on registro_cliente (vence_en);
call proteger_tabla('registro_cliente');
grant select, insert, update, delete on registro_cliente to yupana_app;

-- Whose a link is: who holds it belongs to no company.
create function registro_cliente_de_enlace(token bytea) returns table (empresa_id uuid, registro_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.empresa_id, r.id from registro_cliente r join empresa e on e.id = r.empresa_id where r.token_hash = token and e.suspendida_en is null
$$;
revoke execute on function registro_cliente_de_enlace from public;
grant execute on function registro_cliente_de_enlace to yupana_app;

create function limpiar_registros_cliente(ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from registro_cliente where vence_en <= ahora
$$;
revoke execute on function limpiar_registros_cliente from public;
grant execute on function limpiar_registros_cliente to yupana_worker;

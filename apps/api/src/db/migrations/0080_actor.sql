-- Who acts in the name of somebody else: support that works as a user of a company (O-14). `usuario_id` stays whose session it is.

-- Set for the transaction with set_config('yupana.actor', …, true); NULL is everybody who acts for himself.
create function actor_actual() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('yupana.actor', true), '')::uuid $$;

-- By default, so that no statement can forget it.
alter table auditoria add column actor_id uuid default actor_actual() references usuario;
alter table documento_evento add column actor_id uuid default actor_actual() references usuario;

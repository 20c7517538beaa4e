-- Codes of withholding that a company chose for what it buys (issue 14): proposed instead of those of the law's tables while they are in force.
create table retencion_elegida (
  empresa_id uuid not null references empresa,
  -- SRI table 19: 1 renta, 2 IVA.
  impuesto   text not null check (impuesto in ('1', '2')),
  operacion  text not null check (operacion ~ '^[A-Z_]{3,30}$'),
  -- Of a natural person and of a company; null: as the law's tables say.
  persona    text check (persona ~ '^[0-9A-Z]{1,5}$'),
  sociedad   text check (sociedad ~ '^[0-9A-Z]{1,5}$'),
  usuario_id uuid not null,
  en         timestamptz not null,
  version    integer not null default 1,
  primary key (empresa_id, impuesto, operacion)
);
call proteger_tabla('retencion_elegida');
grant select, insert, update on retencion_elegida to yupana_app;

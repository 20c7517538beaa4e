-- What cards are charged for orders of the store, at the gateway that the installation names (adr/0015). Nothing of a card is kept.
create table cobro_tarjeta (
  empresa_id    uuid not null references empresa,
  -- The key of the charge at the gateway too: asked twice, it is one.
  id            uuid not null,
  orden_id      uuid not null,
  usuario_id    uuid not null,
  estado        text not null default 'PEDIDO' check (estado in ('PEDIDO', 'ABIERTO', 'PAGADO', 'RECHAZADO', 'VENCIDO', 'POR_REVERSAR', 'REVERSADO')),
  monto         bigint not null check (monto > 0),
  -- Where the buyer pays it.
  pagina        text,
  -- Why it pays nothing.
  problema      text,
  -- When the gateway was asked last, and the moment that its last notice bears: an older one is a repetition.
  preguntado_en timestamptz not null,
  aviso_en      timestamptz,
  creado_en     timestamptz not null,
  editado_en    timestamptz not null,
  primary key (empresa_id, id),
  unique (id),
  foreign key (empresa_id, orden_id) references orden
);
create index cobro_tarjeta_de on cobro_tarjeta (empresa_id, orden_id, creado_en);
create unique index cobro_tarjeta_en_curso on cobro_tarjeta (empresa_id, orden_id) where estado in ('PEDIDO', 'ABIERTO');
create unique index cobro_tarjeta_pagado on cobro_tarjeta (empresa_id, orden_id) where estado = 'PAGADO';
create index cobro_tarjeta_por_preguntar on cobro_tarjeta (preguntado_en) where estado in ('PEDIDO', 'ABIERTO', 'POR_REVERSAR');
call proteger_tabla('cobro_tarjeta');
grant select, insert, update on cobro_tarjeta to yupana_app;
grant select on cobro_tarjeta to yupana_worker;

-- An order is paid by the transfer of its receipt, or by a card.
alter table orden add column con_tarjeta boolean not null default false;
do $$
declare
  regla text;
begin
  select conname into strict regla from pg_constraint
   where conrelid = 'orden'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%comprobante_id IS NOT NULL%';
  execute format('alter table orden drop constraint %I', regla);
end $$;
alter table orden add constraint orden_pagada check
  (estado not in ('EN_REVISION', 'PAGADA') or comprobante_id is not null or (estado = 'PAGADA' and con_tarjeta));

-- The company of a charge: the gateway that gives notice of it has no session.
create function empresa_de_cobro(cobro uuid) returns uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.empresa_id from cobro_tarjeta c where c.id = cobro
$$;
revoke execute on function empresa_de_cobro from public;
grant execute on function empresa_de_cobro to yupana_app;

-- Charges of all companies that the gateway was not asked about since `antes`, each by one process alone.
create function reclamar_cobros(ahora timestamptz, antes timestamptz) returns table (empresa_id uuid, id uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update cobro_tarjeta c set preguntado_en = ahora
   where (c.empresa_id, c.id) in (
     select v.empresa_id, v.id from cobro_tarjeta v
      where v.estado in ('PEDIDO', 'ABIERTO', 'POR_REVERSAR') and v.preguntado_en < antes and not (select cercada from instalacion)
      order by v.preguntado_en limit 8 for update skip locked)
  returning c.empresa_id, c.id
$$;
revoke execute on function reclamar_cobros from public;
grant execute on function reclamar_cobros to yupana_app;

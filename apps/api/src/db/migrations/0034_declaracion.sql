-- Declarations of a period, and what the sales of a month come to.

-- Working papers of forms 104, 103 and the ATS (O-32): what somebody typed into one. Amounts come from documents, never from here.
create table declaracion (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  ambiente    text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  formulario  text not null check (formulario in ('104', '103', 'ATS')),
  -- First day of the period, and how many months it has.
  desde       date not null check (extract(day from desde) = 1),
  meses       smallint not null check (meses in (1, 6)),
  -- [{casillero, monto, motivo}], on top of what documents say.
  ajustes     jsonb not null default '[]',
  -- {casillero: monto} of the period before, where that one was not filed here.
  saldos      jsonb,
  difiere     boolean not null default false,
  version     integer not null default 1,
  creado_en   timestamptz not null,
  editado_en  timestamptz not null,
  primary key (empresa_id, id),
  unique (empresa_id, ambiente, formulario, desde, meses)
);
call proteger_tabla('declaracion');
grant select, insert on declaracion to yupana_app;
grant select on declaracion to yupana_worker;
grant update (ajustes, saldos, difiere, version, editado_en) on declaracion to yupana_app;

-- What was filed: frozen figures. The second one and all later replace the one before.
create table declaracion_presentada (
  empresa_id      uuid not null,
  declaracion_id  uuid not null,
  n               integer not null check (n > 0),
  -- {casillero: monto}, and what was typed.
  valores         jsonb not null,
  ajustes         jsonb not null,
  sha256          bytea not null check (length(sha256) = 32),
  usuario_id      uuid not null,
  declarada_en    timestamptz not null,
  -- Of the receipt that the SRI gave.
  numero_sri      text check (numero_sri ~ '^[0-9]{6,20}$'),
  fecha_sri       date,
  -- A filed declaration is printed as it was filed: who declared under which name, and when it was due. Null where neither was noted.
  razon_social    text,
  vence           date,
  primary key (empresa_id, declaracion_id, n),
  foreign key (empresa_id, declaracion_id) references declaracion,
  check ((numero_sri is null) = (fecha_sri is null))
);
call proteger_tabla('declaracion_presentada');
grant select, insert on declaracion_presentada to yupana_app;
grant select on declaracion_presentada to yupana_worker;
grant update (numero_sri, fecha_sri) on declaracion_presentada to yupana_app;
create trigger declaracion_presentada_queda before delete on declaracion_presentada for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on declaracion_presentada for each statement execute function rechazar_cambio();

-- What kind of sale a factura is, where its lines do not say it.
create table declaracion_marca (
  empresa_id    uuid not null,
  documento_id  uuid not null,
  marca         text not null check (marca in ('ACTIVO_FIJO', 'CON_DERECHO', 'ACTIVO_FIJO_CON_DERECHO', 'EXPORTACION_BIENES', 'EXPORTACION_SERVICIOS', 'REEMBOLSO')),
  usuario_id    uuid not null,
  marcada_en    timestamptz not null,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('declaracion_marca');
grant select, insert, update, delete on declaracion_marca to yupana_app;
grant select on declaracion_marca to yupana_worker;

-- Who changes a sale shares this lock of its month; who keeps the sums takes it alone, or keeps nothing.
create function candado_venta_mes(empresa uuid, ambiente text, dia date) returns bigint
  language sql stable parallel safe
  as $$ select hashtextextended('venta_mes|' || empresa || '|' || ambiente || '|' || to_char(dia, 'YYYY-MM'), 0) $$;

create function olvidar_venta_mes(de_empresa uuid, de_ambiente text, dia date) returns void
  language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(candado_venta_mes(de_empresa, de_ambiente, dia));
  delete from venta_mes v where v.empresa_id = de_empresa and v.ambiente = de_ambiente and v.mes = date_trunc('month', dia)::date;
end $$;

-- A note counts as the factura it changes.
create function olvidar_notas_de(de_empresa uuid, factura uuid) returns void
  language plpgsql as $$
declare
  nota record;
begin
  for nota in select distinct d.ambiente, date_trunc('month', d.fecha_emision)::date as mes
                from documento_nota n join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id
               where n.empresa_id = de_empresa and n.modificado_id = factura
               order by 1, 2
  loop
    perform olvidar_venta_mes(de_empresa, nota.ambiente, nota.mes);
  end loop;
end $$;

create function marca_cambia_venta() returns trigger
  language plpgsql as $$
declare
  fila record;
  venta record;
begin
  if tg_op = 'DELETE' then fila := old; else fila := new; end if;
  select d.ambiente, d.fecha_emision into venta from documento d where d.empresa_id = fila.empresa_id and d.id = fila.documento_id;
  perform olvidar_venta_mes(fila.empresa_id, venta.ambiente, venta.fecha_emision);
  perform olvidar_notas_de(fila.empresa_id, fila.documento_id);
  return null;
end $$;
create trigger marca_cambia_venta after insert or update or delete on declaracion_marca for each row execute function marca_cambia_venta();

-- The ZIP of an ATS as it was filed, in parts, so that none is held whole.
create table declaracion_ats (
  empresa_id      uuid not null,
  declaracion_id  uuid not null,
  n               integer not null,
  parte           integer not null check (parte > 0),
  -- Its bytes are packed already.
  contenido       bytea storage external not null check (length(contenido) between 1 and 262144),
  primary key (empresa_id, declaracion_id, n, parte),
  foreign key (empresa_id, declaracion_id, n) references declaracion_presentada
);
call proteger_tabla('declaracion_ats');
call solo_agregar('declaracion_ats');
grant select, insert on declaracion_ats to yupana_app;
grant select on declaracion_ats to yupana_worker;

-- What the sales of a month come to, kept so that a list of many months does not add up all documents again. A row goes in the
-- transaction that changes one of its documents or their marks, whatever makes the change, and comes back when it is read.
create table venta_mes (
  empresa_id  uuid not null references empresa,
  ambiente    text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  mes         date not null check (extract(day from mes) = 1),
  -- SHA-256 of the statements that added it up: of others it is not the answer.
  formula     bytea not null check (length(formula) = 32),
  cifras      jsonb not null,
  primary key (empresa_id, ambiente, mes)
);
call proteger_tabla('venta_mes');
grant select, insert, update, delete on venta_mes to yupana_app;
grant select, delete on venta_mes to yupana_worker;

-- The sales of a settled month that a box of a form has, in their order, kept beside what the month comes to: they go with it.
create table venta_casillero (
  empresa_id  uuid not null,
  ambiente    text not null,
  mes         date not null,
  -- SHA-256 of the statement that lists them, with the groups and the column it asks for.
  cual        bytea not null check (length(cual) = 32),
  ids         uuid[] not null,
  -- ×10⁶.
  valores     bigint[] not null check (cardinality(valores) = cardinality(ids)),
  marcas      text[] not null check (cardinality(marcas) = cardinality(ids)),
  primary key (empresa_id, ambiente, mes, cual),
  foreign key (empresa_id, ambiente, mes) references venta_mes on delete cascade
);
call proteger_tabla('venta_casillero');
grant select, insert on venta_casillero to yupana_app;
grant select on venta_casillero to yupana_worker;

-- What a company sends its accountant of each month: on which day, and to whom. Nothing is sent before it is asked for.
create table paquete_mensual (
  empresa_id  uuid primary key references empresa,
  version     integer not null check (version > 0),
  activo      boolean not null,
  dia         smallint not null check (dia between 1 and 28),
  correos     text[] not null check (cardinality(correos) <= 5 and (cardinality(correos) > 0 or not activo)),
  -- Since when it goes out on that day: days before are over.
  desde       date not null,
  usuario_id  uuid not null,
  en          timestamptz not null
);
call proteger_tabla('paquete_mensual');
grant select, insert on paquete_mensual to yupana_app;
grant select on paquete_mensual to yupana_worker;
grant update (version, activo, dia, correos, desde, usuario_id, en) on paquete_mensual to yupana_app;

-- Each time that it is sent: by itself once for a month, by hand as often as somebody asks.
create table paquete_envio (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  ambiente    text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  mes         date not null check (extract(day from mes) = 1),
  origen      text not null check (origen in ('PROGRAMADO', 'A_MANO')),
  correos     text[] not null check (cardinality(correos) between 1 and 5),
  -- Who asked for it; nobody where it went by itself.
  usuario_id  uuid,
  creado_en   timestamptz not null,
  estado      text not null check (estado in ('PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA')),
  -- Files that did not go along: too large.
  aparte      text[] not null default '{}',
  -- Addresses that never took it.
  fallidos    text[] not null default '{}',
  primary key (empresa_id, id),
  check ((origen = 'A_MANO') = (usuario_id is not null))
);
create unique index paquete_envio_mes on paquete_envio (empresa_id, mes) where origen = 'PROGRAMADO';
create index paquete_envio_lista on paquete_envio (empresa_id, creado_en desc, id);
call proteger_tabla('paquete_envio');
grant select, insert on paquete_envio to yupana_app, yupana_worker;
grant update (estado, aparte, fallidos) on paquete_envio to yupana_worker;
create trigger paquete_envio_queda before delete on paquete_envio for each row execute function rechazar_cambio();
create trigger sin_truncate before truncate on paquete_envio for each statement execute function rechazar_cambio();

create function documento_cambia_venta() returns trigger
  language plpgsql as $$
begin
  perform olvidar_venta_mes(new.empresa_id, new.ambiente, new.fecha_emision);
  if tg_op = 'UPDATE' then
    if (old.ambiente, date_trunc('month', old.fecha_emision)) <> (new.ambiente, date_trunc('month', new.fecha_emision)) then
      perform olvidar_venta_mes(old.empresa_id, old.ambiente, old.fecha_emision);
    end if;
    if old.version <> new.version then
      perform olvidar_notas_de(new.empresa_id, new.id);
    end if;
  end if;
  return null;
end $$;
create trigger venta_nueva after insert on documento for each row
  when (new.pestana in (1, 6) and new.tipo in ('01', '03', '04', '05')) execute function documento_cambia_venta();

-- Lines, payments, what a note changes and the form are of a version and only added: another version is another row here.
create trigger venta_cambia after update on documento for each row
  when ((old.pestana in (1, 6) or new.pestana in (1, 6) or old.version <> new.version) and (old.tipo in ('01', '03', '04', '05') or new.tipo in ('01', '03', '04', '05'))
    and (old.pestana, old.version, old.ambiente, old.tipo, old.fecha_emision, old.iva, old.receptor_tipo, old.receptor_identificacion)
      is distinct from (new.pestana, new.version, new.ambiente, new.tipo, new.fecha_emision, new.iva, new.receptor_tipo, new.receptor_identificacion))
  execute function documento_cambia_venta();

-- Companies whose package of the month before is due and was not sent by itself yet.
create function paquetes_por_enviar(hoy date) returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select p.empresa_id
    from paquete_mensual p join empresa e on e.id = p.empresa_id and e.suspendida_en is null
   where p.activo and date_trunc('month', hoy)::date + p.dia - 1 between p.desde and hoy
     and not exists (select from paquete_envio v where v.empresa_id = p.empresa_id and v.origen = 'PROGRAMADO'
                        and v.mes = (date_trunc('month', hoy) - interval '1 month')::date)
   order by p.empresa_id
$$;

revoke execute on function paquetes_por_enviar from public;
grant execute on function paquetes_por_enviar to yupana_worker;

-- Reminders that clients get by themselves of what they owe (issue 13): on which days before and after it is due. None before it is asked for.
create table recordatorio_ajuste (
  empresa_id  uuid primary key references empresa,
  version     integer not null check (version > 0),
  activo      boolean not null,
  -- Days after it was due; before, below zero.
  pasos       smallint[] not null check (cardinality(pasos) <= 9 and (cardinality(pasos) > 0 or not activo)),
  mensaje     text check (char_length(mensaje) between 1 and 1000),
  -- Since when: days before are over.
  desde       date not null,
  usuario_id  uuid not null,
  en          timestamptz not null
);
call proteger_tabla('recordatorio_ajuste');
grant select, insert on recordatorio_ajuste to yupana_app;
grant update (version, activo, pasos, mensaje, desde, usuario_id, en) on recordatorio_ajuste to yupana_app;
grant select on recordatorio_ajuste to yupana_worker;

-- Clients who get none.
create table recordatorio_exento (
  empresa_id  uuid not null references empresa,
  persona_id  uuid not null,
  usuario_id  uuid not null,
  en          timestamptz not null,
  primary key (empresa_id, persona_id),
  foreign key (empresa_id, persona_id) references persona on delete cascade
);
call proteger_tabla('recordatorio_exento');
grant select, insert, delete on recordatorio_exento to yupana_app;
grant select on recordatorio_exento to yupana_worker;

-- A letter that told a client what he owes, by itself or because somebody asked for it.
create table recordatorio (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  persona_id  uuid not null,
  en          timestamptz not null,
  correos     text[] not null check (cardinality(correos) > 0),
  total       bigint not null check (total > 0),
  -- Nobody, where it went by itself.
  usuario_id  uuid,
  primary key (empresa_id, id),
  foreign key (empresa_id, persona_id) references persona on delete cascade
);
create index recordatorio_persona on recordatorio (empresa_id, persona_id, en desc, id);
call proteger_tabla('recordatorio');
create trigger sin_truncate before truncate on recordatorio for each statement execute function rechazar_cambio();
grant select, insert on recordatorio to yupana_app, yupana_worker;

-- Which day of which due date was told, or had nobody to be told to: once for each.
create table recordatorio_paso (
  empresa_id  uuid not null,
  cuenta_id   uuid not null,
  paso        smallint not null,
  primary key (empresa_id, cuenta_id, paso),
  foreign key (empresa_id, cuenta_id) references cuenta
);
call proteger_tabla('recordatorio_paso');
call solo_agregar('recordatorio_paso');
grant select on recordatorio_paso to yupana_app;
grant select, insert on recordatorio_paso to yupana_worker;

-- Companies with a due date that is to be told of: that day or at most two days late, after a stop of the machine. Trials reach nobody's client (O-95).
create function recordatorios_por_enviar(hoy date) returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.empresa_id
    from recordatorio_ajuste r join empresa e on e.id = r.empresa_id and e.suspendida_en is null and e.ambiente = 'PRODUCCION'
   where r.activo and exists (
     select from unnest(r.pasos) p(paso)
       join cuenta c on c.empresa_id = r.empresa_id and c.ambiente = 'PRODUCCION' and c.sentido = 'COBRAR' and c.saldo <> 0 and c.saldo > 0
                    and c.persona_id is not null and c.vence between hoy - p.paso - 2 and hoy - p.paso and c.vence + p.paso >= r.desde
      where not exists (select from recordatorio_paso x where x.empresa_id = c.empresa_id and x.cuenta_id = c.id and x.paso = p.paso))
   order by r.empresa_id
$$;
revoke execute on function recordatorios_por_enviar from public;
grant execute on function recordatorios_por_enviar to yupana_worker;

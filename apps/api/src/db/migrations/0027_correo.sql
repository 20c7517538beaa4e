-- Mails to receivers, each with its address; a trial environment keeps them in the outbox that the application shows (O-95).

-- How a company's mails to its clients look. Each change is a row of its own: a mail keeps the one it was made with.
create table ajuste_correo (
  empresa_id        uuid not null references empresa,
  version           integer not null check (version > 0),
  -- Null and empty: the standard.
  remitente         text,
  responder_a       text[] not null default '{}',
  copia             text[] not null default '{}',
  pie               text,
  textos            jsonb not null,
  usuario_id        uuid not null references usuario,
  en                timestamptz not null,
  -- Whether it goes by itself when money is collected.
  recibo_al_cobrar  boolean not null default false,
  primary key (empresa_id, version)
);
call proteger_tabla('ajuste_correo');
call solo_agregar('ajuste_correo');
grant select, insert on ajuste_correo to yupana_app;
grant select on ajuste_correo to yupana_worker;

create table correo (
  empresa_id       uuid not null references empresa,
  id               uuid not null,
  documento_id     uuid not null,
  ambiente         text not null,
  asunto           text not null,
  -- The same for every attempt, so that a receiver's server knows a copy.
  message_id       text not null,
  -- SMTP sends it, BANDEJA only shows it.
  medio            text not null check (medio in ('SMTP', 'BANDEJA')),
  motivo           text not null check (motivo in ('AUTORIZACION', 'REENVIO', 'ANULACION')),
  usuario_id       uuid,
  creado_en        timestamptz not null,
  proximo_intento  timestamptz,
  intentos         integer not null default 0,
  cerco            integer not null default 0,
  ajuste           integer,
  -- How often a mail was handed over without a note of what became of it: once more is tried, then a person decides.
  sin_constancia   smallint not null default 0,
  -- What whoever mails a document again writes to its receivers.
  mensaje          text check (char_length(mensaje) between 1 and 1000),
  -- What a receiver was sent is known for ever though no PDF is kept (O-105): the hash of the printed form that left with a mail.
  ride_sha256      bytea check (length(ride_sha256) = 32),
  primary key (empresa_id, id),
  foreign key (empresa_id, documento_id) references documento,
  foreign key (empresa_id, ajuste) references ajuste_correo
);
create index correo_lista on correo (empresa_id, ambiente, creado_en desc, id);
create index correo_documento on correo (empresa_id, documento_id);
create index correo_vencido on correo (empresa_id, proximo_intento) where proximo_intento is not null;
-- One automatic mail for each authorised document.
create unique index correo_automatico on correo (empresa_id, documento_id) where motivo = 'AUTORIZACION';
create unique index correo_anulacion on correo (empresa_id, documento_id) where motivo = 'ANULACION';
call proteger_tabla('correo');
grant select, insert on correo to yupana_app;
grant select, insert, update on correo to yupana_worker;
grant update (proximo_intento) on correo to yupana_app;

create table correo_destinatario (
  empresa_id  uuid not null,
  correo_id   uuid not null,
  direccion   text not null,
  estado      text not null check (estado in ('PENDIENTE', 'ENVIADO', 'FALLIDO', 'BANDEJA')),
  error       text,
  enviado_en  timestamptz,
  -- A copy for the company itself: what becomes of it says nothing about the client's mail.
  copia       boolean not null default false,
  primary key (empresa_id, correo_id, direccion),
  foreign key (empresa_id, correo_id) references correo
);
create index correo_fallido on correo_destinatario (empresa_id) where estado = 'FALLIDO';
call proteger_tabla('correo_destinatario');
grant select, insert on correo_destinatario to yupana_app;
grant select, insert, update on correo_destinatario to yupana_worker;

-- Due mails, each company's own oldest first, no company with more than its share.
create function correos_vencidos(ahora timestamptz, limite integer, por_empresa integer)
  returns table (empresa_id uuid, correo_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  with recursive empresas as (
    (select c.empresa_id from correo c where c.proximo_intento is not null order by c.empresa_id limit 1)
    union all
    select (select c.empresa_id from correo c where c.proximo_intento is not null and c.empresa_id > m.empresa_id order by c.empresa_id limit 1)
      from empresas m where m.empresa_id is not null
  )
  select v.empresa_id, v.id from empresas m cross join lateral (
      select c.empresa_id, c.id, c.proximo_intento, row_number() over (order by c.proximo_intento) as turno from correo c
       where c.empresa_id = m.empresa_id and c.proximo_intento <= ahora order by c.proximo_intento limit por_empresa) v
   where m.empresa_id is not null and not (select cercada from instalacion)
   order by v.turno, v.proximo_intento limit limite
$$;

-- How many letters wait in the whole installation, for who can give it a mail account.
create function correos_en_espera() returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select ((select count(*) from correo where proximo_intento is not null) + (select count(*) from carta_cuenta where proximo_intento is not null))::integer
$$;

-- Of every company: which of its limits were reached and not yet told of. Documents at 80 and 100 of 100; users and points once there are
-- more than the plan has. What was told in full this month is not counted again.
create function planes_por_avisar(del_mes date, desde timestamptz)
  returns table (empresa_id uuid, que text, umbral integer, limite integer, usados integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, p.que, t.umbral, p.limite, u.usados
    from empresa e
    cross join lateral (values ('documentos', e.limite_documentos), ('usuarios', e.limite_usuarios), ('puntos', e.limite_puntos)) p (que, limite)
    cross join lateral (select case p.que
             when 'documentos' then (select count(*)::integer from documento d where d.empresa_id = e.id and d.ambiente = 'PRODUCCION' and d.creado_en >= desde)
             when 'usuarios' then (select count(*)::integer from usuario_empresa m where m.empresa_id = e.id and m.activo)
             else (select count(*)::integer from punto_emision s where s.empresa_id = e.id and s.activo) end
           where p.limite is not null
             and not exists (select from plan_aviso a where a.empresa_id = e.id and a.mes = del_mes and a.que = p.que and a.umbral = 100 and a.limite = p.limite)) u (usados)
    cross join (values (80), (100)) t (umbral)
   where e.suspendida_en is null
     and case when p.que = 'documentos' then u.usados::bigint * 100 >= p.limite::bigint * t.umbral else t.umbral = 100 and u.usados > p.limite end
     and not exists (select from plan_aviso a where a.empresa_id = e.id and a.mes = del_mes and a.que = p.que and a.umbral = t.umbral and a.limite = p.limite)
   order by e.id, p.que, t.umbral
$$;

revoke execute on function correos_vencidos, correos_en_espera, planes_por_avisar from public;
grant execute on function correos_vencidos, planes_por_avisar to yupana_worker;
grant execute on function correos_en_espera to yupana_app;

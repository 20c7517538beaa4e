-- The mailbox of a company whose attachments come into its inbox of received documents. None is read before it is asked for.
create table buzon (
  empresa_id   uuid primary key references empresa,
  version      integer not null check (version > 0),
  activo       boolean not null,
  servidor     text not null check (char_length(servidor) between 1 and 253),
  puerto       integer not null check (puerto between 1 and 65535),
  seguridad    text not null check (seguridad in ('TLS', 'STARTTLS')),
  usuario      text not null check (char_length(usuario) between 1 and 200),
  -- Sealed.
  contrasena   bytea not null,
  carpeta      text not null check (char_length(carpeta) between 1 and 200),
  usuario_id   uuid not null,
  en           timestamptz not null,
  -- How far the folder was taken: UIDs count under one UIDVALIDITY alone.
  uid_validez  bigint,
  uid_ultimo   bigint check ((uid_ultimo is null) = (uid_validez is null)),
  -- Which reading is under way, and until when; with none, when the next begins.
  turno        uuid,
  proximo_en   timestamptz check ((proximo_en is not null) = activo),
  -- Readings begun since a mail was last taken, or a reading ended.
  intentos     integer not null default 0,
  leido_en     timestamptz,
  documentos   integer not null default 0,
  -- What the reading under way has brought.
  llegados     integer not null default 0,
  -- Failures since it was last read, and the words of the last one.
  fallos       integer not null default 0,
  fallo        text check ((fallo is not null) = (fallos > 0)),
  fallo_en     timestamptz check ((fallo_en is not null) = (fallos > 0)),
  -- Whom the bell tells of.
  averiado     boolean not null generated always as (activo and fallos >= 3) stored
);
create index buzon_turno on buzon (proximo_en) where activo;
call proteger_tabla('buzon');
grant select, insert, update, delete on buzon to yupana_app;
grant select on buzon to yupana_worker;
grant update (uid_validez, uid_ultimo, turno, proximo_en, intentos, leido_en, documentos, llegados, fallos, fallo, fallo_en) on buzon to yupana_worker;

-- What did not come in of a mail, and why; the last ones of each company.
create table buzon_rechazo (
  empresa_id   uuid not null references empresa,
  uid_validez  bigint not null,
  uid          bigint not null,
  archivo      text not null,
  remitente    text not null,
  asunto       text not null,
  motivo       text not null,
  en           timestamptz not null,
  primary key (empresa_id, uid_validez, uid, archivo)
);
create index buzon_rechazo_en on buzon_rechazo (empresa_id, en desc, uid desc);
call proteger_tabla('buzon_rechazo');
grant select, delete on buzon_rechazo to yupana_app;
grant select, insert, delete on buzon_rechazo to yupana_worker;

-- The worker asks for the claves of a list that a mail brought.
grant insert on recibido_pedido to yupana_worker;
grant update (lote, usuario_id, creado_en) on recibido_pedido to yupana_worker;

-- The mailbox that has waited longest, under lease until `hasta`: a reading that goes on comes after all that wait.
create function reclamar_buzon(ahora timestamptz, hasta timestamptz) returns table (empresa_id uuid, turno uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update buzon b set turno = gen_random_uuid(), proximo_en = hasta, intentos = b.intentos + 1
   where b.empresa_id = (
     select v.empresa_id from buzon v join empresa e on e.id = v.empresa_id and e.suspendida_en is null
      where v.activo and v.proximo_en <= ahora
      order by v.proximo_en limit 1 for update of v skip locked)
  returning b.empresa_id, b.turno
$$;
revoke execute on function reclamar_buzon from public;
grant execute on function reclamar_buzon to yupana_worker;

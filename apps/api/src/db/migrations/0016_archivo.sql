-- Files that people entrust or the system makes, the place of their bytes, what is handed out once, and jobs that make files.

-- Files that people entrust to the installation, under random names: sealed part by part, bound to company, file and place (O-105).
create table archivo (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  nombre      text not null,
  tipo        text not null,
  -- What a job makes is larger than what people entrust.
  tamano      integer not null check (tamano between 1 and 500000000),
  partes      integer not null check (partes between 1 and 500),
  -- False while its parts arrive.
  completo    boolean not null,
  creado_en   timestamptz not null,
  primary key (empresa_id, id)
);
create index archivo_a_medias on archivo (creado_en) where not completo;
call proteger_tabla('archivo');
grant select, insert, update, delete on archivo to yupana_app;
grant select, insert, delete on archivo to yupana_worker;

create table archivo_parte (
  empresa_id    uuid not null,
  archivo_id    uuid not null,
  n             integer not null check (n between 0 and 499),
  kek_id        text not null,
  dek_envuelta  bytea not null,
  objeto        uuid not null,
  primary key (empresa_id, archivo_id, n),
  foreign key (empresa_id, archivo_id) references archivo on delete cascade,
  constraint archivo_parte_objeto unique (objeto)
);
call proteger_tabla('archivo_parte');
grant select, insert, delete on archivo_parte to yupana_app, yupana_worker;

create function almacen_dar_de_baja() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into almacen_baja values (old.objeto, now()) on conflict do nothing;
  return null;
end $$;
create trigger almacen_baja after delete on archivo_parte for each row execute function almacen_dar_de_baja();

-- Sealed parts of files lie in a storage under random names (O-105, adr/0014): here, unless the installation names a folder or a bucket.
-- The row of a part keeps its key and its name.
create table almacen_objeto (
  objeto  uuid primary key,
  -- What is encrypted does not get smaller.
  bytes   bytea storage external not null
);
grant select, insert on almacen_objeto to yupana_app;
grant select, insert, delete on almacen_objeto to yupana_worker;

-- Objects whose rows went, with the key that opened them; the worker removes them a day later.
create table almacen_baja (
  objeto  uuid primary key,
  desde   timestamptz not null
);
create index almacen_baja_desde on almacen_baja (desde);
-- An object waits to be removed before it is put; whoever keeps it takes it off. So what nobody kept goes by itself, and nothing else does.
grant select, insert, delete on almacen_baja to yupana_app, yupana_worker;

-- Tickets by which a browser takes one file, once and within a minute: of each its hash alone. Who takes the file sends no session along.
create table descarga (
  hash        bytea primary key check (octet_length(hash) = 32),
  empresa_id  uuid not null references empresa,
  usuario_id  uuid not null references usuario,
  -- The session that asked for it, which has to be open still.
  sesion      bytea not null,
  tipo        text not null check (tipo in ('DOCUMENTO_FIRMA', 'PAQUETE_FIRMA')),
  objeto      uuid not null,
  nombre      text not null,
  vence_en    timestamptz not null
);
create index descarga_vence on descarga (vence_en);
create index descarga_empresa on descarga (empresa_id);
call proteger_tabla('descarga');
grant select, insert on descarga to yupana_app;

-- Large files that a worker makes for somebody: the ZIP of a period, a report of a year.
create table trabajo (
  empresa_id      uuid not null references empresa,
  id              uuid not null,
  usuario_id      uuid not null,
  ambiente        text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  tipo            text not null check (tipo in ('ARCHIVOS', 'REPORTE')),
  pedido          jsonb not null,
  -- Of environment, kind and what was asked for: the same is under way once.
  huella          bytea not null,
  -- The right of whoever takes the file.
  derecho         text,
  archivo         text not null,
  estado          text not null default 'PENDIENTE' check (estado in ('PENDIENTE', 'EN_CURSO', 'LISTO', 'FALLIDO', 'CANCELADO')),
  motivo          text,
  total           integer not null check (total >= 0),
  hechos          integer not null default 0 check (hechos >= 0),
  -- A worker has it until then; who dies leaves it to the next one, and who comes late carries an old number.
  arriendo_hasta  timestamptz,
  cerco           integer not null default 0,
  intentos        integer not null default 0,
  tomado_en       timestamptz,
  creado_en       timestamptz not null,
  archivo_id      uuid,
  tamano          integer,
  vence_en        timestamptz,
  primary key (empresa_id, id),
  foreign key (empresa_id, archivo_id) references archivo on delete cascade,
  check ((estado = 'LISTO') = (archivo_id is not null and tamano is not null)),
  check ((estado in ('PENDIENTE', 'EN_CURSO')) = (vence_en is null)),
  check (estado <> 'EN_CURSO' or arriendo_hasta is not null)
);
-- A double click, or two tabs, get the same job; of a company one is under way.
create unique index trabajo_unico on trabajo (empresa_id, usuario_id, huella) where estado in ('PENDIENTE', 'EN_CURSO');
create unique index trabajo_en_curso on trabajo (empresa_id) where estado = 'EN_CURSO';
create index trabajo_por_hacer on trabajo (creado_en) where estado in ('PENDIENTE', 'EN_CURSO');
create index trabajo_de_usuario on trabajo (empresa_id, usuario_id, creado_en desc);
create index trabajo_vencido on trabajo (vence_en) where vence_en is not null;
create index trabajo_archivo on trabajo (empresa_id, archivo_id) where archivo_id is not null;
call proteger_tabla('trabajo');
grant select, insert on trabajo to yupana_app;
grant select, delete on trabajo to yupana_worker;
grant update (estado, arriendo_hasta, vence_en) on trabajo to yupana_app;
grant update (estado, motivo, hechos, arriendo_hasta, intentos, archivo_id, tamano, vence_en) on trabajo to yupana_worker;

-- Of these objects, those that no part names, of all companies. Who asks looks at what waits to be removed: only a row keeps an object.
create function almacen_sin_fila(objetos uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select o from unnest(objetos) o where not exists (select from archivo_parte p where p.objeto = o)
$$;

-- Whether parts of any company lie outside of the database.
create function almacen_hay_fuera() returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from archivo_parte p where not exists (select from almacen_objeto o where o.objeto = p.objeto))
$$;

-- Uploads that never ended, and files that nothing names.
create function limpiar_archivos(antes timestamptz) returns integer
  language sql volatile security definer set search_path = public, pg_temp as $$
  with fuera as (delete from archivo where (empresa_id, id) in (
    select a.empresa_id, a.id from archivo a where not a.completo and a.creado_en < antes order by a.creado_en limit 50) returning 1)
  select count(*)::integer from fuera
$$;

-- What a ticket is for, of whichever company; it is gone with that.
create function descarga_tomar(de bytea, ahora timestamptz)
  returns table (empresa_id uuid, usuario_id uuid, sesion bytea, tipo text, objeto uuid, nombre text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from descarga d where d.hash = de and d.vence_en > ahora
  returning d.empresa_id, d.usuario_id, d.sesion, d.tipo, d.objeto, d.nombre
$$;

-- Tickets that nobody used.
create function limpiar_descargas(ahora timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from descarga where vence_en <= ahora
$$;

-- The job whose company was served longest ago, for one worker until `hasta`; of a company one at a time.
create function reclamar_trabajo(ahora timestamptz, hasta timestamptz)
  returns table (empresa_id uuid, id uuid, cerco integer, intentos integer, usuario_id uuid, ambiente text, tipo text, pedido jsonb, archivo text)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  -- One claim at a time: two workers would each find that the company has nothing under way.
  perform pg_advisory_xact_lock(74020);
  return query
  update trabajo t set estado = 'EN_CURSO', cerco = t.cerco + 1, intentos = t.intentos + 1, arriendo_hasta = hasta, tomado_en = ahora, hechos = 0
   where (t.empresa_id, t.id) = (
     select p.empresa_id, p.id from trabajo p join empresa e on e.id = p.empresa_id and e.suspendida_en is null
      where p.estado in ('PENDIENTE', 'EN_CURSO') and (p.arriendo_hasta is null or p.arriendo_hasta < ahora)
        and not exists (select from trabajo o where o.empresa_id = p.empresa_id and o.id <> p.id and o.estado = 'EN_CURSO')
      order by (select max(o.tomado_en) from trabajo o where o.empresa_id = p.empresa_id) nulls first, p.creado_en, p.id limit 1)
  returning t.empresa_id, t.id, t.cerco, t.intentos, t.usuario_id, t.ambiente, t.tipo, t.pedido, t.archivo;
end $$;

-- Jobs whose term is over, with their files.
create function limpiar_trabajos(ahora timestamptz) returns integer
  language sql volatile security definer set search_path = public, pg_temp as $$
  with viejos as (select t.empresa_id, t.id, t.archivo_id from trabajo t where t.vence_en < ahora order by t.vence_en limit 20),
       archivos as (delete from archivo a using viejos v where a.empresa_id = v.empresa_id and a.id = v.archivo_id),
       fuera as (delete from trabajo t using viejos v where t.empresa_id = v.empresa_id and t.id = v.id returning 1)
  select count(*)::integer from viejos
$$;

revoke execute on function almacen_dar_de_baja, almacen_sin_fila, almacen_hay_fuera, limpiar_archivos, descarga_tomar, limpiar_descargas,
  reclamar_trabajo, limpiar_trabajos from public;
grant execute on function almacen_sin_fila, limpiar_archivos, limpiar_descargas, reclamar_trabajo, limpiar_trabajos to yupana_worker;
grant execute on function almacen_hay_fuera to yupana_app, yupana_worker;
grant execute on function descarga_tomar to yupana_app;

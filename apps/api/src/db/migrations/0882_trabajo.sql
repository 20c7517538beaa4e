-- Large files that a worker makes for somebody: the ZIP of a period, a report of a year.
create table trabajo (
  empresa_id  uuid not null references empresa,
  id          uuid not null,
  usuario_id  uuid not null,
  ambiente    text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  tipo        text not null check (tipo in ('ARCHIVOS', 'REPORTE')),
  pedido      jsonb not null,
  -- Of environment, kind and what was asked for: the same is under way once.
  huella      bytea not null,
  -- The right of whoever takes the file.
  derecho     text,
  archivo     text not null,
  estado      text not null default 'PENDIENTE' check (estado in ('PENDIENTE', 'EN_CURSO', 'LISTO', 'FALLIDO', 'CANCELADO')),
  motivo      text,
  total       integer not null check (total >= 0),
  hechos      integer not null default 0 check (hechos >= 0),
  -- A worker has it until then; who dies leaves it to the next one, and who comes late carries an old number.
  arriendo_hasta timestamptz,
  cerco       integer not null default 0,
  intentos    integer not null default 0,
  tomado_en   timestamptz,
  creado_en   timestamptz not null,
  archivo_id  uuid,
  tamano      integer,
  vence_en    timestamptz,
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
grant update (estado, arriendo_hasta, vence_en) on trabajo to yupana_app;
grant select, delete on trabajo to yupana_worker;
grant update (estado, motivo, hechos, arriendo_hasta, intentos, archivo_id, tamano, vence_en) on trabajo to yupana_worker;

-- What a job makes is larger than what people entrust.
alter table archivo drop constraint archivo_partes_check, add constraint archivo_partes_check check (partes between 1 and 500);
alter table archivo drop constraint archivo_tamano_check, add constraint archivo_tamano_check check (tamano between 1 and 500000000);
alter table archivo_parte drop constraint archivo_parte_n_check, add constraint archivo_parte_n_check check (n between 0 and 499);
grant insert on archivo, archivo_parte to yupana_worker;

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
revoke execute on function reclamar_trabajo from public;
grant execute on function reclamar_trabajo to yupana_worker;

-- Jobs whose term is over, with their files.
create function limpiar_trabajos(ahora timestamptz) returns integer
  language sql volatile security definer set search_path = public, pg_temp as $$
  with viejos as (select t.empresa_id, t.id, t.archivo_id from trabajo t where t.vence_en < ahora order by t.vence_en limit 20),
       archivos as (delete from archivo a using viejos v where a.empresa_id = v.empresa_id and a.id = v.archivo_id),
       fuera as (delete from trabajo t using viejos v where t.empresa_id = v.empresa_id and t.id = v.id returning 1)
  select count(*)::integer from viejos
$$;
revoke execute on function limpiar_trabajos from public;
grant execute on function limpiar_trabajos to yupana_worker;

-- What reports are made from.
grant select on caja_movimiento to yupana_worker;
grant execute on function caja_dinero to yupana_worker;

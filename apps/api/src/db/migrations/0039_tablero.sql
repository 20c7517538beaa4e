-- The board of companies: what waits in each.

-- What the board of companies shows of documents is kept for each company and environment: a row of `tablero_cuenta` holds while no row of
-- `tablero_cambio` says that it changed. Both are read in one snapshot; where nothing is kept, it is counted. No backup has them.
create table tablero_cuenta (
  empresa_id  uuid not null references empresa,
  ambiente    text not null check (ambiente in ('SIMULADOR', 'PRUEBAS', 'PRODUCCION')),
  que         text not null check (que in ('RECHAZADOS', 'RETENIDOS', 'EN_ESPERA', 'RECIBIDOS', 'MESES_CON_RETENCION', 'POR_RETENER')),
  -- First day of what is counted by days.
  desde       date not null,
  cifras      jsonb not null,
  primary key (empresa_id, ambiente, que)
);
call proteger_tabla('tablero_cuenta');
-- Only the board's door keeps counts.
grant select on tablero_cuenta to yupana_app, yupana_worker;

-- Without a reference to the company: to write it nobody locks a row.
create table tablero_cambio (
  empresa_id  uuid not null,
  ambiente    text not null,
  que         text not null,
  n           bigint not null generated always as identity,
  primary key (empresa_id, ambiente, que, n)
);
call proteger_tabla('tablero_cambio');
grant select, insert on tablero_cambio to yupana_app, yupana_worker;

-- Who changes a document shares it until he commits, who keeps counts has it alone; neither waits for it.
create function candado_tablero(empresa uuid, ambiente text) returns bigint
  language sql stable parallel safe
  as $$ select hashtextextended('tablero|' || empresa || '|' || ambiente, 0) $$;

-- Under the shared lock nobody keeps counts: what is not kept, or said to have changed already, needs no row. Without it somebody may be
-- counting, whom this change escapes: the row is written, and stays, as he removes only what he sees before he counts.
create function marcar_tablero(de_empresa uuid, de_ambiente text, ques text[]) returns void
  language plpgsql as $$
begin
  if pg_try_advisory_xact_lock_shared(candado_tablero(de_empresa, de_ambiente)) then
    insert into tablero_cambio (empresa_id, ambiente, que)
    select t.empresa_id, t.ambiente, t.que from tablero_cuenta t
     where t.empresa_id = de_empresa and t.ambiente = de_ambiente and t.que = any (ques)
       and not exists (select from tablero_cambio c where c.empresa_id = t.empresa_id and c.ambiente = t.ambiente and c.que = t.que);
  else
    insert into tablero_cambio (empresa_id, ambiente, que) select de_empresa, de_ambiente, q.que from unnest(ques) as q (que) where q.que is not null;
  end if;
end $$;

-- The count of the board that a document is in.
create function parte_tablero(pestana smallint, estado text) returns text
  language sql immutable parallel safe
  as $$ select case when estado = 'RECHAZADO' then 'RECHAZADOS' when estado = 'RETENIDO' then 'RETENIDOS'
                    when pestana = 2 and estado <> 'CUARENTENA' then 'EN_ESPERA' end $$;

-- Whether the company withheld by duty on one of the last thirty days.
create function fue_agente_retencion(de_empresa uuid, hoy date) returns boolean
  language sql stable as $$
  select exists (select from empresa_condicion c
                  where c.empresa_id = de_empresa and c.tipo in ('AGENTE_RETENCION', 'CONTRIBUYENTE_ESPECIAL') and c.desde <= hoy
                    and coalesce(c.hasta, hoy) >= hoy - 30)
$$;

-- Counted from the documents, no further than 1,000 and one more. Another way of counting needs the rows of `tablero_cuenta` removed.
create function contar_tablero(de_empresa uuid, de_ambiente text, que text, desde date) returns jsonb
  language plpgsql stable as $$
begin
  if que in ('RECHAZADOS', 'RETENIDOS') then
    return (select to_jsonb(count(*)) from (select from documento d
             where d.empresa_id = de_empresa and d.ambiente = de_ambiente and d.pestana = 4
               and d.estado = case que when 'RECHAZADOS' then 'RECHAZADO' else 'RETENIDO' end limit 1001) x);
  elsif que = 'EN_ESPERA' then
    return (select to_jsonb(count(*)) from (select from documento d
             where d.empresa_id = de_empresa and d.ambiente = de_ambiente and d.pestana = 2 and d.estado <> 'CUARENTENA' limit 1001) x);
  elsif que = 'RECIBIDOS' then
    return (select to_jsonb(count(*)) from (select from recibido b
             where b.empresa_id = de_empresa and b.ambiente = de_ambiente and b.estado = 'NUEVO' limit 1001) x);
  elsif que = 'MESES_CON_RETENCION' then
    return (select coalesce(jsonb_agg(distinct date_trunc('month', d.fecha_emision)::date), '[]') from documento d
             where d.empresa_id = de_empresa and d.ambiente = de_ambiente and d.tipo = '07' and d.pestana = 1);
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('fecha', p.fecha, 'documentos', p.documentos) order by p.fecha), '[]')
      from (select x.fecha, count(*)::int as documentos
              from (select c.fecha_emision as fecha from compra c
                     where c.empresa_id = de_empresa and c.ambiente = de_ambiente and c.estado = 'REGISTRADA' and c.tipo in ('01', '03')
                       and c.fecha_emision >= desde
                       and not exists (select from documento_retencion r join documento v on v.empresa_id = r.empresa_id and v.id = r.documento_id
                                        where r.empresa_id = c.empresa_id and r.numero = c.numero and r.cod_doc = c.tipo and v.pestana in (1, 2)
                                          and left(v.receptor_identificacion, 10) = left(c.proveedor_identificacion, 10))
                    union all
                    select b.fecha_emision from recibido b
                     where b.empresa_id = de_empresa and b.ambiente = de_ambiente and b.estado = 'NUEVO' and b.tipo = '01'
                       and b.fecha_emision >= desde) x
             group by x.fecha) p);
end $$;

-- Null where it is not kept, changed since, or does not go back as far.
create function tablero_guardado(de_empresa uuid, de_ambiente text, de_que text, hoy date) returns jsonb
  language sql stable as $$
  select t.cifras from tablero_cuenta t
   where t.empresa_id = de_empresa and t.ambiente = de_ambiente and t.que = de_que and t.desde <= hoy - 30
     and not exists (select from tablero_cambio c where c.empresa_id = t.empresa_id and c.ambiente = t.ambiente and c.que = t.que)
$$;

create function cuenta_tablero(de_empresa uuid, de_ambiente text, que text, hoy date) returns jsonb
  language plpgsql stable as $$
begin
  return coalesce(tablero_guardado(de_empresa, de_ambiente, que, hoy), contar_tablero(de_empresa, de_ambiente, que, hoy - 30));
end $$;

-- Counts and keeps, unless a document of the company is being changed: then nothing is kept.
create function guardar_tablero(de_empresa uuid, de_ambiente text, ques text[], hoy date) returns void
  language plpgsql as $$
declare
  de_que text;
begin
  if not pg_try_advisory_xact_lock(candado_tablero(de_empresa, de_ambiente)) then return; end if;
  foreach de_que in array ques loop
    -- Each statement sees more than the one before: whoever wrote what goes here is counted next.
    delete from tablero_cambio c where c.empresa_id = de_empresa and c.ambiente = de_ambiente and c.que = de_que;
    insert into tablero_cuenta as t (empresa_id, ambiente, que, desde, cifras)
    values (de_empresa, de_ambiente, de_que, hoy - 30, contar_tablero(de_empresa, de_ambiente, de_que, hoy - 30))
    on conflict (empresa_id, ambiente, que) do update set desde = excluded.desde, cifras = excluded.cifras;
  end loop;
end $$;

-- The companies that a person answers for, with what waits in each, counted no further than 1,000; for support only the present one. Each
-- count is the list that it opens. What is not kept of these companies is counted and kept first. Volatile: each statement sees what
-- stands by then.
create function tablero_de_sesion(token bytea, ahora timestamptz, hoy date)
  returns table (id uuid, nombre text, ruc text, ambiente text, situacion jsonb, rechazados integer, retenidos integer, en_espera integer,
                 recibidos integer)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
  suyas uuid[] := array(
    select e.id
      from sesion s
      join usuario u on u.id = de
      join usuario_empresa ue on ue.usuario_id = de and ue.activo
      join empresa e on e.id = ue.empresa_id and e.suspendida_en is null
     where s.token_hash = token and (s.actor_id is null or e.id = s.empresa_id)
       and ue.rol <> 2 and (u.super_admin or ue.rol in (0, 1) or 'declaracion:presentar' = any (ue.collections))
     order by coalesce(e.nombre_comercial, e.razon_social), e.id limit 200);
begin
  perform guardar_tablero(f.id, f.ambiente, f.ques, hoy)
    from (select e.id, e.ambiente, array_agg(q.que) as ques
            from empresa e
            cross join lateral unnest(array['RECHAZADOS', 'RETENIDOS', 'EN_ESPERA', 'RECIBIDOS',
              case when fue_agente_retencion(e.id, hoy) then 'POR_RETENER' else 'MESES_CON_RETENCION' end]) as q (que)
           where e.id = any (suyas) and tablero_guardado(e.id, e.ambiente, q.que, hoy) is null
           group by e.id, e.ambiente) f;
  return query
  select e.id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, e.ambiente, situacion_tributaria(e.id, hoy),
         cuenta_tablero(e.id, e.ambiente, 'RECHAZADOS', hoy)::int, cuenta_tablero(e.id, e.ambiente, 'RETENIDOS', hoy)::int,
         cuenta_tablero(e.id, e.ambiente, 'EN_ESPERA', hoy)::int, cuenta_tablero(e.id, e.ambiente, 'RECIBIDOS', hoy)::int
    from empresa e where e.id = any (suyas) order by 2, 1;
end $$;

create function documento_cambia_tablero() returns trigger
  language plpgsql as $$
declare
  ques text[] := array[parte_tablero(new.pestana, new.estado)];
begin
  if tg_op = 'UPDATE' then ques := array_append(ques, parte_tablero(old.pestana, old.estado)); end if;
  -- What it withholds from is written in the same transaction.
  if new.tipo = '07' then ques := ques || '{MESES_CON_RETENCION,POR_RETENER}'::text[]; end if;
  perform marcar_tablero(new.empresa_id, new.ambiente, ques);
  return null;
end $$;
create trigger tablero_nuevo after insert on documento for each row
  when (parte_tablero(new.pestana, new.estado) is not null or new.tipo = '07') execute function documento_cambia_tablero();
create trigger tablero_cambia after update on documento for each row
  when (parte_tablero(old.pestana, old.estado) is distinct from parte_tablero(new.pestana, new.estado)
    or (new.tipo = '07' and (old.pestana, old.version, old.fecha_emision, old.receptor_identificacion)
          is distinct from (new.pestana, new.version, new.fecha_emision, new.receptor_identificacion)))
  execute function documento_cambia_tablero();

create function recibido_cambia_tablero() returns trigger
  language plpgsql as $$
declare
  fila recibido;
begin
  if tg_op = 'DELETE' then fila := old; else fila := new; end if;
  perform marcar_tablero(fila.empresa_id, fila.ambiente, case when fila.tipo = '01' then '{RECIBIDOS,POR_RETENER}'::text[] else '{RECIBIDOS}' end);
  return null;
end $$;
create trigger tablero_nuevo after insert on recibido for each row when (new.estado = 'NUEVO') execute function recibido_cambia_tablero();
create trigger tablero_cambia after update on recibido for each row
  when (old.estado <> new.estado and 'NUEVO' in (old.estado, new.estado)) execute function recibido_cambia_tablero();
create trigger tablero_borrado after delete on recibido for each row when (old.estado = 'NUEVO') execute function recibido_cambia_tablero();

create function compra_cambia_tablero() returns trigger
  language plpgsql as $$
declare
  fila compra;
begin
  if tg_op = 'DELETE' then fila := old; else fila := new; end if;
  perform marcar_tablero(fila.empresa_id, fila.ambiente, '{POR_RETENER}');
  return null;
end $$;
create trigger tablero_nuevo after insert or delete on compra for each row execute function compra_cambia_tablero();
create trigger tablero_cambia after update on compra for each row
  when ((old.estado, old.tipo, old.numero, old.fecha_emision, old.proveedor_identificacion)
          is distinct from (new.estado, new.tipo, new.numero, new.fecha_emision, new.proveedor_identificacion))
  execute function compra_cambia_tablero();

revoke execute on function guardar_tablero, tablero_de_sesion from public;
grant execute on function tablero_de_sesion to yupana_app;

-- A plan is of documents with tax validity: those of PRODUCCION, whichever environment the company works in now. Nobody looks through
-- the company's whole history for the month's.
create index documento_plan on documento (empresa_id, creado_en) where ambiente = 'PRODUCCION';

create or replace function administracion_empresas(texto text, estado text, mes timestamptz, desde integer, cuantas integer)
  returns table (id uuid, ruc text, razon_social text, nombre_comercial text, ambiente text, creada_en timestamptz, suspendida_en timestamptz, suspendida_motivo text,
                 limite_documentos integer, limite_usuarios integer, limite_puntos integer, documentos integer, usuarios integer, puntos integer, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, e.creada_en, e.suspendida_en, e.suspendida_motivo, e.limite_documentos, e.limite_usuarios, e.limite_puntos,
         (select count(*)::integer from documento d where d.empresa_id = e.id and d.ambiente = 'PRODUCCION' and d.creado_en >= mes),
         (select count(*)::integer from usuario_empresa ue where ue.empresa_id = e.id and ue.activo),
         (select count(*)::integer from punto_emision p where p.empresa_id = e.id and p.activo), e.total
    from (select f.*, count(*) over ()::integer as total from empresa f
           where (texto = '' or starts_with(f.ruc, texto) or strpos(lower(f.razon_social), lower(texto)) > 0 or strpos(lower(coalesce(f.nombre_comercial, '')), lower(texto)) > 0)
             and case estado when 'ACTIVA' then f.suspendida_en is null when 'SUSPENDIDA' then f.suspendida_en is not null else true end
           order by f.razon_social, f.id offset desde limit cuantas) e
   order by e.razon_social, e.id
$$;

-- Of every company: which of its limits were reached and not yet told of. Documents at 80 and 100 of 100; users and points once there are
-- more than the plan has. What was told in full this month is not counted again.
create or replace function planes_por_avisar(del_mes date, desde timestamptz)
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

-- As before, and whether somebody administers the company; where nobody does, whom its last invitation is for.
drop function administracion_empresas(bytea, timestamptz, text, text, timestamptz, integer, integer);
create function administracion_empresas(token bytea, ahora timestamptz, texto text, estado text, mes timestamptz, desde integer, cuantas integer)
  returns table (id uuid, ruc text, razon_social text, nombre_comercial text, ambiente text, creada_en timestamptz, suspendida_en timestamptz, suspendida_motivo text,
                 limite_documentos integer, limite_usuarios integer, limite_puntos integer, documentos integer, usuarios integer, puntos integer, administrada boolean, admin_invitado text, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.ruc, e.razon_social, e.nombre_comercial, e.ambiente, e.creada_en, e.suspendida_en, e.suspendida_motivo, e.limite_documentos, e.limite_usuarios, e.limite_puntos,
         (select count(*)::integer from documento d where d.empresa_id = e.id and d.ambiente = 'PRODUCCION' and d.creado_en >= mes),
         (select count(*)::integer from usuario_empresa ue where ue.empresa_id = e.id and ue.activo),
         (select count(*)::integer from punto_emision p where p.empresa_id = e.id and p.activo), a.administrada,
         (select i.mail from invitacion i where not a.administrada and i.empresa_id = e.id and i.rol = 1 and i.aceptada_en is null and i.anulada_en is null order by i.creada_en desc, i.id limit 1), e.total
    from (select f.*, count(*) over ()::integer as total from empresa f
           where es_de_super_admin(token, ahora) and (texto = '' or starts_with(f.ruc, texto) or strpos(lower(f.razon_social), lower(texto)) > 0 or strpos(lower(coalesce(f.nombre_comercial, '')), lower(texto)) > 0)
             and case estado when 'ACTIVA' then f.suspendida_en is null when 'SUSPENDIDA' then f.suspendida_en is not null else true end
           order by f.razon_social, f.id offset desde limit cuantas) e
   cross join lateral (select exists (select 1 from usuario_empresa ue join usuario u on u.id = ue.usuario_id
           where ue.empresa_id = e.id and ue.rol = 1 and ue.activo and ue.retirado_en is null and u.activo and 'empleado:administrar' = any (ue.collections)) as administrada) a
   order by e.razon_social, e.id
$$;
revoke execute on function administracion_empresas from public;
grant execute on function administracion_empresas to yupana_app;

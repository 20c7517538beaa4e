-- Each count of the board is the list that it opens: refused ones by themselves, withheld ones by themselves, no quarantine.
drop function tablero_de_sesion;
create function tablero_de_sesion(token bytea, ahora timestamptz, hoy date)
  returns table (id uuid, nombre text, ruc text, ambiente text, situacion jsonb, rechazados integer, retenidos integer, en_espera integer,
                 recibidos integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query
  select e.id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, e.ambiente, situacion_tributaria(e.id, hoy),
         (select count(*)::int from (select from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente and d.pestana = 4
                                        and d.estado = 'RECHAZADO' limit 1001) r),
         (select count(*)::int from (select from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente and d.pestana = 4
                                        and d.estado = 'RETENIDO' limit 1001) t),
         (select count(*)::int from (select from documento d where d.empresa_id = e.id and d.ambiente = e.ambiente and d.pestana = 2
                                        and d.estado <> 'CUARENTENA' limit 1001) w),
         (select count(*)::int from (select from recibido b where b.empresa_id = e.id and b.ambiente = e.ambiente and b.estado = 'NUEVO' limit 1001) n)
    from sesion s
    join usuario u on u.id = de
    join usuario_empresa ue on ue.usuario_id = de and ue.activo
    join empresa e on e.id = ue.empresa_id and e.suspendida_en is null
   where s.token_hash = token and (s.actor_id is null or e.id = s.empresa_id)
     and ue.rol <> 2 and (u.super_admin or ue.rol in (0, 1) or 'declaracion:presentar' = any (ue.collections))
   order by 2, 1 limit 200;
end $$;
revoke execute on function tablero_de_sesion from public;
grant execute on function tablero_de_sesion to yupana_app;

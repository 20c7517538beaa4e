-- What was typed with its clave is watched as what came as XML is (issue 14): whether its issuer voided it, and when it is asked again.
alter table compra add column anulado_emisor_en timestamptz, add column proxima_consulta timestamptz;
alter table retencion_recibida add column anulado_emisor_en timestamptz, add column proxima_consulta timestamptz;
update compra set proxima_consulta = editado_en + interval '1 day' where length(autorizacion) = 49 and estado = 'REGISTRADA';
update retencion_recibida set proxima_consulta = creado_en + interval '1 day' where length(autorizacion) = 49;
update compra c set anulado_emisor_en = r.anulado_en from recibido r where r.empresa_id = c.empresa_id and r.compra_id = c.id and r.anulado_en is not null;
update retencion_recibida c set anulado_emisor_en = r.anulado_en from recibido r
 where r.empresa_id = c.empresa_id and r.retencion_id = c.id and r.anulado_en is not null;
create index compra_consulta on compra (proxima_consulta) where anulado_emisor_en is null and estado = 'REGISTRADA';
create index retencion_recibida_consulta on retencion_recibida (proxima_consulta) where anulado_emisor_en is null;
-- Those that wait for somebody, and the filter of the inbox: few of many.
create index compra_anulada_emisor on compra (empresa_id, ambiente) where anulado_emisor_en is not null and estado = 'REGISTRADA';
create index retencion_recibida_anulada_emisor on retencion_recibida (empresa_id, ambiente) where anulado_emisor_en is not null;
create index recibido_anulado on recibido (empresa_id, ambiente, fecha_emision desc, creado_en desc, id desc) where anulado_en is not null;
grant update (anulado_emisor_en, proxima_consulta) on compra to yupana_worker;
grant update (anulado_emisor_en, proxima_consulta) on retencion_recibida to yupana_worker;

-- The purchase or withholding that was not asked about for longest. One that the inbox watches, or that is of too long ago, leaves the line.
create function reclamar_escrito(ahora timestamptz, hasta timestamptz, desde date)
  returns table (tabla text, empresa_id uuid, id uuid, ambiente text, clave text, se_vigila boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  update compra c set proxima_consulta = case when v.se_vigila then hasta end
    from (select p.empresa_id, p.id, p.fecha_emision >= desde and not exists (
                   select from recibido r where r.empresa_id = p.empresa_id and r.compra_id = p.id) as se_vigila
            from compra p where p.anulado_emisor_en is null and p.estado = 'REGISTRADA' and p.proxima_consulta <= ahora
           order by p.proxima_consulta limit 1 for update of p skip locked) v
   where c.empresa_id = v.empresa_id and c.id = v.id
  returning 'compra'::text, c.empresa_id, c.id, c.ambiente, c.autorizacion, v.se_vigila;
  if found then return; end if;
  return query
  update retencion_recibida c set proxima_consulta = case when v.se_vigila then hasta end
    from (select p.empresa_id, p.id, p.fecha_emision >= desde and not exists (
                   select from recibido r where r.empresa_id = p.empresa_id and r.retencion_id = p.id) as se_vigila
            from retencion_recibida p where p.anulado_emisor_en is null and p.proxima_consulta <= ahora
           order by p.proxima_consulta limit 1 for update of p skip locked) v
   where c.empresa_id = v.empresa_id and c.id = v.id
  returning 'retencion_recibida'::text, c.empresa_id, c.id, c.ambiente, c.autorizacion, v.se_vigila;
end $$;
revoke execute on function reclamar_escrito from public;
grant execute on function reclamar_escrito to yupana_worker;

-- Who decided an order is who its documents are issued by, and when that was tried last: what failed is tried again by itself.
alter table orden add column decidida_por uuid, add column emision_intento timestamptz;

-- Orders of all companies whose document is to be issued and was not tried since `antes`, each by one process alone.
create function reclamar_ordenes(ahora timestamptz, antes timestamptz)
  returns table (empresa_id uuid, id uuid, decidida_por uuid)
  language sql volatile security definer set search_path = public, pg_temp as $$
  update orden o set emision_intento = ahora
   where (o.empresa_id, o.id) in (
     select v.empresa_id, v.id from orden v
      where v.por_emitir and v.decidida_por is not null and (v.emision_intento is null or v.emision_intento < antes) and not (select cercada from instalacion)
      order by v.editada_en limit 8 for update skip locked)
  returning o.empresa_id, o.id, o.decidida_por
$$;
revoke execute on function reclamar_ordenes from public;
grant execute on function reclamar_ordenes to yupana_app;

-- What was chosen by hand of a supplier outlives the purchases that repeat it: each field knows when it was chosen (issue 14).
alter table regla_proveedor
  -- Null: a purchase taught it, or nothing is known.
  add column sustento_elegido timestamptz,
  add column bodega_elegida timestamptz;

-- What no purchase taught was chosen by hand, and so was what still is as somebody corrected it last.
update regla_proveedor
   set sustento_elegido = case when sustento is not null then editado_en end,
       bodega_elegida = case when bodega_id is not null then editado_en end
 where compra_id is null;
update regla_proveedor r set sustento_elegido = (
  select a.en from auditoria a
   where a.empresa_id = r.empresa_id and a.objeto = r.id::text and a.accion = 'regla_proveedor.corregir' and a.detalle ? 'sustento'
     and a.detalle ->> 'sustento' = r.sustento order by a.id desc limit 1)
 where r.compra_id is not null;
update regla_proveedor r set bodega_elegida = (
  select a.en from auditoria a
   where a.empresa_id = r.empresa_id and a.objeto = r.id::text and a.accion = 'regla_proveedor.corregir' and a.detalle ? 'bodega_id'
     and a.detalle ->> 'bodega_id' = r.bodega_id::text order by a.id desc limit 1)
 where r.compra_id is not null;

-- A quote is measured once nobody else changes it: facturas issued meanwhile are seen only by a statement that begins after the wait.
create or replace function cotizacion_medir(empresa uuid, cual uuid) returns void
  language plpgsql volatile set search_path = public, pg_temp as $$
begin
  perform 1 from cotizacion c where c.empresa_id = empresa and c.id = cual for update;
  with cuenta as (
    select f.tomado from cotizacion_factura f
      join documento d on d.empresa_id = f.empresa_id and d.id = f.factura_id and d.estado not in ('ANULADO', 'CERRADO')
     where f.empresa_id = empresa and f.cotizacion_id = cual
  ), tomado as (
    select (t ->> 'linea')::int as linea, sum((t ->> 'cantidad')::bigint) as cantidad
      from cuenta cross join jsonb_array_elements(cuenta.tomado) t group by 1
  )
  update cotizacion c set parcial =
      exists (select 1 from cuenta)
      and exists (select 1 from jsonb_array_elements(c.entrada -> 'lineas') with ordinality as l (linea, n)
                    left join tomado t on t.linea = l.n - 1 where (l.linea ->> 'cantidad')::bigint > coalesce(t.cantidad, 0))
   where c.empresa_id = empresa and c.id = cual;
end $$;
select cotizacion_medir(empresa_id, cotizacion_id) from (select distinct empresa_id, cotizacion_id from cotizacion_factura) f;

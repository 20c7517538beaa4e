-- A quote is invoiced whole or in parts: what each factura took of it, of which line (from 0) how many.
drop index cotizacion_factura;
create table cotizacion_factura (
  empresa_id    uuid not null,
  factura_id    uuid not null,
  cotizacion_id uuid not null,
  tomado        jsonb not null,
  primary key (empresa_id, factura_id),
  foreign key (empresa_id, factura_id) references documento,
  foreign key (empresa_id, cotizacion_id) references cotizacion on delete cascade
);
create index cotizacion_factura_de on cotizacion_factura (empresa_id, cotizacion_id);
call proteger_tabla('cotizacion_factura');
grant select, insert, delete on cotizacion_factura to yupana_app;
grant select on cotizacion_factura to yupana_worker;
insert into cotizacion_factura (empresa_id, factura_id, cotizacion_id, tomado)
select distinct on (c.empresa_id, c.factura_id) c.empresa_id, c.factura_id, c.id,
       (select jsonb_agg(jsonb_build_object('linea', l.n - 1, 'cantidad', l.linea -> 'cantidad') order by l.n)
          from jsonb_array_elements(c.entrada -> 'lineas') with ordinality as l (linea, n))
  from cotizacion c where c.factura_id is not null;
alter table cotizacion drop column factura_id;

-- Whether facturas that count leave something of it; kept by `cotizacion_medir`.
alter table cotizacion add column parcial boolean not null default false;
create index cotizacion_parcial on cotizacion (empresa_id, fecha_emision, creado_en) where parcial;
grant update (parcial) on cotizacion to yupana_worker;

create function cotizacion_medir(empresa uuid, cual uuid) returns void
  language sql volatile set search_path = public, pg_temp as $$
  with tomado as (
    select (t ->> 'linea')::int as linea, sum((t ->> 'cantidad')::bigint) as cantidad
      from cotizacion_factura f join documento d on d.empresa_id = f.empresa_id and d.id = f.factura_id and d.estado not in ('ANULADO', 'CERRADO')
     cross join jsonb_array_elements(f.tomado) t
     where f.empresa_id = empresa and f.cotizacion_id = cual group by 1
  )
  update cotizacion c set parcial =
      exists (select 1 from cotizacion_factura f join documento d on d.empresa_id = f.empresa_id and d.id = f.factura_id
               where f.empresa_id = empresa and f.cotizacion_id = cual and d.estado not in ('ANULADO', 'CERRADO'))
      and exists (select 1 from jsonb_array_elements(c.entrada -> 'lineas') with ordinality as l (linea, n)
                    left join tomado t on t.linea = l.n - 1 where (l.linea ->> 'cantidad')::bigint > coalesce(t.cantidad, 0))
   where c.empresa_id = empresa and c.id = cual
$$;
revoke execute on function cotizacion_medir from public;
grant execute on function cotizacion_medir to yupana_app, yupana_worker;

-- What a voided factura took is to be invoiced again.
create function cotizacion_devolver() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform cotizacion_medir(f.empresa_id, f.cotizacion_id) from cotizacion_factura f where f.empresa_id = new.empresa_id and f.factura_id = new.id;
  return null;
end $$;
create trigger cotizacion_devolver after update of estado on documento for each row
  when (new.estado in ('ANULADO', 'CERRADO') and old.estado is distinct from new.estado) execute function cotizacion_devolver();

-- What of a paid order is a signature: each serves one request, and a request is paid by one.
create table firma_pagada (
  empresa_id   uuid not null references empresa,
  orden_id     uuid not null,
  n            smallint not null check (n > 0),
  tipo         text not null check (tipo in ('NATURAL', 'JURIDICA')),
  anios        smallint not null check (anios in (1, 2, 3)),
  -- Null while nobody used it.
  solicitud_id uuid,
  primary key (empresa_id, orden_id, n),
  unique (empresa_id, solicitud_id),
  foreign key (empresa_id, orden_id) references orden,
  foreign key (empresa_id, solicitud_id) references firma_solicitud on delete set null (solicitud_id)
);
create index firma_pagada_libre on firma_pagada (empresa_id, tipo, anios) where solicitud_id is null;
call proteger_tabla('firma_pagada');
grant select, insert, update, delete on firma_pagada to yupana_app;

-- A line keeps which signature it is, whatever becomes of the product.
update orden o set lineas = (
  select jsonb_agg(l.linea || jsonb_build_object('firma',
           case when p.tipo = 'FIRMA' then jsonb_build_object('tipo', p.firma_tipo, 'anios', p.firma_anios) end) order by l.i)
    from jsonb_array_elements(o.lineas) with ordinality l(linea, i)
    left join tienda_producto p on p.id = (l.linea ->> 'producto_id')::uuid)
 where jsonb_array_length(o.lineas) > 0;

insert into firma_pagada (empresa_id, orden_id, n, tipo, anios)
select o.empresa_id, o.id, row_number() over (partition by o.empresa_id, o.id order by l.i, u.n), l.linea -> 'firma' ->> 'tipo', (l.linea -> 'firma' ->> 'anios')::smallint
  from orden o
 cross join lateral jsonb_array_elements(o.lineas) with ordinality l(linea, i)
 cross join lateral generate_series(1, (l.linea ->> 'cantidad')::integer) u(n)
 where o.estado = 'PAGADA' and l.linea -> 'firma' ->> 'tipo' is not null;

-- The desk sees what is paid.
drop function administracion_firmas(bytea, timestamptz, text, integer, integer);
create function administracion_firmas(token bytea, ahora timestamptz, de_estado text, desde integer, cuantas integer)
  returns table (id uuid, empresa_id uuid, empresa text, ruc text, tipo text, anios smallint, estado text, titular text, enviada_en timestamptz, pagada boolean, total integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.empresa_id, coalesce(e.nombre_comercial, e.razon_social), e.ruc, s.tipo, s.anios, s.estado, s.titular, s.enviada_en,
         exists (select from firma_pagada p where p.empresa_id = s.empresa_id and p.solicitud_id = s.id), s.total
    from (select f.*, count(*) over ()::integer as total from firma_solicitud f
           where es_de_super_admin(token, ahora) and f.fecha is not null
             and case when de_estado = '' then f.estado in ('ENVIADA', 'EN_REVISION', 'APROBADA') else f.estado = de_estado end
           order by f.enviada_en, f.id offset desde limit cuantas) s join empresa e on e.id = s.empresa_id
   order by s.enviada_en, s.id
$$;
revoke execute on function administracion_firmas from public;
grant execute on function administracion_firmas to yupana_app;

-- Establishments and emission points are edited over the version that was read, as people and the company are (O-12).
alter table establecimiento add column version integer not null default 1;
alter table punto_emision add column version integer not null default 1;

-- The list narrowed to one establishment and point, in its own order.
create index documento_serie on documento (empresa_id, ambiente, establecimiento, punto, fecha_emision desc, creado_en desc, id desc);

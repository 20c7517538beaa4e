-- How a user likes a list in one company: hidden columns and density (O-104).
create table preferencia (
  empresa_id  uuid not null,
  usuario_id  uuid not null,
  lista       text not null,
  ocultas     text[] not null,
  densidad    text not null check (densidad in ('NORMAL', 'COMPACTA')),
  primary key (empresa_id, usuario_id, lista),
  foreign key (empresa_id, usuario_id) references usuario_empresa
);
call proteger_tabla('preferencia');
grant select, insert, update on preferencia to yupana_app;

-- The home page counts documents whose mail failed, and the list shows them: few among many.
create index documento_correo_fallido on documento (empresa_id, ambiente, fecha_emision desc, creado_en desc, id desc) where correo_estado = 'FALLIDO';

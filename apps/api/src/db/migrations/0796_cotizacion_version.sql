-- What a client was sent of a quote stays as it was sent, whatever becomes of the quote (issue 13).
create table cotizacion_version (
  empresa_id     uuid not null references empresa,
  cotizacion_id  uuid not null,
  n              integer not null check (n > 0),
  -- Who sent it, and when.
  usuario_id     uuid not null,
  en             timestamptz not null,
  fecha_emision  date not null,
  vence          date not null,
  total          bigint not null,
  entrada        jsonb not null,
  calculo        jsonb not null,
  -- The company as it was printed.
  emisor         jsonb not null,
  vendedor       text,
  -- What is other than in the version before; null for the first.
  cambios        jsonb,
  -- What was answered to it.
  respuesta      text check (respuesta in ('ACEPTADA', 'RECHAZADA')),
  nota_respuesta text,
  respondida_en  timestamptz,
  primary key (empresa_id, cotizacion_id, n),
  foreign key (empresa_id, cotizacion_id) references cotizacion on delete cascade
);
call proteger_tabla('cotizacion_version');
grant select, insert on cotizacion_version to yupana_app;
grant update (respuesta, nota_respuesta, respondida_en) on cotizacion_version to yupana_app;

-- The version that the client has; null while the quote is a draft.
alter table cotizacion add column version_enviada integer;

insert into cotizacion_version (empresa_id, cotizacion_id, n, usuario_id, en, fecha_emision, vence, total, entrada, calculo, emisor, vendedor,
                                respuesta, nota_respuesta, respondida_en)
select c.empresa_id, c.id, 1, c.usuario_id, c.editado_en, c.fecha_emision, c.vence, c.total, c.entrada, c.calculo,
       jsonb_build_object('ruc', e.ruc, 'razon_social', e.razon_social, 'nombre_comercial', e.nombre_comercial,
                          'direccion', coalesce(t.direccion, e.dir_matriz), 'telefono', e.telefono, 'correo', e.correo),
       (select trim(u.name || ' ' || u.surname) from usuario u where u.id = c.usuario_id),
       case when c.respondida_en is not null then c.estado end, c.nota_respuesta, c.respondida_en
  from cotizacion c join empresa e on e.id = c.empresa_id left join establecimiento t on t.empresa_id = e.id and t.codigo = c.establecimiento
 where c.estado <> 'BORRADOR';
update cotizacion set version_enviada = 1 where estado <> 'BORRADOR';

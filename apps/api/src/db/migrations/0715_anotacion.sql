-- What a company keeps beside a document for itself, and prints nowhere: a note, and files (issue 14).
create table documento_nota_interna (
  empresa_id    uuid not null references empresa,
  documento_id  uuid not null,
  nota          text check (char_length(nota) between 1 and 2000),
  version       integer not null check (version > 0),
  usuario_id    uuid not null,
  en            timestamptz not null,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('documento_nota_interna');
grant select, insert on documento_nota_interna to yupana_app;
grant update (nota, version, usuario_id, en) on documento_nota_interna to yupana_app;

create table documento_adjunto (
  empresa_id    uuid not null references empresa,
  -- Of its file, with which it goes.
  id            uuid not null,
  documento_id  uuid not null,
  usuario_id    uuid not null,
  en            timestamptz not null,
  primary key (empresa_id, id),
  foreign key (empresa_id, id) references archivo on delete cascade,
  foreign key (empresa_id, documento_id) references documento
);
create index documento_adjunto_de on documento_adjunto (empresa_id, documento_id, en, id);
call proteger_tabla('documento_adjunto');
grant select, insert on documento_adjunto to yupana_app;

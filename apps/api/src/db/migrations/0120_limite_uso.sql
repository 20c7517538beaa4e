-- When something limited was done (reliability §3.5), counted for all instances together. Losing it in a crash loses nothing: no
-- write-ahead log, so that a call pays little for being counted. A key names what, and the user, the company or the network.
create unlogged table limite_uso (
  clave   text primary key,
  en      timestamptz[] not null
);
grant select, insert, update on limite_uso to yupana_app;

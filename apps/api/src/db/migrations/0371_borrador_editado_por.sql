-- Who saved a draft last: its author, or an ADMIN in the author's place.
alter table borrador add column editado_por uuid;

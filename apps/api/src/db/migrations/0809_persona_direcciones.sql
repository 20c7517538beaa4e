-- Addresses of a person beside the main one, which documents take: [{nombre, direccion}], in the order they were written.
alter table persona
  add column direcciones jsonb not null default '[]'
    check (jsonb_typeof(direcciones) = 'array' and jsonb_array_length(direcciones) <= 20);

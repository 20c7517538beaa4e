-- Views of a list that a user saved: names and what the address of the list says, [{nombre, consulta}].
alter table preferencia add column vistas jsonb check (jsonb_typeof(vistas) = 'array');

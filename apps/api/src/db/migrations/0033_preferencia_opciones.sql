-- What a page remembers beside columns and density: switches, choices, figures.
alter table preferencia add column opciones jsonb check (jsonb_typeof(opciones) = 'object');

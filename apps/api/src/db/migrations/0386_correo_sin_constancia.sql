-- How often a mail was handed over without a note of what became of it: once more is tried, then a person decides.
alter table correo add column sin_constancia smallint not null default 0;

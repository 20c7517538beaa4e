-- A series behind a fence of its own: the SRI answered wrongly about one of its claves after a restore, and the rest of the installation goes on.
alter table serie add column cercada_desde timestamptz;

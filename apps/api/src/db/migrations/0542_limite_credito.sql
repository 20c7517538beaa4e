-- How much a client may owe, told while selling; null is without limit.
alter table persona add column limite_credito bigint check (limite_credito >= 0);

-- A charge that the gateway once told of is not back because it tells of it no more: its record is lost, and somebody gives the money back
-- by hand. Of the charges there are it is not known any more: they count as told of.
alter table cobro_tarjeta add column conocido boolean not null default true;
alter table cobro_tarjeta alter column conocido set default false;
alter table cobro_tarjeta add column perdido boolean not null default false;

-- A product whose price is said at each sale (O-100).
alter table producto add column precio_libre boolean not null default false;

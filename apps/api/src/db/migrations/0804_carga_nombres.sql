-- The worker reads by their names what the products of an upload name (issue 13 §3).
grant select on categoria, marca, unidad to yupana_worker;

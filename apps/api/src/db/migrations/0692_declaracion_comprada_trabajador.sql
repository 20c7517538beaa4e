-- The monthly package says which declarations of its month were bought: it is made by the worker.
grant select on declaracion_comprada to yupana_worker;

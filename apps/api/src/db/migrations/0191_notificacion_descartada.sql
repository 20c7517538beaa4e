-- How many put a notification away is counted for each one that the operator sees.
create index notificacion_descartada_notificacion on notificacion_descartada (notificacion_id);

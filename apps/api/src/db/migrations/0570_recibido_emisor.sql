-- Who sends the company documents is looked up by cédula or RUC.
create index recibido_emisor on recibido (empresa_id, left(emisor_ruc, 10), fecha_emision desc);

-- Notes over one document that was issued elsewhere are looked up by its number.
create index documento_nota_ajena on documento_nota (empresa_id, numero) where modificado_id is null;

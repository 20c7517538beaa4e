-- What became of the documents of a company is read the last first.
create index documento_evento_en on documento_evento (empresa_id, en);

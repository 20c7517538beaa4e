-- Forms say of few facturas that they are an export or are paid for others: these are found without reading the forms of all the others.
create index documento_version_especial on documento_version (empresa_id, documento_id, n)
  where entrada ? 'exportacion' or (jsonb_typeof(entrada->'reembolsos') = 'array' and entrada->'reembolsos' <> '[]');

-- The file of a finished job is taken by a ticket too.
alter table descarga drop constraint descarga_tipo_check,
  add constraint descarga_tipo_check check (tipo in ('DOCUMENTO_FIRMA', 'PAQUETE_FIRMA', 'TRABAJO'));

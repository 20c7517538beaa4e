-- What somebody of the installation checked of a request, and when its documents were taken for the certification entity.
alter table firma_solicitud
  add column comprobado text[] not null default '{}',
  add column paquete_en timestamptz;

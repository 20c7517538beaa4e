-- Whether who asked has put away what the desk decided; every move of the desk asks for it again.
alter table orden add column vista boolean not null default true;
alter table firma_solicitud add column vista boolean not null default true;
create index orden_por_ver on orden (empresa_id, usuario_id) where not vista;
create index firma_solicitud_por_ver on firma_solicitud (empresa_id, usuario_id) where not vista;

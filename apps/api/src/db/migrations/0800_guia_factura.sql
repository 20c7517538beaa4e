-- The facturas whose goods a guía carries, so that all guías of one are found. Which of them count is decided by the state of their document.
create table guia_factura (
  empresa_id   uuid not null,
  -- Of the factura, which may be none of ours.
  numero       text not null,
  documento_id uuid not null,
  version      integer not null,
  primary key (empresa_id, numero, documento_id, version),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('guia_factura');
call solo_agregar('guia_factura');
grant select, insert on guia_factura to yupana_app, yupana_worker;

-- However a guía came in: issued, corrected, registered or brought back from its XML.
create function guia_factura_anotar() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into guia_factura (empresa_id, numero, documento_id, version)
  select distinct new.empresa_id, d -> 'sustento' ->> 'numero', new.documento_id, new.n
    from jsonb_array_elements(new.entrada -> 'destinatarios') d where d -> 'sustento' ->> 'cod_doc' = '01';
  return null;
end $$;
create trigger guia_factura after insert on documento_version for each row when (new.entrada ? 'destinatarios')
  execute function guia_factura_anotar();

insert into guia_factura (empresa_id, numero, documento_id, version)
select distinct v.empresa_id, d -> 'sustento' ->> 'numero', v.documento_id, v.n
  from documento g join documento_version v on v.empresa_id = g.empresa_id and v.documento_id = g.id,
       jsonb_array_elements(v.entrada -> 'destinatarios') d
 where g.tipo = '06' and d -> 'sustento' ->> 'cod_doc' = '01';

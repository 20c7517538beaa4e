-- Documents in quarantine wait for a person, who is told: at home, in the bell and in the operator's health. A table of its own: an index over
-- the state would be written at every step of every document.
create table documento_revision (
  empresa_id   uuid not null,
  documento_id uuid not null,
  desde        timestamptz not null,
  primary key (empresa_id, documento_id),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('documento_revision');
grant select, insert on documento_revision to yupana_app, yupana_worker;

insert into documento_revision (empresa_id, documento_id, desde)
  select d.empresa_id, d.id, coalesce((select max(v.en) from documento_evento v where v.empresa_id = d.empresa_id and v.documento_id = d.id and v.a = 'CUARENTENA'), d.creado_en)
    from documento d where d.estado = 'CUARENTENA';

-- In the transaction of the move, whatever makes it.
create function documento_revisar() returns trigger
  language plpgsql as $$
begin
  insert into documento_revision (empresa_id, documento_id, desde) values (new.empresa_id, new.id, clock_timestamp()) on conflict do nothing;
  return null;
end $$;
create trigger documento_revisar after update of estado on documento for each row when (new.estado = 'CUARENTENA' and old.estado <> 'CUARENTENA') execute function documento_revisar();

-- Who put the notice about a document away.
create table revision_visto (
  empresa_id   uuid not null,
  documento_id uuid not null,
  usuario_id   uuid not null,
  en           timestamptz not null,
  primary key (empresa_id, documento_id, usuario_id),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('revision_visto');
grant select, insert on revision_visto to yupana_app;

create function documentos_en_revision() returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer from documento_revision r join documento d on d.empresa_id = r.empresa_id and d.id = r.documento_id where d.estado = 'CUARENTENA'
$$;
revoke execute on function documentos_en_revision from public;
grant execute on function documentos_en_revision to yupana_app;

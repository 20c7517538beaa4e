-- A company that cannot sign is told so: on the document, the certificate, the home page, the bell and the operator's health.

-- Why its key does not open, found by who signs; null while it does.
alter table certificado add column inservible text;
grant update (inservible) on certificado to yupana_worker;

-- What a document waits for that somebody in the company must bring; null while it goes on by itself.
alter table documento_envio add column espera_por text;
create index documento_envio_sin_firma on documento_envio (empresa_id) where espera_por is not null;

-- Who put the notice about a company's signature away: of that certificate, or of none.
create table firma_aviso_visto (
  empresa_id uuid not null references empresa,
  aviso_id   uuid not null,
  usuario_id uuid not null,
  en         timestamptz not null,
  primary key (empresa_id, aviso_id, usuario_id)
);
call proteger_tabla('firma_aviso_visto');
grant select, insert on firma_aviso_visto to yupana_app;

-- Answers of the SRI that came to a worker whose lease was over: they change nothing, and stand in the document's story.
create table documento_respuesta_tardia (
  empresa_id   uuid not null,
  documento_id uuid not null,
  cerco        integer not null,
  en           timestamptz not null,
  proceso      text not null,
  causa        text not null,
  primary key (empresa_id, documento_id, cerco),
  foreign key (empresa_id, documento_id) references documento
);
call proteger_tabla('documento_respuesta_tardia');
call solo_agregar('documento_respuesta_tardia');
grant select on documento_respuesta_tardia to yupana_app;
grant select, insert on documento_respuesta_tardia to yupana_worker;

create function empresas_sin_firma() returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(distinct empresa_id)::integer from documento_envio where espera_por is not null and proximo_intento is not null
$$;
revoke execute on function empresas_sin_firma from public;
grant execute on function empresas_sin_firma to yupana_app;

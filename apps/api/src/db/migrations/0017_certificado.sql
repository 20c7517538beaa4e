-- Certificates of companies, their keys and every signature made with them.

create table certificado (
  empresa_id          uuid not null references empresa,
  id                  uuid not null,
  filename            text not null,
  titular             text not null,
  emisor              text not null,
  entidad             text,
  serial              text not null,
  identificacion      text,
  rsa_bits            integer not null,
  desde               timestamptz not null,
  hasta               timestamptz not null,
  huella              text not null,
  der                 bytea not null,
  confirmado_sin_ruc  boolean not null default false,
  activo              boolean not null default true,
  subido_por          uuid not null,
  subido_en           timestamptz not null,
  -- Why its key does not open, found by who signs; null while it does.
  inservible          text,
  primary key (empresa_id, id)
);
create unique index certificado_activo on certificado (empresa_id) where activo;
call proteger_tabla('certificado');
grant select, insert on certificado to yupana_app;
grant select on certificado to yupana_worker;
grant update (activo) on certificado to yupana_app;
grant update (inservible) on certificado to yupana_worker;

create table certificado_llave (
  empresa_id      uuid not null,
  certificado_id  uuid not null,
  kek_id          text not null,
  dek_envuelta    bytea not null,
  llave_cifrada   bytea not null,
  -- The file's password, in an envelope of its own (O-15).
  clave_cifrada   bytea not null,
  primary key (empresa_id, certificado_id),
  foreign key (empresa_id, certificado_id) references certificado
);
call proteger_tabla('certificado_llave');
-- The API may store a key and remove it, never read it back.
grant insert, delete on certificado_llave to yupana_app;
grant select on certificado_llave to yupana_worker;
grant select (empresa_id, certificado_id) on certificado_llave to yupana_app;

-- One row for each signature made: who, when, which document, which certificate.
create table certificado_uso (
  empresa_id      uuid not null,
  certificado_id  uuid not null,
  documento_id    uuid not null,
  version         integer not null,
  en              timestamptz not null,
  sha256          bytea not null,
  primary key (empresa_id, certificado_id, documento_id, version)
);
call proteger_tabla('certificado_uso');
call solo_agregar('certificado_uso');
grant select on certificado_uso to yupana_app;
grant select, insert on certificado_uso to yupana_worker;

-- Links that show the password of a signature once (O-15): 256 random bits, of which only the SHA-256 is kept; for who asked, for 15
-- minutes.
create table clave_firma_enlace (
  empresa_id      uuid not null,
  codigo_hash     bytea not null,
  certificado_id  uuid not null,
  usuario_id      uuid not null,
  creado_en       timestamptz not null,
  vence_en        timestamptz not null,
  usado_en        timestamptz,
  primary key (empresa_id, codigo_hash),
  foreign key (empresa_id, certificado_id) references certificado,
  constraint clave_firma_enlace_techo check (vence_en <= creado_en + interval '15 minutes')
);
call proteger_tabla('clave_firma_enlace');
grant insert on clave_firma_enlace to yupana_app;
grant select (empresa_id, codigo_hash, vence_en, usado_en) on clave_firma_enlace to yupana_app;

-- Who put the notice about a company's signature away: of that certificate, or of none.
create table firma_aviso_visto (
  empresa_id  uuid not null references empresa,
  aviso_id    uuid not null,
  usuario_id  uuid not null,
  en          timestamptz not null,
  primary key (empresa_id, aviso_id, usuario_id)
);
call proteger_tabla('firma_aviso_visto');
grant select, insert on firma_aviso_visto to yupana_app;

-- The one way by which the API gets at a password, sealed as it lies: with a link of the present company that nobody used, by who asked
-- for it.
create function clave_de_firma_tomar(codigo bytea, de uuid, ahora timestamptz)
  returns table (certificado_id uuid, filename text, titular text, huella text, clave bytea)
  language sql security definer set search_path = public, pg_temp as $$
  with tomado as (
    update clave_firma_enlace e set usado_en = ahora
     where e.empresa_id = empresa_actual() and e.codigo_hash = codigo and e.usuario_id = de and e.usado_en is null and e.vence_en > ahora
    returning e.empresa_id, e.certificado_id
  )
  select c.id, c.filename, c.titular, c.huella, l.clave_cifrada
    from tomado t join certificado c on c.empresa_id = t.empresa_id and c.id = t.certificado_id
    join certificado_llave l on l.empresa_id = c.empresa_id and l.certificado_id = c.id
$$;

-- Certificates in use in the companies of a session's person: which company an issued signature serves.
create function certificados_de_sesion(token bytea, ahora timestamptz)
  returns table (empresa text, identificacion text, hasta timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  de uuid := exigir_sesion(token, ahora, false);
begin
  return query
  select coalesce(e.nombre_comercial, e.razon_social), c.identificacion, c.hasta
    from usuario_empresa ue
    join empresa e on e.id = ue.empresa_id and e.suspendida_en is null
    join certificado c on c.empresa_id = e.id and c.activo and c.identificacion is not null
   where ue.usuario_id = de and ue.activo
   order by 1 limit 200;
end
$$;

revoke execute on function clave_de_firma_tomar, certificados_de_sesion from public;
grant execute on function clave_de_firma_tomar, certificados_de_sesion to yupana_app;

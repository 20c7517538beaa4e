-- Links that show the password of a signature once (O-15): 256 random bits, of which only the SHA-256 is kept; for who asked, for 15 minutes.
create table clave_firma_enlace (
  empresa_id      uuid not null,
  codigo_hash     bytea not null,
  certificado_id  uuid not null,
  usuario_id      uuid not null,
  creado_en       timestamptz not null,
  vence_en        timestamptz not null,
  usado_en        timestamptz,
  primary key (empresa_id, codigo_hash),
  foreign key (empresa_id, certificado_id) references certificado
);
call proteger_tabla('clave_firma_enlace');
grant select (empresa_id, codigo_hash, usado_en, vence_en), insert on clave_firma_enlace to yupana_app;

-- The one way by which the API gets at a password, sealed as it lies: with a link of the present company that nobody used, by who asked for it.
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
revoke execute on function clave_de_firma_tomar from public;
grant execute on function clave_de_firma_tomar to yupana_app;

-- Tickets by which a browser takes one file, once and within a minute: of each its hash alone. Who takes the file sends no session along.
create table descarga (
  hash       bytea primary key check (octet_length(hash) = 32),
  empresa_id uuid not null references empresa,
  usuario_id uuid not null references usuario,
  -- The session that asked for it, which has to be open still.
  sesion     bytea not null,
  tipo       text not null check (tipo in ('DOCUMENTO_FIRMA', 'PAQUETE_FIRMA')),
  objeto     uuid not null,
  nombre     text not null,
  vence_en   timestamptz not null
);
create index descarga_vence on descarga (vence_en);
create index descarga_empresa on descarga (empresa_id);
call proteger_tabla('descarga');
grant select, insert on descarga to yupana_app;

-- What a ticket is for, of whichever company; it is gone with that.
create function descarga_tomar(de bytea, ahora timestamptz)
  returns table (empresa_id uuid, usuario_id uuid, sesion bytea, tipo text, objeto uuid, nombre text)
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from descarga d where d.hash = de and d.vence_en > ahora
  returning d.empresa_id, d.usuario_id, d.sesion, d.tipo, d.objeto, d.nombre
$$;

-- Tickets that nobody used.
create function limpiar_descargas(ahora timestamptz) returns void
  language sql volatile security definer set search_path = public, pg_temp as $$
  delete from descarga where vence_en <= ahora
$$;
revoke execute on function descarga_tomar, limpiar_descargas from public;
grant execute on function descarga_tomar to yupana_app;
grant execute on function limpiar_descargas to yupana_worker;

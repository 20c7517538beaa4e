-- When each person of a company signed in last is asked of all sessions, also of those that ended; the same index finds those of a person.
drop index sesion_usuario;
create index sesion_usuario on sesion (usuario_id, empresa_id, abierta_en);

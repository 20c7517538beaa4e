-- What is over and nobody needs any more: failed sign-ins after a day, codes after a day, letters and sessions after thirty.
create function limpiar_cuentas(ahora timestamptz) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from intento_ingreso where en < ahora - interval '1 day';
  delete from restablecimiento where vence_en < ahora - interval '1 day';
  delete from carta_cuenta where creado_en < ahora - interval '30 days' and proximo_intento is null;
  delete from sesion where least(vence_en, cerrada_en) < ahora - interval '30 days';
  delete from limite_uso l where not exists (select 1 from unnest(l.en) t where t > ahora - interval '2 days');
$$;
revoke execute on function limpiar_cuentas from public;
grant execute on function limpiar_cuentas to yupana_worker;

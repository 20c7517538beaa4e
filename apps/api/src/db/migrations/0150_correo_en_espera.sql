-- How many letters wait in the whole installation, for who can give it a mail account.
create function correos_en_espera() returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select ((select count(*) from correo where proximo_intento is not null) + (select count(*) from carta_cuenta where proximo_intento is not null))::integer
$$;
revoke execute on function correos_en_espera from public;
grant execute on function correos_en_espera to yupana_app;

-- Whether an order is paid or may still be: what it holds is held. Given up, given back or expired, it holds nothing.
create function orden_viva(estado text, vence date, hoy date) returns boolean
  language sql immutable parallel safe as $$
  select estado in ('EN_REVISION', 'PAGADA') or (estado in ('POR_PAGAR', 'RECHAZADA') and vence >= hoy)
$$;
revoke execute on function orden_viva from public;
grant execute on function orden_viva to yupana_app;

-- Orders that use each of these coupons, of all companies and of the present one: what was given up, given back or expired uses none.
create or replace function cupon_usos(cupones uuid[], hoy date) returns table (cupon_id uuid, todos integer, suyos integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  select o.cupon_id, count(*)::integer, (count(*) filter (where o.empresa_id = empresa_actual()))::integer
    from orden o
   where o.cupon_id = any (cupones) and orden_viva(o.estado, o.vence, hoy)
   group by o.cupon_id
$$;

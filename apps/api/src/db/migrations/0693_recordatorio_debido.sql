-- One place tells which due dates are to be told of: that day or at most two days late, after a stop of the machine. Trials reach nobody's client (O-95).
create function recordatorio_debidos(de_empresa uuid, pasos smallint[], desde date, hoy date)
  returns table (persona_id uuid, cuenta_id uuid, paso smallint, vence date)
  language sql stable set search_path = public, pg_temp as $$
  select c.persona_id, c.id, p.paso, c.vence
    from unnest(pasos) p(paso)
    join cuenta c on c.empresa_id = de_empresa and c.ambiente = 'PRODUCCION' and c.sentido = 'COBRAR' and c.saldo <> 0 and c.saldo > 0
                 and c.persona_id is not null and c.vence between hoy - p.paso - 2 and hoy - p.paso and c.vence + p.paso >= desde
   where not exists (select from recordatorio_paso x where x.empresa_id = c.empresa_id and x.cuenta_id = c.id and x.paso = p.paso)
$$;
revoke execute on function recordatorio_debidos from public;
grant execute on function recordatorio_debidos to yupana_worker;

create or replace function recordatorios_por_enviar(hoy date) returns table (empresa_id uuid)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.empresa_id
    from recordatorio_ajuste r join empresa e on e.id = r.empresa_id and e.suspendida_en is null and e.ambiente = 'PRODUCCION'
   where r.activo and exists (select from recordatorio_debidos(r.empresa_id, r.pasos, r.desde, hoy))
   order by r.empresa_id
$$;

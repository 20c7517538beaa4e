-- What waits for its seal stands behind the row that was sealed last; or, where its transaction was slow, within the hour before it. Nobody
-- looks through what was sealed in years for it: the planner, which expects thousands of rows here, is kept from walking the ids from the
-- first on (`+ 0`) and from reading every seal of the company (`is null`).
create or replace function auditoria_sin_sellar() returns table (empresa_id uuid, desde bigint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, p.desde
    from empresa e
    left join lateral (select a.id, a.en from auditoria_sello s join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id
                        where s.empresa_id = e.id order by s.orden desc limit 1) u on true
    cross join lateral (select min(a.id + 0) as desde from auditoria a
                         where a.empresa_id = e.id and (a.id > coalesce(u.id, 0) or a.en > u.en - interval '1 hour')
                           and (select true from auditoria_sello s where s.empresa_id = a.empresa_id and s.id = a.id) is null) p
   where p.desde is not null
$$;

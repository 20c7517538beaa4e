-- What was known of a person's kind without a date begins their history (issue 13). What a union only gave to the record that stayed is read of
-- the record that gave it.
insert into persona_condicion (empresa_id, persona_id, id, tipo_contribuyente, en)
select p.empresa_id, p.id, gen_random_uuid(), p.tipo_contribuyente, p.creada_en
  from persona p
 where p.tipo_contribuyente in ('PERSONA_NATURAL', 'SOCIEDAD')
   and not exists (select from persona_union u where u.empresa_id = p.empresa_id and u.en_id = p.id
                      and u.dado #>> '{campos,tipo_contribuyente,1}' = p.tipo_contribuyente)
    on conflict do nothing;
update persona_union set dado = dado #- '{campos,tipo_contribuyente}' where dado #> '{campos,tipo_contribuyente}' is not null;
-- People who may still be brought back bring it too.
update papelera
   set filas = filas || jsonb_build_object('persona_condicion', jsonb_build_array(jsonb_build_object(
         'empresa_id', empresa_id, 'persona_id', id, 'id', gen_random_uuid(), 'tipo_contribuyente', filas #>> '{persona,0,tipo_contribuyente}',
         'calificaciones', '[]'::jsonb, 'en', filas #> '{persona,0,creada_en}', 'version', 1)))
 where tipo = 'persona' and filas #>> '{persona,0,tipo_contribuyente}' in ('PERSONA_NATURAL', 'SOCIEDAD')
   and coalesce(jsonb_array_length(filas -> 'persona_condicion'), 0) = 0;
alter table persona drop column tipo_contribuyente;

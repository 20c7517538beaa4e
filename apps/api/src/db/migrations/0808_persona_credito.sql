-- Who may change credit limit and credit days of a person (issue 13): administrators, and whom they give it. A sheet of people (kind 4)
-- keeps whether who uploaded it might.
update usuario_empresa set collections = collections || array['persona:credito']
 where rol in (0, 1) and not collections @> array['persona:credito'];
alter table carga add column da_credito boolean not null default false;
update carga set da_credito = true where tipo = 4;
alter table carga alter column da_credito drop default;

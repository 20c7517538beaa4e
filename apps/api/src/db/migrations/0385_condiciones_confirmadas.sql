-- Since when somebody answered for the company's régimen and whether it keeps accounts: before that nothing is issued. Who issued already has answered.
alter table empresa
  add column condiciones_confirmadas_en timestamptz,
  add column condiciones_confirmadas_por uuid;
update empresa e set condiciones_confirmadas_en = e.creada_en
 where exists (select 1 from documento d where d.empresa_id = e.id and d.registro = '');

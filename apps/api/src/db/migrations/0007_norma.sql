-- Dated legal facts added since the program was made.

-- Dated legal facts added since the program was made (adr/0008): they belong to no company and lie over what the program brings.
-- Rows only come: a change is a row, and so is its withdrawal. The highest id is the version that every process looks for.
create table norma (
  id          bigint generated always as identity primary key,
  tema        text not null check (tema in ('PARAMETRO', 'IVA', 'IVA_TURISMO', 'ICE', 'IRBPNR', 'RETENCION_RENTA', 'RETENCION_IVA', 'RETENCION_ISD', 'RETENCION_PRESUNTIVA', 'FORMA_PAGO', 'SUSTENTO', 'FERIADO')),
  codigo      text not null,
  nombre      text not null,
  -- As the law prints it; of a withdrawal, what it takes back.
  valor       text not null,
  desde       date,
  hasta       date check (hasta >= desde),
  -- From the day after `hasta` on nothing holds, instead of what did before.
  cierra      boolean not null default false check (not cierra or hasta is not null),
  fuente      text not null check (fuente <> ''),
  nota        text,
  confianza   text not null check (confianza in ('V', 'M', 'R')),
  -- This row takes that one back.
  retira      bigint unique references norma,
  motivo      text not null check (motivo <> ''),
  usuario_id  uuid not null,
  -- Who it was by name, for people of other companies cannot be looked up.
  usuario     text not null,
  en          timestamptz not null
);
call solo_agregar('norma');
grant select, insert on norma to yupana_app;
grant select on norma to yupana_worker;

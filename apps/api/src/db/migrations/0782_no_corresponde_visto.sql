-- Whoever opened the public page of a document said that it is not his: it waits on home until somebody of the company has looked at it.
alter table documento_enlace add column no_corresponde_visto_en timestamptz;
create index documento_enlace_no_corresponde on documento_enlace (empresa_id, documento_id)
 where no_corresponde_en is not null and no_corresponde_visto_en is null;

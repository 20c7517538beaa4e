-- How far our clock is from the SRI's, as its answers tell (reliability §2.2-7); positive where the SRI's is ahead.
alter table servicio_sri add column desfase_segundos integer, add column desfase_en timestamptz;

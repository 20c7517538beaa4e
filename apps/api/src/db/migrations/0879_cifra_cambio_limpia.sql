-- Notes of changed days come by the thousand (a month that is imported) and go at once when its sums are kept: what is gone would be read
-- past again by each stretch until the table is swept, which by itself waits until a fifth of it is gone.
alter table cifra_cambio set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 2000);

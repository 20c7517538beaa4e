-- What a receiver was sent is known for ever though no PDF is kept (O-105): the hash of the printed form that left with a mail.
alter table correo add column ride_sha256 bytea check (length(ride_sha256) = 32);

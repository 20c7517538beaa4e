-- What whoever mails a document again writes to its receivers.
alter table correo add column mensaje text check (char_length(mensaje) between 1 and 1000);

-- The HTML of a letter says what its sealed text says: sealed as well. Letters that wait go out as text.
alter table carta_cuenta alter column html type bytea using null;

-- The price list that is proposed while selling to a client: 0 is the price of the product, 1 to 4 its other lists; null is none said.
alter table persona add column lista_precios smallint check (lista_precios between 0 and 4);

-- The worker registers the products of an upload, and looks whether another one is read by their codes (issue 13 §3).
grant select on codigo_barras to yupana_worker;

-- A purchase registered as another kind of document than it is, is corrected: what is owed is called by the right one.
grant update (tipo) on cuenta to yupana_app;

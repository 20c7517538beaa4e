-- Sessions carry a company too: whoever may ever be granted this table sees none of another's. Its doors are the functions of 0003.
call proteger_tabla('sesion');

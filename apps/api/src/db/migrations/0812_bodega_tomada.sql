-- Who moves goods in the background too keeps their warehouse in use meanwhile (`for key share`), which asks for a right to change it.
grant update (editado_en) on bodega to yupana_worker;

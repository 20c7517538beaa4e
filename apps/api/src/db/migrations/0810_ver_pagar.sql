-- Who may read what the company owes its suppliers (issue 13): administrators, and for now whoever buys, pays or declares.
update usuario_empresa set collections = collections || array['cartera:ver_pagar']
 where (rol in (0, 1) or collections && array['compra:registrar', 'pago:registrar', 'declaracion:presentar'])
   and not collections @> array['cartera:ver_pagar'];

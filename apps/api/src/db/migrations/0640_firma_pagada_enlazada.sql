-- Where an order's money went back, none of its signatures is free (what 0620 or a later refusal left).
delete from firma_pagada p using orden o
 where o.empresa_id = p.empresa_id and o.id = p.orden_id and o.estado <> 'PAGADA' and p.solicitud_id is null;

-- Signatures sold before 0620 serve the requests of their buyer that the entity has, and then those on the desk, the oldest first; what
-- somebody approved as paid in another way stays so.
with libre as (
  select p.empresa_id, p.orden_id, p.n, p.tipo, p.anios, o.usuario_id,
         row_number() over (partition by p.empresa_id, o.usuario_id, p.tipo, p.anios order by o.creada_en, o.id, p.n) as lugar
    from firma_pagada p join orden o on o.empresa_id = p.empresa_id and o.id = p.orden_id
   where p.solicitud_id is null
), espera as (
  select s.empresa_id, s.id, s.tipo, s.anios, s.usuario_id,
         row_number() over (partition by s.empresa_id, s.usuario_id, s.tipo, s.anios
                            order by s.estado in ('APROBADA', 'EMITIDA') desc, s.enviada_en, s.id) as lugar
    from firma_solicitud s
   where s.estado in ('ENVIADA', 'EN_REVISION', 'OBSERVADA', 'APROBADA', 'EMITIDA')
     and not exists (select from firma_pagada p where p.empresa_id = s.empresa_id and p.solicitud_id = s.id)
     and not exists (select from auditoria a where a.empresa_id = s.empresa_id and a.objeto = s.id::text and a.accion = 'firma.revisar'
                        and (a.detalle ->> 'sin_pago')::boolean)
)
update firma_pagada p set solicitud_id = e.id
  from libre l join espera e using (empresa_id, usuario_id, tipo, anios, lugar)
 where (p.empresa_id, p.orden_id, p.n) = (l.empresa_id, l.orden_id, l.n);

-- What was downloaded for the entity before 0621.
update firma_solicitud s set paquete_en = a.en
  from (select empresa_id, objeto, min(en) as en from auditoria where accion = 'firma.paquete' group by empresa_id, objeto) a
 where a.empresa_id = s.empresa_id and a.objeto = s.id::text and s.paquete_en is null;

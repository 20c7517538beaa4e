import { BAJAN_COMPRA as BAJAN } from '@yupana/fiscal'

import { LO_GUARDADO } from './consultas-guardado.ts'
import { NOMBRE, type Consulta } from './invariante.ts'

const SERIE = 'empresa_id, ambiente, tipo, establecimiento, punto'
const SERIE_NOMBRE = `ambiente || ' ' || tipo || ' ' || establecimiento || '-' || punto`
const DOCUMENTOS = 'select count(*) from documento'
const EVENTOS = 'select count(*) from documento_evento'
const version = (alias: string, columna: string) =>
  `${alias}.empresa_id = d.empresa_id and ${alias}.documento_id = d.id and ${alias}.${columna} = d.version`

/** Numbers without a document, between two documents, below the first and above the last. */
export const HUECOS = `
  with numeros as (
    select ${SERIE}, secuencial, lag(secuencial) over (partition by ${SERIE} order by secuencial) as previo from documento where registro = ''
  ), extremos as (
    select ${SERIE}, min(secuencial) as primero, max(secuencial) as ultimo from documento where registro = '' group by ${SERIE}
  ), huecos as (
    select ${SERIE}, previo + 1 as desde, secuencial - 1 as hasta from numeros where secuencial > previo + 1
    union all
    select ${SERIE}, ultimo + 1, siguiente - 1 from serie join extremos using (${SERIE}) where siguiente - 1 > ultimo
    union all
    -- A series may start anywhere, if somebody said so.
    select ${SERIE}, 1, primero - 1 from extremos x
     where primero > 1 and not exists (
       select 1 from auditoria a where a.empresa_id = x.empresa_id and a.accion = 'serie.editar'
          and a.objeto = x.ambiente || ' ' || x.tipo || ' ' || x.establecimiento || '-' || x.punto and a.detalle ->> 'a' = x.primero::text)
  )
  select h.*, h.hasta - h.desde + 1 - coalesce((
      select sum(least(s.hasta, h.hasta) - greatest(s.desde, h.desde) + 1) from serie_salto s
       where (s.empresa_id, s.ambiente, s.tipo, s.establecimiento, s.punto) = (h.empresa_id, h.ambiente, h.tipo, h.establecimiento, h.punto)
         and s.desde <= h.hasta and s.hasta >= h.desde), 0) as faltan
    from huecos h`

export const CONSULTAS: readonly Consulta[] = [
  {
    id: 'I1',
    titulo: 'La clave de acceso dice lo mismo que su documento',
    cuenta: DOCUMENTOS,
    viola: `select ${NOMBRE} || ': clave ' || d.clave as detalle from documento d join empresa e on e.id = d.empresa_id
             where d.modo_emision = 2 and (length(d.clave) <> 49 or left(d.clave, 39) <> to_char(d.fecha_emision, 'DDMMYYYY') || d.tipo || e.ruc
                   || case d.ambiente when 'PRODUCCION' then '2' else '1' end || d.establecimiento || d.punto || lpad(d.secuencial::text, 9, '0'))`,
  },
  {
    id: 'I1',
    titulo: 'Una clave, un número, un documento',
    cuenta: DOCUMENTOS,
    viola: `select 'clave ' || clave || ' en ' || count(*) || ' documentos' as detalle from documento group by empresa_id, ambiente, clave having count(*) > 1
            union all
            select ${SERIE_NOMBRE} || '-' || secuencial || ' en ' || count(*) || ' documentos' from documento group by ${SERIE}, secuencial, registro having count(*) > 1`,
  },
  {
    id: 'I2',
    titulo: 'Numeración seguida: cada número que falta tiene su motivo',
    cuenta: DOCUMENTOS,
    viola: `select ${SERIE_NOMBRE} || ': faltan ' || faltan || ' entre ' || desde || ' y ' || hasta as detalle from (${HUECOS}) h where faltan > 0`,
  },
  {
    id: 'I2',
    titulo: 'Ningún contador va detrás de sus documentos',
    cuenta: 'select count(*) from serie',
    viola: `select ${SERIE_NOMBRE} || ': último ' || x.ultimo || ', siguiente ' || coalesce(s.siguiente::text, 'sin contador') as detalle
              from (select ${SERIE}, max(secuencial) as ultimo from documento where registro = '' group by ${SERIE}) x left join serie s using (${SERIE})
             where s.siguiente is null or s.siguiente <= x.ultimo or not s.usada
            union all
            select ${SERIE_NOMBRE} || ': usada y sin documentos' from serie s where s.usada and not exists (
              select 1 from documento d where (d.empresa_id, d.ambiente, d.tipo, d.establecimiento, d.punto) = (s.empresa_id, s.ambiente, s.tipo, s.establecimiento, s.punto) and d.registro = '')`,
  },
  {
    id: 'I3',
    titulo: 'Cada documento está completo: versión, líneas, envío, historia',
    cuenta: DOCUMENTOS,
    viola: `select ${NOMBRE} || ': falta su versión' as detalle from documento d left join documento_version v on ${version('v', 'n')}
             where v.n is null or v.clave <> d.clave
            union all
            select ${NOMBRE} || ': sin líneas' from documento d
             where d.tipo <> '07' and not exists (select 1 from documento_linea l where ${version('l', 'version')})
            union all
            select ${NOMBRE} || ': sin retenciones' from documento d
             where d.tipo = '07' and not exists (select 1 from documento_retencion r where ${version('r', 'version')})
            union all
            select ${NOMBRE} || ': sin envío' from documento d left join documento_envio e on e.empresa_id = d.empresa_id and e.documento_id = d.id where e.documento_id is null and d.registro = ''
            union all
            select ${NOMBRE} || ': registrado y con envío' from documento d join documento_envio e on e.empresa_id = d.empresa_id and e.documento_id = d.id where d.registro <> ''
            union all
            select ${NOMBRE} || ': sin historia' from documento d where not exists (select 1 from documento_evento v where v.empresa_id = d.empresa_id and v.documento_id = d.id)`,
  },
  {
    id: 'I5',
    titulo: 'Nada sale sin firma guardada, y cada firma consta como uso del certificado',
    cuenta: 'select count(*) from documento_firma',
    viola: `select ${NOMBRE} || ': ' || d.estado || ' sin firma' as detalle from documento d left join documento_firma f on ${version('f', 'version')}
             where d.estado not in ('EMITIDO', 'CERRADO', 'CUARENTENA') and (f.version is null) = (d.registro = '')
            union all
            select 'firma de ' || f.documento_id || ' versión ' || f.version || ' sin registro de uso' from documento_firma f
             left join certificado_uso u on (u.empresa_id, u.certificado_id, u.documento_id, u.version) = (f.empresa_id, f.certificado_id, f.documento_id, f.version)
             where u.sha256 is distinct from f.sha256`,
  },
  {
    id: 'I5',
    titulo: 'Todo AUTORIZADO guarda la respuesta del SRI',
    cuenta: `select count(*) from documento where estado in ('AUTORIZADO', 'ANULADO')`,
    viola: `select ${NOMBRE} as detalle from documento d left join documento_autorizacion a on ${version('a', 'version')}
             where d.estado in ('AUTORIZADO', 'ANULADO') and d.registro = '' and (a.numero is distinct from d.clave or d.autorizado_en is null)`,
  },
  {
    id: 'I8',
    titulo: 'La historia de cada documento lleva, paso a paso, a su estado',
    cuenta: EVENTOS,
    // A document restored by a reconciliation begins in its state at the SRI; one issued outside begins authorised.
    viola: `select ${NOMBRE} || ': evento ' || e.n || ' de ' || coalesce(e.de, '—') || ' a ' || e.a || ', antes ' || coalesce(e.previo, '—') || ', estado ' || d.estado as detalle
              from (select v.*, lag(a) over w as previo, lead(n) over w as sigue, row_number() over w as orden from documento_evento v
                    window w as (partition by empresa_id, documento_id order by n)) e
              join documento d on d.empresa_id = e.empresa_id and d.id = e.documento_id
              left join transicion t on t.de = e.de and t.a = e.a
             where e.orden <> e.n
                or (e.n = 1 and (e.de is distinct from 'BORRADOR' or e.a <> 'EMITIDO') and (e.de is not null or (e.proceso is distinct from 'conciliación' and (d.registro = '' or e.a <> 'AUTORIZADO'))))
                or (e.n > 1 and (e.de is distinct from e.previo or t.de is null))
                or (e.sigue is null and e.a <> d.estado)`,
  },
  {
    id: 'I8',
    titulo: 'AUTORIZADO no vuelve atrás',
    cuenta: `select count(*) from documento_evento where a = 'AUTORIZADO'`,
    viola: `select ${NOMBRE} || ': ' || d.estado as detalle from documento d
             where d.estado not in ('AUTORIZADO', 'ANULADO') and (d.autorizado_en is not null or exists (
               select 1 from documento_evento e where e.empresa_id = d.empresa_id and e.documento_id = d.id and e.a = 'AUTORIZADO'))`,
  },
  {
    id: 'I9',
    titulo: 'Ningún documento en camino queda huérfano',
    cuenta: DOCUMENTOS,
    viola: `select ${NOMBRE} || ': ' || d.estado as detalle from documento d left join documento_envio e on e.empresa_id = d.empresa_id and e.documento_id = d.id
             where d.estado in ('EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'RECIBIDA') and e.proximo_intento is null`,
  },
  {
    id: 'I11',
    titulo: 'Lo que hay es la suma de su kardex',
    cuenta: 'select count(*) from existencia',
    viola: `select 'producto ' || producto_id || ' en bodega ' || bodega_id || ' (' || ambiente || '): hay ' || coalesce(x.cantidad::text, '—') || ' por ' || coalesce(x.valor::text, '—')
                   || ', su kardex suma ' || coalesce(k.cantidad::text, '0') || ' por ' || coalesce(k.valor::text, '0') as detalle
              from existencia x full join (
                select empresa_id, ambiente, bodega_id, producto_id, sum(cantidad) as cantidad, sum(valor + ajuste) as valor, count(*) as n from kardex
                 group by empresa_id, ambiente, bodega_id, producto_id) k using (empresa_id, ambiente, bodega_id, producto_id)
             where (x.cantidad, x.valor, x.secuencia) is distinct from (coalesce(k.cantidad, 0), coalesce(k.valor, 0), coalesce(k.n, 0))`,
  },
  {
    id: 'I11',
    titulo: 'Cada kardex sigue sin saltos, y cada saldo es el anterior más su fila',
    cuenta: 'select count(*) from kardex',
    viola: `select 'producto ' || producto_id || ' en bodega ' || bodega_id || ': fila ' || secuencia as detalle
              from (select k.*, count(*) over (partition by empresa_id, ambiente, bodega_id, producto_id) as total, lag(saldo_cantidad, 1, 0::bigint) over w as cantidad_previa, lag(saldo_valor, 1, 0::bigint) over w as valor_previo
                      from kardex k window w as (partition by empresa_id, ambiente, bodega_id, producto_id order by fecha, secuencia)) k
             where secuencia > total or saldo_cantidad <> cantidad_previa + cantidad or saldo_valor <> valor_previo + valor + ajuste
                or not exists (select 1 from movimiento m where m.empresa_id = k.empresa_id and m.id = k.movimiento_id and m.ambiente = k.ambiente)`,
  },
  {
    id: 'I11',
    titulo: 'Las capas de lo que hay son lo que hay',
    cuenta: 'select count(*) from existencia',
    viola: `select 'producto ' || x.producto_id || ' en bodega ' || x.bodega_id || ': ' || x.capas as detalle from existencia x
              cross join lateral (select sum((c ->> 0)::bigint) as cantidad, sum((c ->> 1)::bigint) as valor from jsonb_array_elements(x.capas) c) c
             where x.capas <> '[]' and (c.cantidad, c.valor) is distinct from (x.cantidad, x.valor)`,
  },
  {
    id: 'I11',
    titulo: 'Cada documento movió lo que dice, una vez, y lo anulado o cerrado volvió, una vez',
    cuenta: 'select count(*) from movimiento where documento_id is not null',
    viola: `with neto as (
              select m.empresa_id, m.documento_id, m.venta_id, k.linea, k.producto_id, sum(k.cantidad) as cantidad, max(k.por_combo) as por_combo
                from movimiento m join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id where m.documento_id is not null
               group by m.empresa_id, m.documento_id, m.venta_id, k.linea, k.producto_id
            ), venta as (
              select empresa_id, coalesce(venta_id, documento_id) as id, linea, producto_id, sum(cantidad) as cantidad from neto group by 1, 2, 3, 4
            )
            select ${NOMBRE} || ': línea ' || n.linea || ' movió ' || n.cantidad as detalle
              from neto n join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id
              left join documento_linea l on ${version('l', 'version')} and l.n = n.linea and (l.producto_id = n.producto_id or n.por_combo is not null)
             where d.tipo in ('01', '03') and d.estado not in ('ANULADO', 'CERRADO') and not (n.cantidad = 0 and d.version > 1)
               -- A correction keeps what the version before moved, whatever its combo was made of then.
               and (n.por_combo is null or d.version = 1)
               and n.cantidad <> coalesce(case d.tipo when '01' then -1 else 1 end * round(l.cantidad * coalesce(n.por_combo, 1000000)::numeric / 1000000), 0)
            union all
            select ${NOMBRE} || ': línea ' || v.linea || ', quedan fuera ' || -v.cantidad from venta v join documento d on d.empresa_id = v.empresa_id and d.id = v.id
             where (d.estado in ('ANULADO', 'CERRADO') and v.cantidad <> 0) or (d.tipo = '01' and v.cantidad > 0)
            union all
            select ${NOMBRE} || ': línea ' || n.linea || ', no se deshizo ' || n.cantidad
              from neto n join documento d on d.empresa_id = n.empresa_id and d.id = n.documento_id join documento v on v.empresa_id = n.empresa_id and v.id = n.venta_id
             where d.estado in ('ANULADO', 'CERRADO') and v.estado not in ('ANULADO', 'CERRADO') and n.cantidad <> 0`,
  },
  {
    id: 'I11',
    titulo: 'Cada compra movió lo que dicen sus líneas, y lo anulado o eliminado volvió',
    cuenta: 'select count(*) from compra',
    // A supplier's note takes goods out, if it marks them as returned.
    viola: `with neto as (
              select m.empresa_id, m.documento_id, k.linea, k.producto_id, sum(k.cantidad) as cantidad
                from movimiento m join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id
               where m.documento_id is not null and not exists (select 1 from documento d where d.empresa_id = m.empresa_id and d.id = m.documento_id)
               group by m.empresa_id, m.documento_id, k.linea, k.producto_id having sum(k.cantidad) <> 0
            )
            select coalesce('compra ' || c.numero, 'compra eliminada ' || n.documento_id) || ': línea ' || n.linea || ' movió ' || n.cantidad as detalle
              from neto n left join compra c on c.empresa_id = n.empresa_id and c.id = n.documento_id
              left join lateral (select c.entrada -> 'lineas' -> (n.linea - 1) as l) x on true
             where n.cantidad <> coalesce(case when c.estado = 'REGISTRADA' and lower(x.l ->> 'producto_id') = n.producto_id::text then
                     case when c.tipo not in (${BAJAN.map((tipo) => `'${tipo}'`).join(', ')}) then 1 when (c.entrada ->> 'devuelve_mercaderia')::boolean then -1 else 0 end
                     * round((x.l ->> 'cantidad')::numeric * coalesce((x.l ->> 'factor')::numeric, 1000000) / 1000000) end, 0)`,
  },
  {
    id: 'I12',
    titulo: 'Los totales son la suma de sus líneas',
    cuenta: 'select (select count(*) from documento_linea) + (select count(*) from documento_retencion) as count',
    // The VAT of a rate is rounded once over its base: it may differ from the sum of the lines by half a cent each.
    viola: `select ${NOMBRE} || ': subtotal ' || d.subtotal || ' líneas ' || l.base as detalle from documento d join (
              select empresa_id, documento_id, version, sum(base) as base, sum(descuento) as descuento, sum(iva) as iva, count(*) as n
                from documento_linea group by empresa_id, documento_id, version) l on ${version('l', 'version')}
             where l.base <> d.subtotal or l.descuento <> d.descuento or abs(l.iva - d.iva) > 5000 * l.n or d.total < d.subtotal + d.iva
            union all
            select ${NOMBRE} || ': retenido ' || d.total || ', retenciones ' || r.valor from documento d join (
              select empresa_id, documento_id, version, sum(valor) as valor from documento_retencion group by empresa_id, documento_id, version) r on ${version('r', 'version')}
             where d.tipo = '07' and r.valor <> d.total`,
  },
  {
    id: 'I13',
    titulo: 'Todo AUTORIZADO con direcciones tiene su correo',
    cuenta: `select count(*) from documento where estado = 'AUTORIZADO'`,
    viola: `select ${NOMBRE} as detalle from documento d join documento_version v on ${version('v', 'n')}
             where d.estado = 'AUTORIZADO' and d.receptor_tipo <> '07' and d.ambiente <> 'PRUEBAS' and cardinality(v.correos) > 0
               and (select count(distinct lower(c)) from unnest(v.correos) c) <> (
                 select count(*) from correo c join correo_destinatario r on r.empresa_id = c.empresa_id and r.correo_id = c.id
                  where c.empresa_id = d.empresa_id and c.documento_id = d.id and c.motivo = 'AUTORIZACION' and not r.copia)`,
  },
  {
    id: 'I13',
    titulo: 'Ningún correo antes de AUTORIZADO, ni solo al consumidor final, ni fuera de la bandeja en SIMULADOR',
    cuenta: 'select count(*) from correo',
    viola: `select ${NOMBRE} || ': correo ' || c.motivo || ' ' || c.medio as detalle from correo c join documento d on d.empresa_id = c.empresa_id and d.id = c.documento_id
             where d.estado not in ('AUTORIZADO', 'ANULADO') or (d.receptor_tipo = '07' and c.motivo = 'AUTORIZACION')
                or (c.medio = 'SMTP' and c.ambiente = 'SIMULADOR') or c.ambiente <> d.ambiente`,
  },
  {
    id: 'I15',
    titulo: 'Cada cambio de estado dice quién y por qué',
    cuenta: EVENTOS,
    viola: `select ${NOMBRE} || ': evento ' || e.n || ' a ' || e.a as detalle from documento_evento e join documento d on d.empresa_id = e.empresa_id and d.id = e.documento_id
             where (e.usuario_id is null and coalesce(e.proceso, '') = '') or trim(e.causa) = '' or (e.de = 'CUARENTENA' and e.usuario_id is null)`,
  },
  {
    id: 'I17',
    titulo: 'Lo que se debe es la suma de sus asientos, uno tras otro',
    cuenta: 'select count(*) from asiento',
    viola: `select 'cuenta ' || c.numero || ': saldo ' || c.saldo || ', asientos ' || coalesce(s.valor, 0) as detalle from cuenta c left join (
              select empresa_id, cuenta_id, sum(valor) as valor, count(*) as n, max(fecha) as ultimo from asiento group by empresa_id, cuenta_id) s
                on s.empresa_id = c.empresa_id and s.cuenta_id = c.id
             where c.saldo <> coalesce(s.valor, 0) or c.asientos <> coalesce(s.n, 0) or c.ultimo_asiento <> s.ultimo
            union all
            select 'cuenta ' || a.cuenta_id || ', asiento ' || a.n || ': saldo ' || a.saldo || ', suma ' || a.suma from (
              select cuenta_id, n, saldo, sum(valor) over (partition by empresa_id, cuenta_id order by n) as suma from asiento) a where a.saldo <> a.suma`,
  },
  {
    id: 'I17',
    titulo: 'Cada cobro o pago vale sus métodos y lo que aplica; reversado, nada',
    cuenta: 'select count(*) from pago',
    viola: `select 'pago ' || p.id || ': total ' || p.total || ', métodos ' || m.valor || ', asientos ' || a.valor as detalle from pago p
              cross join lateral (select coalesce(sum((x ->> 'valor')::bigint), 0) as valor from jsonb_array_elements(p.metodos) x) m
              cross join lateral (select coalesce(sum(valor), 0) as valor from asiento a where a.empresa_id = p.empresa_id and a.origen_id = p.id) a
             where m.valor <> abs(p.total) or a.valor <> case p.estado when 'REGISTRADO' then -p.total else 0 end`,
  },
  {
    id: 'I17',
    titulo: 'De un comprobante anulado o cerrado nada queda por cobrar ni por pagar',
    cuenta: DOCUMENTOS,
    viola: `select ${NOMBRE} || ': ' || a.valor as detalle from documento d join (
              select empresa_id, origen_id, sum(valor) as valor from asiento group by empresa_id, origen_id having sum(valor) <> 0) a
                on a.empresa_id = d.empresa_id and a.origen_id = d.id
             where d.estado in ('ANULADO', 'CERRADO')`,
  },
  {
    id: 'I19',
    titulo: 'Las notas de crédito de una factura no pasan de su total',
    cuenta: 'select count(*) from documento_nota',
    viola: `select ${NOMBRE} || ': total ' || d.total || ', acreditado ' || n.total as detalle from documento d
              join (select x.empresa_id, x.modificado_id, sum(o.total) as total from documento_nota x
                      join documento o on o.empresa_id = x.empresa_id and o.id = x.documento_id and o.version = x.version
                     where o.tipo = '04' and o.estado not in ('RECHAZADO', 'CERRADO', 'ANULADO') group by x.empresa_id, x.modificado_id) n
                on n.empresa_id = d.empresa_id and n.modificado_id = d.id
             where n.total > d.total`,
  },
  {
    id: 'I20',
    titulo: 'Una firma pagada libre es de una orden pagada, y la usada paga una solicitud de su tipo y años',
    cuenta: 'select count(*) from firma_pagada',
    viola: `select 'orden ' || o.numero || ', firma ' || p.n || case when s.id is null then ': libre, la orden está ' || o.estado
                   else ': ' || p.tipo || ' ' || p.anios || ', la solicitud ' || s.tipo || ' ' || s.anios end as detalle
              from firma_pagada p join orden o on o.empresa_id = p.empresa_id and o.id = p.orden_id
              left join firma_solicitud s on s.empresa_id = p.empresa_id and s.id = p.solicitud_id
             where case when s.id is null then o.estado <> 'PAGADA' else (s.tipo, s.anios) <> (p.tipo, p.anios) end`,
  },
  {
    id: 'I21',
    titulo: 'Una declaración comprada por hacer es de una orden pagada, y cada orden pagada tiene las suyas',
    cuenta: 'select count(*) from declaracion_comprada',
    viola: `select 'orden ' || o.numero || ', ' || d.formulario || ' desde ' || d.desde || ': por hacer, la orden está ' || o.estado as detalle
              from declaracion_comprada d join orden o on o.empresa_id = d.empresa_id and o.id = d.orden_id
             where d.declarada_en is null and o.estado <> 'PAGADA'
            union all
            select 'orden ' || o.numero || ': pagada, sin ' || (l -> 'declaracion' ->> 'formulario') || ' de ' || (l -> 'declaracion' ->> 'periodo')
              from orden o cross join lateral jsonb_array_elements(o.lineas) l
             where o.estado = 'PAGADA' and l -> 'declaracion' ->> 'periodo' is not null
               and not exists (select from declaracion_comprada d
                                where d.empresa_id = o.empresa_id and d.orden_id = o.id and d.formulario = l -> 'declaracion' ->> 'formulario'
                                  and l -> 'declaracion' ->> 'periodo' = case d.meses when 1 then to_char(d.desde, 'YYYY-MM')
                                        else to_char(d.desde, 'YYYY') || '-S' || (extract(month from d.desde)::int + 5) / 6 end)`,
  },
  {
    id: 'I22',
    titulo: 'Lo esperado de una caja cerrada es su apertura más su efectivo, y nada entró después',
    cuenta: 'select count(*) from caja where cerrada_en is not null',
    viola: `select 'caja ' || c.numero || ': esperado ' || c.esperado || ', apertura ' || c.apertura || ', efectivo ' || x.valor as detalle from caja c
              cross join lateral (select coalesce(sum(d.valor), 0) as valor from caja_dinero(c.empresa_id, c.id) d where d.medio = 'EFECTIVO') x
             where c.cerrada_en is not null and c.esperado <> c.apertura + x.valor`,
  },
  {
    id: 'I22',
    titulo: 'Lo que una caja recibió o devolvió existe, y un pago devuelto está reversado',
    cuenta: 'select count(*) from caja_origen',
    viola: `select 'caja ' || c.numero || ': ' || o.origen || ' ' || o.origen_id as detalle from caja_origen o
              join caja c on c.empresa_id = o.empresa_id and c.id = o.caja_id
              left join documento d on o.origen = 'DOCUMENTO' and d.empresa_id = o.empresa_id and d.id = o.origen_id and d.version >= o.version
              left join pago g on o.origen = 'PAGO' and g.empresa_id = o.empresa_id and g.id = o.origen_id
             where coalesce(d.ambiente, g.ambiente, '') <> c.ambiente or (o.origen = 'PAGO' and o.signo = -1 and g.estado <> 'REVERSADO')
                or (o.origen = 'DOCUMENTO' and o.signo = -1 and d.version = o.version and d.estado not in ('ANULADO', 'CERRADO'))`,
  },
  {
    id: 'I23',
    titulo: 'La factura de una orden existe y vale lo que la orden',
    cuenta: 'select count(*) from orden where factura_numero is not null',
    viola: `select 'orden ' || o.numero || ': ' || o.total || ', su factura ' || coalesce(d.total::text, 'no existe') as detalle
              from orden o left join documento d on d.empresa_id = o.vende_id and d.id = o.factura_id and d.tipo = '01'
             where o.factura_numero is not null and d.total is distinct from o.total`,
  },
  ...LO_GUARDADO,
]

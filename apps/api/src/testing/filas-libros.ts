type Owner = (text: string, values: unknown[]) => Promise<unknown>

/** A row of a company in each table of stock, of money owed, of merged people, of tills and of links for clients. */
export async function fillLibros(owner: Owner, id: string, usuarioId: string, now: unknown): Promise<void> {
  await owner(
    `insert into movimiento (empresa_id, id, ambiente, tipo, concepto, fecha, bodega_id, lineas, creado_en) values ($1, $1, 'SIMULADOR', 'INGRESO', 'INI', '2026-06-15', $1, 1, $2)`,
    [id, now],
  )
  await owner(`insert into kardex values ($1, 'SIMULADOR', $1, $1, 1, $1, 1, 'INI', '2026-06-15', 1, 1, 0, 1, 1, null)`, [id])
  await owner(
    `insert into existencia select empresa_id, 'SIMULADOR', (select b.id from bodega b where b.empresa_id = $1 limit 1), id, 1, 1, 1, 1, '2026-06-15', '[]' from producto where empresa_id = $1`,
    [id],
  )
  await owner(`insert into metodo_costo values ($1, '2026-06-15', 'PEPS', $2, $3)`, [id, usuarioId, now])
  await owner(
    `insert into cuenta values ($1, $1, 'SIMULADOR', 'COBRAR', 'SALDO_INICIAL', $1, 1, null, 'EC:1', 'X', '01', '001-001-000000001', '2026-06-15', '2026-06-15', 1, 1, $2, '2026-06-15')`,
    [id, now],
  )
  await owner(`insert into recordatorio_ajuste values ($1, 1, true, '{3}', null, '2026-06-15', $2, $3)`, [id, usuarioId, now])
  await owner(`insert into recordatorio_paso values ($1, $1, 3)`, [id])
  await owner(`insert into recordatorio_exento select empresa_id, id, $2, $3 from persona where empresa_id = $1 limit 1`, [
    id,
    usuarioId,
    now,
  ])
  await owner(
    `insert into recordatorio select empresa_id, id, id, $2, '{x@ejemplo.ec}', 1, null from persona where empresa_id = $1 limit 1`,
    [id, now],
  )
  await owner(`insert into asiento values ($1, $1, 1, '2026-06-15', 'SALDO_INICIAL', 1, 1, $1, 'REGISTRO', 'X', null, $2)`, [id, now])
  await owner(
    `insert into pago (empresa_id, id, ambiente, sentido, numero, fecha, tercero_nombre, tercero_identificacion, total, anticipo, metodos, usuario_id, creado_en) values ($1, $1, 'SIMULADOR', 'COBRAR', 1, '2026-06-15', 'X', '1', 1, 1, '[]', $2, $3)`,
    [id, usuarioId, now],
  )
  await owner(
    `insert into buzon (empresa_id, version, activo, servidor, puerto, seguridad, usuario, contrasena, carpeta, usuario_id, en)
     values ($1, 1, false, 'imap.ejemplo.ec', 993, 'TLS', 'x', '', 'INBOX', $2, $3)`,
    [id, usuarioId, now],
  )
  await owner(`insert into buzon_rechazo values ($1, 1, 1, 'x.xml', 'x@ejemplo.ec', 'X', 'X', $2)`, [id, now])
  await owner(
    `insert into registro_cliente (empresa_id, id, token_hash, usuario_id, creado_en, vence_en) values ($1, $1, sha256($2::bytea), $3, $4, $4)`,
    [id, Buffer.from(id), usuarioId, now],
  )
  await owner(
    `insert into persona (empresa_id, id, tipo_identificacion, identificacion, razon_social, roles, orden, creada_en, editada_en, unida_a)
     select $1, $1, '06', 'UNIDA', 'X', '{cliente}', 'x', $2, $2, id from persona where empresa_id = $1 limit 1`,
    [id, now],
  )
  await owner(`insert into persona_union select empresa_id, id, unida_a, $2, $3, '{}' from persona where empresa_id = $1 and id = $1`, [
    id,
    usuarioId,
    now,
  ])
  await owner(`insert into persona_union_cuenta values ($1, $1, $1, 'EC:1')`, [id])
  await owner(`insert into persona_condicion values ($1, $1, $1, null, null, 'RIMPE', '{}', $2, $3)`, [id, usuarioId, now])
  await owner(`insert into retencion_elegida values ($1, '1', 'BIEN', '312', null, $2, $3)`, [id, usuarioId, now])
  await owner(`insert into caja values ($1, $1, 'SIMULADOR', 1, $2, null, null, 1, $3)`, [id, usuarioId, now])
  await owner(`insert into caja_movimiento values ($1, $1, $1, 'INGRESO', 1, 'Fondo', $2, $3)`, [id, usuarioId, now])
  await owner(`insert into caja_origen values ($1, $1, 'PAGO', $1, 1, 1, $2)`, [id, now])
}

type Owner = (text: string, values: unknown[]) => Promise<unknown>

/** A row of a company in each table of the store and of signatures, and in a few small ones. */
export async function fillTienda(owner: Owner, id: string, usuarioId: string, now: unknown): Promise<void> {
  await owner(
    `insert into tienda_producto values ($1, 'DECLARACION', 'X', '', 1, 6, null, null, null, '2026-01-01', null, true, 1, $2, $2)`,
    [id, now],
  )
  await owner(`insert into carrito_linea (empresa_id, usuario_id, producto_id, cantidad, agregado_en) values ($1, $2, $1, 1, $3)`, [
    id,
    usuarioId,
    now,
  ])
  await owner(
    `insert into orden (empresa_id, id, usuario_id, comprador, lineas, subtotal, iva, total, vence, creada_en, editada_en) values ($1, $1, $2, 'X', '[]', 0, 0, 0, '2026-12-01', $3, $3)`,
    [id, usuarioId, now],
  )
  await owner(
    `insert into cobro_tarjeta (empresa_id, id, orden_id, usuario_id, monto, preguntado_en, creado_en, editado_en) values ($1, $1, $1, $2, 1, $3, $3, $3)`,
    [id, usuarioId, now],
  )
  await owner(`insert into tienda_cupon values ($1, $3, 10000000, null, '2026-01-01', null, null, null, '{}', true, 1, $2, $2)`, [
    id,
    now,
    `X-${id.slice(0, 8).toUpperCase()}`,
  ])
  await owner(`insert into tienda_precio values ($1, $1, 1, '2026-01-01', null, true, 1, $2, $2)`, [id, now])
  await owner(`insert into carrito_cupon values ($1, $2, $1)`, [id, usuarioId])
  await owner(`insert into orden_historia (empresa_id, orden_id, estado, en) values ($1, $1, 'POR_PAGAR', $2)`, [id, now])
  await owner(`insert into archivo values ($1, $1, 'x.pdf', 'application/pdf', 1, 1, true, $2)`, [id, now])
  await owner(`insert into archivo_parte values ($1, $1, 0, 'k', '\\x00', $1)`, [id])
  await owner(`insert into descarga values (sha256($1::text::bytea), $1::uuid, $2, '\\x00', 'DOCUMENTO_FIRMA', $1::uuid, 'x.pdf', $3)`, [
    id,
    usuarioId,
    now,
  ])
  await owner(
    `insert into firma_solicitud (empresa_id, id, usuario_id, tipo, anios, creada_en, editada_en) values ($1, $1, $2, 'NATURAL', 1, $3, $3)`,
    [id, usuarioId, now],
  )
  await owner(`insert into firma_pagada values ($1, $1, 1, 'NATURAL', 1, $1)`, [id])
  await owner(`insert into declaracion_comprada (empresa_id, formulario, desde, meses, orden_id) values ($1, '104', '2026-09-01', 1, $1)`, [
    id,
  ])
  await owner(`insert into firma_documento values ($1, $1, 'RUC', $1, null, $2)`, [id, now])
  await owner(`insert into firma_historia (empresa_id, solicitud_id, estado, en) values ($1, $1, 'ENVIADA', $2)`, [id, now])
  await owner(`insert into producto_imagen values ($1, $2, 'image/png', '\\x00', 'image/png', '\\x00', $3)`, [id, usuarioId, now])
  await owner(`insert into empresa_condicion values ($1, 'ICE', '2026-01-01', null, '')`, [id])
  await owner(`insert into servicio_sri_empresa values ($1, 'SIMULADOR', 'RECEPCION', $2)`, [id, now])
}

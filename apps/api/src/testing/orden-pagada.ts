import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'

import type { EmpresaId } from '../db/empresa-id.ts'
import type { TestApp } from './build-test-app.ts'

export interface FirmaVendida {
  tipo: 'NATURAL' | 'JURIDICA'
  anios: number
}

/** An order of somebody that was paid, and the signatures it paid for, which nobody used; answers its id. */
export async function buildOrdenPagada(
  { owner, clock }: TestApp,
  { empresaId, usuarioId }: { empresaId: EmpresaId; usuarioId: string },
  firmas: readonly FirmaVendida[],
): Promise<string> {
  const id = randomUUID()
  const en = clock.now()
  await sql`
    with recibo as (
      insert into archivo (empresa_id, id, nombre, tipo, tamano, partes, completo, creado_en)
      values (${empresaId}, ${id}, 'recibo.pdf', 'application/pdf', 1, 1, true, ${en}))
    insert into orden (empresa_id, id, usuario_id, comprador, estado, comprobante_id, lineas, subtotal, iva, total, vence, creada_en, editada_en)
    values (${empresaId}, ${id}, ${usuarioId}, 'X', 'PAGADA', ${id}, '[]', 1, 0, 1, '2026-12-31', ${en}, ${en})`.execute(owner)
  await owner
    .insertInto('firma_pagada')
    .values(firmas.map((firma, n) => ({ ...firma, empresa_id: empresaId, orden_id: id, n: n + 1, solicitud_id: null })))
    .execute()
  return id
}

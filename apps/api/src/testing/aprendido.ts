import { randomUUID } from 'node:crypto'

import type { TestApp } from './build-test-app.ts'
import type { EmpresaId } from '../db/empresa-id.ts'

/** What a company learned of a supplier: of one of its items, and of the supplier itself. */
export async function fillAprendido(
  { owner, clock }: TestApp,
  empresa_id: EmpresaId,
  usuario_id: string,
): Promise<{ equivalencia: string; regla_proveedor: string }> {
  const ids = { equivalencia: randomUUID(), regla_proveedor: randomUUID() }
  const comun = { empresa_id, proveedor_clave: 'X', usuario_id, editado_en: clock.now() }
  await owner
    .insertInto('equivalencia')
    .values({ ...comun, id: ids.equivalencia, item: 'C:X', producto_id: null, factor: 1_000_000 })
    .execute()
  await owner
    .insertInto('regla_proveedor')
    .values({ ...comun, id: ids.regla_proveedor, sustento: '01', bodega_id: null, operacion: null, compra_id: null })
    .execute()
  return ids
}

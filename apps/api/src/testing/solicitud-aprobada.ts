import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'

import type { EmpresaId } from '../db/empresa-id.ts'
import { inEmpresa } from '../db/transaction.ts'
import { keep, put } from '../features/archivo/archivo.door.ts'
import type { TestApp } from './build-test-app.ts'

export interface SolicitudAprobada {
  empresa_id: EmpresaId
  id: string
  archivo: string
}

/** An approved request of a signature with one document, a PDF of these bytes. */
export async function buildSolicitudAprobada(
  app: TestApp,
  { empresaId, usuarioId }: { empresaId: EmpresaId; usuarioId: string },
  bytes: Buffer,
): Promise<SolicitudAprobada> {
  const id = randomUUID()
  const en = app.clock.now()
  const puesto = await put(app.deps, { empresaId, nombre: 'ruc.pdf', tipo: 'application/pdf', en }, bytes)
  const archivo = await inEmpresa(app.deps.db, empresaId, (tx) => keep(tx, puesto))
  await sql`
    insert into firma_solicitud (empresa_id, id, usuario_id, tipo, anios, estado, titular, fecha, enviada_en, creada_en, editada_en)
    values (${empresaId}, ${id}, ${usuarioId}, 'NATURAL', 1, 'APROBADA', 'ANA PAZ', '2026-11-24', ${en}, ${en}, ${en})`.execute(app.owner)
  await sql`insert into firma_documento values (${empresaId}, ${id}, 'RUC', ${archivo}, null, ${en})`.execute(app.owner)
  return { empresa_id: empresaId, id, archivo }
}

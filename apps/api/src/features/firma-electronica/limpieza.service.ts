import { conservacionFirma, fechaIn, startOf } from '@yupana/fiscal'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { limpiar } from '../archivo/archivo.door.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { dropArchivos } from './firma.service.ts'
import * as sql from './firma.sql.ts'

/** Removes identity documents and videos by the dated rule, and abandoned drafts with them; the audit records it. */
export async function limpiarFirmas(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { db, clock } = deps
  await limpiar(deps)
  const en = clock.now()
  const { cerradas, borradores } = conservacionFirma(fechaIn(en))
  const next = () => sql.porLimpiar(db, startOf(cerradas), startOf(borradores))
  for (let lote = await next(); lote.length > 0; lote = await next()) for (const solicitud of lote) await limpiarUna(db, solicitud, en)
}

async function limpiarUna(db: Deps['db'], { empresa_id: empresaId, id, estado }: sql.PorLimpiar, en: Date): Promise<void> {
  await inEmpresa(db, empresaId, async (tx) => {
    const solicitud = await sql.findSolicitud(tx, empresaId, id, true)
    // The request changed meanwhile.
    if (solicitud?.estado !== estado || solicitud.archivos_borrados_en !== null) return
    await dropArchivos(tx, empresaId, solicitud)
    if (estado === 'BORRADOR') await sql.deleteSolicitud(tx, empresaId, id)
    else await sql.updateSolicitud(tx, empresaId, solicitud, { archivos_borrados_en: en }, en)
    await recordAuditoria(tx, {
      empresaId,
      usuarioId: null,
      en,
      accion: 'firma.borrar_archivos',
      objeto: id,
      detalle: { por: 'plazo cumplido' },
    })
  })
}

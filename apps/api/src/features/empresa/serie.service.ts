import type { Serie, SerieForm } from '@yupana/contract'

import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import type { Autor } from './empresa.service.ts'
import * as sql from './serie.sql.ts'

const MIN_MOTIVO = 5

/**
 * Sets the next number: freely until the first document, afterwards only forwards, with a reason for the gap report (O-52). Ends the pause
 * of code 45 (O-54).
 */
export async function edit(tx: Tx, autor: Autor, ambiente: Ambiente, { siguiente, motivo, ...form }: SerieForm): Promise<Serie> {
  const cual = { ...form, ambiente }
  const serie = await sql.lockSerie(tx, autor.empresaId, cual)
  if (!serie) throw errors.notFound()
  if (serie.usada && siguiente < serie.siguiente) throw errors.seriesOnlyForward(serie.siguiente)
  const jumps = serie.usada && siguiente > serie.siguiente
  if (jumps) {
    if ((motivo?.length ?? 0) < MIN_MOTIVO)
      throw errors.field('REASON', 'motivo', `Explique por qué se saltan números: ${MIN_MOTIVO} caracteres mínimos.`)
    await sql.insertSalto(tx, autor.empresaId, cual, {
      desde: serie.siguiente,
      hasta: siguiente - 1,
      motivo: motivo!,
      usuarioId: autor.usuarioId,
      en: autor.en,
    })
  }
  const edited = { ...serie, siguiente }
  await sql.updateSerie(tx, autor.empresaId, edited)
  await recordAuditoria(tx, {
    ...autor,
    accion: 'serie.editar',
    objeto: `${ambiente} ${form.tipo} ${form.establecimiento}-${form.punto}`,
    detalle: { de: serie.siguiente, a: siguiente, motivo, pausa: serie.pausada_motivo },
  })
  return { ...edited, pausada_motivo: null }
}

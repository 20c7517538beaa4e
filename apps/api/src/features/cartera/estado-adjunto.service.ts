import { fechaIn } from '@yupana/fiscal'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Adjuntar } from '../carta/carta.door.ts'
import { printHoja, readEstadoImpreso } from './imprimir.service.ts'
import { readRecordatorio } from './recordatorio.sql.ts'

/**
 * The account statement of a letter, for its days or up to the day of the reminder, as it stands at sending; none for a person deleted
 * meanwhile.
 */
export const adjuntarEstado =
  (deps: Pick<Deps, 'db' | 'clock' | 'imprenta'>): Adjuntar =>
  async (empresaId, id) => {
    try {
      const impresion = await inEmpresa(deps.db, empresaId, async (tx) => {
        const recordatorio = await readRecordatorio(tx, empresaId, id)
        if (!recordatorio?.con_estado) return undefined
        const { persona_id, con_estado: ambiente, en, estado_sentido: sentido, estado_desde: desde, estado_hasta: hasta } = recordatorio
        const dias = sentido && { sentido, ...(desde && { desde }), ...(hasta && { hasta }) }
        const consulta = dias ?? { sentido: 'COBRAR', hasta: fechaIn(new Date(en)) }
        return readEstadoImpreso(deps, tx, { empresaId, ambiente }, { persona_id, ...consulta })
      })
      if (!impresion) return undefined
      return { filename: `${impresion.nombre}.pdf`, content: Buffer.from(await printHoja(deps, empresaId, impresion)) }
    } catch (error) {
      if (error instanceof AppError && error.status === 404) return undefined
      throw error
    }
  }

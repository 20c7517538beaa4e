import type { Inicio } from '@yupana/contract'
import { addDays, plazosRetencion, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import * as sql from './por-retener.sql.ts'

/** Older documents are left out. */
const DIAS_ATRAS = 30
const MOSTRADAS = 5

/** The oldest day whose withholding may still be issued in time. */
function enPlazoOn(hoy: Fecha): Fecha {
  let dia = hoy
  while (plazosRetencion(addDays(dia, -1)).habiles >= hoy) dia = addDays(dia, -1)
  return dia
}

/** Withholdings still to be issued, the most urgent first; null for a user who issues none. */
export async function readPorRetener(tx: Tx, session: SesionAbierta, hoy: Fecha): Promise<Inicio['por_retener']> {
  if (!mayDo(session, 'documento:emitir')) return null
  const desde = addDays(hoy, -DIAS_ATRAS)
  const { primeras, ...cuentas } = await sql.readPorRetener(tx, session, { desde, enPlazo: enPlazoOn(hoy), mostradas: MOSTRADAS })
  return {
    desde,
    ...cuentas,
    primeras: primeras.map(({ fecha, ...fila }) => {
      const { calendario, habiles } = plazosRetencion(fecha)
      return { ...fila, calendario, habiles }
    }),
  }
}

import { displayFecha, fechaIn, horaIn } from '@yupana/fiscal'

import type { Db } from '../../db/connect.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { readAviso, type Lugar } from './aviso-sri.sql.ts'

/** In the words of whoever looks at the clock: the hour today, with its day before. */
const calladoDesde = (desde: Date, now: Date): string => {
  const dia = fechaIn(desde)
  const cuando = `${dia === fechaIn(now) ? '' : `el ${displayFecha(dia)} a `}las ${horaIn(desde)}`
  return `El SRI no responde desde ${cuando}. Sus documentos se enviarán solos en cuanto vuelva.`
}

/**
 * Whether people are told that the SRI is away: announced by the operator, or found by our own workers, for everybody or for this company
 * alone (R-7.1.3).
 */
export async function avisoSri(db: Db, lugar: Lugar, now: Date): Promise<{ activo: boolean; message: string | null }> {
  const {
    aviso_sri: aviso = 'APAGADO',
    aviso_sri_mensaje: mensaje = null,
    desde = null,
  } = (await inEmpresa(db, lugar.empresaId, (tx) => readAviso(tx, lugar, now))) ?? {}
  if (aviso === 'ANUNCIADO') return { activo: true, message: mensaje }
  if (aviso !== 'AUTOMATICO' || desde === null) return { activo: false, message: null }
  return { activo: true, message: calladoDesde(new Date(desde), now) }
}

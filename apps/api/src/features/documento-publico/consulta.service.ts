import { SriError } from '@yupana/sri'

import type { Db } from '../../db/connect.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { readConsultado } from '../comprobante/anulacion/anulacion.door.ts'
import type { ServiciosSri } from '../comprobante/servicio-sri/servicio-sri.door.ts'
import { claimConsultas, updateEnlace } from './enlace.sql.ts'

const A_LA_VEZ = 4

interface ConsultasDeps extends Pick<Deps, 'clock' | 'db'> {
  sri: ServiciosSri
  /** Claims: losing one in a crash does no harm. */
  reclamos: Db
}

/** Asks the SRI about documents open on a public page. Answers their number. */
export async function askValidez({ clock, db, reclamos, sri }: ConsultasDeps): Promise<number> {
  const pedidas = await claimConsultas(reclamos, A_LA_VEZ)
  await Promise.all(
    pedidas.map(async ({ empresa_id: empresaId, documento_id: id, ambiente, clave }) => {
      const consultado = await sri[ambiente].consultarEstadoAutorizacion(clave).then(
        (respuesta) => readConsultado(respuesta, clave),
        (error: unknown) => {
          if (!(error instanceof SriError)) throw error
          return 'SIN_RESPUESTA' as const
        },
      )
      await inEmpresa(db, empresaId, (tx) => updateEnlace(tx, { empresaId, id }, { consultado_en: clock.now(), consultado }))
    }),
  )
  return pedidas.length
}

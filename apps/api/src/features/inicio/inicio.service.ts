import type { Inicio } from '@yupana/contract'
import { daysBetween, fechaIn, firstOfMonth, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { VENDEN } from '../../plugins/roles.ts'
import type { SesionAbierta } from '../../plugins/session.ts'
import { readVentasDeInicio } from '../cifras/cifras.door.ts'
import { countComprobantes, readResumen, readUltimos, type Resumen } from '../comprobante/lectura/lectura.door.ts'
import * as sql from './inicio.sql.ts'

const NOTHING: Resumen = { atencion: { no_autorizados: 0, en_espera: 0, en_revision: 0, retenidos: 0, correos_fallidos: 0 }, ventas: [] }

const estadosDelMes = async (tx: Tx, session: SesionAbierta, hoy: Fecha) =>
  (await countComprobantes(tx, session, { desde: firstOfMonth(hoy), hasta: hoy })).map(({ tributario, total }) => ({
    tributario,
    documentos: total,
  }))

/** The home page of this user. Documents are only for those who may see them in their list. */
export async function readInicio({ clock }: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta): Promise<Inicio> {
  const ahora = clock.now()
  const hoy = fechaIn(ahora)
  const sells = VENDEN.includes(session.rol)
  const { firma, pausada, sin_firmar, ...pasos } = await sql.readPasos(tx, session.empresaId, ahora)
  const { atencion, ventas } = sells ? await readResumen(tx, session, hoy) : NOTHING
  const ultimos = sells ? await readUltimos(tx, session) : []
  return {
    hoy,
    pasos: { ...pasos, firma: firma?.vigente ?? false },
    atencion: {
      ...atencion,
      sin_firmar,
      pausada,
      firma: firma && {
        hasta: firma.hasta,
        inservible: firma.inservible,
        dias_restantes: Math.max(daysBetween(hoy, fechaIn(new Date(firma.hasta))), 0),
      },
    },
    ultimos,
    ventas_hoy: ventas,
    ventas: sells ? await readVentasDeInicio(tx, session, hoy) : null,
    estados: sells ? await estadosDelMes(tx, session, hoy) : [],
  }
}

import { cuotasOf, formatNumero, isAlContado, receptorKey } from '@yupana/fiscal'

import type { Tx } from '../../../db/transaction.ts'
import { noteDocumento } from '../../caja/caja.door.ts'
import { applyAbono, applyDeuda } from '../../cartera/cartera.door.ts'
import type { CualSerie } from '../identidad/identidad.door.ts'
import type { Preparado } from './preparado.ts'

interface Escrito {
  id: string
  version: number
  serie: CualSerie
  secuencial: number
  fecha: string
  usuarioId: string
  en: Date
  /** Whether the document was issued outside: its money never passed a till. */
  yaSalio?: boolean
}

/** Books what a document leaves owed, or takes off a debt; what is paid at once goes to the till. */
export async function moveCartera(
  tx: Tx,
  { serie, secuencial, fecha, id, version, usuarioId, en, yaSalio = false }: Escrito,
  { fila, cartera }: Preparado,
): Promise<void> {
  if (!cartera) return
  const { empresaId, ambiente, tipo, establecimiento: estab, punto: ptoEmi } = serie
  const suceso = { empresaId, ambiente, id, suceso: `VERSION ${version}`, usuarioId, en }
  const numero = formatNumero({ estab, ptoEmi, secuencial })
  if (cartera.clase === 'ABONO') return applyAbono(tx, suceso, { ...cartera, referencia: numero, fecha })
  const deuda = {
    sentido: cartera.sentido,
    tipo,
    numero,
    fecha,
    persona_id: fila.persona_id,
    tercero_clave: receptorKey(fila.receptor_tipo, fila.receptor_identificacion),
    tercero_nombre: fila.receptor_nombre,
    cuotas: cuotasOf(fecha, fila.pagos),
  }
  await applyDeuda(tx, 'DOCUMENTO', suceso, deuda, version > 1)
  if (!yaSalio && (version > 1 || fila.pagos.some(isAlContado)))
    await noteDocumento(tx, { empresaId, ambiente, id, version, usuarioId, en })
}

import { bajaCompra, type Cuota } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { applyAbono, applyDeuda, reverseCartera } from '../cartera/cartera.door.ts'
import type { CompraEntera, CompraValores } from './compra.sql.ts'

interface Registro {
  empresaId: EmpresaId
  id: string
  version: number
  usuarioId: string
  en: Date
  /** The purchase as registered before. */
  before: CompraEntera | undefined
}

/** Owed until the day that the supplier gives; without such a day it was paid at once. */
const cuotasDe = ({ vence, fecha_emision: fecha, total }: CompraValores): Cuota[] =>
  vence !== null && vence > fecha && total > 0 ? [{ vence, valor: total }] : []

/**
 * Writes the debt of a purchase to its supplier, or its reduction of another debt; `now`: its present state, with its notes and
 * withholdings.
 */
export async function moveCartera(
  tx: Tx,
  { empresaId, id, version, usuarioId, en, before }: Registro,
  valores: CompraValores,
  now: Pick<CompraEntera, 'retenciones' | 'notas'>,
): Promise<void> {
  const { ambiente, tipo, numero, fecha_emision: fecha } = valores
  const suceso = { empresaId, ambiente, id, suceso: `VERSION ${version}`, usuarioId, en }
  if (bajaCompra(tipo)) {
    if (before && !bajaCompra(before.tipo)) await reverseCartera(tx, { ...suceso, suceso: `VERSION ${version} DEUDA` })
    const partes = valores.modificada_id === null ? [] : [{ valor: valores.total, origenId: valores.modificada_id }]
    return applyAbono(tx, suceso, { concepto: 'NOTA_CREDITO', referencia: numero, fecha, partes })
  }
  if (before && bajaCompra(before.tipo)) await reverseCartera(tx, { ...suceso, suceso: `VERSION ${version} ABONO` })
  const deuda = {
    sentido: 'PAGAR' as const,
    tipo,
    numero,
    fecha,
    persona_id: valores.persona_id,
    tercero_clave: valores.proveedor_clave,
    tercero_nombre: valores.proveedor_nombre,
    cuotas: cuotasDe(valores),
  }
  await applyDeuda(tx, 'COMPRA', suceso, deuda, before !== undefined)
  // Reductions registered before the purchase, or before it was owed.
  const abonos = [
    ...now.retenciones.map((one) => ({ ...one, concepto: 'RETENCION' as const })),
    ...now.notas.filter((one) => bajaCompra(one.tipo)).map((one) => ({ ...one, concepto: 'NOTA_CREDITO' as const })),
  ]
  for (const { id: origen, numero: referencia, total: valor, concepto } of abonos)
    await applyAbono(
      tx,
      { ...suceso, id: origen, suceso: `COMPRA ${id} ${version}` },
      { concepto, referencia, fecha, partes: [{ valor, origenId: id }], onlyThese: true },
    )
}

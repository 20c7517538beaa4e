import type { Papel } from '@yupana/contract'
import { FORMULARIO_LABEL, nombrePeriodoFiscal, vencimientoDelPeriodo } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { readCondiciones } from '../comprobante/armado/armado.door.ts'
import * as sql from './declaracion.sql.ts'
import { ajustesDe, FUENTE, seccionesDe, type Declarante } from './papel.service.ts'

/** The parts of a paper that its files need. */
export type PapelImprimible = Pick<Papel, 'formulario' | 'periodo' | 'nombre' | 'titulo' | 'vence' | 'fuente' | 'secciones' | 'ajustes'>

/** A filed paper: nothing of it is read from documents. */
export interface PapelPresentado extends PapelImprimible {
  ruc: string
  razonSocial: string
  presentada: sql.PresentadaGuardada
}

/** @throws 404 when nothing was filed under that number */
export async function readPresentado(tx: Tx, quien: Declarante, cual: sql.Cual, n: number): Promise<PapelPresentado> {
  const { formulario, periodo } = cual
  const guardada = await sql.findDeclaracion(tx, cual)
  const presentadas = guardada ? await sql.listPresentadas(tx, quien.empresaId, guardada.id) : []
  const presentada = presentadas.find((one) => one.n === n)
  if (!presentada) throw errors.notFound()
  const { valores, ajustes } = presentada
  const { condiciones } = await readCondiciones(tx, quien.empresaId)
  return {
    formulario,
    periodo: periodo.codigo,
    nombre: nombrePeriodoFiscal(periodo),
    titulo: FORMULARIO_LABEL[formulario],
    vence: presentada.vence ?? vencimientoDelPeriodo(formulario, periodo, quien.ruc, condiciones),
    fuente: FUENTE[formulario],
    secciones: seccionesDe(formulario, { valores, ajustes: ajustesDe(ajustes), declarado: undefined }, periodo.hasta),
    ajustes,
    ruc: quien.ruc,
    razonSocial: presentada.razon_social ?? quien.razonSocial,
    presentada,
  }
}

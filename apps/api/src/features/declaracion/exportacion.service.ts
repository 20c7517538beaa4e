import type { ExportacionAts, ExportacionAtsForm, ExportacionLeida } from '@yupana/contract'
import { checkExportacionAts, clasesDeMarca, dePeriodoFiscal, fechaIn, firstOfMonth, soloDeClase, type Fecha } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { shareMes } from '../comprobante/armado/armado.door.ts'
import type { Lugar } from './declaracion.sql.ts'
import * as sql from './exportacion.sql.ts'
import type { Quien } from './papel.service.ts'

async function declaradaDe(tx: Tx, lugar: Lugar, fecha: Fecha): Promise<string | null> {
  const periodo = await sql.findAtsDeclarado(tx, lugar, fecha)
  return periodo ? dePeriodoFiscal(periodo) : null
}

const datosOf = ({ version: _version, ...datos }: ExportacionAts & { version: number }): ExportacionAts => datos

/** @throws 404 when it is no sale of the company's present environment */
export async function readExportacion(tx: Tx, lugar: Lugar, id: string): Promise<ExportacionLeida> {
  const exportada = await sql.findExportada(tx, lugar, id)
  if (!exportada) throw errors.notFound()
  const { fecha, marca, valor, pais_destino } = exportada
  const clases = [...clasesDeMarca(marca)]
  const kept = await sql.findDatos(tx, lugar.empresaId, id)
  return {
    clases,
    valor,
    pais_destino,
    declarada: clases.length === 0 ? null : await declaradaDe(tx, lugar, fecha),
    version: kept?.version ?? 0,
    // Data told for another kind of export are not shown for this one.
    datos: kept && clases.includes(kept.clase) ? datosOf(kept) : null,
  }
}

/** Stores the data of an export. @throws 404, 409 over another version, 422 */
export async function saveExportacion(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  quien: Quien,
  id: string,
  { version, ...form }: ExportacionAtsForm,
): Promise<ExportacionLeida> {
  const en = clock.now()
  const exportada = await sql.findExportada(tx, quien, id)
  if (!exportada) throw errors.notFound()
  const { fecha, marca } = exportada
  if (!clasesDeMarca(marca).includes(form.clase))
    throw errors.field('WRONG_STATE', 'clase', 'Esta venta no es una exportación de esa clase: vea cómo cuenta en el formulario 104.')
  const problemas = checkExportacionAts(form, fechaIn(en))
  if (problemas.length > 0) throw errors.invalid(problemas.map(({ campo, mensaje }) => ({ campo, message: mensaje })))
  // A filing of the period at the same moment waits, or is seen.
  await shareMes(tx, quien, firstOfMonth(fecha))
  const declarada = await declaradaDe(tx, quien, fecha)
  if (declarada !== null)
    throw errors.field('WRONG_STATE', 'clase', `El ATS ${declarada} ya se declaró: reabra el período para cambiar estos datos.`)
  const { empresaId, usuarioId } = quien
  if (!(await sql.saveDatos(tx, empresaId, id, { ...soloDeClase(form), version, usuarioId, en }))) throw errors.conflict()
  const detalle = { clase: form.clase, version: version + 1 }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'declaracion.exportacion', detalle, objeto: id })
  return readExportacion(tx, quien, id)
}

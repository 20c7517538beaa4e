import type { PuntoEmision, PuntoForm } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import type { Autor } from './empresa.service.ts'
import { establecimientoExists } from './establecimiento.sql.ts'
import * as sql from './punto-emision.sql.ts'
import { insertSeries } from './serie.sql.ts'

async function bindUsuarios(tx: Tx, { empresaId }: Autor, cual: sql.CualPunto, usuarios: readonly string[]): Promise<void> {
  const distinct = [...new Set(usuarios.map((id) => id.toLowerCase()))]
  const members = await sql.membersAmong(tx, empresaId, distinct)
  if (members.length < distinct.length) throw errors.field('NOT_A_MEMBER', 'usuarios', 'Alguno de los usuarios no pertenece a la empresa.')
  await sql.replaceUsuarios(tx, empresaId, cual, distinct)
}

async function reread(tx: Tx, autor: Autor, cual: sql.CualPunto): Promise<PuntoEmision> {
  const [punto] = await sql.searchPuntos(tx, autor.empresaId, autor.usuarioId, cual)
  return punto!
}

const audit = (
  tx: Tx,
  autor: Autor,
  accion: string,
  { establecimiento, codigo }: sql.CualPunto,
  { descripcion, activo, usuarios }: PuntoForm,
) => recordAuditoria(tx, { ...autor, accion, objeto: `${establecimiento}-${codigo}`, detalle: { descripcion, activo, usuarios } })

export async function create(tx: Tx, autor: Autor, { establecimiento, codigo, ...form }: PuntoForm & sql.CualPunto): Promise<PuntoEmision> {
  const cual = { establecimiento, codigo }
  if (!(await establecimientoExists(tx, autor.empresaId, establecimiento)))
    throw errors.field('ESTABLISHMENT', 'establecimiento', 'El establecimiento no existe.')
  if (!(await sql.insertPunto(tx, autor.empresaId, cual, form)))
    throw errors.field('POINT_USED', 'codigo', `Ya existe el punto ${establecimiento}-${codigo}.`)
  await insertSeries(tx, autor.empresaId, establecimiento, codigo)
  await bindUsuarios(tx, autor, cual, form.usuarios)
  await audit(tx, autor, 'punto_emision.crear', cual, form)
  return reread(tx, autor, cual)
}

/** @throws 404, or 409 when another user saved since `version` was read */
export async function edit(
  tx: Tx,
  autor: Autor,
  cual: sql.CualPunto,
  { version, ...form }: PuntoForm & { version: number },
): Promise<PuntoEmision> {
  if (!(await sql.updatePunto(tx, autor.empresaId, cual, { version, ...form })))
    throw (await sql.puntoExists(tx, autor.empresaId, cual)) ? errors.conflict() : errors.notFound()
  await bindUsuarios(tx, autor, cual, form.usuarios)
  await audit(tx, autor, 'punto_emision.editar', cual, form)
  return reread(tx, autor, cual)
}

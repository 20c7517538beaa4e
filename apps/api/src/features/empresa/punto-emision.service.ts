import type { PuntoEmision, PuntoForm } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import type { Autor } from './empresa.service.ts'
import { establecimientoExists } from './establecimiento.sql.ts'
import * as sql from './punto-emision.sql.ts'
import { insertSeries } from './serie.sql.ts'

async function bindUsuarios(tx: Tx, { empresaId }: Autor, clave: sql.PuntoClave, usuarios: readonly string[]): Promise<void> {
  const distinct = [...new Set(usuarios.map((id) => id.toLowerCase()))]
  const members = await sql.membersAmong(tx, empresaId, distinct)
  if (members.length < distinct.length) throw errors.field('NOT_A_MEMBER', 'usuarios', 'Alguno de los usuarios no pertenece a la empresa.')
  await sql.replaceUsuarios(tx, empresaId, clave, distinct)
}

async function reread(tx: Tx, autor: Autor, clave: sql.PuntoClave): Promise<PuntoEmision> {
  const [punto] = await sql.searchPuntos(tx, autor.empresaId, autor.usuarioId, clave)
  return punto!
}

const audit = (
  tx: Tx,
  autor: Autor,
  accion: string,
  { establecimiento, codigo }: sql.PuntoClave,
  { descripcion, activo, usuarios }: PuntoForm,
) => recordAuditoria(tx, { ...autor, accion, objeto: `${establecimiento}-${codigo}`, detalle: { descripcion, activo, usuarios } })

export async function create(
  tx: Tx,
  autor: Autor,
  { establecimiento, codigo, ...form }: PuntoForm & sql.PuntoClave,
): Promise<PuntoEmision> {
  const clave = { establecimiento, codigo }
  if (!(await establecimientoExists(tx, autor.empresaId, establecimiento)))
    throw errors.field('ESTABLISHMENT', 'establecimiento', 'El establecimiento no existe.')
  if (!(await sql.insertPunto(tx, autor.empresaId, clave, form)))
    throw errors.field('POINT_USED', 'codigo', `Ya existe el punto ${establecimiento}-${codigo}.`)
  await insertSeries(tx, autor.empresaId, establecimiento, codigo)
  await bindUsuarios(tx, autor, clave, form.usuarios)
  await audit(tx, autor, 'punto_emision.crear', clave, form)
  return reread(tx, autor, clave)
}

/** @throws 404, or 409 when another user saved since `version` was read */
export async function edit(
  tx: Tx,
  autor: Autor,
  clave: sql.PuntoClave,
  { version, ...form }: PuntoForm & { version: number },
): Promise<PuntoEmision> {
  if (!(await sql.updatePunto(tx, autor.empresaId, clave, { version, ...form })))
    throw (await sql.puntoExists(tx, autor.empresaId, clave)) ? errors.conflict() : errors.notFound()
  await bindUsuarios(tx, autor, clave, form.usuarios)
  await audit(tx, autor, 'punto_emision.editar', clave, form)
  return reread(tx, autor, clave)
}

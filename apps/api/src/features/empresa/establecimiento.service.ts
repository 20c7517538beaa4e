import type { Establecimiento, EstablecimientoEdicion, EstablecimientoForm } from '@yupana/contract'
import { nombreLugar } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import type { Autor } from './empresa.service.ts'
import * as sql from './establecimiento.sql.ts'

function checkCanton({ canton }: Pick<EstablecimientoEdicion, 'canton'>): void {
  if (canton !== undefined && canton !== null && nombreLugar(canton) === undefined)
    throw errors.field('CANTON', 'canton', 'Elija el cantón de la lista.')
}

export async function create(
  tx: Tx,
  autor: Autor,
  { codigo, ...form }: EstablecimientoForm & { codigo: string },
): Promise<Establecimiento> {
  checkCanton(form)
  const creado = await sql.insertEstablecimiento(tx, autor.empresaId, codigo, form)
  if (!creado) throw errors.field('ESTABLISHMENT_USED', 'codigo', `Ya existe el establecimiento ${codigo}.`)
  await recordAuditoria(tx, { ...autor, accion: 'establecimiento.crear', objeto: codigo, detalle: { ...form } })
  return creado
}

/** @throws 404, or 409 when another user saved since `version` was read */
export async function edit(tx: Tx, autor: Autor, codigo: string, { version, ...form }: EstablecimientoEdicion): Promise<Establecimiento> {
  checkCanton(form)
  const editado = await sql.updateEstablecimiento(tx, autor.empresaId, codigo, { version, ...form })
  if (!editado) throw (await sql.establecimientoExists(tx, autor.empresaId, codigo)) ? errors.conflict() : errors.notFound()
  await recordAuditoria(tx, { ...autor, accion: 'establecimiento.editar', objeto: codigo, detalle: { ...form } })
  return editado
}

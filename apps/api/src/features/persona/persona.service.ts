import { randomUUID } from 'node:crypto'
import type { Comprador, Persona, PersonaForm, PersonaGuardada, RolPersona } from '@yupana/contract'
import { checkIdentificacion } from '@yupana/fiscal'
import { unprintableIn } from '@yupana/sri'

import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.service.ts'
import { ordenOf, removeWords, saveWords, wordsOfRow } from '../busqueda/busqueda.service.ts'
import { claim } from '../idempotencia/idempotencia.service.ts'
import * as sql from './persona.sql.ts'

export { findIds as findPersonas } from './persona.sql.ts'

/** Who acts, in which company, and when. */
export interface Autor {
  empresaId: string
  usuarioId: string
  en: Date
}

const lower = (correos: readonly string[]) => [...new Set(correos.map((correo) => correo.toLowerCase()))]

const saveWordsOf = (tx: Tx, empresaId: string, id: string, row: Pick<sql.PersonaRow, 'identificacion' | 'razon_social' | 'nombre_comercial'>): Promise<void> =>
  saveWords(tx, { empresaId, tipo: 'persona', id }, wordsOfRow(row.identificacion, row.razon_social, row.nombre_comercial))

function rowOf(form: PersonaForm): sql.PersonaRow {
  return {
    tipo_identificacion: form.tipo_identificacion,
    identificacion: form.identificacion,
    razon_social: form.razon_social,
    nombre_comercial: form.nombre_comercial ?? null,
    roles: form.roles,
    correos: lower(form.correos),
    telefonos: form.telefonos,
    direccion: form.direccion ?? null,
    dias_credito: form.dias_credito,
    tipo_contribuyente: form.tipo_contribuyente,
    activo: form.activo,
    orden: ordenOf(form.razon_social),
  }
}

/** What blocks a form is thrown; what is worth a second look is answered. */
function checkForm(form: PersonaForm): PersonaGuardada['avisos'] {
  const campo = 'identificacion'
  const check = checkIdentificacion(form.tipo_identificacion, form.identificacion)
  const problems: Problem[] = check.valid ? [] : [{ campo, message: check.problem ?? 'Identificación no válida.' }]
  for (const field of ['identificacion', 'razon_social', 'nombre_comercial', 'direccion'] as const)
    for (const character of unprintableIn(form[field] ?? '')) problems.push({ campo: field, message: `El carácter ${character} no se puede imprimir.` })
  if (problems.length > 0) throw errors.invalid(problems)
  return check.warning ? [{ campo, message: check.warning }] : []
}

/** Takes the identification for this person. @throws 422 when another one has it, or its cédula or RUC twin */
async function takeIdentificacion(tx: Tx, empresaId: string, form: PersonaForm, id: string): Promise<void> {
  await sql.lockIdentificacion(tx, empresaId, form.identificacion)
  const taken = await sql.findByIdentificacion(tx, empresaId, form, id)
  if (taken) throw errors.identificationAlreadyUsed(taken.identificacion)
}

/** @throws 404 */
export async function read(tx: Tx, empresaId: string, id: string): Promise<Persona> {
  const persona = await sql.readPersona(tx, empresaId, id)
  if (!persona) throw errors.notFound()
  return persona
}

/** Creates a person once for each key. */
export async function create(tx: Tx, autor: Autor, clave: string, form: PersonaForm): Promise<PersonaGuardada> {
  const { empresaId, en } = autor
  const avisos = checkForm(form)
  const id = randomUUID()
  const before = await claim(tx, { ...autor, clave, accion: 'persona.crear', contenido: form, recursoId: id })
  if (before !== undefined) return { ...(await read(tx, empresaId, before)), avisos }
  await takeIdentificacion(tx, empresaId, form, id)
  const row = rowOf(form)
  if (!(await sql.insertPersona(tx, empresaId, id, row, en))) throw errors.identificationAlreadyUsed(form.identificacion)
  await saveWordsOf(tx, empresaId, id, row)
  await recordAuditoria(tx, { ...autor, accion: 'persona.crear', objeto: id, detalle: { identificacion: row.identificacion, razon_social: row.razon_social } })
  return { ...(await read(tx, empresaId, id)), avisos }
}

/** @throws 404, or 409 when somebody else saved since `version` was read */
export async function edit(tx: Tx, autor: Autor, id: string, { version, ...form }: PersonaForm & { version: number }): Promise<PersonaGuardada> {
  const { empresaId, en } = autor
  const avisos = checkForm(form)
  const before = await read(tx, empresaId, id)
  if (before.version !== version) throw errors.conflict()
  if (before.identificacion !== form.identificacion || before.tipo_identificacion !== form.tipo_identificacion)
    await takeIdentificacion(tx, empresaId, form, id)
  const row = rowOf(form)
  if (!(await sql.updatePersona(tx, empresaId, id, version, row, en))) throw errors.conflict()
  await saveWordsOf(tx, empresaId, id, row)
  const after = await read(tx, empresaId, id)
  await recordAuditoria(tx, { ...autor, accion: 'persona.editar', objeto: id, detalle: changesOf(before, after) })
  return { ...after, avisos }
}

/** Only who stands in no document; anybody else can be deactivated. */
export async function remove(tx: Tx, autor: Autor, id: string): Promise<void> {
  const { empresaId } = autor
  const { razon_social, identificacion } = await read(tx, empresaId, id)
  if (await sql.hasDocumentos(tx, empresaId, id)) throw errors.inUse(razon_social)
  await sql.deletePersona(tx, empresaId, id)
  await removeWords(tx, { empresaId, tipo: 'persona', ids: [id] })
  await recordAuditoria(tx, { ...autor, accion: 'persona.eliminar', objeto: id, detalle: { identificacion, razon_social } })
}

/**
 * The person behind the receiver of a document, by identification or its cédula or RUC twin; an unknown one enters as what `rol` says.
 * Who is known keeps their data: the document has its own copy. Not for consumidor final.
 */
export async function ensurePersona(tx: Tx, empresaId: string, comprador: Comprador, en: Date, rol: RolPersona = 'cliente'): Promise<string> {
  const { tipo_identificacion: tipo, ...datos } = comprador
  if (tipo === '07') throw new RangeError('consumidor final is nobody in particular')
  const known = await sql.findByIdentificacion(tx, empresaId, comprador)
  if (known) return known.id
  await sql.lockIdentificacion(tx, empresaId, comprador.identificacion)
  const arrived = await sql.findByIdentificacion(tx, empresaId, comprador)
  if (arrived) return arrived.id
  const id = randomUUID()
  const row = rowOf({
    ...datos, tipo_identificacion: tipo, roles: [rol], telefonos: datos.telefono ? [datos.telefono] : [], dias_credito: 0, tipo_contribuyente: null, activo: true,
  })
  if (!(await sql.insertPersona(tx, empresaId, id, row, en))) throw errors.conflict()
  await saveWordsOf(tx, empresaId, id, row)
  return id
}

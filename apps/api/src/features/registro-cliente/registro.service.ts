import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  MAX_CONTACTOS,
  MAX_REGISTROS,
  REGISTRO_DIAS,
  ROL_PERSONA_LABEL,
  type CambioRegistro,
  type DatosRegistro,
  type Persona,
  type PersonaForm,
  type PersonaGuardada,
  type RegistroCliente,
  type RegistroEnlace,
  type RegistroRecibido,
} from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { loadQr } from '../../http/qr.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import * as persona from '../persona/persona.door.ts'
import * as sql from './registro.sql.ts'

const TOKEN_BYTES = 32
const DIA_MS = 86_400_000

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

export const untilOf = (en: Date): Date => new Date(en.getTime() + REGISTRO_DIAS * DIA_MS)

/**
 * A link for one use. A repeated request gets a new link in place of the one not read.
 * @throws 422 when too many wait, 409 when the repeated one was used meanwhile
 */
export async function create(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  { empresaId, usuarioId }: SesionAbierta,
  idempotencyKey: string,
): Promise<RegistroEnlace> {
  const [en, nuevo, token] = [clock.now(), randomUUID(), randomBytes(TOKEN_BYTES).toString('base64url')]
  const hash = hashOf(token)
  const accion = 'registro_cliente.crear'
  const before = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion, contenido: {}, recursoId: nuevo, en })
  const id = before ?? nuevo
  let hasta = untilOf(en).toISOString()
  if (before === undefined) {
    await sql.lockRegistros(tx, empresaId)
    if ((await sql.countPending(tx, empresaId, en)) >= MAX_REGISTROS) throw errors.catalogFull(MAX_REGISTROS, 'registros de clientes')
    await sql.insertRegistro(tx, { empresaId, id }, { hash, usuarioId, en, hasta: untilOf(en) })
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'registro_cliente.crear', objeto: id, detalle: {} })
  } else {
    const replaced = await sql.replaceToken(tx, { empresaId, id }, hash, en)
    if (!replaced) throw errors.conflict()
    hasta = replaced.vence_en
  }
  const enlace = `${config.urlPublica}/r/${token}`
  return { id, enlace, qr: await loadQr(enlace), vence_en: hasta }
}

export async function all({ clock }: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId): Promise<RegistroCliente[]> {
  const rows = await sql.readPending(tx, empresaId, clock.now())
  return rows.map(({ recibido_en: en, identificacion, razon_social, ...row }) => ({
    ...row,
    recibido: en === null ? null : { en, identificacion: identificacion ?? '', razon_social: razon_social ?? '' },
  }))
}

/** The typed values first, then the stored ones while there is room. */
const joined = (typed: readonly string[], stored: readonly string[], sameOf: (item: string) => string): string[] =>
  [...typed, ...stored.filter((item) => !typed.some((one) => sameOf(one) === sameOf(item)))].slice(0, MAX_CONTACTOS)

const digitsOf = (telefono: string) => telefono.replace(/\D/g, '')
const lowerOf = (correo: string) => correo.toLowerCase()

/** The person with the typed data; the identification stays as stored, a cédula and its RUC being one (O-62). */
function formOf(datos: DatosRegistro, before: Persona | null): PersonaForm {
  const correos = datos.correos.map(lowerOf)
  if (!before)
    return {
      ...datos,
      correos,
      direcciones: [],
      roles: ['cliente'],
      dias_credito: 0,
      limite_credito: null,
      lista_precios: null,
      activo: true,
    }
  const {
    id: _id,
    version: _version,
    creada_en: _creada,
    editada_en: _editada,
    unida_a: _unida,
    nombre_comercial,
    direccion,
    ...stored
  } = before
  return {
    ...stored,
    nombre_comercial: nombre_comercial ?? undefined,
    razon_social: datos.razon_social,
    direccion: datos.direccion ?? direccion ?? undefined,
    roles: before.roles.includes('cliente') ? before.roles : [...before.roles, 'cliente'],
    correos: joined(correos, before.correos, lowerOf),
    telefonos: joined(datos.telefonos, before.telefonos, digitsOf),
  }
}

/** The shown fields, as text. */
const shownOf = ({ identificacion, razon_social, correos, telefonos, direccion, roles }: PersonaForm | Persona) => ({
  identificacion,
  razon_social,
  correos: correos.join(', '),
  telefonos: telefonos.join(', '),
  direccion: direccion ?? '',
  roles: roles.map((rol) => ROL_PERSONA_LABEL[rol]).join(', '),
})

function cambiosOf(form: PersonaForm, before: Persona | null): CambioRegistro[] {
  const [antes, despues] = [before && shownOf(before), shownOf(form)]
  return (Object.keys(despues) as CambioRegistro['campo'][]).flatMap((campo): CambioRegistro[] => {
    const [old, next] = [antes?.[campo], despues[campo]]
    if (old === undefined) return next === '' || campo === 'roles' ? [] : [{ campo, antes: null, despues: next }]
    return old === next ? [] : [{ campo, antes: old, despues: next }]
  })
}

async function findPersona(tx: Tx, empresaId: EmpresaId, datos: DatosRegistro): Promise<Persona | null> {
  const found = await persona.findByIdentificacion(tx, empresaId, datos)
  return found ? persona.read(tx, empresaId, found.id) : null
}

/** The received data beside the stored ones. @throws 404 */
export async function read({ clock }: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId, id: string): Promise<RegistroRecibido> {
  const row = await sql.readRegistro(tx, { empresaId, id }, clock.now())
  if (!row?.datos || row.recibido_en === null) throw errors.notFound()
  const { datos, vence_en, recibido_en: en } = row
  const before = await findPersona(tx, empresaId, datos)
  const { avisos } = persona.reviewForm(datos)
  const shown = before && {
    id: before.id,
    version: before.version,
    identificacion: before.identificacion,
    razon_social: before.razon_social,
    activo: before.activo,
  }
  return { id, en, vence_en, datos, avisos, persona: shown, cambios: cambiosOf(formOf(datos, before), before) }
}

/**
 * Creates or changes the person as shown, once.
 * @throws 404, 403 without the right to edit that person, 409 when another person has the identification by now, or a user changed the
 * person
 */
export async function accept(
  deps: Deps,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  { id, persona: shown }: { id: string; persona: { id: string; version: number } | null },
): Promise<PersonaGuardada> {
  const { empresaId } = session
  const autor = persona.autorPersonaBy(deps)(session)
  const row = await sql.lockRegistro(tx, { empresaId, id }, autor.en)
  if (row?.persona_id) return { ...(await persona.read(tx, empresaId, row.persona_id)), avisos: [] }
  if (!row?.datos) throw errors.notFound()
  const before = await findPersona(tx, empresaId, row.datos)
  if (before?.id !== shown?.id) throw errors.conflict()
  if (before && !mayDo(session, 'persona:editar')) throw errors.forbidden()
  const form = formOf(row.datos, before)
  const isSame = before !== null && before.version === shown?.version && cambiosOf(form, before).length === 0
  const after = isSame
    ? { ...before, avisos: [] }
    : before && shown
      ? await persona.edit(deps, tx, autor, before.id, { ...form, version: shown.version })
      : await persona.create(deps, tx, autor, idempotencyKey, form)
  await sql.settle(tx, { empresaId, id }, after.id)
  // The time of consent to the use of the data.
  const detalle = { razon_social: after.razon_social, consintio_en: row.recibido_en }
  await recordAuditoria(tx, { ...autor, accion: 'registro_cliente.aceptar', objeto: after.id, detalle })
  return after
}

/** Deletes the received data completely. @throws 404 */
export async function refuse({ clock }: Pick<Deps, 'clock'>, tx: Tx, { empresaId, usuarioId }: SesionAbierta, id: string): Promise<void> {
  const en = clock.now()
  if (!(await sql.drop(tx, { empresaId, id }, 'recibido', en))) throw errors.notFound()
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'registro_cliente.rechazar', objeto: id, detalle: {} })
}

/** Revokes the link. @throws 404, 409 when the client answered first: his data is looked at before */
export async function revoke({ clock }: Pick<Deps, 'clock'>, tx: Tx, { empresaId, usuarioId }: SesionAbierta, id: string): Promise<void> {
  const en = clock.now()
  if (!(await sql.drop(tx, { empresaId, id }, 'abierto', en))) {
    if (await sql.readRegistro(tx, { empresaId, id }, en)) throw errors.conflict()
    throw errors.notFound()
  }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'registro_cliente.anular', objeto: id, detalle: {} })
}

/** Deletes expired links and data. May run twice, and in every worker. */
export const cleanRegistros = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<unknown> => sql.dropOld(db, clock.now())

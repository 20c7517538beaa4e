import { randomUUID } from 'node:crypto'
import type { Comprador, DireccionPersona, Persona, PersonaConocida, PersonaForm, PersonaGuardada, RolPersona } from '@yupana/contract'
import { checkIdentificacion, TIPO_IDENTIFICACION } from '@yupana/fiscal'
import { unprintableIn } from '@yupana/sri'

import { currentActor } from '../../db/actor.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import { ordenOf } from '../busqueda/busqueda.door.ts'
import { countNuevos } from '../carta/carta.door.ts'
import * as catalogo from '../catalogo/catalogo.door.ts'
import { requireCredito, type AutorPersona } from './persona-credito.ts'
import { findUnida, readTambien } from './persona-union.sql.ts'
import * as sql from './persona.sql.ts'

/** Texts by which a person is found. */
export function wordTexts({
  identificacion,
  razon_social,
  nombre_comercial,
  tambien,
}: Pick<sql.PersonaRow, 'identificacion' | 'razon_social' | 'nombre_comercial' | 'tambien'>) {
  return [identificacion, razon_social, nombre_comercial, ...(tambien ?? [])] as const
}

const direccionText = ({ nombre, direccion }: DireccionPersona) => `${nombre}: ${direccion}`

/** Changes as the audit keeps them: addresses as text. */
export const toldOf = ({ direcciones, ...changes }: Record<string, unknown>): Record<string, unknown> =>
  direcciones === undefined
    ? changes
    : { ...changes, direcciones: (direcciones as DireccionPersona[][]).map((list) => list.map(direccionText)) }

export const PERSONAS: catalogo.Catalogo<sql.PersonaRow, Persona> = {
  ...sql.PERSONA,
  words: wordTexts,
  audited: ['identificacion', 'razon_social'],
  told: (_tx, _empresaId, changes) => Promise.resolve(toldOf(changes)),
  taken: ({ identificacion }) => errors.identificationAlreadyUsed(identificacion),
  async whyKept(tx, empresaId, [persona]) {
    const unida = persona && (await findUnida(tx, empresaId, persona.id))
    if (unida !== undefined) return errors.field('IN_USE', 'id', `No se puede eliminar: ${unida}. Deshaga antes esa unión.`)
    const donde = persona && (await sql.findConsta(tx, empresaId, persona.id))
    return donde === undefined ? undefined : errors.inUse(persona?.razon_social ?? '', donde)
  },
}

const lower = (correos: readonly string[]) => [...new Set(correos.map((correo) => correo.toLowerCase()))]

export function rowOf(form: PersonaForm, tambien: string[] | null = null): sql.PersonaRow {
  return {
    tipo_identificacion: form.tipo_identificacion,
    identificacion: form.identificacion,
    razon_social: form.razon_social,
    nombre_comercial: form.nombre_comercial ?? null,
    roles: form.roles,
    correos: lower(form.correos),
    telefonos: form.telefonos,
    direccion: form.direccion ?? null,
    direcciones: JSON.stringify(form.direcciones),
    dias_credito: form.dias_credito,
    limite_credito: form.limite_credito,
    lista_precios: form.lista_precios,
    activo: form.activo,
    orden: ordenOf(form.razon_social),
    tambien,
  }
}

type Revisable = Pick<PersonaForm, 'tipo_identificacion' | 'identificacion' | 'razon_social' | 'direccion'> &
  Partial<Pick<PersonaForm, 'nombre_comercial' | 'direcciones'>>

/** The problems of a form, and its warnings. */
export function reviewForm(form: Revisable): { problems: Problem[]; avisos: PersonaGuardada['avisos'] } {
  const campo = 'identificacion'
  const check = checkIdentificacion(form.tipo_identificacion, form.identificacion)
  const problems: Problem[] = check.valid ? [] : [{ campo, message: check.problem ?? 'Identificación no válida.' }]
  const texts = [
    ...(['identificacion', 'razon_social', 'nombre_comercial', 'direccion'] as const).map((field) => [field, form[field]] as const),
    ...(form.direcciones ?? []).flatMap(({ nombre, direccion }, at) => [
      [`direcciones.${at}.nombre`, nombre] as const,
      [`direcciones.${at}.direccion`, direccion] as const,
    ]),
  ]
  for (const [field, text] of texts)
    for (const character of unprintableIn(text ?? ''))
      problems.push({ campo: field, message: `El carácter ${character} no se puede imprimir.` })
  return { problems, avisos: check.warning ? [{ campo, message: check.warning }] : [] }
}

/** Answers the warnings. @throws 422 with the problems */
export function checkForm(form: PersonaForm): PersonaGuardada['avisos'] {
  const { problems, avisos } = reviewForm(form)
  if (problems.length > 0) throw errors.invalid(problems)
  return avisos
}

/** Locks the identification for this person. @throws 422 when another one has it, or its cédula or RUC twin */
async function takeIdentificacion(
  tx: Tx,
  empresaId: EmpresaId,
  form: Pick<PersonaForm, 'tipo_identificacion' | 'identificacion'>,
  id: string,
): Promise<void> {
  await sql.lockIdentificacion(tx, empresaId, form.identificacion)
  const taken = await sql.findByIdentificacion(tx, empresaId, form, id)
  if (!taken) return
  const unida = await findUnida(tx, empresaId, taken.ficha, 'como otra')
  if (unida === undefined) throw errors.identificationAlreadyUsed(taken.identificacion)
  const said =
    taken.id === id
      ? `No se puede usar ${taken.identificacion}: la ficha ${unida}. Para que quede esta identificación, deshaga la unión y una las fichas al revés.`
      : `Ya existe una persona con la identificación ${taken.identificacion}: la ficha ${unida}.`
  throw errors.field('IDENTIFICATION_USED', 'identificacion', said)
}

export const read = (tx: Tx, empresaId: EmpresaId, id: string): Promise<Persona> => catalogo.read(tx, PERSONAS, empresaId, id)

/** The known data of an identification: the person who has it, or the name in the documents they sent. */
export async function readConocida(
  tx: Tx,
  empresaId: EmpresaId,
  identificacion: Pick<PersonaForm, 'tipo_identificacion' | 'identificacion'>,
): Promise<PersonaConocida> {
  const known = await sql.findByIdentificacion(tx, empresaId, identificacion)
  if (!known) return { persona: null, nombre: (await sql.findEmisor(tx, empresaId, identificacion)) ?? null }
  const { id, identificacion: numero, razon_social, roles, activo } = await read(tx, empresaId, known.id)
  return { persona: { id, identificacion: numero, razon_social, roles, activo }, nombre: null }
}

/** Creates a person once for each key. */
export async function create(deps: Deps, tx: Tx, autor: AutorPersona, idempotencyKey: string, form: PersonaForm): Promise<PersonaGuardada> {
  const avisos = checkForm(form)
  requireCredito(autor, form)
  const take = async (id: string) => {
    await takeIdentificacion(tx, autor.empresaId, form, id)
    await countNuevos(deps, tx, autor, form.correos.length)
  }
  return { ...(await catalogo.create(tx, PERSONAS, autor, { idempotencyKey, form, row: rowOf(form), take })), avisos }
}

/** @throws 403 for support that would change the receiver of documents (O-14) */
export async function edit(
  deps: Deps,
  tx: Tx,
  autor: AutorPersona,
  id: string,
  { version, ...form }: PersonaForm & { version: number },
): Promise<PersonaGuardada> {
  const avisos = checkForm(form)
  const correos = lower(form.correos)
  const unida = await findUnida(tx, autor.empresaId, id, 'como otra')
  if (unida !== undefined) throw errors.field('MERGED', 'id', `No se puede editar: ${unida}. Edite la ficha que quedó.`)
  const tambien = await readTambien(tx, autor.empresaId, id)
  const take = async (before: Persona) => {
    if (currentActor() && correos.join() !== before.correos.join()) throw errors.closedToSupport()
    requireCredito(autor, form, before)
    if (before.identificacion !== form.identificacion || before.tipo_identificacion !== form.tipo_identificacion)
      await takeIdentificacion(tx, autor.empresaId, form, id)
    await countNuevos(deps, tx, autor, correos.filter((correo) => !before.correos.includes(correo)).length)
  }
  return { ...(await catalogo.edit(tx, PERSONAS, autor, { id, version }, { take, rowOf: () => rowOf(form, tambien) })), avisos }
}

/** Only for a person in no document; others can be deactivated. */
export const remove = (tx: Tx, autor: catalogo.Autor, id: string): Promise<void> => catalogo.remove(tx, PERSONAS, autor, [id])

/** @throws 404 and 422 as in every catalogue, 422 when another person has the identification by now, or its twin */
export const restore = (tx: Tx, autor: catalogo.Autor, ids: readonly string[]): Promise<void> =>
  catalogo.restore(tx, PERSONAS, autor, ids, async (personas) => {
    for (const persona of personas) await takeIdentificacion(tx, autor.empresaId, persona, persona.id)
  })

/** Check before a new person is stored. */
export type Alta = () => Promise<void>

/** For a form that mails nothing now: addresses of a new person count as those entered in the catalogue. @throws 429 */
export const altaContada =
  (
    deps: Pick<Deps, 'clock' | 'config'>,
    tx: Tx,
    autor: Pick<catalogo.Autor, 'empresaId' | 'usuarioId'>,
    { correos }: Pick<Comprador, 'correos'>,
  ): Alta =>
  () =>
    countNuevos(deps, tx, autor, lower(correos).length)

/**
 * The person of the receiver of a document, by identification or its cédula or RUC twin; a new one is stored with `rol`, after `alta`. A
 * known person keeps their data: the document has its own copy. Not for consumidor final.
 */
export async function ensurePersona(
  tx: Tx,
  empresaId: EmpresaId,
  comprador: Comprador,
  en: Date,
  rol: RolPersona = 'cliente',
  alta?: Alta,
): Promise<string> {
  const { tipo_identificacion: tipo, ...datos } = comprador
  if (tipo === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL) throw new RangeError('consumidor final is nobody in particular')
  const known = await sql.findByIdentificacion(tx, empresaId, comprador)
  if (known) return known.id
  await sql.lockIdentificacion(tx, empresaId, comprador.identificacion)
  const arrived = await sql.findByIdentificacion(tx, empresaId, comprador)
  if (arrived) return arrived.id
  // The person is locked before the places of its addresses, as in every document.
  await alta?.()
  const id = randomUUID()
  const row = rowOf({
    ...datos,
    tipo_identificacion: tipo,
    roles: [rol],
    telefonos: datos.telefono ? [datos.telefono] : [],
    direcciones: [],
    dias_credito: 0,
    limite_credito: null,
    lista_precios: null,
    activo: true,
  })
  if (!(await catalogo.insert(tx, PERSONAS, empresaId, id, row, en))) throw errors.conflict()
  return id
}

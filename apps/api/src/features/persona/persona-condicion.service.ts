import { randomUUID } from 'node:crypto'
import {
  CALIFICACION_PERSONA_LABEL,
  CALIFICACIONES_PERSONA,
  MAX_CONDICIONES_PERSONA,
  TIPO_CONTRIBUYENTE_LABEL,
  type CompraForm,
  type CondicionPersona,
  type CondicionPersonaForm,
  type CondicionProveedor,
  type CondicionesPersona,
} from '@yupana/contract'
import { addDays, displayFecha, fechaIn, isRucDeSociedad, REGIMEN_LABEL, RIMPE_DESDE, type Fecha } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors, type Problem } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.door.ts'
import type { Autor } from '../catalogo/catalogo.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import * as sql from './persona-condicion.sql.ts'
import { findUnida } from './persona-union.sql.ts'
import { read } from './persona.service.ts'
import { findByIdentificacion } from './persona.sql.ts'

// Kind and régimen of a person by day. A document keeps those it was made with.

/** How far ahead a change may be dated: the SRI announces a year's régimen before it begins. */
const DIAS_ADELANTE = 366

type Vigente = CondicionesPersona['hoy']
/** A person, or the supplier of a document. */
interface Identificada {
  tipo_identificacion: string
  identificacion: string
}

/** By the recorded kind; without one, by the RUC. */
export const isSociedad = (tipo: Vigente['tipo_contribuyente'], { tipo_identificacion, identificacion }: Identificada): boolean =>
  tipo === null ? isRucDeSociedad(tipo_identificacion, identificacion) : tipo === 'SOCIEDAD'

/** The qualifications that decide the withholding. */
export const calificacionesOf = ({ calificaciones }: Pick<Vigente, 'calificaciones'>) => ({
  especial: calificaciones.includes('CONTRIBUYENTE_ESPECIAL'),
  publico: calificaciones.includes('INSTITUCION_PUBLICA'),
  exportador: calificaciones.includes('EXPORTADOR_HABITUAL'),
})

/** The history of an identification on a day; undefined for an unknown person. */
async function findVigente(tx: Tx, empresaId: EmpresaId, proveedor: Identificada, dia: Fecha) {
  const known = await findByIdentificacion(tx, empresaId, proveedor)
  return known && { id: known.id, ...(await sql.condicionOn(tx, empresaId, known.id, dia)) }
}

/** A supplier as it was on a day. Without a régimen in its history, that of its last purchase; else the general one. */
export async function readProveedor(
  tx: Tx,
  session: Pick<SesionAbierta, 'empresaId' | 'ambiente'>,
  { fecha, ...proveedor }: Identificada & { fecha: Fecha },
): Promise<CondicionProveedor> {
  const known = await findVigente(tx, session.empresaId, proveedor, fecha)
  const regimen = known && (known.regimen ?? (await sql.regimenComprado(tx, session, known.id, fecha)))
  return {
    sociedad: isSociedad(known?.tipo_contribuyente ?? null, proveedor),
    regimen: regimen ?? 'GENERAL',
    ...calificacionesOf(known ?? { calificaciones: [] }),
  }
}

/** Gives a purchase read from a document without a régimen that of its supplier on its day, where the history has one. */
export async function withRegimen(tx: Tx, empresaId: EmpresaId, compra: CompraForm): Promise<CompraForm> {
  if (compra.regimen_proveedor !== 'GENERAL') return compra
  const known = await findVigente(tx, empresaId, compra.proveedor, compra.fecha_emision)
  return { ...compra, regimen_proveedor: known?.regimen ?? 'GENERAL' }
}

/** @throws 404 */
export async function readCondiciones(tx: Tx, { empresaId, en }: Pick<Autor, 'empresaId' | 'en'>, id: string): Promise<CondicionesPersona> {
  await read(tx, empresaId, id)
  const hoy = await sql.condicionOn(tx, empresaId, id, fechaIn(en))
  return { hoy, historia: await sql.listCondiciones(tx, empresaId, id) }
}

/** @throws 422 for a change that the law or the rest of the history does not allow */
function checkForm(
  form: CondicionPersonaForm,
  otras: readonly CondicionPersona[],
  hoy: Fecha,
  antes?: Pick<CondicionPersona, 'desde'>,
): void {
  const { desde, tipo_contribuyente: tipo, regimen, calificaciones } = form
  const problems: Problem[] = []
  const ultimo = addDays(hoy, DIAS_ADELANTE)
  if (desde !== null && desde > ultimo)
    problems.push({ campo: 'desde', message: `Anote cambios de hasta un año después de hoy: hasta el ${displayFecha(ultimo)}.` })
  // Records merged into one may each have a change of one day: the merged ones stay as they are.
  if (desde !== antes?.desde && otras.some((otra) => otra.desde === desde))
    problems.push({
      campo: 'desde',
      message:
        desde === null
          ? 'Ya hay una anotación sin fecha: corríjala, o escriba desde cuándo rige esta.'
          : `Ya hay un cambio desde el ${displayFecha(desde)}: corríjalo, o escriba otra fecha.`,
    })
  // A change may also only end the one in force the day before.
  const before = desde === null ? undefined : otras.find((otra) => otra.desde === null || otra.desde < desde)
  const says = calificaciones !== undefined && calificaciones.length + (before?.calificaciones.length ?? 0) > 0
  if (tipo === null && regimen === null && !says)
    problems.push({ campo: 'regimen', message: 'Elija el tipo, el régimen o una calificación.' })
  if (regimen !== null && regimen !== 'GENERAL' && desde !== null && desde < RIMPE_DESDE)
    problems.push({ campo: 'desde', message: `El RIMPE existe desde el ${displayFecha(RIMPE_DESDE)}.` })
  if (problems.length > 0) throw errors.invalid(problems)
}

/**
 * Changes a history. A new day on which a sociedad is negocio popular is refused; one that a union brought together stays.
 * @throws 422
 */
async function changing(tx: Tx, empresaId: EmpresaId, ficha: sql.Ficha, desde: readonly (Fecha | null)[], change: () => Promise<void>) {
  const dias = [...new Set([RIMPE_DESDE, ...desde.flatMap((dia) => (dia !== null && dia > RIMPE_DESDE ? [dia] : []))])].sort()
  const wrong = async () => {
    const found = await sql.negocioPopularOn(tx, empresaId, ficha.id, dias)
    return found.filter((one) => isSociedad(one.tipo_contribuyente, ficha)).map(({ dia }) => dia)
  }
  const before = await wrong()
  await change()
  const dia = (await wrong()).find((one) => !before.includes(one))
  if (dia === undefined) return
  const message = `Un negocio popular es siempre una persona natural, y el ${displayFecha(dia)} sería una sociedad.`
  throw errors.invalid([{ campo: 'regimen', message }])
}

const desdeOf = (rows: readonly Pick<CondicionPersona, 'desde'>[]) => rows.map(({ desde }) => desde)

/** A form without qualifications keeps these. */
const orderOf = (form: CondicionPersonaForm, { calificaciones }: Pick<Vigente, 'calificaciones'>): sql.Anotada => ({
  ...form,
  calificaciones: CALIFICACIONES_PERSONA.filter((one) => (form.calificaciones ?? calificaciones).includes(one)),
})

/** The change as the audit shows it. */
const toldOf = ({ desde, tipo_contribuyente: tipo, regimen, calificaciones }: sql.Anotada) => ({
  desde: desde ?? 'siempre',
  tipo_contribuyente: tipo && TIPO_CONTRIBUYENTE_LABEL[tipo],
  regimen: regimen && REGIMEN_LABEL[regimen],
  calificaciones:
    calificaciones.map((one) => CALIFICACION_PERSONA_LABEL[one]).join(', ') || (tipo === null && regimen === null ? 'ninguna' : null),
})
const said = (told: object) => Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null))

/** Stores a change once for each key. @throws 404, 422 */
export async function create(
  tx: Tx,
  autor: Autor,
  idempotencyKey: string,
  personaId: string,
  form: CondicionPersonaForm,
): Promise<CondicionesPersona> {
  const { empresaId, usuarioId, en } = autor
  const id = randomUUID()
  const contenido = { persona: personaId, ...form }
  const before = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'persona_condicion.crear', contenido, recursoId: id, en })
  if (before !== undefined) return readCondiciones(tx, autor, personaId)
  const ficha = await sql.lockFicha(tx, empresaId, personaId)
  if (!ficha) throw errors.notFound()
  const unida = await findUnida(tx, empresaId, personaId, 'como otra')
  if (unida !== undefined) throw errors.field('MERGED', 'id', `No se puede editar: ${unida}. Edite la ficha que quedó.`)
  const otras = await sql.listCondiciones(tx, empresaId, personaId)
  if (otras.length >= MAX_CONDICIONES_PERSONA)
    throw errors.invalid([
      { campo: 'desde', message: `Una persona tiene hasta ${MAX_CONDICIONES_PERSONA} cambios: quite los que no hacen falta.` },
    ])
  checkForm(form, otras, fechaIn(en))
  const nueva = orderOf(form, await sql.condicionOn(tx, empresaId, personaId, form.desde))
  await changing(tx, empresaId, ficha, desdeOf([nueva, ...otras]), () =>
    sql.insertCondicion(tx, { empresaId, personaId, id, usuarioId, en }, nueva),
  )
  await recordAuditoria(tx, { ...autor, accion: 'persona_condicion.crear', objeto: personaId, detalle: said(toldOf(nueva)) })
  return readCondiciones(tx, autor, personaId)
}

/** The change with the rest of its history, locked. @throws 404 */
async function takeCondicion(tx: Tx, empresaId: EmpresaId, id: string) {
  const dueno = await sql.findDueno(tx, empresaId, id)
  const ficha = dueno && (await sql.lockFicha(tx, empresaId, dueno.vigente))
  if (!ficha) throw errors.notFound()
  const historia = await sql.listCondiciones(tx, empresaId, ficha.id)
  const condicion = historia.find((one) => one.id === id)
  // The change was deleted meanwhile, or its person was merged or separated.
  if (!condicion) throw errors.conflict()
  return { ficha, condicion, otras: historia.filter((one) => one !== condicion) }
}

/** @throws 404, 409 when another user saved since `version` was read, 422 */
export async function edit(
  tx: Tx,
  autor: Autor,
  id: string,
  { version, ...form }: CondicionPersonaForm & { version: number },
): Promise<CondicionesPersona> {
  const { empresaId, usuarioId, en } = autor
  const { ficha, condicion, otras } = await takeCondicion(tx, empresaId, id)
  if (condicion.version !== version) throw errors.conflict()
  const nueva = orderOf(form, condicion)
  checkForm(nueva, otras, fechaIn(en), condicion)
  await changing(tx, empresaId, ficha, desdeOf([nueva, condicion, ...otras]), () =>
    sql.updateCondicion(tx, { empresaId, id, usuarioId, en }, nueva),
  )
  const detalle = changesOf(toldOf(condicion), toldOf(nueva))
  await recordAuditoria(tx, { ...autor, accion: 'persona_condicion.editar', objeto: ficha.id, detalle })
  return readCondiciones(tx, autor, ficha.id)
}

/** @throws 404, 409, 422 */
export async function remove(tx: Tx, autor: Autor, id: string): Promise<void> {
  const { ficha, condicion, otras } = await takeCondicion(tx, autor.empresaId, id)
  await changing(tx, autor.empresaId, ficha, desdeOf([condicion, ...otras]), () => sql.deleteCondicion(tx, autor.empresaId, id))
  await recordAuditoria(tx, { ...autor, accion: 'persona_condicion.eliminar', objeto: ficha.id, detalle: said(toldOf(condicion)) })
}

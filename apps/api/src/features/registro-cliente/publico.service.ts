import { DatosRegistro } from '@yupana/contract'
import { normalizeTexto, TIPO_IDENTIFICACION } from '@yupana/fiscal'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { readLogo } from '../empresa/empresa.door.ts'
import { reviewForm } from '../persona/persona.door.ts'
import { hashOf, untilOf } from './registro.service.ts'
import * as sql from './registro.sql.ts'

const TOKEN = /^[\w-]{43}$/
/** Mail fields of the form. */
export const CORREOS = ['correo', 'correo_2'] as const

export const CAMPOS = [
  'tipo_identificacion',
  'identificacion',
  'razon_social',
  ...CORREOS,
  'telefono',
  'direccion',
  'acepta',
  'visto',
] as const
export type Campo = (typeof CAMPOS)[number]
/** The form as typed. `visto`: the identification that was sent again in spite of the warning. */
export type Tecleado = Record<Campo, string>
/** The problem or warning of each field. */
export type Reparos = Partial<Record<Campo, string>>

const VACIO: Tecleado = {
  tipo_identificacion: TIPO_IDENTIFICACION.CEDULA,
  identificacion: '',
  razon_social: '',
  correo: '',
  correo_2: '',
  telefono: '',
  direccion: '',
  acepta: '',
  visto: '',
}

type PublicoDeps = Pick<Deps, 'db' | 'clock'>

async function requireEnlace({ db }: PublicoDeps, token: string): Promise<sql.Cual> {
  const found = TOKEN.test(token) ? await sql.findByEnlace(db, hashOf(token)) : undefined
  if (!found) throw errors.linkInvalid()
  return found
}

const isOpen = async ({ clock }: PublicoDeps, tx: Tx, cual: sql.Cual): Promise<boolean> =>
  (await sql.readRegistro(tx, cual, clock.now()))?.recibido_en === null

/** The company that asks, and an empty form. @throws 404 alike for a used, revoked, expired or unknown link */
export async function readPublico(deps: PublicoDeps, token: string) {
  const cual = await requireEnlace(deps, token)
  return inEmpresa(deps.db, cual.empresaId, async (tx) => {
    if (!(await isOpen(deps, tx, cual))) throw errors.linkInvalid()
    return { anfitrion: await sql.readAnfitrion(tx, cual.empresaId), tecleado: VACIO, reparos: {} as Reparos }
  })
}
export type Publico = Awaited<ReturnType<typeof readPublico>>

/** @throws 404 as `readPublico`, and without a logo */
export async function logoPublico(deps: PublicoDeps, token: string): Promise<{ tipo: string; bytes: Buffer }> {
  const cual = await requireEnlace(deps, token)
  return inEmpresa(deps.db, cual.empresaId, async (tx) => {
    const { logo, logo_tipo: tipo } = await readLogo(tx, cual.empresaId)
    if (!logo || !(await isOpen(deps, tx, cual))) throw errors.linkInvalid()
    return { tipo: tipo ?? 'application/octet-stream', bytes: logo }
  })
}

/** Known fields of the form; other fields are ignored. */
const tecleadoOf = (body: Readonly<Record<string, unknown>>): Tecleado =>
  Object.fromEntries(CAMPOS.map((campo) => [campo, normalizeTexto(typeof body[campo] === 'string' ? body[campo] : '')])) as Tecleado

/** The field of the page for a part of the form. */
function campoOf([name, at]: readonly PropertyKey[], filled: readonly Campo[]): Campo {
  if (name === 'correos') return filled[Number(at ?? 0)] ?? 'correo'
  if (name === 'telefonos') return 'telefono'
  return CAMPOS.find((campo) => campo === name) ?? 'razon_social'
}

/** The data to store, or the problems of the fields. Known persons are not looked up, so that the form reveals none. */
function datosOf(tecleado: Tecleado): { datos: DatosRegistro } | { reparos: Reparos } {
  const { tipo_identificacion, identificacion, razon_social, telefono, direccion, acepta, visto } = tecleado
  const reparos: Reparos = acepta === 'si' ? {} : { acepta: 'Marque la casilla para poder enviar sus datos.' }
  const filled = CORREOS.filter((campo) => tecleado[campo] !== '')
  const parsed = DatosRegistro.safeParse({
    tipo_identificacion,
    identificacion,
    // Capitals, as the SRI writes names.
    razon_social: razon_social.toLocaleUpperCase('es'),
    correos: filled.map((campo) => tecleado[campo]),
    telefonos: telefono === '' ? [] : [telefono],
    direccion,
  })
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) reparos[campoOf(path, filled)] ??= message
    return { reparos }
  }
  const { problems, avisos } = reviewForm(parsed.data)
  for (const { campo = '', message } of problems) reparos[campoOf([campo], filled)] ??= message
  if (problems.length === 0 && visto !== identificacion)
    for (const { message } of avisos) reparos.visto = `${message} Si está bien, envíe otra vez.`
  return Object.keys(reparos).length > 0 ? { reparos } : { datos: parsed.data }
}

/** Stores the typed data, once: undefined when stored, or the form again. @throws 404 as `readPublico` */
export async function sendPublico(deps: PublicoDeps, token: string, body: Readonly<Record<string, unknown>>): Promise<Publico | undefined> {
  const cual = await requireEnlace(deps, token)
  const { empresaId, id } = cual
  const tecleado = tecleadoOf(body)
  const typed = datosOf(tecleado)
  return inEmpresa(deps.db, empresaId, async (tx) => {
    if ('reparos' in typed) {
      if (!(await isOpen(deps, tx, cual))) throw errors.linkInvalid()
      const visto = typed.reparos.visto === undefined ? tecleado.visto : tecleado.identificacion
      return { anfitrion: await sql.readAnfitrion(tx, empresaId), tecleado: { ...tecleado, visto }, reparos: typed.reparos }
    }
    const en = deps.clock.now()
    if (await sql.receive(tx, cual, typed.datos, { en, hasta: untilOf(en) }))
      await recordAuditoria(tx, { empresaId, usuarioId: null, en, accion: 'registro_cliente.recibir', objeto: id, detalle: {} })
    // A button pressed twice sends the same data twice.
    else if (!(await sql.isSame(tx, cual, typed.datos))) throw errors.linkInvalid()
    return undefined
  })
}

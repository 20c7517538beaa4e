import { PUERTO_BUZON, type Buzon, type BuzonAjuste, type BuzonEstado, type BuzonForm } from '@yupana/contract'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { contextoBuzon } from '../../secretos/contextos.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.door.ts'
import { readVendedores } from '../comprobante/identidad/identidad.door.ts'
import { BuzonError } from './buzon-error.ts'
import * as sql from './buzon.sql.ts'
import { withCarpeta } from './conexion.ts'

/** Refusals shown. */
const RECHAZOS = 20

const VACIO = {
  version: 0,
  activo: false,
  servidor: '',
  puerto: PUERTO_BUZON.TLS,
  seguridad: 'TLS',
  usuario: '',
  carpeta: 'INBOX',
} as const
const SIN_LEER: BuzonEstado = {
  activo: false,
  leyendo: false,
  leido_en: null,
  documentos: 0,
  fallo: null,
  fallo_en: null,
  proximo_en: null,
}

type EstadoRow = NonNullable<Awaited<ReturnType<typeof sql.readEstado>>>

const estadoOf = ({ turno, ...estado }: EstadoRow, ahora: Date): BuzonEstado => ({
  activo: estado.activo,
  leyendo: turno !== null || (estado.proximo_en !== null && new Date(estado.proximo_en) <= ahora),
  leido_en: estado.leido_en,
  documentos: estado.documentos,
  fallo: estado.fallo,
  fallo_en: estado.fallo_en,
  proximo_en: estado.proximo_en,
})

export async function read({ clock }: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId): Promise<Buzon> {
  const found = await sql.readBuzon(tx, empresaId)
  if (!found) return { ...VACIO, guardado: null, estado: SIN_LEER, rechazos: [] }
  const { version, activo, servidor, puerto, seguridad, usuario, carpeta, usuario_id: usuarioId, en } = found
  return {
    ...{ version, activo, servidor, puerto, seguridad, usuario, carpeta },
    guardado: { usuario: (await readVendedores(tx)).get(usuarioId) ?? '', en },
    estado: estadoOf(found, clock.now()),
    rechazos: await sql.listRechazos(tx, empresaId, RECHAZOS),
  }
}

export async function readEstado({ clock }: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId): Promise<BuzonEstado | null> {
  const found = await sql.readEstado(tx, empresaId)
  return found ? estadoOf(found, clock.now()) : null
}

type Lugar = Pick<BuzonAjuste, 'servidor' | 'puerto' | 'seguridad' | 'usuario'>
/** Whether the password goes to the same server: a stored one is sent nowhere else. */
const sameLugar = (a: Lugar, b: Lugar): boolean =>
  a.servidor.toLowerCase() === b.servidor.toLowerCase() && a.puerto === b.puerto && a.seguridad === b.seguridad && a.usuario === b.usuario

const said = ({ activo, servidor, puerto, seguridad, usuario, carpeta }: BuzonAjuste | sql.Ajuste) => ({
  ...{ activo, servidor, puerto, seguridad, usuario, carpeta },
})
const NADA = { activo: false, servidor: null, puerto: null, seguridad: null, usuario: null, carpeta: null }

const requireContrasena = () => errors.mailboxPassword()

/** @throws 409 when another user saved in between, 422 without a password for another server or user */
export async function save(deps: Deps, tx: Tx, session: SesionAbierta, { version, ...form }: BuzonForm): Promise<Buzon> {
  const { empresaId, usuarioId } = session
  const en = deps.clock.now()
  const before = await sql.lockBuzon(tx, empresaId)
  if ((before?.version ?? 0) !== version) throw errors.conflict()
  const { contrasena, ...ajuste } = form
  const isSame = before !== undefined && sameLugar(before, form)
  if (contrasena === '' && !isSame) throw requireContrasena()
  const sealed = contrasena === '' && before ? before.contrasena : deps.sobre.sellarCorto(Buffer.from(contrasena), contextoBuzon(empresaId))
  const values = { ...ajuste, contrasena: sealed, version: version + 1, usuario_id: usuarioId, en, proximo_en: form.activo ? en : null }
  const isOther = !isSame || before.carpeta !== form.carpeta
  if (before) await sql.updateBuzon(tx, empresaId, values, isOther)
  else if (!(await sql.insertBuzon(tx, empresaId, values))) throw errors.conflict()
  if (isOther) await sql.deleteRechazos(tx, empresaId)
  const detalle = { ...changesOf<object>(before ? said(before) : NADA, said(form)), ...(contrasena !== '' && { contrasena: 'nueva' }) }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'buzon.editar', detalle })
  return read(deps, tx, empresaId)
}

/** @throws 404 when there is none */
export async function remove({ clock }: Pick<Deps, 'clock'>, tx: Tx, { empresaId, usuarioId }: SesionAbierta): Promise<void> {
  const before = await sql.lockBuzon(tx, empresaId)
  if (!before) throw errors.notFound()
  await sql.deleteBuzon(tx, empresaId)
  await sql.deleteRechazos(tx, empresaId)
  const detalle = { servidor: before.servidor, usuario: before.usuario }
  await recordAuditoria(tx, { empresaId, usuarioId, en: clock.now(), accion: 'buzon.quitar', detalle })
}

/** Signs in and counts mails; nothing is stored. @throws 422 with the reason, at its field */
export async function probar(deps: Deps, empresaId: EmpresaId, form: BuzonAjuste): Promise<{ correos: number }> {
  const contrasena = form.contrasena === '' ? await keptContrasena(deps, empresaId, form) : form.contrasena
  try {
    const { enRedInterna } = deps.config.buzon
    return await withCarpeta({ ...form, contrasena }, { enRedInterna }, ({ correos }) => Promise.resolve({ correos }))
  } catch (error) {
    throw error instanceof BuzonError ? errors.mailbox(error.campo, error.message) : error
  }
}

async function keptContrasena({ db, sobre }: Deps, empresaId: EmpresaId, form: BuzonAjuste): Promise<string> {
  const kept = await inEmpresa(db, empresaId, (tx) => sql.readBuzon(tx, empresaId))
  if (!kept || !sameLugar(kept, form)) throw requireContrasena()
  return sobre.abrirCorto(kept.contrasena, contextoBuzon(empresaId)).toString()
}

/** @throws 404 when no mailbox is read */
export async function leer({ clock }: Pick<Deps, 'clock'>, tx: Tx, empresaId: EmpresaId): Promise<BuzonEstado> {
  await sql.hurry(tx, empresaId, clock.now())
  const estado = await readEstado({ clock }, tx, empresaId)
  if (!estado?.activo) throw errors.notFound()
  return estado
}

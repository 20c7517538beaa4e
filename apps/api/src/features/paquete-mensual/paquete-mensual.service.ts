import { randomUUID } from 'node:crypto'
import type { Paquete, PaqueteForm } from '@yupana/contract'
import { addDays, addMonths, fechaIn, firstOfMonth, nombrePeriodoFiscal, type Fecha } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, errors } from '../../errors.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { log } from '../../proceso/log.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.door.ts'
import { countCartas, countDeEmpresa, countDestinatarios, enLinea, medioDe, postCarta } from '../carta/carta.door.ts'
import { readVendedores } from '../comprobante/identidad/identidad.door.ts'
import { cuentaOf } from '../correo/correo.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import * as sql from './paquete-mensual.sql.ts'

// The setting belongs to the company: it stays when the user who saved it leaves, shows his name, and every change and package is in the
// audit.

/** Packages shown. */
const ENVIOS = 12
/** The day in the form before the first save. */
const DIA_INICIAL = 5

export const mesText = (mes: Fecha): string => nombrePeriodoFiscal({ desde: mes, meses: 1 }).toLowerCase()

/** The day of the next package: in this month, unless its day was over when it was set, or the package was sent already. */
export function proximoEnvio({ activo, dia, desde }: sql.Ajuste, ultimo: Fecha | null, hoy: Fecha): Fecha | null {
  if (!activo) return null
  const mes = firstOfMonth(hoy)
  const este = addDays(mes, dia - 1)
  const isGone = ultimo !== null && ultimo >= addMonths(mes, -1)
  return este >= desde && !isGone ? este : addDays(addMonths(mes, 1), dia - 1)
}

export async function read({ clock, config }: Pick<Deps, 'clock' | 'config'>, tx: Tx, empresaId: EmpresaId): Promise<Paquete> {
  const ajuste = await sql.readAjuste(tx, empresaId)
  const ultimo = await sql.ultimoProgramado(tx, empresaId)
  const envios = await sql.listEnvios(tx, empresaId, ENVIOS)
  const nombres = await readVendedores(tx)
  const { ambiente } = await sql.readEmpresa(tx, empresaId)
  return {
    version: ajuste?.version ?? 0,
    activo: ajuste?.activo ?? false,
    dia: ajuste?.dia ?? DIA_INICIAL,
    correos: ajuste?.correos ?? [],
    guardado: ajuste ? { usuario: nombres.get(ajuste.usuario_id) ?? '', en: ajuste.en } : null,
    proximo: ajuste ? proximoEnvio(ajuste, ultimo, fechaIn(clock.now())) : null,
    cuenta: cuentaOf(config, ambiente),
    envios: envios.map(({ usuario_id: usuarioId, ...envio }) => ({
      ...envio,
      usuario: usuarioId === null ? null : (nombres.get(usuarioId) ?? ''),
    })),
  }
}

const said = ({ activo, dia, correos }: Pick<sql.Ajuste, 'activo' | 'dia' | 'correos'>) => ({ activo, dia, correos })
const NADA = { activo: false, dia: DIA_INICIAL, correos: [] }

/** @throws 409 when another user saved in between */
export async function save(deps: Deps, tx: Tx, session: SesionAbierta, form: PaqueteForm): Promise<Paquete> {
  const { empresaId, usuarioId } = session
  const { version, activo, dia } = form
  const en = deps.clock.now()
  const before = await sql.readAjuste(tx, empresaId)
  if ((before?.version ?? 0) !== version) throw errors.conflict()
  const correos = [...new Set(form.correos.map((correo) => correo.toLowerCase()))]
  const goesOn = before !== undefined && before.activo && before.dia === dia
  const ajuste = { activo, dia, correos, desde: goesOn ? before.desde : fechaIn(en), usuario_id: usuarioId, en }
  if (!(await sql.saveAjuste(tx, empresaId, { ...ajuste, version }))) throw errors.conflict()
  const detalle = changesOf(said(before ?? NADA), said(ajuste))
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'paquete_mensual.editar', detalle })
  return read(deps, tx, empresaId)
}

type PostDeps = Pick<Deps, 'config' | 'clock' | 'sobre'>

interface Envio {
  id: string
  mes: Fecha
  correos: string[]
  /** Null for an automatic package. */
  usuarioId: string | null
}

/** Queues its letters, in the transaction that stores it as sent. False when the month was sent automatically before. @throws 429 */
async function post(deps: PostDeps, tx: Tx, empresaId: EmpresaId, { id, mes, correos, usuarioId }: Envio): Promise<boolean> {
  const en = deps.clock.now()
  const { nombreComercial, razonSocial, ambiente } = await sql.readEmpresa(tx, empresaId)
  const estado = medioDe(deps.config, ambiente) === 'SMTP' ? 'PENDIENTE' : 'BANDEJA'
  const envio = { id, mes, ambiente, correos, usuario_id: usuarioId, estado, creado_en: en } as const
  if (!(await sql.insertEnvio(tx, empresaId, envio))) return false
  if (usuarioId === null) await countDeEmpresa(deps, tx, empresaId, correos.length)
  else await countDestinatarios(deps, tx, { empresaId, usuarioId }, correos.length)
  await countCartas(deps, tx, LIMITES.paqueteCorreo, empresaId, correos)
  const asunto = enLinea(`Paquete mensual de ${mesText(mes)} de ${nombreComercial ?? razonSocial}`)
  const texto = 'Los comprobantes, los borradores y los defectos del mes se preparan cuando este correo se envía.\n'
  for (const para of correos) await postCarta(deps, tx, { para, asunto, texto, ambiente, paquete: { empresaId, id } })
  const detalle = { mes: mes.slice(0, 7), correos }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'paquete_mensual.enviar', objeto: id, detalle })
  return true
}

/** Sends the package of a month now, once for each key. @throws 422, 429 */
export async function send(deps: Deps, tx: Tx, session: SesionAbierta, idempotencyKey: string, pedido: { mes: string }): Promise<Paquete> {
  const { empresaId, usuarioId } = session
  const en = deps.clock.now()
  const id = randomUUID()
  const mes = `${pedido.mes}-01`
  const envio = { accion: 'paquete_mensual.enviar', contenido: pedido, recursoId: id }
  if ((await claim(tx, { empresaId, usuarioId, idempotencyKey, en, ...envio })) !== undefined) return read(deps, tx, empresaId)
  if (mes > fechaIn(en)) throw errors.field('PERIODO', 'mes', `${nombrePeriodoFiscal({ desde: mes, meses: 1 })} todavía no empieza.`)
  const ajuste = await sql.lockAjuste(tx, empresaId)
  if (!ajuste || ajuste.correos.length === 0) throw errors.packageToNobody()
  if (await sql.hasPendiente(tx, empresaId, mes)) throw errors.packageOnItsWay(mesText(mes))
  await post(deps, tx, empresaId, { id, mes, correos: ajuste.correos, usuarioId })
  return read(deps, tx, empresaId)
}

/** Queues one company's package of the month before, if the setting still wants it. */
async function postDue(deps: PostDeps, tx: Tx, empresaId: EmpresaId, hoy: Fecha): Promise<void> {
  const ajuste = await sql.readAjuste(tx, empresaId)
  if (!ajuste?.activo) return
  const mes = addMonths(firstOfMonth(hoy), -1)
  await post(deps, tx, empresaId, { id: randomUUID(), mes, correos: ajuste.correos, usuarioId: null })
}

/** Queues every package that is due, once for all workers; the limit or failure of one company stops no other. */
export async function postPaquetes(deps: PostDeps & Pick<Deps, 'db'>): Promise<void> {
  const hoy = fechaIn(deps.clock.now())
  for (const empresaId of await sql.porEnviar(deps.db, hoy))
    try {
      await inEmpresa(deps.db, empresaId, (tx) => postDue(deps, tx, empresaId, hoy))
    } catch (error) {
      if (error instanceof AppError) log.warn('monthly package waits', { empresa: empresaId, code: error.code })
      else log.error('monthly package not posted', error, { empresa: empresaId })
    }
}

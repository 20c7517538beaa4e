import { randomUUID } from 'node:crypto'
import type { DeclaracionFila, Papel, PapelForm } from '@yupana/contract'
import {
  add,
  displayFecha,
  fechaIn,
  FORMULARIOS,
  mesesDeDeclaracion,
  nombrePeriodoFiscal,
  periodoFiscalDe,
  valorDe,
  vencimientoDelPeriodo,
  type CodigoFormulario,
  type Fecha,
  type MarcaVenta,
  type PeriodoFiscal,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { readCondiciones, type Condicion } from '../comprobante/armado/armado.door.ts'
import { readVendedores } from '../comprobante/identidad/identidad.door.ts'
import { compradaOf } from './comprada.service.ts'
import { declaradaKeyOf, readCompradas } from './comprada.sql.ts'
import { checkPeriodo, cualOf, readPeriodicidad, type Pedido } from './cual.service.ts'
import * as sql from './declaracion.sql.ts'
import {
  aPagarDe,
  calcularDe,
  calcularPapel,
  huellaDe,
  readPapel,
  readPeriodo,
  type Declarante,
  type DelPeriodo,
  type Quien,
} from './papel.service.ts'
import { bloqueoOf, calcularPorPresentar, presentar } from './presentar.service.ts'
import { readVentasPorPeriodo } from './venta-mes.service.ts'

/** Periods of a year that have begun, by form, the latest first. */
function periodosDe(anio: number, hoy: Fecha, formulario: CodigoFormulario, condiciones: readonly Condicion[]): PeriodoFiscal[] {
  const meses = Array.from({ length: 12 }, (_, mes) => `${anio}-${String(mes + 1).padStart(2, '0')}-01`)
  const periodos = meses.map((dia) => periodoFiscalDe(dia, mesesDeDeclaracion(formulario, condiciones, dia)))
  const unicos = new Map(periodos.map((periodo) => [periodo.codigo, periodo]))
  return [...unicos.values()].filter(({ desde }) => desde <= hoy).reverse()
}

/** Sums of each period, read once for all its forms; sales, the largest part, come from what is kept. */
async function readPeriodos(tx: Tx, { empresaId, ambiente }: Quien, periodos: ReadonlyMap<string, PeriodoFiscal>, hoy: Fecha) {
  const ventas = await readVentasPorPeriodo(tx, { empresaId, ambiente }, [...periodos.values()], hoy)
  const leidos = new Map<string, DelPeriodo>()
  for (const [codigo, periodo] of periodos) leidos.set(codigo, await readPeriodo(tx, { empresaId, ambiente, periodo }, ventas.get(codigo)))
  return leidos
}

/** «Declaraciones Realizadas»: every period of a year since the first document, with those bought and filed, and figures. */
export async function listDeclaraciones({ clock }: Pick<Deps, 'clock'>, tx: Tx, quien: Quien, anio: number): Promise<DeclaracionFila[]> {
  const hoy = fechaIn(clock.now())
  const { condiciones } = await readCondiciones(tx, quien.empresaId)
  const primero = (await sql.readPrimerDia(tx, quien)) ?? hoy
  const dias = { desde: `${anio}-01-01`, hasta: `${anio}-12-31` }
  const compradas = new Map((await readCompradas(tx, quien.empresaId, dias)).map((one) => [declaradaKeyOf(one), one]))
  const filed = await sql.readFiled(tx, quien, dias)
  const periodos = FORMULARIOS.flatMap((formulario) => {
    const suyos = periodosDe(anio, hoy, formulario, condiciones).filter(({ hasta }) => hasta >= primero)
    // Includes periods of a length the company no longer declares by.
    const tomados = [...compradas.values(), ...filed]
      .filter((one) => one.formulario === formulario)
      .map(({ desde, meses }) => periodoFiscalDe(desde, meses === 6 ? 6 : 1))
    return [...new Map([...suyos, ...tomados].map((periodo) => [periodo.codigo, periodo])).values()].map((periodo) => ({
      formulario,
      periodo,
    }))
  })
  const delPeriodo = await readPeriodos(tx, quien, new Map(periodos.map(({ periodo }) => [periodo.codigo, periodo])), hoy)
  const filas: DeclaracionFila[] = []
  for (const { formulario, periodo } of periodos) {
    const cual = { empresaId: quien.empresaId, ambiente: quien.ambiente, formulario, periodo }
    const leido = delPeriodo.get(periodo.codigo)
    if (!leido) continue
    const { presentadas, valores, estado } = await calcularDe(tx, quien, cual, hoy, leido)
    const [last] = presentadas
    const declarado = last?.valores ?? valores
    const comprada = compradas.get(declaradaKeyOf({ formulario, ...periodo }))
    filas.push({
      formulario,
      periodo: periodo.codigo,
      nombre: nombrePeriodoFiscal(periodo),
      desde: periodo.desde,
      hasta: periodo.hasta,
      vence: vencimientoDelPeriodo(formulario, periodo, quien.ruc, condiciones),
      estado,
      a_pagar: aPagarDe(formulario, declarado),
      credito: formulario === '104' ? add(valorDe(declarado, '615'), valorDe(declarado, '617')) : null,
      declarada_en: last?.declarada_en ?? null,
      numero_sri: last?.numero_sri ?? null,
      presentada: last ? { n: last.n, con_ats: last.con_ats } : null,
      comprada: comprada ? compradaOf(comprada) : null,
    })
  }
  return filas.toSorted((a, b) => (a.desde === b.desde ? 0 : a.desde < b.desde ? 1 : -1))
}

export const papel = (deps: Pick<Deps, 'clock'>, tx: Tx, quien: Declarante, pedido: Pedido): Promise<Papel> => {
  const ahora = deps.clock.now()
  return readPapel(tx, quien, cualOf(quien, pedido, fechaIn(ahora)), ahora)
}

/** @throws 409 when somebody else saved it meanwhile */
function requireVersion(guardada: sql.DeclaracionGuardada | undefined, version: number): void {
  if ((guardada?.version ?? 0) !== version) throw errors.conflict()
}

/** Stores what a person typed: adjustments with their reason, and earlier balances. @throws 409, 422 */
export async function save({ clock }: Pick<Deps, 'clock'>, tx: Tx, quien: Quien, form: PapelForm): Promise<Papel> {
  const en = clock.now()
  const cual = cualOf(quien, form, fechaIn(en))
  await sql.lockPapel(tx, cual)
  const guardada = await sql.findDeclaracion(tx, cual)
  requireVersion(guardada, form.version)
  const id = guardada?.id ?? randomUUID()
  const digitado = { ajustes: form.ajustes, saldos: form.saldos, difiere: form.difiere, en }
  if (guardada) await sql.updateDeclaracion(tx, quien.empresaId, id, digitado)
  else await sql.insertDeclaracion(tx, cual, id, digitado)
  const { valores } = await calcularPapel(tx, quien, cual, fechaIn(en))
  const beyond = form.ajustes.findIndex(({ casillero }) => valorDe(valores, casillero) < 0)
  if (beyond >= 0)
    throw errors.field(
      'AJUSTE',
      `ajustes.${beyond}.monto`,
      `El ajuste es mayor que el casillero ${form.ajustes[beyond]?.casillero}: no puede quedar negativo.`,
    )
  const { formulario, periodo } = form
  const casilleros = form.ajustes.map(({ casillero }) => casillero)
  await note(tx, quien, en, 'declaracion.ajustar', { formulario, periodo, casilleros })
  return readPapel(tx, quien, cual, en)
}

const note = (tx: Tx, { empresaId, usuarioId }: Quien, en: Date, accion: string, detalle: Record<string, unknown>, objeto?: string) =>
  recordAuditoria(tx, { empresaId, usuarioId, en, accion, detalle, objeto })

interface Declarar extends Pedido {
  version: number
  huella: string
  con_defectos: boolean
  electronicas: 'SI' | 'NO'
}

/**
 * Files the figures that the person saw; after a change they replace the earlier ones. A reopened period without change is only closed.
 * @throws 409, 422
 */
export async function declarar({ clock }: Pick<Deps, 'clock'>, tx: Tx, quien: Quien, pedido: Declarar): Promise<Papel> {
  const en = clock.now()
  const hoy = fechaIn(en)
  const cual = cualOf(quien, pedido, hoy)
  if (cual.periodo.hasta >= hoy)
    throw errors.field('PERIODO', 'periodo', `El período termina el ${displayFecha(cual.periodo.hasta)}: hasta entonces no se declara.`)
  const calculado = await calcularPorPresentar(tx, quien, cual, hoy)
  checkPeriodo(cual, await readPeriodicidad(tx, quien))
  const { guardada, presentadas, defectos, diferencias } = calculado
  const [last] = presentadas
  const isSame = last !== undefined && diferencias.length === 0
  if (isSame && (await sql.readMesesCerrados(tx, cual)).length === cual.periodo.meses)
    throw errors.alreadyFiled(
      (await readVendedores(tx)).get(last.usuario_id) ?? 'otra persona',
      displayFecha(fechaIn(new Date(last.declarada_en))),
    )
  requireVersion(guardada, pedido.version)
  if (huellaDe(cual, calculado).toString('hex') !== pedido.huella) throw errors.figuresChanged()
  if (isSame) {
    await sql.closeMeses(tx, cual, quien.usuarioId, en)
    await note(tx, quien, en, 'declaracion.cerrar', { formulario: pedido.formulario, periodo: pedido.periodo })
    return readPapel(tx, quien, cual, en)
  }
  const blocking = bloqueoOf(calculado)
  if (blocking) throw errors.field('DEFECTO', blocking.codigo, blocking.texto)
  if (defectos.length > 0 && !pedido.con_defectos)
    throw errors.field('DEFECTO', 'con_defectos', 'El período tiene defectos: resuélvalos o confirme que declara con ellos.')
  await presentar(tx, quien, cual, calculado, { en, electronicas: pedido.electronicas === 'SI' })
  return readPapel(tx, quien, cual, en)
}

/** Reopens the months of a period: later changes show as a difference. @throws 422 where none is closed */
export async function reopen(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  quien: Quien,
  { motivo, ...pedido }: Pedido & { motivo: string },
): Promise<Papel> {
  const en = clock.now()
  const cual = cualOf(quien, pedido, fechaIn(en))
  await sql.lockPapel(tx, cual)
  if ((await sql.openMeses(tx, cual)) === 0)
    throw errors.field('NOT_CLOSED', 'periodo', 'El período no está cerrado: sus compras ya pueden cambiar.')
  await note(tx, quien, en, 'declaracion.reabrir', { ...pedido, motivo })
  return readPapel(tx, quien, cual, en)
}

interface Acuse extends Pedido {
  n: number
  numero: string
  fecha: Fecha
}

/** Stores number and day of the SRI's receipt. @throws 404, 422 */
export async function saveAcuse(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  quien: Quien,
  { n, numero, fecha, ...pedido }: Acuse,
): Promise<Papel> {
  const en = clock.now()
  const cual = cualOf(quien, pedido, fechaIn(en))
  if (fecha > fechaIn(en) || fecha <= cual.periodo.hasta)
    throw errors.field('FECHA', 'fecha', 'La fecha del comprobante va entre el fin del período y hoy.')
  const guardada = await sql.findDeclaracion(tx, cual)
  if (!guardada || !(await sql.updateAcuse(tx, quien.empresaId, guardada.id, { n, numero, fecha }))) throw errors.notFound()
  await note(tx, quien, en, 'declaracion.acuse', { ...pedido, n, numero })
  return readPapel(tx, quien, cual, en)
}

/** Marks a factura as a kind of sale. @throws 404 when it is none of the company's present environment */
export async function mark(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  quien: Quien,
  { documento_id: id, marca }: { documento_id: string; marca: MarcaVenta | null },
): Promise<void> {
  const en = clock.now()
  if (!(await sql.isVenta(tx, quien, id))) throw errors.notFound()
  if (marca === null) await sql.deleteMarca(tx, quien.empresaId, id)
  else await sql.saveMarca(tx, quien.empresaId, id, marca, quien.usuarioId, en)
  await note(tx, quien, en, 'declaracion.marcar', { marca }, id)
}

import { randomUUID } from 'node:crypto'
import type { Pago, PagoCarteraForm } from '@yupana/contract'
import { dineroOf, displayFecha, displayMonto, fechaIn, fitsDecimals, negate, receptorKey, sizeOf, sum, type Monto } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { notePago } from '../caja/caja.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { lockNombre, readPersona, type PersonaLeida } from './cuenta.sql.ts'
import { deLado } from './lado.ts'
import * as libro from './libro.sql.ts'
import { read } from './pago-lectura.service.ts'
import * as sql from './pago.sql.ts'
import { sendAlone, type Cobrado } from './recibo-correo.service.ts'

type Clocked = Pick<Deps, 'clock'>
type MailDeps = Pick<Deps, 'clock' | 'config' | 'sobre'>

/** Registers a payment, once for each key. */
export async function create(
  deps: MailDeps,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  form: PagoCarteraForm,
): Promise<Cobrado> {
  const { empresaId, usuarioId } = session
  const id = randomUUID()
  const en = deps.clock.now()
  const used = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'pago.crear', contenido: form, recursoId: id, en })
  if (used !== undefined) return read(tx, session, used)
  await register(tx, session, { id, en }, form)
  return sendAlone(deps, tx, session, await read(tx, session, id))
}

/** An account and the amount applied to it, with its field of the form. */
interface Aplicada {
  cuenta: libro.CuentaTomada
  valor: Monto
}

/** The problems of a form before any account is read. */
function problemsOf({ fecha, aplicaciones, metodos, anticipo, persona_id: persona }: PagoCarteraForm, hoy: string): Problem[] {
  const problems: Problem[] = []
  const add = (campo: string, message: string) => void problems.push({ campo, message })
  if (fecha !== undefined && fecha > hoy) add('fecha', 'La fecha del pago no puede ser futura.')
  if (aplicaciones.length === 0 && anticipo === 0) add('aplicaciones', 'Elija qué se paga, o escriba un anticipo.')
  if (anticipo > 0 && persona === undefined) add('persona_id', 'Diga de quién es el anticipo.')
  const cents = 'El valor lleva máximo dos decimales.'
  if (!fitsDecimals(anticipo)) add('anticipo', cents)
  metodos.forEach(({ valor }, at) => void (fitsDecimals(valor) || add(`metodos.${at}.valor`, cents)))
  aplicaciones.forEach(({ cuenta_id: id, valor }, at) => {
    if (!fitsDecimals(valor)) add(`aplicaciones.${at}.valor`, cents)
    if (aplicaciones.findIndex((one) => one.cuenta_id === id) !== at)
      add(`aplicaciones.${at}.cuenta_id`, 'Este documento ya está en el pago.')
  })
  return problems
}

/** The problem of a balance that changed sides: the document was credited or voided meanwhile, or that was reversed. */
const ladoOf = (numero: string, saldo: Monto): string =>
  saldo < 0
    ? `El documento ${numero} ya no se debe: tiene ${displayMonto(negate(saldo))} a favor. Recargue y vuelva a registrar.`
    : `El documento ${numero} ya no tiene saldo a favor: se deben ${displayMonto(saldo)}. Recargue y vuelva a registrar.`

/** The problems besides the debt, once the accounts are locked. */
function problemsOfCuentas(
  form: PagoCarteraForm & { fecha: string },
  tomadas: readonly libro.CuentaTomada[],
  persona: PersonaLeida | undefined,
): Problem[] {
  const problems: Problem[] = []
  const add = (campo: string, message: string) => void problems.push({ campo, message })
  const first = tomadas.find(({ id }) => id === form.aplicaciones[0]?.cuenta_id)
  const terceroClave = persona ? receptorKey(persona.tipo_identificacion, persona.identificacion) : first?.tercero_clave
  form.aplicaciones.forEach(({ cuenta_id: id, valor, a_favor: isFavor }, at) => {
    const cuenta = tomadas.find((one) => one.id === id)
    if (!cuenta) return add(`aplicaciones.${at}.cuenta_id`, 'El documento no existe.')
    if (cuenta.sentido !== form.sentido)
      return add(
        `aplicaciones.${at}.cuenta_id`,
        form.sentido === 'COBRAR' ? 'Este documento se paga, no se cobra.' : 'Este documento se cobra, no se paga.',
      )
    if (cuenta.persona_id !== (persona?.id ?? first?.persona_id) && cuenta.tercero_clave !== terceroClave)
      return add(`aplicaciones.${at}.cuenta_id`, `El documento ${cuenta.numero} es de otra persona: un pago es de una sola.`)
    const { saldo, numero, origen } = cuenta
    if (form.fecha < cuenta.fecha && problems.every(({ campo }) => campo !== 'fecha'))
      add('fecha', `El documento ${numero} es del ${displayFecha(cuenta.fecha)}: no se paga antes. Lo de antes se registra como anticipo.`)
    if (saldo === 0)
      add(
        `aplicaciones.${at}.valor`,
        origen === 'ANTICIPO' ? `El anticipo ${numero} ya se usó por completo.` : `El documento ${numero} ya está pagado.`,
      )
    else if (saldo < 0 !== isFavor) add(`aplicaciones.${at}.valor`, ladoOf(numero, saldo))
    else if (valor > Math.abs(saldo))
      add(
        `aplicaciones.${at}.valor`,
        saldo > 0
          ? `Del documento ${numero} se deben ${displayMonto(saldo)}: registre lo demás como anticipo.`
          : `A favor quedan ${displayMonto(negate(saldo))} en ${numero}.`,
      )
  })
  return problems
}

/** The sum that the methods must have. */
function checkDinero({ metodos, anticipo }: PagoCarteraForm, aplicadas: readonly Aplicada[]): { total: Monto; problems: Problem[] } {
  const total = dineroOf(
    aplicadas.map(({ cuenta, valor }) => ({ saldo: cuenta.saldo, valor })),
    anticipo,
  )
  const paid = sum(metodos.map(({ valor }) => valor))
  const problems: Problem[] = []
  if (paid !== Math.abs(total))
    problems.push({
      campo: 'metodos',
      message: `Los métodos suman ${displayMonto(paid)} y ${total < 0 ? 'se devuelven' : 'se pagan'} ${displayMonto(sizeOf(total))}.`,
    })
  if (total < 0 && anticipo > 0) problems.push({ campo: 'anticipo', message: 'Un anticipo no se recibe con lo que se devuelve.' })
  return { total, problems }
}

/** @throws 422 with each problem, and then nothing has changed */
async function register(tx: Tx, session: SesionAbierta, { id, en }: { id: string; en: Date }, form: PagoCarteraForm): Promise<void> {
  const { empresaId, ambiente, usuarioId } = session
  const hoy = fechaIn(en)
  const lugar = { empresaId, ambiente }
  const { sentido, anticipo, fecha = hoy } = form
  requireNone(problemsOf(form, hoy))
  const cuentas = form.aplicaciones.map(({ cuenta_id: cuenta }) => cuenta)
  await sql.lockPersonas(tx, empresaId, form.persona_id, cuentas)
  const persona = form.persona_id === undefined ? undefined : await readPersona(tx, empresaId, form.persona_id)
  if (form.persona_id !== undefined && !persona) throw errors.invalid([{ campo: 'persona_id', message: 'La persona no existe.' }])
  const tomadas = await libro.takeCuentas(tx, lugar, cuentas)
  requireNone(problemsOfCuentas({ ...form, fecha }, tomadas, persona))
  const aplicadas = form.aplicaciones.flatMap(({ cuenta_id: cuentaId, valor }) => {
    const cuenta = tomadas.find((one) => one.id === cuentaId)
    return cuenta ? [{ cuenta, valor }] : []
  })
  const { total, problems } = checkDinero(form, aplicadas)
  requireNone(problems)
  const tercero = persona ? terceroOf(persona) : terceroOfCuenta(aplicadas[0]?.cuenta)
  await lockNombre(tx, lugar, `recibo|${sentido}`)
  const secuencia = await sql.nextNumero(tx, lugar, sentido)
  const referencia = reciboOf(sentido, secuencia)
  await sql.insertPago(tx, lugar, secuencia, {
    id,
    sentido,
    fecha,
    persona_id: tercero.persona_id,
    tercero_nombre: tercero.tercero_nombre,
    tercero_identificacion: persona?.identificacion ?? tercero.tercero_clave.replace(/^\w+:/, ''),
    total,
    anticipo,
    metodos: form.metodos.map(({ metodo, valor, banco = null, referencia: numero = null }) => ({
      metodo,
      valor,
      banco,
      referencia: numero,
    })),
    observacion: form.observacion ?? null,
    usuario_id: usuarioId,
    creado_en: en,
  })
  if (total !== 0) await notePago(tx, { ...lugar, id, signo: 1, usuarioId, en })
  const hecho = { concepto: 'PAGO' as const, fecha, origenId: id, suceso: 'PAGO', referencia, usuarioId, en }
  await libro.post(
    tx,
    empresaId,
    aplicadas.map(({ cuenta, valor }) => ({ cuentaId: cuenta.id, valor: cuenta.saldo < 0 ? valor : negate(valor) })),
    hecho,
  )
  if (anticipo > 0) {
    const nueva = { ...tercero, id: randomUUID(), sentido, origen: 'ANTICIPO' as const, origen_id: id, cuota: 1, tipo: null }
    await libro.insertCuentas(tx, lugar, [{ ...nueva, numero: referencia, fecha, vence: fecha, valor: negate(anticipo) }], {
      ...hecho,
      concepto: 'ANTICIPO',
    })
  }
  const detalle = { numero: referencia, persona: tercero.tercero_nombre, total, anticipo }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'pago.crear', objeto: id, detalle })
}

function requireNone(problems: readonly Problem[]): void {
  if (problems.length > 0) throw errors.invalid(problems)
}

const terceroOf = ({ id, tipo_identificacion: tipo, identificacion, razon_social: nombre }: PersonaLeida): libro.Tercero => ({
  persona_id: id,
  tercero_clave: receptorKey(tipo, identificacion),
  tercero_nombre: nombre,
})

function terceroOfCuenta(cuenta: libro.CuentaTomada | undefined): libro.Tercero {
  if (!cuenta) throw new Error('a payment of nothing and nobody')
  const { persona_id, tercero_clave, tercero_nombre } = cuenta
  return { persona_id, tercero_clave, tercero_nombre }
}

/** «RC-000012» for a collection, «CP-000012» for a payment. */
const reciboOf = (sentido: 'COBRAR' | 'PAGAR', numero: number): string =>
  `${sentido === 'COBRAR' ? 'RC' : 'CP'}-${String(numero).padStart(6, '0')}`

interface Reverso {
  motivo: string
  /** Whether cash of a till may be returned outside a till, when the user has no open one. */
  sin_caja: boolean
}

/**
 * The cash of a reversed payment leaves the till of the user who reverses it. Cash of a till is never returned outside a till without
 * consent.
 * Answers whether cash that was in a till was returned outside a till.
 * @throws 422 when no till is open and the request does not allow that
 */
async function devolverACaja(tx: Tx, session: SesionAbierta, en: Date, pago: Pago, sinCaja: boolean): Promise<boolean> {
  if (pago.total === 0) return false
  const { empresaId, ambiente, usuarioId } = session
  if (await notePago(tx, { empresaId, ambiente, id: pago.id, signo: -1, usuarioId, en })) return false
  const efectivo = sum(pago.metodos.filter(({ metodo }) => metodo === 'EFECTIVO').map(({ valor }) => valor))
  if (efectivo === 0 || pago.caja === null) return false
  if (!sinCaja)
    throw errors.field(
      'SIN_CAJA',
      'sin_caja',
      `Los ${displayMonto(efectivo)} en efectivo contaron en la caja ${pago.caja} y usted no tiene una abierta: ábrala, o reverse sin caja.`,
    )
  return true
}

/** Reverses a payment; it stays, with the user and the reason. @throws 404, 422 when its advance was used, or for another reason */
export async function reverse(deps: Clocked, tx: Tx, session: SesionAbierta, id: string, reverso: Reverso): Promise<Pago> {
  const { motivo, sin_caja: sinCaja } = reverso
  const { empresaId, ambiente, usuarioId } = session
  const lugar = { empresaId, ambiente }
  const en = deps.clock.now()
  const before = await sql.lockPago(tx, lugar, id)
  if (!before) throw errors.notFound()
  deLado(session, before)
  if (before.estado === 'REVERSADO') {
    const reversado = await read(tx, session, id)
    const { numero, reversado_por: quien, motivo_reverso: otro } = reversado
    if (otro !== motivo)
      throw errors.field('REVERSED', 'motivo', `${numero} ya fue reversado por ${quien ?? 'otra persona'}: «${otro ?? ''}».`)
    return reversado
  }
  const cambios = await sql.cambiosOf(tx, empresaId, id)
  const tomadas = await libro.takeCuentas(
    tx,
    lugar,
    cambios.map(({ cuentaId }) => cuentaId),
  )
  const anticipo = tomadas.find((one) => one.origen === 'ANTICIPO' && one.origen_id === id)
  if (anticipo && anticipo.saldo !== -before.anticipo)
    throw errors.field('IN_USE', 'id', 'Su anticipo ya se usó: reverse antes el pago que lo usó.')
  await sql.setReversado(tx, empresaId, id, { motivo, usuarioId, en })
  const pago = await read(tx, session, id)
  const { numero } = pago
  const fuera = await devolverACaja(tx, session, en, pago, sinCaja)
  await libro.post(
    tx,
    empresaId,
    cambios.map(({ cuentaId, valor }) => ({ cuentaId, valor: negate(valor) })),
    { concepto: 'PAGO_REVERSADO', fecha: fechaIn(en), origenId: id, suceso: 'REVERSO', referencia: numero, usuarioId, en },
  )
  await recordAuditoria(tx, {
    empresaId,
    usuarioId,
    en,
    accion: 'pago.reversar',
    objeto: id,
    detalle: { numero, motivo, ...(fuera && { sin_caja: true }) },
  })
  return read(tx, session, id)
}

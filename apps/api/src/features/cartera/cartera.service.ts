import { randomUUID } from 'node:crypto'
import type { Cuenta, SaldoInicialForm } from '@yupana/contract'
import { conPunto, displayMonto, fechaIn, fitsDecimals, negate, nombreComprobante, receptorKey, subtract } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors, type Problem } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { lockNombre, readCuenta, readPersona } from './cuenta.sql.ts'
import { deLado } from './lado.ts'
import * as libro from './libro.sql.ts'

type Clocked = Pick<Deps, 'clock'>

/** @throws 404 */
async function read({ clock }: Clocked, tx: Tx, session: SesionAbierta, id: string): Promise<Cuenta> {
  const cuenta = await readCuenta(tx, session, fechaIn(clock.now()), id)
  if (!cuenta) throw errors.notFound()
  return cuenta
}

/** Brings in a balance from before, once for each key. @throws 422 */
export async function createSaldo(
  deps: Clocked,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  form: SaldoInicialForm,
): Promise<Cuenta> {
  const { empresaId, ambiente, usuarioId } = session
  const id = randomUUID()
  const en = deps.clock.now()
  const used = await claim(tx, {
    empresaId,
    usuarioId,
    idempotencyKey,
    accion: 'cartera.saldo_inicial',
    contenido: form,
    recursoId: id,
    en,
  })
  if (used !== undefined) return read(deps, tx, session, used)
  const { sentido, persona_id: personaId, tipo, numero, fecha, vence = fecha, valor } = form
  const problems: Problem[] = []
  const add = (campo: string, message: string) => void problems.push({ campo, message })
  if (valor === 0) add('valor', 'El valor debe ser mayor que cero.')
  else if (!fitsDecimals(valor)) add('valor', 'El valor lleva máximo dos decimales.')
  if (fecha > fechaIn(en)) add('fecha', 'La fecha del documento no puede ser futura.')
  if (vence < fecha) add('vence', 'El vencimiento no puede ser anterior a la fecha del documento.')
  const persona = await readPersona(tx, empresaId, personaId)
  if (!persona) add('persona_id', 'La persona no existe.')
  if (problems.length > 0 || !persona) throw errors.invalid(problems)
  const lugar = { empresaId, ambiente }
  const terceroClave = receptorKey(persona.tipo_identificacion, persona.identificacion)
  await lockNombre(tx, lugar, `saldo|${sentido}|${terceroClave}|${tipo}|${numero}`)
  const same = await libro.takeCuentas(tx, lugar, await libro.idsOfNumero(tx, lugar, { sentido, terceroClave, tipo, numero }))
  if (same.some(({ saldo }) => saldo !== 0))
    throw errors.field(
      'TAKEN',
      'numero',
      conPunto(`${nombreComprobante(tipo)} ${numero} ya tiene un saldo en la cartera de ${persona.razon_social}`),
    )
  const cuenta = {
    id,
    sentido,
    origen: 'SALDO_INICIAL' as const,
    origen_id: id,
    cuota: 1,
    persona_id: persona.id,
    tercero_clave: terceroClave,
    tercero_nombre: persona.razon_social,
    tipo,
    numero,
    fecha,
    vence,
    valor,
  }
  await libro.insertCuentas(tx, lugar, [cuenta], {
    concepto: 'SALDO_INICIAL',
    fecha,
    origenId: id,
    suceso: 'REGISTRO',
    referencia: numero,
    usuarioId,
    en,
  })
  const detalle = { numero, persona: persona.razon_social, total: valor }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cartera.saldo_inicial', objeto: id, detalle })
  return read(deps, tx, session, id)
}

/** Reverses a balance brought in by mistake. @throws 404, 403, 422 when part of it is paid or reduced */
export async function reverseSaldo(deps: Clocked, tx: Tx, session: SesionAbierta, id: string, motivo: string): Promise<Cuenta> {
  const { empresaId, usuarioId } = session
  const en = deps.clock.now()
  const [cuenta] = await libro.takeCuentas(tx, session, [id])
  if (cuenta?.origen !== 'SALDO_INICIAL') throw errors.notFound()
  deLado(session, cuenta)
  const own = (await libro.postedBy(tx, empresaId, id))[0]?.valor ?? 0
  if (own === 0) return read(deps, tx, session, id)
  if (cuenta.saldo !== own)
    throw errors.field(
      'IN_USE',
      'id',
      `De este saldo ya se descontaron ${displayMonto(subtract(own, cuenta.saldo))}: reverse antes esos pagos.`,
    )
  await libro.post(tx, empresaId, [{ cuentaId: id, valor: negate(own) }], {
    concepto: 'ANULACION',
    fecha: fechaIn(en),
    origenId: id,
    suceso: 'REVERSO',
    referencia: cuenta.numero,
    usuarioId,
    en,
  })
  await recordAuditoria(tx, {
    empresaId,
    usuarioId,
    en,
    accion: 'cartera.saldo_inicial_reversar',
    objeto: id,
    detalle: { numero: cuenta.numero, motivo },
  })
  return read(deps, tx, session, id)
}

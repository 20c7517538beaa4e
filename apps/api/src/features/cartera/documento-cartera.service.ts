import { randomUUID } from 'node:crypto'
import {
  add,
  fechaIn,
  largest,
  negate,
  repartirAbono,
  smallest,
  subtract,
  type Cuota,
  type Monto,
  type SentidoCartera,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import * as sql from './libro.sql.ts'

// The debt changes in the transaction that issues or registers the document, and is reversed in the one that voids it: each exactly once
// (O-126). A document has one account for each due date; an amount paid at once never becomes one.

/** The debt that a document creates. */
export interface Deuda extends sql.Tercero {
  sentido: SentidoCartera
  tipo: string
  numero: string
  fecha: string
  cuotas: readonly Cuota[]
}

/** A reduction of other documents: by the id of the document or purchase, or by its issuer's number. */
export interface Abono {
  concepto: 'NOTA_CREDITO' | 'RETENCION'
  referencia: string
  fecha: string
  partes: readonly AbonoParte[]
  /** Only these parts of the reduction are considered. */
  onlyThese?: boolean
}
export interface AbonoParte {
  valor: Monto
  origenId?: string | undefined
  /** Balance brought in under this number, for a document that left no debt here. */
  comoNumerado?: { sentido: SentidoCartera; terceroClave: string; tipo: string; numero: string } | undefined
}

export interface Suceso extends sql.Lugar {
  id: string
  suceso: string
  usuarioId: string | null
  en: Date
}

/** Writes the debt of a document. `before`: its debt was written before, and is now corrected. */
export async function applyDeuda(
  tx: Tx,
  origen: 'DOCUMENTO' | 'COMPRA',
  { id, suceso, usuarioId, en, ...lugar }: Suceso,
  { cuotas, ...deuda }: Deuda,
  before: boolean,
): Promise<void> {
  const { empresaId } = lugar
  const { sentido, tipo, numero, fecha, ...tercero } = deuda
  const hecho = { fecha, origenId: id, suceso, referencia: numero, usuarioId, en }
  const known = before ? await sql.takeCuentas(tx, lugar, await sql.idsOfOrigen(tx, empresaId, id)) : []
  if (known.length > 0) {
    const posted = new Map((await sql.postedBy(tx, empresaId, id)).map(({ cuentaId, valor }) => [cuentaId, valor]))
    for (const cuenta of known)
      await sql.updateCuenta(tx, empresaId, cuenta.id, {
        ...tercero,
        ...(tipo !== cuenta.tipo && { tipo }),
        numero,
        fecha,
        vence: cuotas[cuenta.cuota - 1]?.vence ?? cuenta.vence,
      })
    const cambios = known.map((cuenta) => ({
      cuentaId: cuenta.id,
      valor: subtract(cuotas[cuenta.cuota - 1]?.valor ?? 0, posted.get(cuenta.id) ?? 0),
    }))
    await sql.post(tx, empresaId, cambios, { ...hecho, concepto: 'CORRECCION', fecha: fechaIn(en) })
  }
  const nuevas = cuotas.flatMap(({ vence, valor }, at) =>
    known.some(({ cuota }) => cuota === at + 1)
      ? []
      : [{ ...tercero, sentido, origen, origen_id: id, tipo, numero, fecha, id: randomUUID(), cuota: at + 1, vence, valor }],
  )
  await sql.insertCuentas(tx, lugar, nuevas, { ...hecho, concepto: 'DOCUMENTO' })
}

/**
 * What to post on each account so that its reduction becomes the one of `partes`; `all` was posted before. A document is never reduced by
 * more than it left owed: what was paid at once is refunded at once.
 */
async function cambiosOf(tx: Tx, lugar: sql.Lugar, id: string, { partes, onlyThese }: Abono, all: readonly sql.Cambio[]) {
  const { empresaId } = lugar
  const targets: { ids: string[]; valor: Monto }[] = []
  const ajenos = partes.flatMap(({ comoNumerado: one }) =>
    one?.sentido === 'PAGAR' ? [`${one.terceroClave}|${one.tipo}|${one.numero}`] : [],
  )
  await sql.lockNumeros(tx, lugar, ajenos)
  for (const parte of partes) {
    const { origenId, comoNumerado } = parte
    const known = origenId === undefined ? [] : await sql.idsOfOrigen(tx, empresaId, origenId)
    const ids = known.length === 0 && comoNumerado ? await sql.idsOfNumero(tx, lugar, comoNumerado) : known
    ids.sort()
    const same = targets.find((one) => one.ids.join() === ids.join())
    if (same) same.valor = add(same.valor, parte.valor)
    else targets.push({ ids, valor: parte.valor })
  }
  const named = new Set(targets.flatMap((one) => one.ids))
  const posted = onlyThese ? all.filter(({ cuentaId }) => named.has(cuentaId)) : all
  const ids = [...new Set([...targets.flatMap((one) => one.ids), ...posted.map(({ cuentaId }) => cuentaId)])]
  const taken = await sql.takeCuentas(tx, lugar, ids)
  const own = (cuentaId: string) => posted.find((one) => one.cuentaId === cuentaId)?.valor ?? 0
  const wanted = new Map<string, Monto>(posted.map(({ cuentaId }) => [cuentaId, 0]))
  for (const target of targets) {
    const cuentas = taken.filter((one) => target.ids.includes(one.id)).sort((a, b) => a.cuota - b.cuota)
    if (cuentas.length === 0) continue
    const owed = await sql.sinPagos(tx, empresaId, target.ids, id)
    const parts = repartirAbono(
      cuentas.map(({ id: cuentaId, saldo }) => subtract(saldo, own(cuentaId))),
      largest(0, smallest(target.valor, owed)),
    )
    cuentas.forEach((cuenta, at) => wanted.set(cuenta.id, negate(parts[at] ?? 0)))
  }
  return [...wanted].map(([cuentaId, valor]) => ({ cuentaId, valor: subtract(valor, own(cuentaId)) }))
}

/** Takes a note or a withholding off the debt of its document. The reduction of its version before is replaced. */
export async function applyAbono(tx: Tx, { id, suceso, usuarioId, en, ...lugar }: Suceso, abono: Abono): Promise<void> {
  const { concepto, referencia, fecha } = abono
  const posted = await sql.postedBy(tx, lugar.empresaId, id)
  const cambios = await cambiosOf(tx, lugar, id, abono, posted)
  const hecho = { concepto: posted.length > 0 ? ('CORRECCION' as const) : concepto, fecha, origenId: id, suceso, referencia, usuarioId, en }
  await sql.post(tx, lugar.empresaId, cambios, hecho)
}

/** The entries of a voided document, purchase or withholding are reversed. Payments on it become a balance in favour. */
export async function reverseCartera(
  tx: Tx,
  { empresaId, id, usuarioId, en, suceso = 'REVERSO' }: Omit<Suceso, 'ambiente' | 'suceso'> & { suceso?: string },
): Promise<void> {
  const ids = (await sql.postedBy(tx, empresaId, id)).map(({ cuentaId }) => cuentaId)
  if (ids.length === 0) return
  const { referencia, cuentas } = await sql.takeOfOrigen(tx, empresaId, id, ids)
  // Read again under the lock.
  const posted = (await sql.postedBy(tx, empresaId, id)).filter(({ cuentaId }) => cuentas.includes(cuentaId))
  const hecho = { concepto: 'ANULACION' as const, fecha: fechaIn(en), origenId: id, suceso, referencia, usuarioId, en }
  await sql.post(
    tx,
    empresaId,
    posted.map(({ cuentaId, valor }) => ({ cuentaId, valor: negate(valor) })),
    hecho,
  )
}

/** Whether the document has a payment; locks its accounts against payments until the end of this transaction. */
export async function takePagos(tx: Tx, empresaId: EmpresaId, id: string): Promise<boolean> {
  await sql.lockOfOrigen(tx, empresaId, id)
  return sql.isPaid(tx, empresaId, id)
}

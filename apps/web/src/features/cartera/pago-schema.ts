import { DINERO_MAX, METODOS_PAGO, type Cuenta, type PagoCarteraFormInput } from '@yupana/contract'
import { dineroOf, displayMonto, largest, negate, sizeOf, subtract, sum, type Monto, type SentidoCartera } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { dineroEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { today } from '../../lib/formato/format.ts'

const metodo = z.object({
  metodo: z.enum(METODOS_PAGO),
  valor: dineroEntradaOpcional(),
  banco: z.string().check(z.maxLength(100)),
  referencia: z.string().check(z.maxLength(50)),
})

/** Money that the documents of a form need; negative if more balance in favour is used than paid. */
export const dineroDe = (cuentas: readonly Cuenta[], aplicaciones: readonly { cuenta_id: string; valor: Monto }[]): Monto =>
  dineroOf(
    aplicaciones.map(({ cuenta_id, valor }) => ({ saldo: cuentas.find(({ id }) => id === cuenta_id)?.saldo ?? 0, valor })),
    0,
  )

/** Amount of each method: the first empty one takes the rest of the needed money. */
export function valoresDe(metodos: readonly (Monto | null)[], debe: Monto): Monto[] {
  const open = metodos.indexOf(null)
  const rest = subtract(sizeOf(debe), sum(metodos.map((valor) => valor ?? 0)))
  return metodos.map((valor, at) => (at === open ? largest(rest, 0) : (valor ?? 0)))
}

/** A payment as typed; an empty amount pays nothing of its document. */
export const pagoSchema = (cuentas: readonly Cuenta[]) =>
  z
    .object({
      fecha: fechaEntrada(undefined, today()),
      aplicaciones: z.array(z.object({ cuenta_id: z.string(), valor: dineroEntradaOpcional() })),
      metodos: z.array(metodo),
      anticipar: z.boolean(),
      observacion: z.string().check(z.maxLength(300)),
    })
    .check(({ value, issues }) => {
      // The field shows its own problem, and the amount is out of range for a sum.
      if ([...value.aplicaciones, ...value.metodos].some(({ valor }) => (valor ?? 0) > DINERO_MAX)) return
      const add = (path: (string | number)[], message: string) => void issues.push({ code: 'custom', input: value, path, message })
      value.aplicaciones.forEach(({ cuenta_id, valor }, at) => {
        const saldo = cuentas.find(({ id }) => id === cuenta_id)?.saldo ?? 0
        if ((valor ?? 0) > Math.abs(saldo)) add(['aplicaciones', at, 'valor'], `Como máximo ${displayMonto(sizeOf(saldo))}.`)
      })
      const used = value.aplicaciones.map(({ cuenta_id, valor }) => ({ cuenta_id, valor: valor ?? 0 }))
      const debe = dineroDe(cuentas, used)
      const paid = sum(
        valoresDe(
          value.metodos.map(({ valor }) => valor),
          debe,
        ),
      )
      const last = ['metodos', value.metodos.length - 1, 'valor']
      if (debe < 0 && paid !== -debe) add(last, `Se devuelven ${displayMonto(negate(debe))}: escriba ese valor.`)
      else if (debe >= 0 && paid < debe) add(last, `Faltan ${displayMonto(subtract(debe, paid))}.`)
      else if (debe >= 0 && paid > debe && !value.anticipar)
        add(last, `Hay ${displayMonto(subtract(paid, debe))} de más: corríjalo o regístrelo como anticipo.`)
      else if (paid === 0 && used.every(({ valor }) => valor === 0)) add(last, 'Escriba cuánto se paga.')
    })
export type PagoEntrada = z.input<ReturnType<typeof pagoSchema>>
type PagoLeido = z.output<ReturnType<typeof pagoSchema>>

/** The body of the payment: only amounts above 0. */
export function pagoOf(
  sentido: SentidoCartera,
  persona: string | undefined,
  cuentas: readonly Cuenta[],
  { fecha, aplicaciones, metodos, anticipar, observacion }: PagoLeido,
): PagoCarteraFormInput {
  const used = aplicaciones.flatMap(({ cuenta_id, valor }) => (valor ? [{ cuenta_id, valor }] : []))
  const debe = dineroDe(cuentas, used)
  const valores = valoresDe(
    metodos.map(({ valor }) => valor),
    debe,
  )
  const paid = metodos.flatMap(({ metodo: como, banco, referencia }, at) =>
    valores[at] ? [{ metodo: como, valor: valores[at], banco: banco.trim() || undefined, referencia: referencia.trim() || undefined }] : [],
  )
  return {
    sentido,
    persona_id: persona,
    fecha,
    aplicaciones: used.map((one) => ({ ...one, a_favor: cuentas.some(({ id, saldo }) => id === one.cuenta_id && saldo < 0) })),
    metodos: paid,
    anticipo: anticipar && debe >= 0 ? largest(0, subtract(sum(paid.map(({ valor }) => valor)), debe)) : 0,
    observacion: observacion.trim() || undefined,
  }
}

import type { Caja } from '@yupana/contract'
import {
  BILLETES,
  contadoOf,
  diferenciaText,
  displayMonto,
  MONEDAS,
  parseEntrada,
  sizeOf,
  nearestMonto,
  subtract,
  type ConteoCaja,
  type Monto,
} from '@yupana/fiscal'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { CheckboxField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { dineroEntradaOpcional } from '../../components/form/monto-entrada.ts'
import { IntegerField, MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { closeCaja } from './caja.queries.ts'
import classes from './caja.module.css'

const cantidades = z.array(z.optional(z.int().check(z.maximum(1_000_000, 'Tiene que ser como máximo 1000000.'))))
const campos = z.object({
  soloTotal: z.boolean(),
  billetes: cantidades,
  monedas: cantidades,
  contado: dineroEntradaOpcional(),
  nota: z.string().check(z.maxLength(300, '300 caracteres máximos.')),
})
type Entrada = z.input<typeof campos>

const conteoOf = ({ billetes, monedas }: Pick<Entrada, 'billetes' | 'monedas'>): ConteoCaja[] => [
  ...BILLETES.map((denominacion, at) => ({ clase: 'BILLETE' as const, denominacion, cantidad: billetes[at] ?? 0 })),
  ...MONEDAS.map((denominacion, at) => ({ clase: 'MONEDA' as const, denominacion, cantidad: monedas[at] ?? 0 })),
]

/** A shortage needs an explanation. */
const schemaOf = (esperado: Monto) =>
  campos.check(({ value, issues }) => {
    const add = (path: string, message: string) => void issues.push({ code: 'custom', input: value, path: [path], message })
    const { soloTotal, contado, nota } = value
    if (soloTotal && contado === null) return add('contado', 'Este campo es requerido.')
    const falta = subtract(esperado, soloTotal ? (contado ?? 0) : contadoOf(conteoOf(value)))
    if (falta > 0 && nota.trim() === '') add('nota', `Faltan ${displayMonto(falta)}: escriba una nota que lo explique.`)
  })

/** Counts a till by notes and coins, or by their total, and closes it for good. */
export function CerrarDialog({ caja, onClose }: { caja: Caja; onClose: () => void }) {
  const [keyFor] = useState(createSendingKey)
  const { id, numero, esperado } = caja
  const [schema] = useState(() => schemaOf(esperado))
  return (
    <FormDialog
      title={`Cerrar caja ${numero}`}
      schema={schema}
      initial={{ soloTotal: false, billetes: BILLETES.map(() => undefined), monedas: MONEDAS.map(() => undefined), contado: '', nota: '' }}
      saveLabel="Cerrar caja"
      busyLabel="Cerrando…"
      hasRequired={false}
      onSubmit={({ soloTotal, contado, nota, ...cuenta }) => {
        const body = { esperado, nota, ...(soloTotal ? { contado: contado ?? 0 } : { conteo: conteoOf(cuenta) }) }
        return closeCaja(id, body, keyFor(body))
      }}
      onClose={onClose}
    >
      <p>Cuente el efectivo. Una caja cerrada no se vuelve a abrir.</p>
      <Cuenta />
      <CheckboxField name="soloTotal" label="Escribir solo el total" />
      <Suma esperado={esperado} />
      <TextField name="nota" label="Nota" />
    </FormDialog>
  )
}

function Cuenta() {
  const soloTotal = useWatch<Entrada, 'soloTotal'>({ name: 'soloTotal' })
  if (soloTotal) return <MontoField name="contado" label="Total contado" required />
  return (
    <div className={classes.conteo}>
      <Piezas label="Billetes" name="billetes" valores={BILLETES} />
      <Piezas label="Monedas" name="monedas" valores={MONEDAS} />
    </div>
  )
}

const Piezas = ({ label, name, valores }: { label: string; name: string; valores: readonly Monto[] }) => (
  <fieldset className={classes.piezas}>
    <legend>{label}</legend>
    {valores.map((valor, at) => (
      <IntegerField key={valor} name={`${name}.${at}`} label={`De ${displayMonto(valor)}`} />
    ))}
  </fieldset>
)

/** The counted beside the expected amount, while typing. */
function Suma({ esperado }: { esperado: Monto }) {
  const { soloTotal = false, contado = '', billetes = [], monedas = [] } = useWatch<Entrada>()
  const entrada = parseEntrada(contado, 2)
  const suma = soloTotal ? (entrada.ok ? entrada.monto : 0) : contadoOf(conteoOf({ billetes, monedas }))
  const diferencia = nearestMonto(suma - esperado)
  return (
    <p className={classes.suma} role="status">
      <span>
        Esperado <strong>{displayMonto(esperado)}</strong>
      </span>
      <span>
        Contado <strong>{displayMonto(suma)}</strong>
      </span>
      <span data-tone={diferencia === 0 ? 'bien' : 'mal'}>
        {diferenciaText(diferencia)} {diferencia !== 0 && <strong>{displayMonto(sizeOf(diferencia))}</strong>}
      </span>
    </p>
  )
}

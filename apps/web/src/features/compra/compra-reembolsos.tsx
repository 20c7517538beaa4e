import { displayMonto, sum } from '@yupana/fiscal'
import { useState } from 'react'
import { get, useFormContext, useWatch, type FieldErrors } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { FormSection } from '../../components/form/form-parts.tsx'
import { messageOf } from '../../components/form/use-field.ts'
import { loadedPart } from '../../components/loaded-part.tsx'
import { today } from '../../lib/formato/format.ts'
import type { CompraInput } from './compra-schema.ts'
import classes from './compra.module.css'

const ReembolsosDialog = loadedPart(async () => (await import('../../domain/reembolso/reembolsos-dialog.tsx')).ReembolsosDialog)

/** The first message inside an error. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const nested = Object.entries(error).flatMap(([key, value]) => (key === 'ref' ? [] : (firstMessage(value) ?? [])))
  return messageOf(error) ?? nested[0]
}

/** Problems of the whole list, and of each item. */
function messagesOf(errors: FieldErrors<CompraInput>, count: number): string[] {
  const all: unknown = get(errors, 'reembolsos')
  const each = Array.from({ length: count }, (_, at) => firstMessage(get(errors, `reembolsos.${at}`)))
  return [messageOf(all), ...each.map((message, at) => message && `Comprobante ${at + 1}: ${message}`)].filter((one) => one !== undefined)
}

/** For a comprobante emitido por reembolso (type 41): the vouchers that it reimburses. */
export function Reembolsos() {
  const { setValue, clearErrors, formState } = useFormContext<CompraInput>()
  const [reembolsos, fecha] = useWatch<CompraInput, ['reembolsos', 'fecha_emision']>({ name: ['reembolsos', 'fecha_emision'] })
  const [isOpen, setOpen] = useState(false)
  const messages = messagesOf(formState.errors, reembolsos.length)
  return (
    <FormSection title="Comprobantes que reembolsa">
      {reembolsos.length === 0 ? (
        <p className={classes.nota}>Los que su proveedor pagó por usted: el anexo los pide uno por uno.</p>
      ) : (
        <ul className={classes.reembolsos} aria-label="Comprobantes de reembolso">
          {reembolsos.map(({ numero, identificacion, impuestos }, at) => (
            <li key={at}>
              <span>
                {numero} · {identificacion}
              </span>
              <span>{displayMonto(sum(impuestos.flatMap(({ base, valor }) => [base, valor])))}</span>
            </li>
          ))}
        </ul>
      )}
      {messages.map((message) => (
        <p key={message} role="alert" className={classes.error}>
          {message}
        </p>
      ))}
      <div>
        <Button variant="default" onClick={() => setOpen(true)}>
          {reembolsos.length === 0 ? 'Detallar comprobantes' : 'Cambiar comprobantes'}
        </Button>
      </div>
      {isOpen && (
        <ReembolsosDialog
          parte={reembolsos}
          hoy={fecha || today()}
          onSave={(saved) => {
            setValue('reembolsos', saved, { shouldDirty: true })
            clearErrors('reembolsos')
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </FormSection>
  )
}

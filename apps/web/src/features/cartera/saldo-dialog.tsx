import { numeroComprobante } from '@yupana/contract'
import { COD_DOC, nombreComprobante, type SentidoCartera } from '@yupana/fiscal'
import { useState } from 'react'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { fechaEntrada, fechaEntradaOpcional } from '../../components/form/fecha-entrada.ts'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { dineroEntrada } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { today } from '../../lib/formato/format.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { saveSaldo } from './cartera.queries.ts'

const TIPOS = [COD_DOC.FACTURA, COD_DOC.NOTA_DEBITO, COD_DOC.LIQUIDACION_COMPRA].map((value) => ({
  value: value as string,
  label: nombreComprobante(value),
}))

const schema = () =>
  z.object({
    tipo: z.string(),
    numero: numeroComprobante(),
    fecha: fechaEntrada(undefined, today()),
    vence: fechaEntradaOpcional(),
    valor: dineroEntrada(),
  })

/** Enters a debt from before the books were kept here. */
export function SaldoDialog({
  sentido,
  persona,
  nombre,
  onClose,
}: {
  sentido: SentidoCartera
  persona: string
  nombre: string
  onClose: () => void
}) {
  const [keyFor] = useState(createSendingKey)
  return (
    <FormDialog
      title={`Saldo inicial: ${nombre}`}
      schema={schema()}
      initial={{ tipo: COD_DOC.FACTURA, numero: '', fecha: '', vence: '', valor: '' }}
      onSubmit={({ vence, ...form }) => {
        const body = { ...form, sentido, persona_id: persona, ...(vence && { vence }) }
        return saveSaldo(body, keyFor(body))
      }}
      onClose={onClose}
    >
      <p>Lo que quedaba pendiente de un documento emitido antes de usar el sistema.</p>
      <FieldPair>
        <SelectField name="tipo" label="Documento" options={TIPOS} />
        <TextField name="numero" label="Número" required description="Como 001-001-000000001." />
      </FieldPair>
      <FieldPair>
        <CampoFecha name="fecha" label="Fecha de emisión" max={today()} required />
        <CampoFecha name="vence" label="Vence" />
      </FieldPair>
      <MontoField name="valor" label="Saldo pendiente" required />
    </FormDialog>
  )
}

import { TIPOS_MOVIMIENTO_CAJA, type Caja } from '@yupana/contract'
import { useState } from 'react'
import * as z from 'zod/mini'

import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { dineroEntrada } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { moveCaja } from './caja.queries.ts'

const schema = z.object({
  tipo: z.enum(TIPOS_MOVIMIENTO_CAJA),
  valor: dineroEntrada().check(z.positive('El valor debe ser mayor que cero.')),
  motivo: z.string().check(z.trim(), z.minLength(3, 'De 3 a 200 caracteres.'), z.maxLength(200, 'De 3 a 200 caracteres.')),
})
const TIPOS = [
  { value: 'EGRESO' as const, label: 'Egreso: sale efectivo' },
  { value: 'INGRESO' as const, label: 'Ingreso: entra efectivo' },
]

/** Cash put in or taken out for another reason than a sale or payment. */
export function MovimientoDialog({ caja, onClose }: { caja: Caja; onClose: () => void }) {
  const [keyFor] = useState(createSendingKey)
  return (
    <FormDialog
      title={`Ingreso o egreso: ${caja.numero}`}
      schema={schema}
      initial={{ tipo: 'EGRESO', valor: '', motivo: '' }}
      saveLabel="Registrar"
      busyLabel="Registrando…"
      onSubmit={(body) => moveCaja(caja.id, body, keyFor(body))}
      onClose={onClose}
    >
      <FieldPair>
        <SelectField name="tipo" label="Movimiento" options={TIPOS} />
        <MontoField name="valor" label="Valor" required />
      </FieldPair>
      <TextField
        name="motivo"
        label="Motivo"
        required
        description="Fondo para vueltos, gasto menor, depósito en el banco, devolución por una nota de crédito…"
      />
    </FormDialog>
  )
}

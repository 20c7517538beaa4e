import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { dineroEntrada } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { openCaja } from './caja.queries.ts'
import { arqueoPath } from './caja-words.tsx'

const schema = z.object({ apertura: dineroEntrada(), punto: z.nullable(z.string()) })

/** Opens the user's own till. */
export function AbrirDialog({ puntos, onClose }: { puntos: readonly string[]; onClose: () => void }) {
  const [keyFor] = useState(createSendingKey)
  const navigate = useNavigate()
  return (
    <FormDialog
      title="Abrir caja"
      schema={schema}
      initial={{ apertura: '', punto: puntos.length === 1 ? (puntos[0] ?? null) : null }}
      saveLabel="Abrir caja"
      busyLabel="Abriendo…"
      onSubmit={({ apertura, punto }) => {
        const body = { apertura, ...(punto !== null && { punto }) }
        return openCaja(body, keyFor(body))
      }}
      onDone={({ id }) => void navigate(arqueoPath(id))}
      onClose={onClose}
    >
      <MontoField name="apertura" label="Efectivo al abrir" required description="Lo que hay para dar vueltos; 0 si no hay nada." />
      {puntos.length > 0 && (
        <SelectField
          name="punto"
          label="Punto de emisión"
          options={[{ value: null, label: 'Ninguno' }, ...puntos.map((punto) => ({ value: punto, label: punto }))]}
        />
      )}
    </FormDialog>
  )
}

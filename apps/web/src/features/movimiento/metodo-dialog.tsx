import { METODO_COSTO_LABEL, METODOS_COSTO } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'
import { changeMetodo, metodoQuery } from './movimiento.queries.ts'

const OPTIONS = METODOS_COSTO.map((value) => ({ value, label: METODO_COSTO_LABEL[value] }))
const schema = z.object({ metodo: z.enum(METODOS_COSTO), desde: fechaEntrada() })

/** Method of valuing the stock, and the first day of another one. */
export function MetodoDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(metodoQuery())
  if (!data) return null
  return (
    <FormDialog
      title="Método de costo"
      schema={schema}
      initial={{ metodo: data.metodo === 'PEPS' ? 'PROMEDIO' : 'PEPS', desde: today() }}
      onSubmit={changeMetodo}
      onClose={onClose}
    >
      <p>
        Hoy se valora por <strong>{METODO_COSTO_LABEL[data.metodo]}</strong>. El cambio vale desde un día sin movimientos en adelante: lo
        registrado antes conserva su costo.
      </p>
      {data.historia.length > 0 && (
        <ul>
          {data.historia.map(({ desde, metodo, usuario }) => (
            <li key={desde}>
              Desde el {fechaText(desde)}: {METODO_COSTO_LABEL[metodo]}
              {usuario === null ? '' : ` (${usuario})`}
            </li>
          ))}
        </ul>
      )}
      <SelectField name="metodo" label="Valorar por" options={OPTIONS} />
      <CampoFecha name="desde" label="Desde" required />
    </FormDialog>
  )
}

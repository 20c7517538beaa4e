import { addDays, isFecha } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { fechaText, today } from '../../lib/formato/format.ts'
import { HttpError } from '../../lib/http/http-error.ts'
import {
  CondicionSchema,
  openOf,
  REGIMEN_OPTIONS,
  TIPO_LABEL,
  valorLabel,
  withCondicion,
  type CondicionInput,
  type CondicionLeida,
  type TipoCondicion,
} from './condicion-schema.ts'
import { tiposRimpeQuery } from './empresa.queries.ts'
import classes from './empresa.module.css'

/** The server names fields by their place in the list; the form has one condition. */
async function atItsFields(saving: Promise<unknown>): Promise<void> {
  try {
    await saving
  } catch (error) {
    if (!(error instanceof HttpError) || !Array.isArray(error.body.data)) throw error
    const data = error.body.data.map(({ campo, ...item }) => ({ ...item, campo: campo?.replace(/^condiciones\.\d+\./, '') ?? '' }))
    throw new HttpError(error.status, { ...error.body, data })
  }
}

interface CondicionDialogProps {
  tipo: TipoCondicion
  condiciones: readonly CondicionLeida[]
  onSave: (condiciones: CondicionLeida[]) => Promise<unknown>
  onClose: () => void
}

export function CondicionDialog({ tipo, condiciones, onSave, onClose }: CondicionDialogProps) {
  const initial: CondicionInput = { tipo, desde: '', hasta: '', valor: tipo === 'REGIMEN' ? 'GENERAL' : '' }
  const label = valorLabel[tipo]
  return (
    <FormDialog
      title={`Añadir: ${TIPO_LABEL[tipo]}`}
      schema={CondicionSchema}
      initial={initial}
      onSubmit={(nueva) => atItsFields(onSave(withCondicion(condiciones, nueva)))}
      onClose={onClose}
    >
      {tipo === 'REGIMEN' && <Regimen />}
      {label && <TextField name="valor" label={label} required />}
      <FieldPair>
        <CampoFecha name="desde" label="Desde" required />
        <CampoFecha name="hasta" label="Hasta" description="Vacío mientras siga vigente." />
      </FieldPair>
      <EndsBefore open={openOf(condiciones, tipo)} />
    </FormDialog>
  )
}

/** The régimen, with its text on documents. */
function Regimen() {
  const valor = useWatch<CondicionInput, 'valor'>({ name: 'valor' })
  const { data: tipos = [] } = useQuery(tiposRimpeQuery())
  const leyenda = tipos.find(({ id }) => id === valor)?.leyenda
  return (
    <>
      <SelectField name="valor" label="Régimen" options={REGIMEN_OPTIONS} required />
      <p role="status" className={classes.quiet}>
        {leyenda !== undefined && `Sus comprobantes dirán «${leyenda}».`}
      </p>
    </>
  )
}

/** Notice before saving that the present condition ends with the new one. */
function EndsBefore({ open }: { open: CondicionLeida | undefined }) {
  const desde = useWatch<CondicionInput, 'desde'>({ name: 'desde' })
  const ends = open !== undefined && isFecha(desde) && open.desde < desde
  return (
    <p role="status" className={classes.quiet}>
      {ends && `La condición que rige desde el ${fechaText(open.desde)} terminará el ${fechaText(addDays(desde, -1))}.`}
    </p>
  )
}

interface EndDialogProps {
  condicion: CondicionLeida
  onEnd: (hasta: string) => Promise<unknown>
  onClose: () => void
}

export function EndDialog({ condicion, onEnd, onClose }: EndDialogProps) {
  const schema = z.object({ hasta: fechaEntrada(condicion.desde) })
  return (
    <FormDialog
      title={`Terminar: ${TIPO_LABEL[condicion.tipo]}`}
      saveLabel="Terminar"
      busyLabel="Terminando…"
      schema={schema}
      initial={{ hasta: today() }}
      onSubmit={({ hasta }) => atItsFields(onEnd(hasta))}
      onClose={onClose}
    >
      <p>Rige desde el {fechaText(condicion.desde)}. Los comprobantes hasta su último día la conservan.</p>
      <CampoFecha name="hasta" label="Último día" min={condicion.desde} required />
    </FormDialog>
  )
}

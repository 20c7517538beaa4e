import type { NormaFila } from '@yupana/contract'
import { cambioOf, ejemploOf, enmiendasInForce, isFecha, withCierre, type Enmienda } from '@yupana/fiscal'
import { useWatch } from 'react-hook-form'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { today } from '../../lib/formato/format.ts'
import { normasStore, useNormas } from '../../lib/norma/normas.ts'
import { initialOf, normaSchema, type NormaInput } from './norma-schema.ts'
import { CONFIANZA_OPTIONS, TEMA_OPTIONS, vigenciaText } from './norma-words.ts'
import classes from './norma.module.css'
import { saveNorma } from './norma.queries.ts'

interface NormaDialogProps {
  /** The validity to change. */
  before?: NormaFila | undefined
  /** The fact for a new validity; without both props, a new code. */
  fact?: NormaFila | undefined
  onClose: () => void
}

/** Adds or changes a validity. Issued documents stay as they are. */
export function NormaDialog({ before, fact, onClose }: NormaDialogProps) {
  const known = before ?? fact
  const title = before ? `Editar vigencia: ${before.nombre}` : known ? `Nueva vigencia: ${known.nombre}` : 'Nuevo código'
  return (
    <FormDialog
      title={title}
      schema={normaSchema(before)}
      initial={initialOf(before, fact)}
      onClose={onClose}
      onSubmit={(form) => saveNorma({ ...form, nota: form.nota || undefined, version: normasStore.get() }, before === undefined)}
    >
      {known === undefined && (
        <FieldPair>
          <SelectField name="tema" label="Tema" options={TEMA_OPTIONS} required />
          <Codigo />
        </FieldPair>
      )}
      <TextField name="nombre" label="Nombre" required />
      <Valor />
      {before && <p className={classes.quiet}>Rige {vigenciaText(before)}. Su primer día no cambia.</p>}
      <FieldPair>
        {!before && <CampoFecha name="desde" label="Desde" required />}
        <CampoFecha name="hasta" label="Hasta" description="Vacío mientras siga vigente." />
      </FieldPair>
      <FieldPair>
        <TextField name="fuente" label="Fuente" description="Ley, resolución o ficha, con su número y fecha." required />
        <SelectField name="confianza" label="Confirmación" options={CONFIANZA_OPTIONS} required />
      </FieldPair>
      <TextField name="nota" label="Nota" />
      <TextField name="motivo" label="Motivo del cambio" required />
      <Efecto before={before} />
    </FormDialog>
  )
}

function Codigo() {
  const tema = useWatch<NormaInput, 'tema'>({ name: 'tema' })
  return (
    <TextField
      name="codigo"
      label="Código"
      description={
        tema !== 'IVA_TURISMO'
          ? undefined
          : 'EC para todo el país; si no, el código INEC de la provincia (dos dígitos) o del cantón (cuatro).'
      }
      required
    />
  )
}

function Valor() {
  const [tema, codigo] = useWatch<NormaInput, ['tema', 'codigo']>({ name: ['tema', 'codigo'] })
  const ejemplo = ejemploOf(tema, codigo)
  return <TextField name="valor" label="Valor" description={ejemplo && `Por ejemplo: ${ejemplo}`} required />
}

function enmiendaOf({ tema, codigo, nombre, valor, hasta, fuente, confianza }: NormaInput, desde: string): Enmienda {
  return {
    id: Number.MAX_SAFE_INTEGER,
    tema,
    codigo: codigo.trim(),
    nombre: nombre || codigo,
    valor: valor.trim(),
    source: fuente || 'La que se escriba',
    confidence: confianza,
    ...(isFecha(desde) && { validFrom: desde }),
    ...(isFecha(hasta) && { validTo: hasta }),
  }
}

/** The resulting validities, before saving; past days need a confirmation. */
function Efecto({ before }: { before: NormaFila | undefined }) {
  useNormas()
  const values = useWatch<NormaInput>() as NormaInput
  const desde = before ? (before.desde ?? '') : values.desde
  const isReady = values.valor.trim() !== '' && values.codigo.trim() !== '' && (before !== undefined || isFecha(desde))
  const cierra = before !== undefined && isFecha(values.hasta) && (before.hasta === null || values.hasta < before.hasta)
  const cambio = isReady ? cambioOf(withCierre(enmiendaOf(values, desde), cierra), today(), enmiendasInForce()) : undefined
  const isSound = cambio !== undefined && cambio.problemas.length === 0
  return (
    <>
      <div role="status" className={classes.quiet}>
        {cambio?.problemas.map(({ mensaje }) => (
          <p key={mensaje}>{mensaje}</p>
        ))}
        {isSound && (
          <>
            <p>Así quedarían sus vigencias:</p>
            <ul>
              {cambio.periodos.map(({ texto, validFrom = null, validTo = null }) => (
                <li key={validFrom ?? ''}>
                  <strong>{texto}</strong> {vigenciaText({ desde: validFrom, hasta: validTo })}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {isSound && cambio.cambiaPasado && (
        <CheckboxField
          name="confirmar_pasado"
          label="Cambia lo que regía en días pasados: lo confirmo"
          description="Lo ya emitido queda como está; las notas siguen la fecha de su comprobante."
        />
      )}
    </>
  )
}

import { camposDe, CLASES_CORREO, PLANTILLA, type ClaseCorreo } from '@yupana/contract'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import { get, useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import type { CorreoInput } from './correo-schema.ts'
import classes from './correo-section.module.css'

type Donde = `textos.${ClaseCorreo}.${'asunto' | 'texto'}`
type Caja = HTMLInputElement | HTMLTextAreaElement

/** Subject and text of one kind of document at a time; a button inserts a placeholder at the cursor. */
export function CorreoTextos({ clase, onClase, canEdit }: { clase: ClaseCorreo; onClase: (clase: ClaseCorreo) => void; canEdit: boolean }) {
  const { setValue, formState } = useFormContext<CorreoInput>()
  const [asunto, texto] = useWatch<CorreoInput, [Donde, Donde]>({ name: [`textos.${clase}.asunto`, `textos.${clase}.texto`] })
  const area = useRef<HTMLDivElement>(null)
  const last = useRef<'asunto' | 'texto'>('texto')
  const isStandard = !asunto && !texto
  const isOwn = !isStandard && (asunto !== PLANTILLA[clase].asunto || texto !== PLANTILLA[clase].texto)
  const [asks, setAsks] = useState(false)

  // A refused field may belong to a kind that is not shown.
  const { submitCount, errors } = formState
  const refused = CLASES_CORREO.find(({ id }) => get(errors, `textos.${id}`) !== undefined)?.id
  const hasJumped = useRef(false)
  useEffect(() => {
    if (submitCount === 0 || refused === undefined || refused === clase) return
    hasJumped.current = true
    onClase(refused)
  }, [submitCount]) // oxlint-disable-line react/exhaustive-deps -- at each sending, not while it is put right
  useEffect(() => {
    if (!hasJumped.current) return
    hasJumped.current = false
    area.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [clase])

  const write = (donde: Donde, value: string) => setValue(donde, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  const noteFocus = ({ target }: FocusEvent<HTMLDivElement>) => {
    const part = (target as { name?: string }).name?.split('.')[2]
    if (part === 'asunto' || part === 'texto') last.current = part
  }
  const insert = (campo: string) => {
    const box = area.current?.querySelector<Caja>(`[name="textos.${clase}.${last.current}"]`)
    if (!box) return
    const [from, to] = [box.selectionStart ?? box.value.length, box.selectionEnd ?? box.value.length]
    write(`textos.${clase}.${last.current}`, `${box.value.slice(0, from)}{${campo}}${box.value.slice(to)}`)
    box.focus()
    box.setSelectionRange(from + campo.length + 2, from + campo.length + 2)
  }
  const setBoth = (values: { asunto: string; texto: string }) => {
    write(`textos.${clase}.asunto`, values.asunto)
    write(`textos.${clase}.texto`, values.texto)
  }
  const clear = () => {
    setAsks(false)
    setBoth({ asunto: '', texto: '' })
  }
  return (
    <div ref={area} onFocus={noteFocus} className={classes.fields}>
      <NativeSelect
        label="Tipo de comprobante"
        value={clase}
        onChange={(event) => onClase(event.currentTarget.value as ClaseCorreo)}
        data={CLASES_CORREO.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <fieldset disabled={!canEdit} className={classes.fields}>
        <TextField
          key={`${clase} asunto`}
          name={`textos.${clase}.asunto`}
          label="Asunto"
          placeholder={PLANTILLA[clase].asunto}
          description="Vacío: el estándar."
        />
        {/* Between the two inputs, so that both are one step away by keyboard. */}
        <div role="group" aria-label="Insertar un campo" className={classes.campos}>
          {camposDe(clase).map(({ id, name }) => (
            <Button key={id} variant="default" aria-label={`Insertar ${name}: {${id}}`} title={name} onClick={() => insert(id)}>
              {`{${id}}`}
            </Button>
          ))}
        </div>
        <TextAreaField
          key={`${clase} texto`}
          name={`textos.${clase}.texto`}
          label="Texto"
          rows={7}
          placeholder={PLANTILLA[clase].texto}
          description="Vacío: el estándar. Una línea en blanco separa párrafos."
        />
        <div>
          {isStandard ? (
            <Button variant="subtle" onClick={() => setBoth(PLANTILLA[clase])}>
              Partir del texto estándar
            </Button>
          ) : (
            <Button variant="subtle" onClick={() => (isOwn ? setAsks(true) : clear())}>
              Volver al texto estándar
            </Button>
          )}
        </div>
      </fieldset>
      <ConfirmDialog
        opened={asks}
        title="¿Volver al texto estándar?"
        confirmLabel="Volver al estándar"
        onConfirm={clear}
        onCancel={() => setAsks(false)}
      >
        <p>Se quitan el asunto y el texto que escribió para este tipo de comprobante.</p>
      </ConfirmDialog>
    </div>
  )
}
